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
  if (flag.near) box.append(nearest(item, data));
  for (const line of [flag.twins, flag.held]) if (line) box.append(make("p", "aside", line));
}

// The most alike fragment that is judged relevant; the words that both share are marked when it is opened.
function nearest({ flag, text }, data) {
  const details = make("details", "near");
  const body = Object.assign(make("p", "near-text"), { dir: "auto" });
  body.style.setProperty("--grade", flag.near.colour);
  details.append(make("summary", "", flag.near.label), body);
  const open = () => showMarked(body, marked(flag.near.text, wordsToMark(text, data.common)));
  details.addEventListener("toggle", open, { once: true });
  return details;
}
