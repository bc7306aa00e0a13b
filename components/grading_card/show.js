// Puts values into the card's elements: always as text, never as markup.
const make = (tag, className, text) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};

const filled = (template, values) => template.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function setHidden(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

function showBar(bar, done, total, label) {
  bar.setAttribute("aria-valuemax", total);
  bar.setAttribute("aria-valuenow", done);
  bar.setAttribute("aria-label", label);
  bar.firstElementChild.style.width = `${total ? (100 * done) / total : 100}%`;
}

// The words of the page, once: from Python, in the reader's language.
function showWords(root, data) {
  for (const element of root.querySelectorAll("[data-word]")) setText(element, data.words[element.dataset.word]);
  for (const element of root.querySelectorAll("[data-label]")) element.setAttribute("aria-label", data.words[`label_${element.dataset.label}`]);
  root.querySelector(".note-text").placeholder = data.words.note_hint;
  const orders = ["mixed", "open", "grade", "length", "source"].map((how) => Object.assign(make("option", "", data.words[`sort_${how}`]), { value: how }));
  root.querySelector(".sort").replaceChildren(...orders);
  const rows = data.words.key_list.map(([keys, what]) => {
    const term = make("dt");
    term.append(...keys.map((key) => make("kbd", "", key)));
    return [term, make("dd", "", what)];
  });
  root.querySelector(".keys-list").replaceChildren(...rows.flat());
}

function showGrades(root, data, give) {
  const buttons = data.grades.map(({ grade, meaning, colour }) => {
    const button = make("button", "grade");
    button.type = "button";
    button.dataset.grade = grade;
    button.style.setProperty("--grade", colour);
    button.setAttribute("aria-keyshortcuts", grade);
    button.append(make("kbd", "", grade), make("span", "", meaning));
    button.addEventListener("click", () => give(grade));
    return button;
  });
  root.querySelector(".grades").replaceChildren(...buttons);
}

function showQuery(root, data, query) {
  const { words } = data;
  setText(root.querySelector(".query"), query ? query.text || filled(words.query_without_text, { id: query.name }) : "");
  root.querySelector(".query").classList.toggle("long", (query?.text.length ?? 0) > 120);
  setText(root.querySelector(".need"), query?.need ?? "");
  setHidden(root.querySelector(".need"), !query?.need);
  setText(root.querySelector(".where"), query ? filled(words.where, { place: data.number(query.place), all: data.number(data.queries_all), id: query.name }) : "");
}

// The card is as high as the window leaves room for, so that the buttons stay where the hand is.
// On a phone it takes the whole screen under Streamlit's header, and `isFirst` scrolls it there.
function fitToWindow(root, isFirst) {
  const isPhone = window.innerWidth <= 640;
  const header = document.querySelector("[data-testid='stHeader']")?.offsetHeight ?? 0;
  const top = isPhone ? header : Math.max(0, root.host.getBoundingClientRect().top);
  const card = root.querySelector(".card");
  card.style.setProperty("--room", `${Math.round(window.innerHeight - top - (isPhone ? 10 : 16))}px`);
  card.style.scrollMarginTop = `${header}px`;
  if (isPhone && isFirst) card.scrollIntoView();
}

// How many acts are not saved yet, for a while or only just now.
function showTick(root, { words, number }, waiting, isLate, given) {
  const tick = root.querySelector(".tick");
  setText(tick, waiting ? (isLate ? filled(words.not_saved, { n: number(waiting) }) : words.saving) : given ? words.saved : "");
  tick.dataset.waiting = waiting;
  tick.className = `tick ${waiting ? (isLate ? "late" : "saving") : "saved"}`;
}

// Progress of the query and of the collection, with what is not confirmed yet counted in.
function showProgress(root, data, query, ahead, aheadOfQuery) {
  const { words } = data;
  const left = Math.max(0, data.left - ahead);
  const bars = [["all", words.progress_all, data.total - left, data.total]];
  if (query) bars.push(["query", words.progress_query, query.total - Math.max(0, query.left - aheadOfQuery), query.total]);
  for (const [name, template, done, total] of bars) {
    const text = filled(template, { done: data.number(done), all: data.number(total) });
    showBar(root.querySelector(`.${name}-bar`), done, total, text);
    setText(root.querySelector(`.${name}-count`), text);
  }
  setHidden(root.querySelector(".query-bar"), !query);
  setHidden(root.querySelector(".query-count"), !query);
  setText(root.querySelector(".pace"), data.pace && left ? paceText(data, query ? Math.max(0, query.left - aheadOfQuery) : 0, left) : "");
}

function paceText(data, leftOfQuery, left) {
  const values = { pace: data.number(data.pace / 1000, 1), query: data.duration(leftOfQuery * data.pace), all: data.duration(left * data.pace) };
  return filled(data.words.pace, values);
}

// How numbers and times are written in the language; made once, since making them takes long.
function formatsOf(language) {
  const [whole, fine] = [0, 1].map((digits) => new Intl.NumberFormat(language, { maximumFractionDigits: digits }));
  const [minutes, hours] = ["minute", "hour"].map((unit) => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }));
  const duration = (milliseconds) => {
    const value = Math.ceil(milliseconds / 60000);
    return value < 90 ? minutes.format(value) : hours.format(Math.round(value / 60));
  };
  return { number: (n, digits = 0) => (digits ? fine : whole).format(n), duration };
}

// Why there is no fragment on the card, or no row in the list.
function showNothing(root, { words, left, total, list, number }, isWaiting) {
  setHidden(root.querySelector(".fragment"), true);
  setHidden(root.querySelector(".nothing"), false);
  const [title, text] = isWaiting
    ? [words.waiting, words.waiting_text]
    : list ? [words.list_empty, list.others ? filled(words.with_others, { n: number(list.others) }) : ""]
    : left > 0 ? [words.with_others_all, words.with_others_text]
    : total ? [words.all_done, words.all_done_text] : [words.no_pool, words.no_pool_text];
  setText(root.querySelector(".nothing-title"), title);
  setText(root.querySelector(".nothing-text"), text);
}

// Notices above the card. Each: { id, kind, text, button, act }.
function showStrips(root, strips) {
  const box = root.querySelector(".strips");
  const wanted = strips.map(({ id, text }) => `${id} ${text}`).join("\n");
  if (box.dataset.shown === wanted) return;
  box.dataset.shown = wanted;
  box.replaceChildren(
    ...strips.map(({ id, kind, text, button, act }) => {
      const strip = make("div", `strip ${kind}`);
      strip.dataset.strip = id;
      strip.setAttribute("role", kind === "bad" ? "alert" : "status");
      strip.append(make("span", "", text));
      if (button) {
        const press = make("button", "act", button);
        press.type = "button";
        press.addEventListener("click", act);
        strip.append(press);
      }
      return strip;
    }),
  );
}

// What does not make a text another one is left out, as in `evaluation/contradictions.py`.
const plain = (item) => (item.plain ??= `${item.title}\n${item.text}`.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " "));

// The last grade that the person gave to another fragment of the query with the very same text; null if none.
function gradedAlike(items, stack, key) {
  const item = items.get(key);
  const alike = stack.findLast((act) => {
    const other = items.get(keyOf(act));
    return act.act === "grade" && act.query === item.query && other && other !== item && plain(other) === plain(item);
  });
  return alike && plain(item) ? { grade: alike.grade, id: items.get(keyOf(alike)).id } : null;
}

// Nothing is open in the list: which query has more, or why none has.
function endOfList({ list, words, left }) {
  const next = list.next_query;
  const more = next ? filled(words.list_more, { id: next.name }) : left > 0 ? words.with_others_text : words.all_done_text;
  return [list.rows.length ? words.list_done : "", more].join(" ").trim();
}

// That the person's last act was to say that nothing answers a query, else "".
function verdictOf({ words, queries }, { stack }) {
  const last = stack.at(-1);
  const query = last?.act === "no_answer" ? queries[last.query] : null;
  return query ? filled(words.verdict_taken, { query: query.text || query.name }) : "";
}

// What is to be known above the card: another tab, acts refused, what waits, a query that is done.
function stripsOf(card, view, isLate, waiting) {
  const { words, notice } = card.data;
  const strips = [];
  if (!card.tabs.active) strips.push({ id: "tab", kind: "bad", text: words.other_tab, button: words.grade_here, act: () => card.tabs.take() });
  for (const event of card.log.refused) {
    const item = card.items.get(keyOf(event));
    const what = event.act === "grade" ? event.grade : words[event.act === "skip" ? "later" : event.act] ?? event.act;
    const text = filled(words.refused, { what, fragment: item?.title || item?.id || event.fragment || "", reason: event.reason });
    strips.push({ id: event.event_id, kind: "bad", text, button: words.seen, act: () => { card.log.dismiss(event.event_id); card.refresh(); } });
  }
  strips.push(...card.others.strips(card.data, () => card.refresh()));
  if (card.data.elsewhere) strips.push({ id: "elsewhere", kind: "wait", text: words.other_browser });
  if (isLate) strips.push({ id: "late", kind: "wait", text: filled(words.kept, { n: card.data.number(waiting) }) });
  if (!card.log.kept) strips.push({ id: "kept", kind: "wait", text: words.keeps_nothing });
  if (notice) strips.push({ id: "notice", kind: "wait", text: notice });
  if (card.alike && card.current) strips.push({ id: "alike", kind: "good", text: filled(words.alike, card.alike) });
  const verdict = verdictOf(card.data, view);
  if (verdict) strips.push({ id: "verdict", kind: "good", text: verdict, button: words.undo, act: () => card.undo() });
  if (card.isListDone) {
    const next = card.data.list.next_query;
    strips.push({ id: "done", kind: "good", text: endOfList(card.data), button: next && words.list_go, act: () => card.send(null, next.id) });
  }
  if (card.moved) strips.push({ id: "moved", kind: "good", text: words.query_done });
  return strips;
}

// Scrolls a long fragment by a key; whether the key was one of those.
function scrolled(root, key) {
  const fragment = root.querySelector(".fragment");
  const [line, screen] = [60, 0.85 * fragment.clientHeight];
  const by = { ArrowDown: line, ArrowUp: -line, PageDown: screen, PageUp: -screen }[key];
  if (by) fragment.scrollBy({ top: by });
  return Boolean(by);
}

// For a screen reader, also when the same is said twice.
function speak(root, text) {
  const live = root.querySelector(".live");
  live.textContent = "";
  live.textContent = text;
}
