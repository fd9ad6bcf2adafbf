/** The popover at selected text or a highlight: colours, note, remove. @module */
import { button, el, t, uiLanguage } from "../../shared/dom.js";
import { addLayer, placeAt, removeLayer } from "../../shared/layers.js";
import { colourName, COLOURS } from "./store.js";

const GAP = 10;
const BOTTOM_MARGIN = 84;

/** Milliseconds after the last key until a note is stored. */
const STORE_DELAY = 500;

export class Popover {
  #colours = new Map(COLOURS.map((colour) => [colour, this.#colour(colour)]));
  #note = button(t("noteAdd"), () => this.#openNote());
  #remove = button(t("noteRemove"), () => this.notes.remove(this.about.highlight.id));
  #text = /** @type {HTMLTextAreaElement} */ (el("textarea", { id: "note-text", rows: 3, dir: "auto" }));
  #field = el("div", { class: "note-field" }, el("label", { for: "note-text" }, t("noteLabel")), this.#text, el("div", { class: "note-row" }, button(t("noteDone"), () => this.close())));
  about = null;
  #timer = 0;

  /** @param {import("./notes.js").Notes} notes @param {AbortSignal} signal */
  constructor(notes, signal) {
    this.notes = notes;
    this.element = el(
      "div",
      { class: "note-box", role: "dialog", "aria-label": t("noteBox"), lang: uiLanguage(), "data-interface": "", hidden: "" },
      el("div", { class: "note-row" }, el("div", { class: "note-colours", role: "group", "aria-label": t("noteColour") }, ...this.#colours.values()), this.#note, this.#remove),
      this.#field,
    );
    document.body.append(this.element);
    this.element.addEventListener("keydown", ({ key, ctrlKey, metaKey }) => key === "Enter" && (ctrlKey || metaKey) && this.close());
    this.element.addEventListener("mousedown", (event) => event.target !== this.#text && event.preventDefault()); // keep the selection
    this.#text.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#store(), STORE_DELAY);
    });
    this.#text.addEventListener("change", () => this.#store());
    addEventListener("resize", () => this.isOpen && this.#place(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden && this.#store(), { signal }); // also before unload
  }

  get isOpen() {
    return !this.element.hidden;
  }

  #colour(colour) {
    const choose = () => {
      this.about = this.notes.colour(this.about, colour);
      this.#reflect();
    };
    const label = colourName(colour);
    return button("", choose, { class: "note-colour", "data-colour": colour, "aria-label": label, title: label, "aria-pressed": "false" });
  }

  /** @param {{range: Range, highlight?: object}} about @param {{note?: boolean, focus?: boolean}} [options] */
  open(about, { note = false, focus = false } = {}) {
    this.#finish();
    this.about = about;
    this.element.hidden = false;
    addLayer(this.close);
    this.#field.hidden = !about.highlight?.note && !note;
    this.#text.value = about.highlight?.note ?? "";
    this.#reflect();
    if (note) this.#openNote();
    else if (focus) this.#colours.get(about.highlight?.colour ?? COLOURS[0]).focus();
  }

  #reflect() {
    const { highlight } = this.about;
    for (const [colour, button] of this.#colours) button.setAttribute("aria-pressed", String(colour === highlight?.colour));
    this.#remove.hidden = !highlight;
    this.#note.hidden = !this.#field.hidden;
    this.#place();
  }

  /** Edit the note; selected text becomes a highlight first. */
  #openNote() {
    if (!this.about.highlight) this.about = this.notes.colour(this.about, null);
    this.#field.hidden = false;
    this.#reflect();
    this.#text.focus();
  }

  #place() {
    const text = this.about.range.getBoundingClientRect();
    placeAt(this.element, text, { gap: GAP, foot: BOTTOM_MARGIN, left: text.left + text.width / 2 - this.element.offsetWidth / 2 });
  }

  #store() {
    clearTimeout(this.#timer);
    const { highlight } = this.about ?? {};
    const note = this.#text.value.trim();
    if (highlight && note !== highlight.note) this.about = { ...this.about, ...this.notes.write(highlight, note) };
  }

  #finish() {
    this.#store();
    this.notes.finishNote();
  }

  /** Close the popover; if the focus is in it, it returns to the text. */
  close = () => {
    if (!this.isOpen) return;
    removeLayer(this.close);
    this.#finish();
    const hadFocus = this.element.contains(document.activeElement);
    this.element.hidden = true;
    this.about = null;
    if (hadFocus) this.notes.focusText();
  };
}
