// The grading card: shows the next fragment at a key press, and tells the server behind it.
const SEND_AGAIN = 2500;
const RENEW_AFTER = 240000;
const LOOK_AGAIN = 15000;
const KEPT_ITEMS = 400;

class Card {
  constructor(root, place) {
    this.root = root;
    this.place = place;
    this.log = new PendingLog(place);
    this.others = new OtherPlaces(place);
    this.items = new Map();
    this.pieces = new Map();
    this.around = new Around(root, (key) => this.send(key));
    this.current = null;
    this.lastQuery = null;
    this.lastSent = this.lastHeard = this.given = this.undosOwed = 0;
    this.life = new AbortController();
    window.quilateCards = (window.quilateCards ?? 0) + 1; // says elsewhere on the page that this one is there
    this.stopwatch = new Stopwatch(this.life.signal);
    this.tabs = new Tabs(place, this.life.signal, (isActive) => this.#becomes(isActive));
    this.list = new ListView(root, (key) => this.chooseRow(key), (key) => this.markExample(key));
    this.#wire();
    this.#showMarks(remembered("marks") !== "off");
    showStrips(root, []); // those of another collection, whose card this one follows
    this.timer = setInterval(() => this.#tick(), 500);
    window.addEventListener("resize", () => this.data?.flags || fitToWindow(root, true), { signal: this.life.signal });
    window.addEventListener("online", () => this.send(), { signal: this.life.signal });
    this.wayOut = new WayOut(this.life.signal, () => this.#sendLast());
  }

  // New data from the server, or the same again with another theme.
  update(data, setTriggerValue) {
    this.setTriggerValue = setTriggerValue;
    if (data === this.raw) return;
    const isFirst = !this.raw;
    const isOtherList = !isFirst && data.list && this.data.list?.query !== data.list.query;
    this.raw = data;
    for (const [key, item] of Object.entries(data.items)) this.items.set(key, item);
    for (const [key, context] of Object.entries(data.contexts)) this.around.known.set(key, context);
    if (this.language !== data.language) {
      this.language = data.language;
      this.formats = formatsOf(data.language);
      this.common = new Set(data.common.map(fold));
      showWords(this.root, data);
    }
    this.data = { ...data, items: this.items, common: this.common, ...this.formats };
    showGrades(this.root, this.data, (grade) => this.act("grade", grade));
    this.lastHeard = performance.now();
    this.stale = false;
    if (!data.unsure) {
      this.log.confirm(data.taken);
      this.log.refuse(data.refused);
      this.others.hear(data.taken, data.refused);
    }
    this.#undoOwed();
    this.refresh();
    this.#forget();
    if (data.flags) standAmongOthers(this.root, data);
    else fitToWindow(this.root, isFirst);
    if (isFirst && !data.flags) this.root.querySelector(".card").focus({ preventScroll: true });
    if (isOtherList) this.#focusRow();
    if (!data.flags) rememberView(data.list);
    if (isFirst && (this.others.look(data.places) || this.log.events.length)) this.send();
    this.#prepare();
  }

  // One thing that the person did. It shows at once; the server hears of it behind.
  act(act, grade = null) {
    if (!this.tabs.active || !this.data || this.stale || this.data.looks_only) return false;
    if (act === "undo") return this.undo();
    if (this.undosOwed || (this.data.flags && this.wantsNext)) return true; // that row is graded, the next is on its way
    const key = this.data.list ? this.list.selected : this.current;
    if (act !== "no_answer" && !key) return false;
    const query = act === "no_answer" ? this.queryNow().id : this.items.get(key).query;
    const note = this.root.querySelector(".note-text");
    this.log.add({
      event_id: newId(),
      act,
      query,
      fragment: act === "no_answer" ? null : this.items.get(key).fragment,
      grade,
      note: note.value,
      milliseconds: this.stopwatch.elapsed(),
      source: this.data.source,
      guidelines: this.data.guidelines,
    });
    this.log.keepDraft(key, "");
    this.given += 1;
    this.#advance();
    this.#sendSoon();
    return true;
  }

  undo() {
    const { stack } = derive(this.data, this.log.events);
    const last = stack.at(-1);
    if (!last) {
      if (this.data.has_older) this.undosOwed += 1;
      this.say(this.data.has_older ? this.data.words.saving : this.data.words.nothing_to_undo);
      return true;
    }
    this.log.add({ event_id: newId(), act: "undo", undoes_event: last.event_id, query: last.query, fragment: last.fragment, source: this.data.source });
    this.given += 1;
    const key = keyOf(last);
    if (key) this.log.keepDraft(key, last.note ?? "");
    this.wantsNext = false;
    if (this.data.list && this.list.rows.has(key)) this.list.select(key, true);
    this.current = null;
    this.refresh();
    this.say(this.data.words.undone);
    this.#sendSoon();
    return true;
  }

  // Undo was pressed more often than acts were here to take back: the server has sent older ones, or has none.
  #undoOwed() {
    const owed = this.undosOwed;
    this.undosOwed = 0;
    for (let done = 0; done < owed; done += 1) this.undo();
  }

  // The whole unconfirmed log each time: what was lost on the way is sent again, and the server takes each once.
  // wants: the fragment whose neighbours are asked for. go: the query whose list is.
  send(wants = null, go = null) {
    if (!this.setTriggerValue || !this.tabs.active || this.wayOut.isTaken) return;
    this.lastSent = performance.now();
    const have = [...this.items.keys()].slice(-KEPT_ITEMS);
    this.setTriggerValue("log", { place: this.place, browser: this.log.browser, events: this.log.toSend(), others: this.others.toSend(), have, context: wants, go });
  }

  // Whether there was something that is not saved.
  #sendLast() {
    const isOwed = this.log.events.length + this.others.waiting > 0;
    if (isOwed) this.send();
    return isOwed;
  }

  // After the next fragment is painted: Streamlit works for some milliseconds on what it is told.
  #sendSoon() {
    requestAnimationFrame(() => setTimeout(() => this.send()));
  }

  refresh() {
    if (!this.data) return;
    const view = derive(this.data, this.log.events);
    if (this.data.list) this.#showList(view);
    else this.#showOne(view);
    this.#showState(view);
  }

  queryNow() {
    const key = this.data.list ? this.list.selected : this.current;
    return this.data.queries[this.data.list?.query ?? key?.split("-")[0]] ?? null;
  }

  chooseRow(key) {
    this.wantsNext = false;
    this.list.select(key, true);
    this.stopwatch.restart();
    this.#showNote(key);
  }

  // The lead shows with this fragment what its grade looks like.
  markExample(key) {
    const { query, fragment } = this.items.get(key);
    const grade = this.#holds(derive(this.data, this.log.events), key)?.grade;
    if (grade !== undefined && grade !== null) this.setTriggerValue("example", { query, fragment, grade });
  }

  say(text) {
    speak(this.root, text);
  }

  stop() {
    clearInterval(this.timer);
    window.quilateCards -= 1;
    this.life.abort();
    this.tabs.close();
  }

  #wire() {
    const { signal } = this.life;
    onceAPress(this.root, signal);
    const on = (selector, kind, listener) =>
      this.root.querySelectorAll(selector).forEach((element) => element.addEventListener(kind, listener, { signal }));
    on(".acts .act", "click", (event) => this.#press(event.currentTarget.dataset.act));
    for (const side of ["before", "after"]) on(`.around.${side}`, "click", () => this.around.show(this.data.words));
    on(".note-text", "input", (event) => this.log.keepDraft(this.data.list ? this.list.selected : this.current, event.target.value));
    on(".note-text", "keydown", (event) => {
      if (event.key === "Escape") this.root.querySelector(".card").focus();
    });
    on(".sort", "change", () => { this.refresh(); this.#focusRow(); });
    on(".verdict-dialog", "close", (event) => {
      if (event.target.returnValue === "yes") this.act("no_answer");
      event.target.returnValue = "";
    });
    listenToKeys(this.root, signal, (key) => this.#key(key));
  }

  #key(key) {
    if (!this.tabs.active || !this.data) return false;
    if (/^[0-3]$/.test(key)) return this.act("grade", Number(key));
    const press = { s: "cant_tell", l: "skip", n: "note", z: "undo", "?": "keys" }[key];
    if (this.data.looks_only ? press : this.data.flags && key === "l") return false;
    if (press) return this.#press(press);
    if (!this.data.list) return scrolled(this.root, key);
    const step = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[key];
    if (step) this.list.step(step);
    return Boolean(step);
  }

  #press(what) {
    const dialog = { keys: ".keys-dialog", no_answer: ".verdict-dialog" }[what];
    if (dialog && this.data) {
      if (what === "no_answer" && !this.queryNow()) return false;
      this.root.querySelector(dialog).showModal();
    } else if (what === "note") {
      if (this.data?.list && !this.list.selected) return false;
      this.root.querySelector(".note").hidden = false;
      this.root.querySelector(".note-text").focus();
    } else if (what === "marks") {
      const isOn = this.root.querySelector(".card").classList.contains("plain");
      this.#showMarks(isOn);
      remember("marks", isOn ? "on" : "off");
    } else return this.act(what);
    return true;
  }

  #showMarks(isOn) {
    this.root.querySelector("[data-act=marks]").setAttribute("aria-pressed", isOn);
    this.root.querySelector(".card").classList.toggle("plain", !isOn);
  }

  #focusRow() {
    const focused = this.root.activeElement ?? document.activeElement;
    if (focused?.matches("textarea, input:not([role=combobox])")) return; // somebody types
    if (!this.list.focus()) this.root.querySelector(".card").focus({ preventScroll: true });
  }

  // What another tab did meanwhile is in its log and on the server: nothing is shown before both are read.
  #becomes(isActive) {
    this.stale = isActive;
    if (isActive) {
      this.log = new PendingLog(this.place);
      this.send();
    }
    this.refresh();
  }

  #advance() {
    if (this.data.list) {
      const view = derive(this.data, this.log.events);
      const next = this.list.next((key) => this.#holds(view, key), !this.data.flags);
      this.wantsNext = !next;
      if (!next && !this.data.flags) this.list.select(null, false);
      this.refresh();
      if (next) this.chooseRow(next);
      else if (this.isListDone) this.#endList();
    } else {
      this.current = null;
      this.refresh();
    }
  }

  // Keys do nothing more here; Enter goes on to the next query that has work.
  #endList() {
    this.say(this.data.words.list_done);
    (this.root.querySelector("[data-strip=done] button") ?? this.root.querySelector(".card")).focus({ preventScroll: true });
  }

  get isListDone() {
    return Boolean(this.data.list) && !this.data.flags && !this.list.selected;
  }

  #showOne(view) {
    const { queue, stack } = view;
    const key = this.stale ? null : queue.includes(this.current) ? this.current : queue.find((one) => this.items.has(one)) ?? null;
    const isNew = key !== this.current || key !== this.shown;
    this.current = key;
    if (!isNew) return;
    this.shown = key;
    const { words } = this.data;
    const fragment = this.root.querySelector(".fragment");
    if (fragment.scrollTop) fragment.scrollTop = 0; // before anything changes: asked later, it costs a layout
    fragment.dataset.key = key ?? "";
    setHidden(fragment, !key);
    setHidden(this.root.querySelector(".nothing"), Boolean(key));
    const query = this.queryNow();
    showQuery(this.root, this.data, query);
    this.alike = key && gradedAlike(this.items, stack, key);
    if (!key) return;
    const item = this.items.get(key);
    setHidden(this.root.querySelector(".fragment .title"), !item.title);
    showMarked(this.root.querySelector(".fragment .title"), this.#piecesOf(key).title);
    showMarked(this.root.querySelector(".fragment > .text"), this.#piecesOf(key).text);
    setText(this.root.querySelector(".fragment > .source"), item.source ? `${item.source} · ${item.id}` : item.id);
    this.around.hide(key, item);
    this.#showNote(key);
    this.stopwatch.restart();
    const isOther = this.lastQuery !== null && query?.id !== this.lastQuery;
    const verdict = isOther ? verdictOf(this.data, view) : "";
    this.moved = isOther && !verdict && leftOf(this.data, view, this.lastQuery) <= 0;
    this.lastQuery = query?.id ?? null;
    this.say([verdict, this.moved ? words.next_query : words.next, isOther ? query.text : "", item.title || item.text.slice(0, 80)].join(" "));
  }

  #showList(view) {
    const { list, words } = this.data;
    const holds = (key) => this.#holds(view, key);
    const keys = list.rows.filter((key) => this.items.has(key));
    showQuery(this.root, this.data, this.queryNow());
    this.list.show(this.data, sorted(keys, this.root.querySelector(".sort").value || "mixed", holds, this.items), holds, (key) => this.#piecesOf(key));
    setText(this.root.querySelector(".with-others"), list.others ? filled(words.with_others, { n: this.data.number(list.others) }) : "");
    const isToChoose = this.data.flags ? this.wantsNext || !this.list.selected : !this.list.selected;
    const next = isToChoose && this.list.next(holds, !this.data.flags);
    if (next && this.wantsNext) this.chooseRow(next);
    else if (next) this.list.select(next, false);
    this.shown = null;
    if (this.shownNote !== this.list.selected) this.#showNote(this.list.selected);
  }

  #holds(view, key) {
    const local = view.acted.get(key);
    if (local) return local;
    const held = this.data.list?.given[key];
    return local === null && held && !view.stack.some((act) => act.event_id === held.event_id) ? undefined : held;
  }

  #showState(view) {
    const { list } = this.data;
    const waiting = this.log.events.length;
    const isList = list !== null && (this.data.flags || list.rows.length > 0);
    const isEmpty = list ? !isList : !this.current;
    setHidden(this.root.querySelector(".one"), isList);
    setHidden(this.root.querySelector(".many"), !isList);
    this.root.querySelector(".card").classList.toggle("passive", !this.tabs.active);
    this.root.querySelector(".card").classList.toggle("empty", isEmpty);
    this.root.querySelector(".card").classList.toggle("unchosen", isList && !this.list.selected);
    const isLate = waiting > 0 && Date.now() - this.log.events[0].when > SEND_AGAIN;
    showTick(this.root, this.data, waiting, isLate, this.given);
    const ahead = [...view.acted.values()].filter((event) => isJudged(event) && !this.data.list?.given[keyOf(event)]);
    const query = this.queryNow();
    showProgress(this.root, this.data, query, ahead.length, ahead.filter((event) => event.query === query?.id).length);
    if (isEmpty) showNothing(this.root, this.data, waiting || this.data.unsure || this.stale);
    showStrips(this.root, stripsOf(this, view, isLate, waiting));
  }

  #showNote(key) {
    const note = this.root.querySelector(".note-text");
    const held = this.data.list?.given[key]?.note ?? "";
    note.value = this.log.draft(key) || held;
    this.shownNote = key;
    setHidden(this.root.querySelector(".note"), !note.value);
  }

  #piecesOf(key) {
    if (!this.pieces.has(key)) {
      const item = this.items.get(key);
      const wanted = wordsToMark(this.data.queries[item.query]?.text ?? "", this.data.common);
      this.pieces.set(key, { title: marked(item.title, wanted), text: marked(item.text || this.data.words.no_text, wanted) });
    }
    return this.pieces.get(key);
  }

  // Marks the words of what comes next while the person reads.
  #prepare() {
    const later = window.requestIdleCallback ?? ((run) => setTimeout(run, 50));
    later(() => this.data.queue.forEach((key) => this.items.has(key) && this.#piecesOf(key)));
    this.around.showIfWanted(this.data.words);
  }

  #forget() {
    const needed = new Set([this.current, ...this.data.queue, ...(this.data.list?.rows ?? [])]);
    for (const key of this.items.keys()) {
      if (this.items.size <= KEPT_ITEMS) break;
      if (needed.has(key)) continue;
      for (const known of [this.items, this.pieces, this.around.known]) known.delete(key);
    }
  }

  #tick() {
    if (!this.data) return;
    const now = performance.now();
    const quiet = now - Math.max(this.lastSent, this.lastHeard);
    const isHungry = !this.current && !this.data.list && (this.data.left > 0 || this.data.unsure);
    const isNewElsewhere = this.others.isToLook && this.others.look(this.data.places);
    if (isNewElsewhere || ((this.log.events.length || this.others.waiting) && now - this.lastSent > SEND_AGAIN)) this.send();
    else if (document.visibilityState === "visible" && !this.data.flags && quiet > (isHungry ? LOOK_AGAIN : RENEW_AFTER)) this.send();
    else if ((this.data.unsure || this.stale) && quiet > SEND_AGAIN) this.send();
    if (this.log.events.length || this.others.waiting) this.refresh();
  }
}
