/** The highlights of an article, kept by the host; of a private window in this page alone. @module */
import { ask } from "../../shared/ask.js";
import { browser } from "../../shared/browser.js";

export const COLOURS = ["yellow", "green", "blue", "pink"];

/**
 * @typedef {import("../article/anchor.js").Anchor & {id: string, colour: string, note: string, made: string, changed: string}} Highlight
 */

export const isPrivate = () => browser.extension?.inIncognitoContext ?? false;

export class Kept {
  /** @type {Map<string, Highlight>} */
  #all = new Map();
  #last = Promise.resolve();
  #loaded = false;

  /** Ids of those whose last change the host has not taken; the latest last. @type {Set<string>} */
  #untold = new Set();

  /** @param {{item: string | null, url: string | null}} article @param {(fault: Error) => void} failed */
  constructor(article, failed) {
    this.article = article;
    this.failed = failed;
  }

  get all() {
    return [...this.#all.values()];
  }

  /** @param {string} id */
  get(id) {
    return this.#all.get(id);
  }

  /** Whether the host has not told all that it has, or not heard all that was done here. */
  get isBehind() {
    return !isPrivate() && (!this.#loaded || this.#untold.size > 0);
  }

  /** Tell the host what it did not take before, then ask what it has. */
  async load() {
    if (isPrivate() || !(this.article.item || this.article.url)) return;
    await this.#tell();
    const { highlights } = await this.#ask({});
    for (const one of highlights) if (!this.#all.has(one.id) && !this.#untold.has(one.id)) this.#all.set(one.id, one);
    this.#loaded = true;
  }

  /** @param {Highlight} highlight its time of change is set here */
  put(highlight) {
    const changed = { ...highlight, changed: new Date().toISOString() };
    this.#all.set(changed.id, changed);
    this.#changed(changed.id);
    return changed;
  }

  /** @param {string} id */
  remove(id) {
    this.#all.delete(id);
    this.#changed(id);
  }

  #changed(id) {
    if (isPrivate()) return;
    this.#untold.delete(id);
    this.#untold.add(id);
    this.#tell();
  }

  /** One after the other: the host hears of the latest change, then of those before that it did not take. */
  #tell() {
    return (this.#last = this.#last.then(() => this.#catchUp()).catch(this.failed));
  }

  async #catchUp() {
    for (const id of [...this.#untold].reverse()) {
      const kept = this.#all.get(id);
      await this.#ask(kept ? { put: [kept] } : { removed: [id] }).catch((fault) => this.#refused(id, fault));
      if (this.#all.get(id) === kept) this.#untold.delete(id);
    }
  }

  /** What can never be taken does not keep the others back. */
  #refused(id, fault) {
    if (fault.state !== "bad_message") throw fault;
    this.failed(fault);
  }

  #ask(changes) {
    const { item, url } = this.article;
    return ask("highlights", { item, url, put: changes.put ?? [], removed: changes.removed ?? [], private: false });
  }
}

/** A new highlight. @param {import("../article/anchor.js").Anchor} anchor @param {string} colour @returns {Highlight} */
export function made(anchor, colour) {
  const now = new Date().toISOString();
  return { id: crypto.randomUUID(), ...anchor, colour, note: "", made: now, changed: now };
}
