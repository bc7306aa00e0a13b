"""Says on a page without a card what is kept in the browser and not saved yet, so that nobody thinks it lost."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

# Looks where the grading card keeps what was done (`grading_card/log.js`), and sends nothing. What the server says it
# has, as after the card's page was left, is kept no longer.
_SCRIPT = """
const EVENT = /^quilate\\/(.+)\\/event\\/([^/]+)$/;
const EVERY = 1000;
const notes = new WeakMap();

function kept({ places, taken }) {
  let count = 0;
  try {
    for (const name of Object.keys(localStorage)) {
      const [, place, event] = EVENT.exec(name) ?? [];
      if (!place) continue;
      if (taken.includes(event)) localStorage.removeItem(name);
      else if (!places || places.includes(place)) count += 1;
    }
  } catch (error) {
    return 0; // this browser keeps nothing
  }
  return count;
}

function show(parentElement, data) {
  const line = parentElement.querySelector("p");
  const count = window.quilateCards ? 0 : kept(data);
  const text = count ? data.text.replace("{n}", count) : "";
  line.hidden = !count;
  if (line.textContent !== text) line.textContent = text;
}

export default function ({ data, parentElement }) {
  clearInterval(notes.get(parentElement));
  const timer = setInterval(() => show(parentElement, data), EVERY);
  notes.set(parentElement, timer);
  show(parentElement, data);
  return () => clearInterval(timer);
}
"""
_STYLE = """
p { margin: 0; padding: 0.4rem 0.75rem; border-left: 4px solid #d98a00; border-radius: var(--st-base-radius);
    background: var(--st-secondary-background-color); color: var(--st-text-color); font-family: var(--st-font);
    font-size: 0.9rem; line-height: 1.5; }
:host, p[hidden] { display: block; }
p[hidden] { display: none; }
"""
_component = st.components.v2.component(
    "quilate_kept_grades", html='<p role="status" hidden></p>', css=_STYLE, js=_SCRIPT
)


def kept_grades(text: str, taken: Sequence[str], places: Sequence[str] | None, key: str) -> None:
    """Shows the text, with how many there are for its {n}, while something is kept and no grading card is there.

    taken: ids of events that are on disk; places: whose events count (`pages.parts.places`), None for everybody's.
    """
    places = None if places is None else list(places)
    _component(key=key, data={"text": text, "taken": list(taken), "places": places})
