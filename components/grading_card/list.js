// The whole pool of one query on one page: rows to sort, choose and grade with the same keys and events.
class ListView {
  constructor(root, choose, markExample) {
    this.box = root.querySelector(".rows");
    this.choose = choose;
    this.markExample = markExample;
    this.box.replaceChildren();
    this.rows = new Map();
    this.selected = null;
  }

  // order: keys in the order shown; given: key → the act that holds, or undefined.
  show(data, order, given, pieces) {
    for (const [key, row] of this.rows) if (!order.includes(key)) { row.remove(); this.rows.delete(key); }
    order.forEach((key, index) => {
      if (!this.rows.has(key)) this.rows.set(key, this.#row(key, data, pieces(key)));
      const row = this.rows.get(key);
      if (this.box.children[index] !== row) this.box.insertBefore(row, this.box.children[index] ?? null);
      this.#fill(row, data, given(key));
    });
    if (!this.rows.has(this.selected)) this.selected = null;
  }

  select(key, isToFocus) {
    this.rows.get(this.selected)?.classList.remove("chosen");
    this.rows.get(this.selected)?.removeAttribute("aria-current");
    this.selected = key;
    const row = this.rows.get(key);
    if (!row) return;
    row.classList.add("chosen");
    row.setAttribute("aria-current", "true");
    if (isToFocus) this.focus();
  }

  // Where keys are meant for it again, after something else was chosen on the page.
  focus() {
    const row = this.rows.get(this.selected);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
    return Boolean(row);
  }

  step(by) {
    const keys = [...this.box.children].map((row) => row.dataset.key);
    const next = this.selected === null && by < 0 ? keys.at(-1) : keys[keys.indexOf(this.selected) + by];
    if (next) this.choose(next);
  }

  // The next row below the selected one, then from the top, that is not graded yet; then what was put off.
  next(given, isPutOffToo) {
    const keys = [...this.box.children].map((row) => row.dataset.key);
    const at = keys.indexOf(this.selected) + 1;
    const round = [...keys.slice(at), ...keys.slice(0, at)];
    return round.find((key) => !given(key)) ?? (isPutOffToo ? round.find((key) => given(key).act === "skip") : undefined);
  }

  #row(key, data, pieces) {
    const item = data.items.get(key);
    const row = make("li", "row");
    row.dataset.key = key;
    row.tabIndex = -1;
    const text = make("div", "row-text");
    const title = Object.assign(make("h3", "title"), { dir: "auto", hidden: !item.title });
    const body = Object.assign(make("p", "text"), { dir: "auto" });
    showMarked(title, pieces.title);
    showMarked(body, pieces.text);
    text.append(title, body, Object.assign(make("p", "source", item.source || item.id), { dir: "auto" }));
    row.append(make("span", "badge"), text);
    if (item.flag) showFlag(text, item, data);
    if (data.is_lead && !data.flags) {
      const example = make("button", "act quiet example", data.words.example);
      example.type = "button";
      example.addEventListener("click", () => this.markExample(key));
      row.append(example);
    }
    row.addEventListener("click", () => this.choose(key));
    return row;
  }

  #fill(row, data, act) {
    const badge = row.querySelector(".badge");
    const grade = act?.act === "grade" ? data.grades[act.grade] : null;
    const name = grade ? String(grade.grade) : { cant_tell: "?", skip: "…" }[act?.act] ?? "";
    setText(badge, name);
    badge.title = grade ? grade.meaning : act ? data.words[act.act === "skip" ? "later" : "cant_tell"] : data.words.not_graded;
    badge.setAttribute("aria-label", badge.title);
    badge.style.setProperty("--grade", grade ? grade.colour : "transparent");
    row.classList.toggle("given", Boolean(grade));
  }
}

// Keys of the rows in the order that the person chose; the served order is the mixed one.
function sorted(order, how, given, items) {
  const by = {
    mixed: () => 0,
    open: (key) => (given(key) ? 1 : 0),
    grade: (key) => (given(key)?.act === "grade" ? -given(key).grade : 1),
    length: (key) => items.get(key)?.text.length ?? 0,
    source: (key) => items.get(key)?.source || items.get(key)?.id || "",
  }[how];
  const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
  return [...order].sort((one, other) => compare(by(one), by(other)));
}
