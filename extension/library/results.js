/** The answers to one view: only the pages on the screen are asked for, one at a time, the latest first. @module */
import { ask } from "../shared/ask.js";

/** Items of a page. */
const PAGE = 50;

export class Results {
  #request;
  #pages = new Map();
  #wanted = [0, 0];
  #asking = false;
  #previous;
  #dropped = false;

  total = 0;
  facets = { tags: [], sites: [], langs: [] };
  version = null;

  /** Progress of the index, while it is being built. @type {{done: number, total: number} | null} */
  indexing = null;

  /** Nothing has all that was searched for; these have half of the words or more. */
  loose = false;

  /** Articles that can't be read. @type {import("./screens.js").Unreadable[]} */
  unreadable = [];

  /**
   * @param {object} request of the view @param {{changed: () => void, failed: (fault: Error) => void, stale: () => void}} listener
   *   `stale`: two pages don't fit together @param {Results | null} [previous] shown until the new answers are here
   */
  constructor(request, listener, previous = null) {
    this.#request = request;
    this.listener = listener;
    this.#previous = previous;
    if (previous) [this.total, this.facets, this.unreadable] = [previous.total, previous.facets, previous.unreadable];
    if (previous) previous.#previous = null;
  }

  start() {
    return this.want(0, 0);
  }

  drop() {
    this.#dropped = true;
  }

  /** The item at a place of the list; undefined while it isn't here. */
  at(index) {
    const page = this.#pages.get(Math.floor(index / PAGE));
    return page ? page[index % PAGE] : this.#previous?.at(index);
  }

  /** See to it that these places are here, in a while. @param {number} first @param {number} last */
  want(first, last) {
    this.#wanted = [Math.floor(first / PAGE), Math.floor(last / PAGE)];
    return this.#next();
  }

  async #next() {
    const [first, last] = this.#wanted;
    const page = Array.from({ length: last - first + 1 }, (_, at) => first + at).find((one) => !this.#pages.has(one));
    if (this.#asking || this.#dropped || page === undefined) return;
    this.#asking = true;
    try {
      this.#add(page, await ask("library", { ...this.#request, offset: page * PAGE, limit: PAGE }));
    } catch (fault) {
      if (!this.#dropped) this.listener.failed(fault);
      this.#dropped = true;
    }
    this.#asking = false;
    return this.#next();
  }

  #add(page, { items, total, facets, version, indexing = null, loose = false, unreadable = [] }) {
    if (this.#dropped) return;
    if (this.version !== null && version !== this.version) return this.listener.stale();
    this.#pages.set(page, items);
    [this.total, this.version, this.indexing, this.loose] = [total, version, indexing, loose];
    if (facets) this.facets = facets;
    if (page === 0) this.unreadable = unreadable;
    this.listener.changed();
  }
}
