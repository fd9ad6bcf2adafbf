/** The small box at selected text or a highlight: four colours, a note, remove. @module */
import { button, el, t, uiLanguage } from "../../shared/dom.js";
import { closed, opened, placeAt } from "../../shared/layers.js";
import { colourName, COLOURS } from "./store.js";

const GAP = 10;
const FOOT = 84;

/** Milliseconds without a key after which a note that is being written is saved: a browser may end at any moment. */
const PAUSE = 500;

export class Popover {
  #colours = new Map(COLOURS.map((colour) => [colour, this.#colour(colour)]));
  #note = button(t("noteAdd"), () => this.#openNote());
  #remove = button(t("noteRemove"), () => this.notes.remove(this.#about.highlight.id));
  #label = el("label", { for: "note-text" }, t("noteLabel"));
  #text = /** @type {HTMLTextAreaElement} */ (el("textarea", { id: "note-text", rows: 3, dir: "auto" }));
  #done = button(t("noteDone"), () => this.close());
  #field = el("div", { class: "note-field" }, this.#label, this.#text, el("div", { class: "note-row" }, this.#done));
  #about = null;
  #pause = 0;

  /** @param {import("./notes.js").Notes} notes */
  constructor(notes) {
    this.notes = notes;
    this.element = el(
      "div",
      { class: "note-box", role: "dialog", "aria-label": t("noteBox"), lang: uiLanguage(), "data-interface": "", hidden: "" },
      el("div", { class: "note-row" }, el("div", { class: "note-colours", role: "group", "aria-label": t("noteColour") }, ...this.#colours.values()), this.#note, this.#remove),
      this.#field,
    );
    document.body.append(this.element);
    this.element.addEventListener("keydown", ({ key, ctrlKey, metaKey }) => key === "Enter" && (ctrlKey || metaKey) && this.close());
    this.element.addEventListener("mousedown", (event) => event.target !== this.#text && event.preventDefault()); // the selection stays
    this.#text.addEventListener("input", () => {
      clearTimeout(this.#pause);
      this.#pause = setTimeout(() => this.#store(), PAUSE);
    });
    this.#text.addEventListener("change", () => this.#store());
    document.addEventListener("visibilitychange", () => document.hidden && this.#store()); // also when the page is left
  }

  get isOpen() {
    return !this.element.hidden;
  }

  get about() {
    return this.#about;
  }

  #colour(colour) {
    const choose = () => {
      this.#about = this.notes.colour(this.#about, colour);
      this.#reflect();
    };
    const label = colourName(colour);
    return button("", choose, { class: "note-colour", "data-colour": colour, "aria-label": label, title: label, "aria-pressed": "false" });
  }

  /** @param {{range: Range, highlight?: object}} about @param {{note?: boolean, focus?: boolean}} [how] */
  open(about, { note = false, focus = false } = {}) {
    this.#end();
    this.#about = about;
    this.element.hidden = false;
    opened(this.close);
    this.#field.hidden = !about.highlight?.note && !note;
    this.#text.value = about.highlight?.note ?? "";
    this.#reflect();
    if (note) this.#openNote();
    else if (focus) this.#colours.get(about.highlight?.colour ?? COLOURS[0]).focus();
  }

  #reflect() {
    const { highlight } = this.#about;
    for (const [colour, button] of this.#colours) button.setAttribute("aria-pressed", String(colour === highlight?.colour));
    this.#remove.hidden = !highlight;
    this.#note.hidden = !this.#field.hidden;
    this.#place();
  }

  /** A note is one of a highlight: selected text becomes one first. */
  #openNote() {
    if (!this.#about.highlight) this.#about = this.notes.colour(this.#about, null);
    this.#field.hidden = false;
    this.#reflect();
    this.#text.focus();
  }

  #place() {
    const text = this.#about.range.getBoundingClientRect();
    placeAt(this.element, text, { gap: GAP, foot: FOOT, left: text.left + text.width / 2 - this.element.offsetWidth / 2 });
  }

  #store() {
    clearTimeout(this.#pause);
    const { highlight } = this.#about ?? {};
    const note = this.#text.value.trim();
    if (highlight && note !== highlight.note) this.#about = { ...this.#about, ...this.notes.write(highlight, note) };
  }

  #end() {
    this.#store();
    this.notes.written();
  }

  /** From within, the focus goes back to where it came from. */
  close = () => {
    if (!this.isOpen) return;
    closed(this.close);
    this.#end();
    const within = this.element.contains(document.activeElement);
    this.element.hidden = true;
    this.#about = null;
    if (within) this.notes.focusText();
  };
}
