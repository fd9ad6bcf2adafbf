/** The highlights of an article, kept by the host; of a private window in this page alone. @module */
import { ask } from "../library/ask.js";
import { browser } from "../shared/browser.js";

export const COLOURS = ["yellow", "green", "blue", "pink"];

/**
 * @typedef {import("./anchor.js").Anchor & {id: string, colour: string, note: string, made: string, changed: string}} Highlight
 */

export const isPrivate = () => browser.extension?.inIncognitoContext ?? false;

export class Kept {
  /** @type {Map<string, Highlight>} */
  #all = new Map();
  #last = Promise.resolve();

  /** @param {{item: string | null, url: string | null}} article @param {(fault: Error) => void} failed */
  constructor(article, failed) {
    Object.assign(this, { article, failed });
  }

  get all() {
    return [...this.#all.values()];
  }

  /** @param {string} id */
  get(id) {
    return this.#all.get(id);
  }

  /** Ask the host what it has; null where nothing can be kept. */
  async load() {
    if (isPrivate() || !(this.article.item || this.article.url)) return;
    const { highlights } = await this.#ask({});
    for (const one of highlights) if (!this.#all.has(one.id)) this.#all.set(one.id, one);
  }

  /** @param {Highlight} highlight its time of change is set here */
  put(highlight) {
    const changed = { ...highlight, changed: new Date().toISOString() };
    this.#all.set(changed.id, changed);
    this.#send({ put: [changed] });
    return changed;
  }

  /** @param {string} id */
  remove(id) {
    this.#all.delete(id);
    this.#send({ removed: [id] });
  }

  /** One after the other, so that the host hears of changes in their order. */
  #send(changes) {
    if (isPrivate()) return;
    this.#last = this.#last.then(() => this.#ask(changes)).catch(this.failed);
  }

  #ask(changes) {
    const { item, url } = this.article;
    return ask("highlights", { item, url, put: changes.put ?? [], removed: changes.removed ?? [], private: false });
  }
}

/** A new highlight. @param {import("./anchor.js").Anchor} anchor @param {string} colour @returns {Highlight} */
export function made(anchor, colour) {
  const now = new Date().toISOString();
  return { id: crypto.randomUUID(), ...anchor, colour, note: "", made: now, changed: now };
}
