// Which key presses are meant for the card, and what they mean.
const isTyping = (element) =>
  element instanceof Element &&
  (element.closest("input, textarea, select, [contenteditable='']:not([contenteditable='false']), [contenteditable='true'], [role='textbox'], [role='combobox'], [role='listbox']") !== null ||
    element.isContentEditable);

function isForTheCard(event, root) {
  if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return false;
  if (isTyping(event.composedPath()[0])) return false;
  if (root.querySelector("dialog[open]")) return false;
  return document.querySelector("[role='dialog'], dialog[open], [data-baseweb='popover'] [role='listbox']") === null;
}

// What only moves what one sees; these alone go on while they are held.
const SCROLLS = ["ArrowDown", "ArrowUp", "PageDown", "PageUp"];

// The letter on the key cap where the layout has no Latin letters; digits also where they need Shift. A key that writes
// nothing is what it is called: on the number pad without NumLock, 2 is an arrow.
function meant(event) {
  if ([...event.key].length > 1 || /^[0-3?]$/.test(event.key)) return event.key;
  if (!event.shiftKey && /^(Digit|Numpad)[0-3]$/.test(event.code) && !/^[0-9]$/.test(event.key)) return event.code.slice(-1);
  if (/^[a-zA-Z]$/.test(event.key)) return event.key.toLowerCase();
  if (/^\p{L}$/u.test(event.key) && event.code.startsWith("Key")) return event.code.slice(3).toLowerCase();
  return event.key;
}

// act(what) is called once a press; a held key repeats nothing.
function listenToKeys(root, signal, act) {
  const heard = (event) => {
    if (!isForTheCard(event, root)) return;
    const key = meant(event);
    const isUndo = key === "z" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isUndo && (event.ctrlKey || event.metaKey || event.altKey)) return;
    if (event.shiftKey && key !== "?") return;
    if (event.repeat && !SCROLLS.includes(key)) return;
    if (act(key)) event.preventDefault();
  };
  window.addEventListener("keydown", heard, { signal });
}

// A double click, or Enter held on a button, does one thing.
function onceAPress(root, signal) {
  let last = { time: -Infinity, button: null };
  root.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest?.("button");
      const isSecond = button && (event.detail > 1 || (event.detail === 1 && button === last.button && event.timeStamp - last.time < 300));
      if (isSecond && !button.closest("dialog")) event.stopImmediatePropagation();
      else last = { time: event.timeStamp, button };
    },
    { capture: true, signal },
  );
  const held = (event) => {
    if (event.repeat && (event.key === "Enter" || event.key === " ") && event.target.closest?.("button")) event.preventDefault();
  };
  root.addEventListener("keydown", held, { signal });
}
