/** The small pictures beside the titles, loaded when scrolling rests, one after the other. @module */
import { pictureOf } from "../shared/ask.js";
import { el } from "../shared/dom.js";
import { icon } from "../shared/icons.js";

/** Pixels of the longer side; covers in memory; milliseconds without scrolling after which covers are asked for. */
const SIZE = 208;
const MAX_COVERS = 300;
const REST = 120;

export class Covers {
  /** @type {Map<string, string | null>} item and name → blob: address, null where it is no picture */
  #kept = new Map();
  #waiting = new Map();
  #busy = false;
  #timer = 0;

  show(item) {
    if (!item.cover) return null;
    const place = el("span", { class: "picture" }, icon("page"));
    const key = `${item.id}/${item.cover}`;
    if (this.#kept.has(key)) put(place, this.#kept.get(key));
    else this.#waiting.set(key, { item, place });
    return place;
  }

  /** Ask for what is on the screen, if no more scrolling follows. */
  rest() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#next(), REST);
  }

  async #next() {
    if (this.#busy) return;
    this.#busy = true;
    for (const [key, { item, place }] of this.#waiting) {
      this.#waiting.delete(key);
      if (place.isConnected) put(place, this.#kept.has(key) ? this.#kept.get(key) : await this.#fetch(key, item));
    }
    this.#busy = false;
  }

  async #fetch(key, item) {
    const address = await pictureOf(item.id, item.cover).then(small).catch(() => null);
    this.#kept.set(key, address);
    const [oldest, gone] = this.#kept.entries().next().value;
    if (this.#kept.size > MAX_COVERS && this.#kept.delete(oldest) && gone) URL.revokeObjectURL(gone);
    return address;
  }
}

function put(place, address) {
  if (address) place.replaceChildren(el("img", { src: address, alt: "" }));
}

/** A blob: address of the picture made small; one that can't be decoded so is shown as it is. */
async function small(blob) {
  const whole = await createImageBitmap(blob).catch(() => null);
  if (!whole) return URL.createObjectURL(blob);
  const scale = Math.min(1, SIZE / Math.min(whole.width, whole.height));
  const canvas = new OffscreenCanvas(Math.ceil(whole.width * scale), Math.ceil(whole.height * scale));
  canvas.getContext("2d").drawImage(whole, 0, 0, canvas.width, canvas.height);
  whole.close();
  return URL.createObjectURL(await canvas.convertToBlob({ type: "image/webp", quality: 0.8 }));
}
