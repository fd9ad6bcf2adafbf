/** The article's highlights and notes: connects store, drawing, popover and panel. @module */
import { debounced, t } from "../../shared/dom.js";
import { toast } from "../../shared/toast.js";
import { describe, Finder } from "../article/anchor.js";
import { advance, distance, glide, reach } from "../article/axis.js";
import { TextMap } from "../article/text_map.js";
import { current, EYE } from "../navigation/moving.js";
import { Highlights, printNotes } from "./highlights.js";
import { NotesPanel } from "./notes_panel.js";
import { Popover } from "./popover.js";
import { COLOURS, newHighlight, Store } from "./store.js";

/** Milliseconds to wait after a change of the selection, and of the text. Storage key of the last colour. */
const SELECTION_DELAY = 250;
const REDRAW_DELAY = 150;
const LAST_COLOUR = "noteColour";

export class Notes {
  #drawn = new Highlights();
  #lost = [];
  #undo = null;

  /** The highlight before its note was edited, for undo: the note is stored several times while it is typed. */
  #before = null;
  #disposed = new AbortController();

  /**
   * @param {HTMLElement} text the article's @param {{item: string | null, url: string | null}} article
   * @param {(count: number, open: boolean) => void} changed
   */
  constructor(text, article, changed) {
    this.text = text;
    this.changed = changed;
    this.lang = text.closest("[lang]")?.getAttribute("lang") ?? "";
    this.store = new Store(article, (fault) => toast.show(t("notesNotKept", fault.message)));
    this.box = new Popover(this, this.#disposed.signal);
    this.panel = new NotesPanel(this);
    this.#listen();
  }

  /** Load the highlights and draw them. */
  async load() {
    await this.store.load().catch((fault) => console.warn("Jingdu could not fetch the highlights:", fault.message));
    this.draw();
  }

  #listen() {
    const { signal } = this.#disposed;
    document.addEventListener("selectionchange", debounced(() => this.#onSelection(), SELECTION_DELAY), { signal });
    this.text.addEventListener("click", ({ target, clientX, clientY }) => {
      const place = target.closest("a, button, summary, input") || this.#selection() ? null : this.#drawn.at(clientX, clientY);
      if (place) this.box.open(place);
    }, { signal });
    addEventListener("pointerdown", ({ target }) => this.box.isOpen && !this.box.element.contains(target) && this.box.close(), { signal });
    addEventListener("jingdu-step", this.box.close, { signal });
    addEventListener("focus", () => this.store.isBehind && this.load(), { signal });
    addEventListener("scroll", () => this.box.isOpen && !this.box.element.contains(document.activeElement) && this.box.close(), { signal, passive: true });
    this.watcher = new MutationObserver(debounced(() => this.draw(), REDRAW_DELAY));
    this.watcher.observe(this.text, { childList: true, subtree: true });
    printNotes(/** @type {HTMLElement} */ (this.text.closest("article")), this.#drawn, signal);
  }

  /** Find and draw all highlights in the current text. */
  draw() {
    if (!this.text.isConnected) return;
    const map = new TextMap(this.text);
    const finder = new Finder(map.text);
    const placed = this.store.all.map((highlight) => ({ highlight, place: finder.find(highlight) }));
    const found = placed.filter(({ place }) => place).map(({ highlight, place }) => ({ highlight, ...place }));
    found.sort((a, b) => a.start - b.start || a.end - b.end);
    this.#lost = placed.filter(({ place }) => !place).map(({ highlight }) => highlight);
    this.#drawn.show(map, found);
    this.panel.draw(found, this.#lost, this.lang);
    this.reflect();
  }

  /** Also called by the panel. */
  reflect = () => this.changed(this.store.all.length, this.panel.isOpen);

  /** The selection within the text, or null. @returns {Range | null} */
  #selection() {
    const selection = getSelection();
    if (!selection || selection.isCollapsed || !selection.rangeCount) return null;
    const range = selection.getRangeAt(0).cloneRange();
    if (!range.intersectsNode(this.text) || !selection.toString().trim()) return null;
    if (!this.text.contains(range.startContainer)) range.setStart(this.text, 0);
    if (!this.text.contains(range.endContainer)) range.setEnd(this.text, this.text.childNodes.length);
    return range;
  }

  #onSelection() {
    if (this.box.element.contains(document.activeElement)) return;
    const range = this.#selection();
    if (range && document.hasFocus()) this.box.open({ range }); // the find bar of Firefox selects what it finds
    else if (this.box.isOpen && !this.box.about?.highlight) this.box.close();
  }

  /** Highlight selected text, or change a highlight's colour. @returns {object} the range and highlight that the popover is now about */
  colour({ range, highlight }, colour) {
    const newColour = colour ?? localStorage.getItem(LAST_COLOUR) ?? COLOURS[0];
    if (colour) localStorage.setItem(LAST_COLOUR, colour);
    if (highlight) return this.#change(highlight.id, { colour: newColour });
    const map = new TextMap(this.text);
    const { start, end } = map.span(range);
    getSelection()?.removeAllRanges();
    const same = this.#drawn.places.find((one) => one.start === start && one.end === end);
    if (same) return this.#change(same.highlight.id, { colour: newColour });
    const put = this.store.put(newHighlight(describe(map.text, start, end), newColour));
    this.#did(t("notesMade"), () => this.store.remove(put.id));
    return this.#drawn.of(put.id) ?? { range, highlight: put };
  }

  write({ id }, note) {
    this.#before ??= this.store.get(id);
    return this.#change(id, { note }, this.#before);
  }

  /** Called when the note is complete. */
  finishNote = () => (this.#before = null);

  /** @param {string} id @param {object} changes @param {object} [before] the highlight that undo restores */
  #change(id, changes, before = this.store.get(id)) {
    const now = this.store.get(id);
    if (!now) return {};
    this.store.put({ ...now, ...changes });
    this.#did(null, () => this.store.put(before));
    return this.#drawn.of(id) ?? { highlight: this.store.get(id) };
  }

  remove(id) {
    const before = this.store.get(id);
    if (!before) return;
    if (this.box.isOpen && this.box.about?.highlight?.id === id) {
      this.box.about.highlight = undefined; // otherwise closing would store the note again
      this.box.close();
    }
    this.store.remove(id);
    this.#did(t("notesRemoved"), () => this.store.put(before));
  }

  /** Draw the change, and offer undo. @param {string | null} words */
  #did(words, back) {
    this.#undo = () => {
      this.#undo = null;
      back();
      toast.hide();
      this.draw();
    };
    this.draw();
    if (words) toast.show(words, () => this.undo());
  }

  undo = () => this.#undo?.();

  /** Highlight the selection, or else the current paragraph, by keyboard; without a selection, an open popover of a highlight gets the focus instead. @param {{note?: boolean}} [options] */
  mark({ note = false } = {}) {
    let range = this.#selection();
    const { about } = this.box;
    if (!range && about?.highlight) return this.box.open(about, { note, focus: true });
    const here = current();
    if (!range && (!here || !this.text.contains(here))) return;
    if (!range) (range = document.createRange()).selectNodeContents(here);
    this.box.open(this.colour({ range }, null), { note, focus: true });
  }

  togglePanel() {
    if (this.panel.isOpen) return this.panel.close();
    this.panel.open();
    this.reflect();
  }

  go(id, { edit = false } = {}) {
    const place = this.#drawn.of(id);
    if (!place) return;
    (edit ? advance : glide)(distance(place.range) - reach() * EYE);
    if (edit) this.box.open(place, { note: true });
    else this.#focus(place.range.startContainer.parentElement?.closest("p, li, h1, h2, h3, h4, h5, h6, td, th, dd, dt, pre, figcaption, blockquote"));
  }

  /** Screen readers continue from the focused block. @param {HTMLElement | null | undefined} block */
  #focus(block) {
    if (!block) return;
    block.tabIndex = -1;
    block.focus({ preventScroll: true });
  }

  /** Return the focus to the text. */
  focusText() {
    const here = current();
    if (here) here.dataset.returned = "";
    this.#focus(here);
  }

  /** Called before another article is drawn. */
  drop() {
    this.box.close();
    this.#disposed.abort();
    this.watcher.disconnect();
    this.panel.drop();
    this.box.element.remove();
  }
}
