/** Which articles are chosen; it holds the items, because a list holds only some pages. @module */

export class Selection {
  #items = new Map();

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  get size() {
    return this.#items.size;
  }

  has = (id) => this.#items.has(id);
  items = () => [...this.#items.values()];

  toggle(item) {
    if (!item) return;
    if (!this.#items.delete(item.id)) this.#items.set(item.id, item);
    this.changed();
  }

  /** Choose some more. @param {object[]} items */
  add(items) {
    for (const item of items) if (item) this.#items.set(item.id, item);
    this.changed();
  }

  clear() {
    if (!this.#items.size) return;
    this.#items.clear();
    this.changed();
  }
}
