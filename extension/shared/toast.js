/** A short message about what was just done, with a way to undo it. @module */
import { button, el, t } from "./dom.js";

/** Milliseconds. */
const STAYS = 8000;

/** Call `leave` after some milliseconds, but not while the pointer or the focus is in an element. @returns {() => void} calls it off */
export function leaveLater(element, time, leave) {
  let timer = setTimeout(function look() {
    if (element.matches(":hover, :focus-within")) timer = setTimeout(look, STAYS / 4);
    else leave();
  }, time);
  return () => clearTimeout(timer);
}

export class Toast {
  #stop = () => {};
  #text = el("span", { role: "status" });
  #actions = el("span", { class: "toast-actions" });

  /** @param {string} [place] a class for the style sheet */
  constructor(place = "") {
    this.element = el("div", { class: `toast ${place}`, "data-empty": "" }, this.#text, this.#actions);
  }

  /** @param {string} text @param {(() => void) | null} [act] what its button does @param {string} [label] "Undo" without one */
  say(text, act, label = t("undoAction")) {
    this.#stop();
    delete this.element.dataset.empty;
    this.#text.textContent = text;
    this.#actions.replaceChildren(...(act ? [button(label, act)] : []));
    this.#stop = leaveLater(this.element, STAYS, () => this.hide());
  }

  /** A further button. @param {string} label @param {() => void} act */
  also(label, act) {
    this.#actions.append(button(label, act));
  }

  hide() {
    this.element.dataset.empty = "";
    this.#text.textContent = "";
    this.#actions.replaceChildren();
  }
}
