// How long a person looks at a fragment, whether another tab of theirs is grading the same collection, and the way out.
const IDLE_AFTER = 60000;
const RELOADS_WITHIN = 6000;
const LEAVES_WITHIN = 4000;
const SENT_AFTER = 20;
const WAYS_OUT = "[data-testid=stSidebarNav] a, [data-testid=stPageLink] a, .st-key-sign-out button";

class Stopwatch {
  constructor(signal) {
    for (const kind of ["keydown", "pointerdown", "pointermove", "wheel", "touchstart"])
      window.addEventListener(kind, () => this.#count(true), { passive: true, capture: true, signal });
    document.addEventListener("visibilitychange", () => this.#count(document.visibilityState === "visible"), { signal });
    this.visible = document.visibilityState === "visible";
    this.restart();
  }

  restart() {
    this.total = 0;
    this.since = this.stirred = performance.now();
  }

  // Milliseconds that the tab was visible and its person not idle for over a minute.
  elapsed() {
    this.#count(false);
    return Math.round(this.total);
  }

  #count(isActive) {
    const now = performance.now();
    if (this.visible) this.total += Math.max(0, Math.min(now, this.stirred + IDLE_AFTER) - this.since);
    this.since = now;
    this.visible = document.visibilityState === "visible";
    if (isActive) this.stirred = now;
  }
}

// A number that nobody else has; also where the page is not served over https.
function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// What a person chose for all their collections, in this browser.
function remember(name, value) {
  try {
    localStorage.setItem(`quilate/${name}`, value);
  } catch (error) {
    // this browser keeps nothing for pages
  }
}

function remembered(name) {
  try {
    return localStorage.getItem(`quilate/${name}`);
  } catch (error) {
    return null;
  }
}

// Where the server reads it when the page is opened again: one fragment at a time, or the list of which query.
function rememberView(list) {
  document.cookie = `quilate_view=${list ? `list-${list.query}` : "one"}; path=/; max-age=31536000; SameSite=Lax`;
}

// Of several tabs of one person one is active; `changed(isActive)` tells when that changes. When the active one
// is closed, another takes over, unless the closed one was only reloaded.
class Tabs {
  constructor(place, signal, changed) {
    this.id = newId();
    this.active = true;
    this.changed = changed;
    this.channel = new BroadcastChannel(`quilate/${place}`);
    this.channel.onmessage = ({ data }) => this.#hear(data);
    window.addEventListener("pagehide", () => this.#say("bye"), { signal });
    this.#say("here");
  }

  take() {
    this.#set(true);
    this.#say("mine");
  }

  close() {
    clearTimeout(this.heir);
    this.#say("bye");
    this.channel.close();
  }

  #say(kind) {
    this.channel.postMessage({ kind, id: this.id, active: this.active });
  }

  #hear({ kind, id, active }) {
    if (kind === "here" && this.active) this.#say("active");
    else if (kind === "active" && this.active && id !== this.id) this.#set(false);
    else if (kind === "mine") this.#set(false);
    else if (kind === "bye" && active && !this.active) this.heir = setTimeout(() => this.take(), RELOADS_WITHIN);
    if (kind === "here") clearTimeout(this.heir);
  }

  #set(active) {
    if (this.active === active) return;
    this.active = active;
    this.changed(active);
  }
}

// A link to another page was clicked, or signing out: what is not saved goes first, and nothing after it, since a message that crosses
// the change of page is lost or takes the person back. sendLast() gives whether there was something to send.
class WayOut {
  constructor(signal, sendLast) {
    this.leftAt = -Infinity;
    this.following = null;
    this.sendLast = sendLast;
    document.addEventListener("click", (event) => this.#click(event), { capture: true, signal });
  }

  get isTaken() {
    return performance.now() - this.leftAt < LEAVES_WITHIN;
  }

  #click(event) {
    const link = event.target.closest?.(WAYS_OUT);
    if (!link || link.pathname === location.pathname || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (this.following !== link && this.sendLast()) {
      event.preventDefault();
      event.stopPropagation();
      this.following = link;
      setTimeout(() => link.click(), SENT_AFTER);
    } else this.following = null;
    this.leftAt = performance.now();
  }
}
