/** The small panel beside the reader's save button. @module */
import { el, t } from "../shared/dom.js";
import { together } from "../shared/sentences.js";

/** Milliseconds that a panel without a question stays; longer where it offers tags. */
const STAYS = { plain: 6000, offers: 15_000 };

export class Panel {
  #timer = 0;
  #words = el("p", { role: "status" });
  #rest = el("div");
  #element = el("aside", { class: "save-panel", hidden: "", "aria-label": t("saveAction") }, this.#words, this.#rest);

  /** @param {HTMLElement} button beside which it stands */
  constructor(button) {
    this.button = button;
    document.head.append(el("link", { rel: "stylesheet", href: "../save/save.css" }));
    button.closest(".toolbar").after(this.#element);
    addEventListener("resize", () => this.isOpen && this.#place());
    addEventListener("keydown", (event) => event.key === "Escape" && this.isOpen && (event.preventDefault(), this.close(true)));
  }

  get isOpen() {
    return !this.#element.hidden;
  }

  /** @param {import("../shared/save_notices.js").Notice} notice @param {(choice: string) => void} act what its buttons do */
  show(notice, act) {
    const text = together(notice.text, notice.detail);
    this.#element.hidden = false;
    this.#element.dataset.tone = notice.tone;
    if (this.#words.textContent !== text) this.#words.textContent = text;
    const led = this.#rest.contains(document.activeElement);
    this.#rest.replaceChildren(...this.#progress(notice), ...this.#buttons(notice, act), ...this.#offers(notice, act));
    if (led) (this.#rest.querySelector("button") ?? this.button).focus();
    this.#place();
    this.#stay(notice);
  }

  close(led = false) {
    clearTimeout(this.#timer);
    const within = this.#element.contains(document.activeElement);
    this.#element.hidden = true;
    if (led || within) this.button.focus();
  }

  #progress({ progress }) {
    return progress ? [el("progress", { value: progress[0], max: progress[1], "aria-label": t("savingPictures") })] : [];
  }

  #buttons({ buttons }, act) {
    if (!buttons.length) return [];
    return [el("div", { class: "save-row" }, ...buttons.map(({ label, choice }) => this.#button(label, () => act(choice), { "data-choice": choice })))];
  }

  #offers({ tags = [] }, act) {
    if (!tags.length) return [];
    const offers = tags.map((tag) => {
      const button = this.#button(`+ ${tag}`, () => {
        button.disabled = true;
        act(`tag:${tag}`);
      });
      return button;
    });
    return [el("p", { class: "save-hint" }, t("suggestedTags")), el("div", { class: "save-row" }, ...offers)];
  }

  #button(words, act, attributes = {}) {
    const button = el("button", { type: "button", ...attributes }, words);
    button.addEventListener("click", act);
    return button;
  }

  /** Beside the button, wherever the toolbar stands. */
  #place() {
    const { left, right, top, bottom } = this.button.getBoundingClientRect();
    const beside = innerWidth - right > 420 && top > 0 && matchMedia("(min-width: 62rem)").matches;
    const { style } = this.#element;
    style.left = `${beside ? right + 10 : Math.max(8, Math.min(left, document.documentElement.clientWidth - this.#element.offsetWidth - 8))}px`;
    style.top = `${Math.max(8, beside ? top : bottom + 6)}px`;
  }

  /** It goes by itself unless it asks something, or someone is in it. */
  #stay({ tone, tags = [] }) {
    clearTimeout(this.#timer);
    if (tone !== "done") return;
    const leave = () => {
      if (this.#element.matches(":hover, :focus-within")) this.#timer = setTimeout(leave, STAYS.plain / 4);
      else this.close();
    };
    this.#timer = setTimeout(leave, tags.length ? STAYS.offers : STAYS.plain);
  }
}
