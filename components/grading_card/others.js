// What the person did in other collections and the server has not confirmed: sent from this one, and told of.
const LOOK_FOR_OTHERS = 10000;
const WAITING_AT = /^quilate\/(.+)\/event\/[^/]+$/;

function placesWaiting() {
  try {
    return new Set(Object.keys(localStorage).map((name) => WAITING_AT.exec(name)?.[1]).filter(Boolean));
  } catch (error) {
    return new Set(); // nothing is kept in this browser, which the card says
  }
}

class OtherPlaces {
  constructor(place) {
    this.place = place;
    this.logs = new Map();
    this.told = new Map();
    this.lookedAt = -Infinity;
  }

  // places: the person's, each with the name of its collection. Another tab may be at work in one of them: what was
  // done only now is left to it, but for the first look, since the person may come from there.
  look(places) {
    const youngest = this.lookedAt === -Infinity ? Infinity : Date.now() - LOOK_FOR_OTHERS;
    this.lookedAt = performance.now();
    this.logs.clear();
    for (const place of placesWaiting()) {
      if (place === this.place || !Object.hasOwn(places, place)) continue;
      const log = new PendingLog(place);
      if (log.events[0].when > youngest) continue;
      this.logs.set(place, log);
      if (!this.told.has(place)) this.told.set(place, { name: places[place], saved: 0, refused: 0 });
    }
    return this.waiting > 0;
  }

  get isToLook() {
    return performance.now() - this.lookedAt > LOOK_FOR_OTHERS;
  }

  get waiting() {
    return [...this.logs.values()].reduce((sum, log) => sum + log.events.length, 0);
  }

  toSend() {
    return [...this.logs].filter(([, log]) => log.events.length).map(([place, log]) => ({ place, events: log.toSend() }));
  }

  hear(taken, refused) {
    for (const [place, log] of this.logs) {
      const told = this.told.get(place);
      const before = log.refused.length;
      told.saved += log.confirm(taken);
      log.refuse(refused);
      told.refused += log.refused.length - before;
    }
  }

  strips({ words, number }, refresh) {
    return [...this.told].flatMap(([place, { name, saved, refused }]) => {
      const waiting = this.logs.get(place)?.events.length ?? 0;
      const close = () => { this.told.delete(place); refresh(); };
      const say = (id, kind, text, n) => ({ id: `${id} ${place}`, kind, text: filled(text, { collection: name, n: number(n) }) });
      return [
        waiting ? say("others-waiting", "wait", words.others_waiting, waiting) : null,
        refused ? { ...say("others-refused", "bad", words.others_refused, refused), button: words.seen, act: close } : null,
        saved && !waiting ? { ...say("others-saved", "good", words.others_saved, saved), button: words.seen, act: close } : null,
      ].filter(Boolean);
    });
  }
}
