/** A virtual list: only visible rows, all of one height, are in the document; cards are laid out in `--columns`. @module */
import { el, inFrame, t } from "../shared/dom.js";
import { drawRow, placeholder } from "./row.js";

/** Rows rendered above and below the visible ones. */
const OVERSCAN = 6;

export class List {
  #rows = new Map();
  #height = 0;
  active = 0;
  columns = 1;

  /** @param {{results: () => import("./results.js").Results, isSelected: (id: string) => boolean, covers: object}} source */
  constructor(source) {
    this.source = source;
    this.element = el("div", { class: "list", role: "grid", "aria-multiselectable": "true", "aria-label": t("articlesList") });
    this.drawSoon = inFrame(() => this.draw());
    addEventListener("scroll", this.drawSoon, { passive: true });
    new ResizeObserver(() => this.measure()).observe(this.element);
    this.element.addEventListener("focusin", ({ target }) => this.indexOf(target) >= 0 && this.#activate(this.indexOf(target)));
  }

  clear() {
    for (const row of this.#rows.values()) row.element.remove();
    this.#rows.clear();
    this.active = 0;
  }

  draw() {
    const { total } = this.source.results();
    const hadFocus = this.hasFocus();
    this.active = Math.max(0, Math.min(this.active, total - 1));
    this.#height ||= this.#rowHeight();
    this.element.setAttribute("aria-rowcount", String(total));
    this.element.style.blockSize = `${Math.ceil(total / this.columns) * this.#height}px`;
    const [first, last] = this.#visible(total);
    if (total) this.source.results().want(first, last);
    this.#prune(first, last);
    for (let index = first; index <= last; index++) this.#drawRow(index);
    if (hadFocus && !this.hasFocus()) this.#rows.get(this.active)?.element.focus({ preventScroll: true }); // the last row was deleted
    this.source.covers.loadSoon();
  }

  /** First and last index to render; the last is -1 if the list is empty. */
  #visible(total) {
    const top = -this.element.getBoundingClientRect().top;
    const first = (Math.floor(top / this.#height) - OVERSCAN) * this.columns;
    const last = (Math.ceil((top + innerHeight) / this.#height) + OVERSCAN) * this.columns;
    return [Math.max(0, Math.min(first, total - 1)), Math.min(total - 1, Math.max(last, 0))];
  }

  /** Remove rows out of sight, except the focused one. */
  #prune(first, last) {
    for (const [index, row] of this.#rows) {
      if (index >= first && index <= last) continue;
      if (row.element.contains(document.activeElement) && index < this.source.results().total) continue;
      row.element.remove();
      this.#rows.delete(index);
    }
  }

  #drawRow(index) {
    const item = this.source.results().at(index);
    const row = this.#rows.get(index);
    const drawn = JSON.stringify(item);
    if (!row || row.drawn !== drawn) {
      const element = item ? drawRow(item, this.source.covers) : placeholder();
      element.setAttribute("aria-rowindex", String(index + 1));
      element.dataset.index = String(index);
      this.#place(element, index);
      this.#rows.set(index, { element, item, drawn });
      // Rows are in document order, for screen readers.
      const next = Math.min(...[...this.#rows.keys()].filter((other) => other > index));
      if (row) this.#swap(row.element, element);
      else this.element.insertBefore(element, this.#rows.get(next)?.element ?? null);
    }
    this.#state(index);
  }

  #place(element, index) {
    element.style.insetBlockStart = `${this.#top(index)}px`;
    element.style.insetInlineStart = `${((index % this.columns) * 100) / this.columns}%`;
  }

  #top = (index) => Math.floor(index / this.columns) * this.#height;

  /** Replace a row and keep the focus on the corresponding control. */
  #swap(old, element) {
    const { activeElement } = document;
    const within = old.contains(activeElement);
    const name = within && activeElement.dataset.do;
    element.tabIndex = old.tabIndex; // makes it focusable
    old.replaceWith(element);
    if (within) (element.querySelector(name ? `[data-do="${name}"]` : "nothing") ?? element).focus({ preventScroll: true });
  }

  #state(index) {
    const { element, item } = this.#rows.get(index);
    const isActive = index === this.active;
    element.tabIndex = isActive ? 0 : -1;
    for (const control of element.querySelectorAll("a, button, input")) control.tabIndex = isActive ? 0 : -1;
    const selected = item ? this.source.isSelected(item.id) : false;
    element.setAttribute("aria-selected", String(selected));
    for (const box of element.querySelectorAll("input")) box.checked = selected;
  }

  hasFocus = () => this.element.contains(document.activeElement);
  indexOf = (target) => Number(target.closest?.("[data-index]")?.dataset.index ?? -1);

  #activate(index) {
    const before = this.active;
    this.active = index;
    for (const place of [before, index]) if (this.#rows.has(place)) this.#state(place);
  }

  /** Move the focus to a row. @param {number} index */
  go(index) {
    const { total } = this.source.results();
    if (!total) return;
    const target = Math.max(0, Math.min(index, total - 1));
    this.#activate(target);
    this.#reveal(target);
    this.draw();
    this.#rows.get(target)?.element.focus({ preventScroll: true });
  }

  /** Scroll a row into view, clear of the sticky header and the selection bar. */
  #reveal(index) {
    const top = this.element.getBoundingClientRect().top + this.#top(index);
    const headEnd = document.querySelector(".head")?.getBoundingClientRect().bottom ?? 0;
    const barStart = innerHeight - (document.querySelector(".bulk:not([hidden])")?.offsetHeight ?? 0);
    if (top < headEnd) scrollBy(0, top - headEnd);
    else if (top + this.#height > barStart) scrollBy(0, top + this.#height - barStart);
  }

  /** The first visible index. */
  top = () => (this.#height ? Math.max(0, Math.round(-this.element.getBoundingClientRect().top / this.#height)) * this.columns : 0);

  /** Scroll to an index returned by `top`. @param {number} index */
  scrollTo(index) {
    this.#height ||= this.#rowHeight();
    if (index) scrollTo(0, scrollY + this.element.getBoundingClientRect().top + this.#top(index));
  }

  /** Items per page, for PageUp and PageDown. */
  page = () => Math.max(1, Math.floor(innerHeight / this.#height) - 2) * this.columns;

  #rowHeight() {
    this.columns = Number(getComputedStyle(this.element).getPropertyValue("--columns")) || 1;
    const probe = el("div", { class: "row probe" });
    this.element.append(probe);
    const height = probe.offsetHeight;
    probe.remove();
    return height;
  }

  /** Measure rows again after a change of window size, text size or layout. */
  measure() {
    if (!this.element.isConnected) return;
    const [top, columns] = [this.top(), this.columns];
    const height = this.#rowHeight();
    if (!height || (height === this.#height && columns === this.columns)) return void this.drawSoon();
    this.#height = height;
    for (const [index, row] of this.#rows) this.#place(row.element, index);
    this.draw();
    this.scrollTo(top);
  }
}
