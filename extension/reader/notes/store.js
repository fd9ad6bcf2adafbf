/** An article's highlights, stored by the host; in private windows only in this page. @module */
import { ask } from "../../shared/ask.js";
import { isPrivate } from "../../shared/browser.js";
import { t } from "../../shared/dom.js";

export const COLOURS = ["yellow", "green", "blue", "pink"];

/** @typedef {import("../article/anchor.js").Anchor & {id: string, colour: string, note: string, made: string, changed: string}} Highlight */

/** A colour's name. @param {string} colour */
export const colourName = (colour) => t(`noteColour_${colour}`);

export class Store {
  /** @type {Map<string, Highlight>} */
  #all = new Map();
  #queue = Promise.resolve();
  #loaded = false;

  /** Ids of highlights with changes not sent yet, latest last. @type {Set<string>} */
  #unsent = new Set();

  /** @param {{item: string | null, url: string | null}} article @param {(fault: Error) => void} failed */
  constructor(article, failed) {
    this.article = article;
    this.failed = failed;
  }

  get all() {
    return [...this.#all.values()];
  }

  get = (id) => this.#all.get(id);

  /** Whether the highlights have not been loaded, or not all changes sent. */
  get isBehind() {
    return !isPrivate() && (!this.#loaded || this.#unsent.size > 0);
  }

  /** Send pending changes, then load the host's highlights. */
  async load() {
    if (isPrivate() || !(this.article.item || this.article.url)) return;
    await this.#send();
    const { highlights } = await this.#ask({});
    for (const one of highlights) if (!this.#all.has(one.id) && !this.#unsent.has(one.id)) this.#all.set(one.id, one);
    this.#loaded = true;
  }

  /** Add or replace a highlight. @param {Highlight} highlight */
  put(highlight) {
    const changed = { ...highlight, changed: new Date().toISOString() };
    this.#all.set(changed.id, changed);
    this.#changed(changed.id);
    return changed;
  }

  remove(id) {
    this.#all.delete(id);
    this.#changed(id);
  }

  #changed(id) {
    if (isPrivate()) return;
    this.#unsent.delete(id);
    this.#unsent.add(id);
    this.#send();
  }

  /** Send pending changes one after the other, latest first. */
  #send() {
    return (this.#queue = this.#queue.then(() => this.#sendAll()).catch(this.failed));
  }

  async #sendAll() {
    for (const id of [...this.#unsent].reverse()) {
      const present = this.#all.get(id);
      await this.#ask(present ? { put: [present] } : { removed: [id] }).catch((fault) => {
        if (fault.state !== "bad_message") throw fault;
        this.failed(fault); // a rejected change does not block the others
      });
      if (this.#all.get(id) === present) this.#unsent.delete(id);
    }
  }

  #ask(changes) {
    const { item, url } = this.article;
    return ask("highlights", { item, url, put: changes.put ?? [], removed: changes.removed ?? [], private: false });
  }
}

/** @param {import("../article/anchor.js").Anchor} anchor @param {string} colour @returns {Highlight} */
export function newHighlight(anchor, colour) {
  const now = new Date().toISOString();
  return { id: crypto.randomUUID(), ...anchor, colour, note: "", made: now, changed: now };
}
