// What stands in the source before and after the fragment on the card: asked for when the person wants to see it.
class Around {
  constructor(root, ask) {
    this.root = root;
    this.ask = ask;
    this.known = new Map();
    this.key = this.wanted = null;
  }

  // Another fragment comes onto the card.
  hide(key, item) {
    this.key = key;
    for (const side of ["before", "after"]) {
      setHidden(this.root.querySelector(`.around.${side}`), !item.has_neighbours);
      setHidden(this.root.querySelector(`.neighbour.${side}`), true);
    }
  }

  show(words) {
    const context = this.known.get(this.key);
    if (!context) {
      this.wanted = this.key;
      this.ask(this.key);
      return;
    }
    this.wanted = null;
    for (const side of ["before", "after"]) {
      const box = this.root.querySelector(`.neighbour.${side}`);
      box.replaceChildren(Object.assign(make("p", "text", context[side]?.text ?? words.none_there), { dir: "auto" }));
      setHidden(box, false);
      setHidden(this.root.querySelector(`.around.${side}`), true);
    }
  }

  showIfWanted(words) {
    if (this.wanted && this.wanted === this.key && this.known.has(this.wanted)) this.show(words);
  }
}
