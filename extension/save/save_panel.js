/** The small panel beside the reader's save button. @module */
import { button, el, t, useStyle } from "../shared/dom.js";
import { joinSentences } from "../shared/format.js";
import { closed, opened } from "../shared/layers.js";

/** Milliseconds that a panel without a question stays; longer where it offers tags. */
const STAYS = { plain: 6000, offers: 15_000 };

export class SavePanel {
  #timer = 0;
  #text = el("p", { role: "status" });
  #rest = el("div");
  #element = el("aside", { class: "save-panel", hidden: "", "aria-label": t("saveAction") }, this.#text, this.#rest);

  /** Whether it was closed while the save went on: it comes back only for what the user must know. */
  dismissed = false;

  /** @param {HTMLElement} opener beside which it stands @param {(choice: string) => void} act what its buttons do */
  constructor(opener, act) {
    this.opener = opener;
    this.act = act;
    useStyle("../save/save.css");
    opener.closest(".toolbar").after(this.#element);
    addEventListener("resize", () => this.isOpen && this.#place());
  }

  get isOpen() {
    return !this.#element.hidden;
  }

  /** @param {import("../shared/save_notices.js").Notice} notice */
  show(notice) {
    if (this.dismissed && (notice.tone === "busy" || (notice.tone === "done" && !notice.detail))) return;
    const text = joinSentences(notice.text, notice.detail);
    this.#element.hidden = false;
    opened(this.#escape);
    this.#element.dataset.tone = notice.tone;
    if (this.#text.textContent !== text) this.#text.textContent = text;
    const hadFocus = this.#rest.contains(document.activeElement);
    this.#rest.replaceChildren(...this.#progress(notice), ...this.#buttons(notice), ...this.#offers(notice));
    if (hadFocus) (this.#rest.querySelector("button") ?? this.opener).focus();
    this.#place();
    this.#stay(notice);
  }

  #escape = () => this.close(true);

  close(byKeyboard = false) {
    closed(this.#escape);
    clearTimeout(this.#timer);
    const hadFocus = this.#element.contains(document.activeElement);
    this.#element.hidden = true;
    this.dismissed = true;
    if (byKeyboard || hadFocus) this.opener.focus();
  }

  #progress({ progress }) {
    return progress ? [el("progress", { value: progress[0], max: progress[1], "aria-label": t("savingPictures") })] : [];
  }

  #buttons({ buttons }) {
    if (!buttons.length) return [];
    const drawn = buttons.map(({ label, choice }) => button(label, () => this.act(choice), { "data-choice": choice }));
    return [el("div", { class: "save-row" }, ...drawn)];
  }

  #offers({ tags = [] }) {
    if (!tags.length) return [];
    const offers = tags.map((tag) => {
      const offer = button(`+ ${tag}`, () => {
        offer.disabled = true;
        this.act(`tag:${tag}`);
      });
      return offer;
    });
    return [el("p", { class: "save-hint" }, t("suggestedTags")), el("div", { class: "save-row" }, ...offers)];
  }

  #place() {
    const { left, right, top, bottom } = this.opener.getBoundingClientRect();
    const beside = innerWidth - right > 420 && top > 0 && matchMedia("(min-width: 62rem)").matches;
    const { style } = this.#element;
    style.left = `${beside ? right + 10 : Math.max(8, Math.min(left, document.documentElement.clientWidth - this.#element.offsetWidth - 8))}px`;
    style.top = `${Math.max(8, beside ? top : bottom + 6)}px`;
  }

  /** It closes by itself unless it asks something, or the pointer or the focus is in it. */
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
