/** A list of the article's highlights and notes, including those whose text no longer exists. @module */
import { isPrivate } from "../../shared/browser.js";
import { button, el, iconButton, t, uiLanguage } from "../../shared/dom.js";
import { icon } from "../../shared/icons.js";
import { addLayer, removeLayer } from "../../shared/layers.js";
import { colourName } from "./store.js";

const MAX_LENGTH = 280;

export class NotesPanel {
  #list = el("ol", { class: "note-list" });
  #lost = el("section", { class: "note-lost", hidden: "" });
  #empty = el("p", { class: "note-empty" }, t("notesEmpty"));
  #heading = el("h2", { tabindex: -1, id: "notes-heading" }, t("notesPanel"));
  #opener = /** @type {HTMLElement | null} */ (null);

  /** @param {import("./notes.js").Notes} notes */
  constructor(notes) {
    this.notes = notes;
    const close = iconButton(icon("close"), t("closeAction"), () => this.close());
    this.element = el(
      "aside",
      { class: "notes-panel", "aria-labelledby": "notes-heading", lang: uiLanguage(), "data-interface": "", hidden: "" },
      el("div", { class: "dialog-head" }, this.#heading, close),
      isPrivate() && el("p", { class: "note-empty" }, t("notesPrivate")),
      this.#empty,
      this.#list,
      this.#lost,
    );
    document.body.append(this.element);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  open() {
    this.#opener = /** @type {HTMLElement} */ (document.activeElement);
    this.element.hidden = false;
    addLayer(this.close);
    this.#heading.focus();
  }

  close = () => {
    removeLayer(this.close);
    this.element.hidden = true;
    if (this.#opener?.isConnected) this.#opener.focus();
    this.notes.reflect();
  };

  /** Called before another article is drawn. */
  drop() {
    removeLayer(this.close);
    this.element.remove();
  }

  /** @param {{highlight: object}[]} found in text order @param {object[]} lost @param {string | undefined} lang the article's */
  draw(found, lost, lang) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.closest?.(".note-list > li, .note-lost li");
    const index = focused ? [...focused.parentElement.children].indexOf(focused) : -1;
    this.#empty.hidden = found.length + lost.length > 0;
    this.#list.replaceChildren(...found.map(({ highlight }) => this.#entry(highlight, lang, true)));
    this.#lost.hidden = !lost.length;
    this.#lost.replaceChildren(el("h3", {}, t("notesLost")), el("ol", { class: "note-list" }, ...lost.map((highlight) => this.#entry(highlight, lang, false))));
    if (index >= 0) (this.element.querySelectorAll("li button")[index] ?? this.#heading).focus();
  }

  #entry(highlight, lang, isThere) {
    const { id, colour, note, quote: { exact } } = highlight;
    const words = el("q", { lang: lang ?? "", dir: "auto" }, exact.length > MAX_LENGTH ? `${exact.slice(0, MAX_LENGTH).replace(/\s+\S{0,20}$/, "")}…` : exact);
    const swatch = el("span", { class: "note-swatch", "data-colour": colour, role: "img", "aria-label": colourName(colour) });
    const quoted = isThere ? button("", () => this.notes.go(id), { class: "note-go" }) : el("p", {});
    quoted.append(swatch, words);
    const edit = isThere && button(t("noteEdit"), () => this.notes.go(id, { edit: true }));
    const remove = button(t("noteRemove"), () => this.notes.remove(id));
    return el("li", { "data-id": id }, quoted, note && el("p", { class: "note-words", dir: "auto" }, note), el("div", { class: "note-row" }, edit, remove));
  }
}
