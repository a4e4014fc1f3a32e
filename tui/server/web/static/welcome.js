"use strict";
// The page for a browser without a name: a friend's code goes from the address into the form, and a browser that has
// come by a link elsewhere, and so without its cookie, goes on by itself.
(() => {
  const [what, code] = window.location.hash.slice(1).split("/");
  document.addEventListener("DOMContentLoaded", () => {
    if (what === "join" && /^[a-z0-9]{1,64}$/i.test(code || "")) {
      document.getElementById("code").value = code;
      document.getElementById("seat").hidden = false;
      document.querySelector("form").addEventListener("submit", () => sessionStorage.setItem("code", code));
    }
  });
  if (window.location.pathname === "/") {
    fetch("/cookie").then((answer) => answer.json()).then((isThere) => {
      if (isThere) window.location.replace("/play" + window.location.hash);
    });
  }
})();
