/** The page's short message, usually with an undo button. @module */
import { button, el, t } from "./dom.js";

/** Milliseconds until a message disappears. */
const DURATION = 8000;

/** Close an element after a delay, but not while it has the pointer or the focus. @returns {() => void} cancels it */
export function closeLater(element, delay, close) {
  let timer = setTimeout(function check() {
    if (element.matches(":hover, :focus-within")) timer = setTimeout(check, DURATION / 4);
    else close();
  }, delay);
  return () => clearTimeout(timer);
}

class Toast {
  #stop = () => {};
  #text = el("span", { role: "status" });
  #actions = el("span", { class: "toast-actions" });
  element = el("div", { class: "toast", "data-empty": "" }, this.#text, this.#actions);

  /** @param {string} text @param {(() => void) | null} [act] the button's action @param {string} [label] @returns {() => void} hides this message */
  show(text, act, label = t("undoAction")) {
    this.#stop();
    delete this.element.dataset.empty;
    this.#text.textContent = text;
    this.#actions.replaceChildren(...(act ? [button(label, act)] : []));
    const stop = (this.#stop = closeLater(this.element, DURATION, () => this.hide()));
    return () => this.#stop === stop && this.hide();
  }

  /** Add a button. @param {string} label @param {() => void} act */
  addButton(label, act) {
    this.#actions.append(button(label, act));
  }

  hide() {
    this.element.dataset.empty = "";
    this.#text.textContent = "";
    this.#actions.replaceChildren();
  }
}

/** The page's only toast: a new message replaces the previous one. Each page places the element. */
export const toast = new Toast();
