/**
 * The list: only the rows that can be seen are there, all of one height, so ten thousand articles scroll like ten. As cards
 * there are several beside each other, as many as the style's `--columns`. @module
 */
import { el, inFrame, t } from "../shared/dom.js";
import { drawRow, placeholder } from "./row.js";

/** Rows drawn above and below those that can be seen. */
const SPARE = 6;

export class List {
  #rows = new Map();
  #height = 0;
  active = 0;

  columns = 1;

  /** @param {{results: () => import("./results.js").Results, isSelected: (id: string) => boolean, covers: object}} source */
  constructor(source) {
    this.source = source;
    this.element = el("div", { class: "list", role: "grid", "aria-multiselectable": "true", "aria-label": t("articlesList") });
    this.soon = inFrame(() => this.draw());
    addEventListener("scroll", this.soon, { passive: true });
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
    this.active = Math.max(0, Math.min(this.active, total - 1));
    this.#height ||= this.#rowHeight();
    this.element.setAttribute("aria-rowcount", String(total));
    this.element.style.blockSize = `${Math.ceil(total / this.columns) * this.#height}px`;
    const [first, last] = this.#seen(total);
    if (total) this.source.results().want(first, last);
    this.#leaveOut(first, last);
    for (let index = first; index <= last; index++) this.#put(index);
    this.source.covers.rest();
  }

  /** The first and the last place that are drawn; the last is -1 where there is none. */
  #seen(total) {
    const top = -this.element.getBoundingClientRect().top;
    const first = (Math.floor(top / this.#height) - SPARE) * this.columns;
    const last = (Math.ceil((top + innerHeight) / this.#height) + SPARE) * this.columns;
    return [Math.max(0, Math.min(first, total - 1)), Math.min(total - 1, Math.max(last, 0))];
  }

  /** Rows out of sight go, but never the one that has the focus. */
  #leaveOut(first, last) {
    for (const [index, row] of this.#rows) {
      if (index >= first && index <= last) continue;
      if (row.element.contains(document.activeElement) && index < this.source.results().total) continue;
      row.element.remove();
      this.#rows.delete(index);
    }
  }

  #put(index) {
    const item = this.source.results().at(index);
    const row = this.#rows.get(index);
    const drawn = JSON.stringify(item);
    if (!row || row.drawn !== drawn) {
      const element = item ? drawRow(item, this.source.covers) : placeholder();
      element.setAttribute("aria-rowindex", String(index + 1));
      element.dataset.index = String(index);
      this.#place(element, index);
      this.#rows.set(index, { element, item, drawn });
      // Rows stand in the document in their order, for those who hear the page.
      const next = Math.min(...[...this.#rows.keys()].filter((other) => other > index));
      if (row) this.#swap(row.element, element);
      else this.element.insertBefore(element, this.#rows.get(next)?.element ?? null);
    }
    this.#rows.get(index).item = item;
    this.#state(index);
  }

  #place(element, index) {
    element.style.insetBlockStart = `${this.#top(index)}px`;
    element.style.insetInlineStart = `${((index % this.columns) * 100) / this.columns}%`;
  }

  #top(index) {
    return Math.floor(index / this.columns) * this.#height;
  }

  /** Whoever is in a row that is drawn anew stays there, at the control of the same name. */
  #swap(old, element) {
    const { activeElement } = document;
    const within = old.contains(activeElement);
    const name = within && activeElement.dataset.do;
    element.tabIndex = old.tabIndex; // what has none can't have the focus
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
    const box = element.querySelector("input");
    if (box) box.checked = selected;
  }

  indexOf(target) {
    return Number(target.closest?.("[data-index]")?.dataset.index ?? -1);
  }

  #activate(index) {
    const before = this.active;
    this.active = index;
    for (const place of [before, index]) if (this.#rows.has(place)) this.#state(place);
  }

  /** Move to a place of the list and put the focus there. @param {number} index */
  go(index) {
    const { total } = this.source.results();
    if (!total) return;
    const place = Math.max(0, Math.min(index, total - 1));
    this.#activate(place);
    this.#reveal(place);
    this.draw();
    this.#rows.get(place)?.element.focus({ preventScroll: true });
  }

  /** Scroll no more than is needed; what sticks to the top hides nothing. */
  #reveal(index) {
    const top = this.element.getBoundingClientRect().top + this.#top(index);
    const roof = document.querySelector(".head")?.getBoundingClientRect().bottom ?? 0;
    const floor = innerHeight - (document.querySelector(".bulk:not([hidden])")?.offsetHeight ?? 0);
    if (top < roof) scrollBy(0, top - roof);
    else if (top + this.#height > floor) scrollBy(0, top + this.#height - floor);
  }

  top() {
    return this.#height ? Math.max(0, Math.round(-this.element.getBoundingClientRect().top / this.#height)) * this.columns : 0;
  }

  /** Scroll to where `top` was. @param {number} index */
  scrollTo(index) {
    this.#height ||= this.#rowHeight();
    if (index) scrollTo(0, scrollY + this.element.getBoundingClientRect().top + this.#top(index));
  }

  /** Rows of a page, for the keys that move by one. */
  page() {
    return Math.max(1, Math.floor(innerHeight / this.#height) - 2) * this.columns;
  }

  #rowHeight() {
    this.columns = Number(getComputedStyle(this.element).getPropertyValue("--columns")) || 1;
    const probe = el("div", { class: "row probe" });
    this.element.append(probe);
    const height = probe.offsetHeight;
    probe.remove();
    return height;
  }

  /** The window or the text became another size, or rows became cards: they may be of another height. */
  measure() {
    if (!this.element.isConnected) return;
    const [top, columns] = [this.top(), this.columns];
    const height = this.#rowHeight();
    if (!height || (height === this.#height && columns === this.columns)) return void this.soon();
    this.#height = height;
    for (const [index, row] of this.#rows) this.#place(row.element, index);
    this.draw();
    this.scrollTo(top);
  }
}
