/** The highlights of an article, stored by the host; those of a private window only in this page. @module */
import { ask } from "../../shared/ask.js";
import { isPrivate } from "../../shared/browser.js";
import { t } from "../../shared/dom.js";

export const COLOURS = ["yellow", "green", "blue", "pink"];

/**
 * @typedef {import("../article/anchor.js").Anchor & {id: string, colour: string, note: string, made: string, changed: string}} Highlight
 */

/** What a colour is called. @param {string} colour */
export const colourName = (colour) => t(`noteColour_${colour}`);

export class Store {
  /** @type {Map<string, Highlight>} */
  #all = new Map();
  #last = Promise.resolve();
  #loaded = false;

  /** Ids of those whose last change the host does not have; the latest last. @type {Set<string>} */
  #unsent = new Set();

  /** @param {{item: string | null, url: string | null}} article @param {(fault: Error) => void} failed */
  constructor(article, failed) {
    this.article = article;
    this.failed = failed;
  }

  get all() {
    return [...this.#all.values()];
  }

  get(id) {
    return this.#all.get(id);
  }

  /** Whether the highlights are not loaded, or not all sent. */
  get isBehind() {
    return !isPrivate() && (!this.#loaded || this.#unsent.size > 0);
  }

  /** Send what the host does not have, then ask for what it has. */
  async load() {
    if (isPrivate() || !(this.article.item || this.article.url)) return;
    await this.#send();
    const { highlights } = await this.#ask({});
    for (const one of highlights) if (!this.#all.has(one.id) && !this.#unsent.has(one.id)) this.#all.set(one.id, one);
    this.#loaded = true;
  }

  /** @param {Highlight} highlight its time of change is set here */
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

  /** One after the other: the latest change, then those before it that the host does not have. */
  #send() {
    return (this.#last = this.#last.then(() => this.#catchUp()).catch(this.failed));
  }

  async #catchUp() {
    for (const id of [...this.#unsent].reverse()) {
      const present = this.#all.get(id);
      await this.#ask(present ? { put: [present] } : { removed: [id] }).catch((fault) => {
        if (fault.state !== "bad_message") throw fault;
        this.failed(fault); // what the host can never accept does not hold up the others
      });
      if (this.#all.get(id) === present) this.#unsent.delete(id);
    }
  }

  #ask(changes) {
    const { item, url } = this.article;
    return ask("highlights", { item, url, put: changes.put ?? [], removed: changes.removed ?? [], private: false });
  }
}

/** A new highlight. @param {import("../article/anchor.js").Anchor} anchor @param {string} colour @returns {Highlight} */
export function newHighlight(anchor, colour) {
  const now = new Date().toISOString();
  return { id: crypto.randomUUID(), ...anchor, colour, note: "", made: now, changed: now };
}
