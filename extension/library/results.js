/** The results of a view, loaded in pages as they become visible, one request at a time. @module */
import { ask } from "../shared/ask.js";

/** Items per page. */
const PAGE = 50;

export class Results {
  #request;
  #pages = new Map();
  #wanted = [0, 0];
  #asking = false;
  #previous;
  dropped = false;
  total = 0;
  facets = { tags: [], sites: [], langs: [] };
  version = null;

  /** Progress while the host updates the index; of 0 articles while it looks for changed files. @type {{done: number, total: number} | null} */
  indexing = null;

  /** Whether no article matches all words; then the results match at least half of them. */
  loose = false;

  /** Articles that cannot be read. @type {import("./screens.js").Unreadable[]} */
  unreadable = [];

  /**
   * @param {object} request of the view @param {{changed: () => void, failed: (fault: Error) => void, stale: () => void}} listener
   *   `stale`: the library changed between two pages @param {Results | null} [previous] used until pages have loaded
   */
  constructor(request, listener, previous = null) {
    this.#request = request;
    this.listener = listener;
    this.#previous = previous;
    if (!previous) return;
    [this.total, this.facets, this.unreadable, previous.#previous] = [previous.total, previous.facets, previous.unreadable, null];
  }

  drop = () => (this.dropped = true);

  /** The item at an index; undefined until it has loaded. */
  at(index) {
    const page = this.#pages.get(Math.floor(index / PAGE));
    return page ? page[index % PAGE] : this.#previous?.at(index);
  }

  /** Load the pages of a range. @param {number} first @param {number} last */
  want(first, last) {
    this.#wanted = [Math.floor(first / PAGE), Math.floor(last / PAGE)];
    return this.#next();
  }

  async #next() {
    const [first, last] = this.#wanted;
    const page = Array.from({ length: last - first + 1 }, (_, offset) => first + offset).find((number) => !this.#pages.has(number));
    if (this.#asking || this.dropped || page === undefined) return;
    this.#asking = true;
    try {
      this.#add(page, await ask("library", { ...this.#request, offset: page * PAGE, limit: PAGE }));
    } catch (fault) {
      if (!this.dropped) this.listener.failed(fault);
      this.dropped = true;
    }
    this.#asking = false;
    return this.#next();
  }

  #add(page, { items, total, facets, version, indexing = null, loose = false, unreadable = [] }) {
    if (this.dropped) return;
    if (this.version !== null && version !== this.version) return this.listener.stale();
    this.#pages.set(page, items);
    [this.total, this.version, this.indexing, this.loose] = [total, version, indexing, loose];
    if (facets) this.facets = facets;
    if (page === 0) this.unreadable = unreadable;
    this.listener.changed();
  }
}
