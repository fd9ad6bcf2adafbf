/** Cover pictures, loaded one at a time when scrolling pauses. @module */
import { oneAtATime, pictureOf } from "../shared/ask.js";
import { debounced, el } from "../shared/dom.js";
import { icon } from "../shared/icons.js";

/** Shorter side of a thumbnail in pixels; maximum covers in memory; milliseconds without scrolling before covers are loaded. */
const SIZE = 208;
const MAX_COVERS = 300;
const SCROLL_PAUSE = 120;

export class Covers {
  /** @type {Map<string, string | null>} item and name → blob: address, null if undecodable */
  #cache = new Map();
  #waiting = new Map();

  show(item) {
    if (!item.cover) return null;
    const place = el("span", { class: "picture" }, icon("page"));
    const key = `${item.id}/${item.cover}`;
    if (this.#cache.has(key)) put(place, this.#cache.get(key));
    else this.#waiting.set(key, { item, place });
    return place;
  }

  /** Load the visible covers when scrolling pauses. */
  loadSoon = debounced(() => this.#load(), SCROLL_PAUSE);

  #load = oneAtATime(async () => {
    for (const [key, { item, place }] of this.#waiting) {
      this.#waiting.delete(key);
      if (place.isConnected) put(place, this.#cache.has(key) ? this.#cache.get(key) : await this.#fetch(key, item));
    }
  });

  async #fetch(key, item) {
    const address = await pictureOf(item.id, item.cover).then(small).catch(() => null);
    this.#cache.set(key, address);
    const [oldest, removed] = this.#cache.entries().next().value;
    if (this.#cache.size > MAX_COVERS && this.#cache.delete(oldest) && removed) URL.revokeObjectURL(removed);
    return address;
  }
}

function put(place, address) {
  if (address) place.replaceChildren(el("img", { src: address, alt: "" }));
}

/** A blob: address of a thumbnail, or of the original (as for SVG) if no bitmap can be created. */
async function small(blob) {
  const whole = await createImageBitmap(blob).catch(() => null);
  if (!whole) return URL.createObjectURL(blob);
  const scale = Math.min(1, SIZE / Math.min(whole.width, whole.height));
  const canvas = new OffscreenCanvas(Math.ceil(whole.width * scale), Math.ceil(whole.height * scale));
  canvas.getContext("2d").drawImage(whole, 0, 0, canvas.width, canvas.height);
  whole.close();
  return URL.createObjectURL(await canvas.convertToBlob({ type: "image/webp", quality: 0.8 }));
}
