// Rows of fragments that nobody has judged, on a page with other things: what each row shows beside its text.
function standAmongOthers(root, data) {
  const card = root.querySelector(".card");
  if (card.classList.contains("flags")) return;
  card.classList.add("flags");
  card.classList.toggle("looks-only", data.looks_only);
  root.querySelector(".space").append(root.querySelector(".tick"));
}

// item.flag: its query, and as far as who looks may know: chance, found (runs and ranks), near, twins, held.
function showFlag(box, item, data) {
  const { flag } = item;
  const top = make("div", "flag-top");
  top.append(Object.assign(make("p", "asked", flag.query), { dir: "auto" }));
  if (flag.chance) top.append(Object.assign(make("span", "chance", flag.chance), { title: flag.chance_label }));
  box.prepend(top);
  if (flag.found) box.append(make("p", "aside", flag.found));
  if (flag.near) box.append(folded(item, flag.near.label, [flag.near.text], flag.near.colour, data));
  if (flag.twins) box.append(folded(item, flag.twins.label, flag.twins.texts, "#8889", data));
  if (flag.held) box.append(make("p", "aside", flag.held));
}

// Other texts: the most alike fragment that is judged relevant, or copies. The words that they share with the row's
// text are marked when they are opened.
function folded({ text }, label, texts, colour, data) {
  const details = make("details", "near");
  const bodies = texts.map(() => Object.assign(make("p", "near-text"), { dir: "auto" }));
  for (const body of bodies) body.style.setProperty("--grade", colour);
  details.append(make("summary", "", label), ...bodies);
  const open = () => bodies.forEach((body, i) => showMarked(body, marked(texts[i], wordsToMark(text, data.common))));
  details.addEventListener("toggle", open, { once: true });
  return details;
}
