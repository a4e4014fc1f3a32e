"use strict";
// Loaded before textual.js, which opens one WebSocket: here it gets a line that comes back by itself when it is lost.
(() => {
  const Plain = window.WebSocket;
  const ENDED = 4000, UNKNOWN = 4001, REFUSED = 4003;
  const WAITS = [0, 500, 1000, 2000, 3000, 5000];
  // Nothing that the terminal shows may open another page.
  Object.defineProperty(window, "open", { value: () => null, writable: false, configurable: false });

  // Which window of the browser this is. A tab that was duplicated has the number of the other one: the lock tells.
  function randomNumber() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (each) => each.toString(16).padStart(2, "0")).join("");
  }
  function hold(number) {
    return new Promise((held) => {
      if (!navigator.locks) return held(true);
      navigator.locks.request("samovar-" + number, { ifAvailable: true }, (lock) => {
        held(lock !== null);
        return lock === null ? undefined : new Promise(() => {});
      });
    });
  }
  async function windowNumber(kind) {
    let number = sessionStorage.getItem(kind);
    // A page that is being reloaded may hold the lock for a moment longer.
    for (let tries = 0; number !== null && tries < 5; tries++) {
      if (await hold(number)) return number;
      await new Promise((go) => setTimeout(go, 60));
    }
    number = randomNumber();
    sessionStorage.setItem(kind, number);
    await hold(number);
    return number;
  }

  class Line extends EventTarget {
    constructor(url) {
      super();
      this.url = url.split("?")[0];
      const asked = new URLSearchParams(url.split("?")[1]);
      this.size = { width: asked.get("width"), height: asked.get("height") };
      this.lost = 0;
      this.wasIn = false;
      this.isOver = false;
      window.samovar.line = this;
      window.samovar.begin().then((hello) => { this.hello = hello; this.connect(); });
    }

    connect() {
      clearTimeout(this.timer);
      this.timer = undefined;
      const socket = this.socket = new Plain(`${this.url}?width=${this.size.width}&height=${this.size.height}`);
      socket.binaryType = "arraybuffer";
      socket.onopen = () => socket.send(JSON.stringify(["hello", this.hello]));
      socket.onmessage = (event) => this.hear(event);
      socket.onclose = (event) => this.ended(event);
    }

    hear(event) {
      if (typeof event.data === "string") {
        const [kind, told] = JSON.parse(event.data);
        if (kind === "entered") this.entered(told.back);
        else if (kind === "refused") this.refusal = told;
        else if (kind === "pong") this.dispatchEvent(new MessageEvent("message", { data: event.data }));
        return;
      }
      this.dispatchEvent(new MessageEvent("message", { data: event.data }));
    }

    entered(isBack) {
      const wasLost = this.wasIn;
      this.lost = 0;
      this.wasIn = true;
      delete this.hello.code;
      window.samovar.entered(isBack, wasLost);
      if (!wasLost) this.dispatchEvent(new Event("open"));
    }

    ended(event) {
      if (event.target !== this.socket) return;
      this.socket = null;
      if ([ENDED, UNKNOWN, REFUSED].includes(event.code)) {
        this.isOver = true;
        window.samovar.ended(event.code === UNKNOWN ? "unknown" : event.code === REFUSED ? "refused" : "", this.refusal);
        return;
      }
      const wait = WAITS[Math.min(this.lost++, WAITS.length - 1)];
      window.samovar.lost(this.lost);
      this.timer = setTimeout(() => this.connect(), wait);
    }

    // The network is back, or the window is in front again: do not wait.
    hurry() {
      if (this.timer !== undefined) this.connect();
    }

    again() {
      this.isOver = false;
      this.refusal = undefined;
      this.connect();
    }

    send(text) {
      const told = JSON.parse(text);
      if (told[0] === "resize") this.size = told[1];
      if (this.socket && this.socket.readyState === Plain.OPEN && this.wasIn) this.socket.send(text);
    }
  }

  window.samovar = { windowNumber };
  window.WebSocket = Line;
  window.addEventListener("online", () => window.samovar.line && window.samovar.line.hurry());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && window.samovar.line) window.samovar.line.hurry();
  });
})();
