"use strict";
// Loaded after textual.js: begins it once its font is there, and has what stands around the terminal.
(() => {
  const samovar = window.samovar;
  const KEYS = {
    left: "\x1b[D", up: "\x1b[A", down: "\x1b[B", right: "\x1b[C", enter: "\r", esc: "\x1b", tab: "\t",
  };
  const COLUMNS = 80, ROWS = 24, SMALLEST = 6, LARGEST = 28;
  const FONT = "'Roboto Mono'";
  const begin = window.onload;
  const hasCommands = new URLSearchParams(window.location.search).has("commands");
  const touches = window.matchMedia("(pointer: coarse)").matches;
  window.onload = null;

  // Letters so large that 80 columns fit, as far as they can be read; who wants others says so in the menu.
  function letterSize() {
    const terminal = document.querySelector(".textual-terminal");
    const chosen = Number(localStorage.getItem(sizeName()));
    if (chosen >= SMALLEST && chosen <= LARGEST) return chosen;
    // The font is three fifths as wide as it is large, and its rows are whole pixels high.
    const fits = (size) => size * 0.6002 * COLUMNS <= terminal.clientWidth
      && Math.ceil(size * 1.3188) * ROWS <= terminal.clientHeight;
    let size = 16;
    while (size > SMALLEST && !fits(size)) size -= 0.5;
    return size;
  }
  function sizeName() {
    return window.innerWidth < 600 ? "letters-narrow" : "letters";
  }
  function changeLetters(by) {
    const size = Math.max(SMALLEST, Math.min(LARGEST, letterSize() + by));
    localStorage.setItem(sizeName(), String(size));
    window.location.reload(); // the same screen comes back
  }

  window.addEventListener("load", async () => {
    const terminal = document.querySelector(".textual-terminal");
    document.body.classList.toggle("touches", touches);
    const size = letterSize();
    terminal.dataset.fontSize = String(size);
    await Promise.all([400, 700].map((weight) => document.fonts.load(`${weight} ${size}px ${FONT}`)));
    begin();
    const typed = document.querySelector(".xterm-helper-textarea");
    typed.setAttribute("aria-label", "What you type goes to the game");
    if (touches) typed.inputMode = "none";
    typed.focus();
    addKeys(typed);
  });
  const width = window.innerWidth;
  window.addEventListener("orientationchange", () => setTimeout(() => {
    if (window.innerWidth !== width) window.location.reload();
  }, 300));

  function type(text) {
    samovar.line.send(JSON.stringify(["stdin", text]));
  }

  function addKeys(typed) {
    for (const button of document.querySelectorAll("#keys button")) {
      button.addEventListener("pointerdown", (event) => event.preventDefault()); // the terminal keeps the focus
      button.tabIndex = -1;
      const name = button.dataset.keys;
      if (name) button.addEventListener("click", () => type(KEYS[name] || name));
    }
    document.getElementById("keyboard").addEventListener("click", () => {
      typed.inputMode = typed.inputMode === "none" ? "text" : "none";
      typed.blur();
      typed.focus();
    });
    const menu = document.getElementById("menu");
    document.getElementById("more").addEventListener("click", () => { menu.hidden = !menu.hidden; });
    menu.addEventListener("click", (event) => {
      const what = event.target.dataset.do;
      if (what) changeLetters(what === "larger" ? 1 : -1);
    });
  }

  // The bar tells what happens to the line, and asks.
  let hiding;
  function tell(sentence, { seconds = 0, yes = "", no = "" } = {}) {
    const bar = document.getElementById("bar");
    bar.classList.toggle("low", Boolean(samovar.line && samovar.line.isOver)); // the last words stand above
    clearTimeout(hiding);
    bar.querySelector("span").textContent = sentence;
    bar.hidden = !sentence;
    const buttons = ["yes", "no"].map((name) => document.getElementById(name));
    [yes, no].forEach((text, number) => {
      buttons[number].textContent = text;
      buttons[number].hidden = !text;
    });
    if (seconds) hiding = setTimeout(() => { bar.hidden = true; }, 1000 * seconds);
    return new Promise((answer) => {
      buttons[0].onclick = () => { bar.hidden = true; answer(true); };
      buttons[1].onclick = () => { bar.hidden = true; answer(false); };
    });
  }

  // Which window this is, and whether it comes to take a friend's seat: a link alone takes none.
  samovar.begin = async () => {
    const hello = { window: await samovar.windowNumber(hasCommands ? "commands" : "window"), lines: hasCommands };
    const [what, code] = window.location.hash.slice(1).split("/");
    if (what !== "join" && !sessionStorage.getItem("code")) return hello;
    const agreed = sessionStorage.getItem("code");
    sessionStorage.removeItem("code");
    history.replaceState(null, "", window.location.pathname);
    const wanted = agreed || code || "";
    if (!/^[a-z0-9]{1,64}$/i.test(wanted)) return hello;
    const takes = agreed || (await tell("A friend has kept a seat for you.", { yes: "Sit down", no: "Not now" }));
    if (takes) hello.code = wanted;
    return hello;
  };

  samovar.entered = (isBack, wasLost) => {
    if (isBack) tell(wasLost ? "The line was lost; you are back where you were." : "You are back where you were.", { seconds: 5 });
    else if (wasLost) tell("The line was lost for too long: this is a new start. Every move is saved.", { seconds: 15 });
    else tell("");
  };
  samovar.lost = (times) => {
    const sentence = times < 3 ? "The line is lost; coming back …" : "The line is lost; trying again and again. Every move is saved.";
    tell(sentence, { yes: "Try now" }).then(() => samovar.line.hurry());
  };
  samovar.ended = async (why, refusal) => {
    if (why === "unknown") {
      await tell("This browser has no name here any more.", { yes: "Choose a name, or use a link code" });
      document.getElementById("forget").submit();
      return;
    }
    await tell(why === "refused" ? refusal : "You have left.", { yes: why === "refused" ? "Try again" : "Come in again" });
    samovar.line.again();
  };
})();
