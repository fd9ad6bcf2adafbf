/** A short message about what was just done, with a way to undo it. @module */
import { button, el, t } from "./dom.js";

const STAYS = 8000;

export class Toast {
  #timer = 0;
  #text = el("span", { role: "status" });
  #actions = el("span", { class: "toast-actions" });

  /** @param {string} [place] a class for the style sheet */
  constructor(place = "") {
    this.element = el("div", { class: `toast ${place}`, "data-empty": "" }, this.#text, this.#actions);
  }

  /** @param {string} text @param {(() => void) | null} [act] what its button does @param {string} [label] "Undo" without one */
  say(text, act, label = t("undoAction")) {
    clearTimeout(this.#timer);
    delete this.element.dataset.empty;
    this.#text.textContent = text;
    this.#actions.replaceChildren(...(act ? [button(label, act)] : []));
    this.#timer = setTimeout(() => this.#leave(), STAYS);
  }

  /** A further button. @param {string} label @param {() => void} act */
  also(label, act) {
    this.#actions.append(button(label, act));
  }

  /** Not while the pointer or the focus is in it. */
  #leave() {
    if (this.element.matches(":hover, :focus-within")) this.#timer = setTimeout(() => this.#leave(), STAYS / 4);
    else this.hide();
  }

  hide() {
    this.element.dataset.empty = "";
    this.#text.textContent = "";
    this.#actions.replaceChildren();
  }
}
