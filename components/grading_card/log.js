// What a person did and the server has not confirmed: kept in the browser, one entry an event, until it has.
class PendingLog {
  constructor(place) {
    this.prefix = `quilate/${place}/`;
    this.memory = new Map();
    this.kept = true;
    this.events = this.#read("event/").sort((a, b) => a.when - b.when || a.number - b.number);
    this.refused = this.#read("refused/");
    this.browser = this.#get("browser") ?? newId();
    this.#keep("browser", this.browser);
    this.number = 1 + Math.max(0, ...this.events.map((event) => event.number));
  }

  add(event) {
    const whole = { ...event, when: Date.now(), number: this.number };
    this.number += 1;
    this.events.push(whole);
    this.#keep(`event/${whole.event_id}`, whole);
    return whole;
  }

  // The server has these on disk.
  confirm(ids) {
    const gone = new Set(ids);
    const before = this.events.length;
    for (const event of this.events) if (gone.has(event.event_id)) this.#drop(`event/${event.event_id}`);
    this.events = this.events.filter((event) => !gone.has(event.event_id));
    return before - this.events.length;
  }

  // The server will not take these: no longer sent, shown until the person has seen them.
  refuse(refusals) {
    for (const { event_id, reason } of refusals) {
      const event = this.events.find((one) => one.event_id === event_id);
      if (!event) continue;
      this.refused.push({ ...event, reason });
      this.#keep(`refused/${event_id}`, { ...event, reason });
      this.confirm([event_id]);
    }
  }

  dismiss(event_id) {
    this.refused = this.refused.filter((event) => event.event_id !== event_id);
    this.#drop(`refused/${event_id}`);
  }

  toSend() {
    return this.events.slice(0, 200).map(({ when, number, ...event }) => ({ ...event, age: Math.max(0, Date.now() - when) }));
  }

  draft(key) {
    return this.#get(`draft/${key}`) ?? "";
  }

  keepDraft(key, text) {
    if (text) this.#keep(`draft/${key}`, text);
    else this.#drop(`draft/${key}`);
  }

  #read(kind) {
    const found = [];
    try {
      for (let index = 0; index < localStorage.length; index += 1) {
        const name = localStorage.key(index);
        if (name.startsWith(this.prefix + kind)) found.push(JSON.parse(localStorage.getItem(name)));
      }
    } catch (error) {
      this.kept = false;
    }
    return found;
  }

  #get(name) {
    try {
      return JSON.parse(localStorage.getItem(this.prefix + name)) ?? this.memory.get(name);
    } catch (error) {
      this.kept = false;
      return this.memory.get(name);
    }
  }

  #keep(name, value) {
    try {
      localStorage.setItem(this.prefix + name, JSON.stringify(value));
    } catch (error) {
      this.kept = false;
      this.memory.set(name, value);
    }
  }

  #drop(name) {
    this.memory.delete(name);
    try {
      localStorage.removeItem(this.prefix + name);
    } catch (error) {
      this.kept = false;
    }
  }
}

const keyOf = (event) => (event.fragment == null ? null : `${event.query}-${event.fragment}`);

// What the person sees: what the server said last, and on top of it what it has not confirmed yet.
function derive(server, events) {
  const known = new Set(server.past.map((act) => act.event_id));
  let stack = [...server.past];
  let back = [];
  const acted = new Map();
  const closed = new Set();
  for (const event of events) {
    if (event.act !== "undo") {
      if (!known.has(event.event_id)) stack.push(event);
      if (event.act === "no_answer") closed.add(event.query);
      else acted.set(keyOf(event), event);
      back = back.filter((key) => key !== keyOf(event));
      continue;
    }
    const undone = stack.find((act) => act.event_id === event.undoes_event);
    if (!undone) continue;
    stack = stack.filter((act) => act !== undone);
    if (undone.act === "no_answer") closed.delete(undone.query);
    else {
      acted.set(keyOf(undone), null);
      back.unshift(keyOf(undone));
    }
  }
  const open = (key) => !acted.get(key) && !closed.has(Number(key.split("-")[0]));
  const queue = [...new Set([...back, ...server.queue])].filter(open);
  return { stack, queue, acted, closed };
}

const isJudged = (event) => event?.act === "grade" || event?.act === "cant_tell";

// How many fragments of a query are left, less what the server has not confirmed yet; what was put off is left.
function leftOf(data, { acted }, id) {
  return (data.queries[id]?.left ?? 0) - [...acted.values()].filter((event) => isJudged(event) && event.query === id).length;
}
