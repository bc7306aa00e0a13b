"""Draws the page again after the server was started anew.

The new server knows nothing of what an open page shows, and Streamlit asks for a new run only in some cases: without
one, whatever stands in a fragment of the page is deaf from then on.
"""

from __future__ import annotations

import uuid

import streamlit as st

# Asks as long as somebody looks which server answers; the address is `api.watching.alive`.
_SCRIPT = """
const EVERY = 5000;
const pages = new WeakMap();

class Watch {
  constructor() {
    this.life = new AbortController();
    this.isOwed = false;
    const look = () => document.visibilityState === "visible" && this.#look();
    this.timer = setInterval(look, EVERY);
    document.addEventListener("visibilitychange", look, { signal: this.life.signal });
    look();
  }

  update(run, setTriggerValue) {
    if (this.run !== run) this.isOwed = false;
    this.run = run;
    this.setTriggerValue = setTriggerValue;
  }

  stop() {
    clearInterval(this.timer);
    this.life.abort();
  }

  async #look() {
    const server = await fetch("/healthz", { cache: "no-store" })
      .then((answer) => answer.json())
      .then(({ server }) => server)
      .catch(() => undefined); // no server is there: the next look tells more
    if (!server || this.life.signal.aborted) return;
    if (this.server && this.server !== server) this.isOwed = true;
    this.server = server;
    if (this.isOwed) this.setTriggerValue("again", server);
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  if (!pages.has(parentElement)) pages.set(parentElement, new Watch());
  const watch = pages.get(parentElement);
  watch.update(data.run, setTriggerValue);
  const mine = (watch.turn = (watch.turn ?? 0) + 1);
  return () => {
    if (watch.turn !== mine) return;
    watch.stop();
    pages.delete(parentElement);
  };
}
"""
_component = st.components.v2.component("quilate_after_restart", html="<span hidden></span>", js=_SCRIPT)


def run_again_after_restart() -> None:
    """On every page, once, and outside `st.fragment`: what it sends has the whole page run."""
    _component(key="after restart", data={"run": uuid.uuid4().hex}, on_again_change=lambda: None)
