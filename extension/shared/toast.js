/** What has just been done, said once and shown for a while, with a way to undo it. @module */
import { el, t } from "./dom.js";

/** Milliseconds. */
const STAYS = 8000;

export class Toast {
  #timer = 0;
  #words = el("span", { role: "status" });
  #row = el("span", { class: "toast-actions" });
  element = el("div", { class: "toast", "data-empty": "" }, this.#words, this.#row);

  /** @param {string} words @param {() => void} [undo] */
  say(words, undo) {
    clearTimeout(this.#timer);
    delete this.element.dataset.empty;
    this.#words.textContent = words;
    this.#row.replaceChildren(...(undo ? [this.#button(undo)] : []));
    this.#timer = setTimeout(() => this.#leave(), STAYS);
  }

  #button(undo) {
    const button = el("button", { type: "button" }, t("undoAction"));
    button.addEventListener("click", undo);
    return button;
  }

  /** Not while someone points at it or is in it. */
  #leave() {
    if (this.element.matches(":hover, :focus-within")) this.#timer = setTimeout(() => this.#leave(), STAYS / 4);
    else this.hide();
  }

  hide() {
    this.element.dataset.empty = "";
    this.#words.textContent = "";
    this.#row.replaceChildren();
  }
}
