/** The library page: requests a view (view.js, results.js) and renders it (list.js). Start reading here. @module */
import { onChange } from "../shared/ask.js";
import { el, startPage, t } from "../shared/dom.js";
import { loadSettings } from "../shared/settings.js";
import { toast } from "../shared/toast.js";
import { showAbout } from "./about.js";
import { Actions } from "./actions.js";
import { Bulk, Selection } from "./bulk.js";
import { Covers } from "./covers.js";
import { drawDuplicates } from "./duplicates.js";
import { Filters, Places } from "./filters.js";
import { Head } from "./head.js";
import { Importing } from "./importing.js";
import { watchKeys } from "./keys.js";
import { List } from "./list.js";
import { Results } from "./results.js";
import { drawEmpty, drawFault, drawLoading, UnreadableList } from "./screens.js";
import { hashOf, requestOf, viewOf } from "./view.js";

/** Milliseconds: after the last key until a search starts; until "Loading…" appears. */
const TYPING_DELAY = 120;
const LOADING_DELAY = 250;

/** Milliseconds between refreshes while the index is being built; each interrupts the building for a second. */
const INDEXING_INTERVAL = 3000;

class Library {
  view = viewOf(location.hash);
  results = new Results(requestOf(this.view), this.#listener());
  selection = new Selection(() => this.changed());
  covers = new Covers();
  list = new List({ results: () => this.results, isSelected: (id) => this.selection.has(id), covers: this.covers });
  actions = new Actions(this);
  head = new Head(this);
  places = new Places(this);
  filters = new Filters(this);
  unreadable = new UnreadableList();
  bulk = new Bulk(this);
  importing = new Importing(this);
  main = el("main", { id: "list", tabindex: -1 });
  #typing = 0;
  #loading = 0;
  #indexing = 0;

  /** Number of the latest request for duplicates; earlier answers are ignored. */
  #turn = 0;

  /** Scroll position, active row, and whether it had the focus, to restore with the view's first results; then null. */
  #restore = null;

  start() {
    startPage(t("libraryTitle"));
    document.body.append(el("a", { class: "skip", href: "#list" }, t("skipToList")), this.head.element, this.places.element, this.importing.element, this.main, this.bulk.element, toast.element);
    document.querySelector(".skip").addEventListener("click", (event) => (event.preventDefault(), this.list.go(this.list.active)));
    this.list.element.addEventListener("click", (event) => this.actions.clicked(event));
    watchKeys(this);
    loadSettings();
    addEventListener("pagehide", () => history.replaceState({ top: this.list.top(), active: this.list.active, hadFocus: this.list.hasFocus() }, "")); // for Back
    addEventListener("popstate", () => this.changeView(viewOf(location.hash)));
    addEventListener("focus", () => this.refresh());
    // After a dialog, focus the list if nothing was focused before, or if the focused element has been replaced.
    addEventListener("close", ({ target }) => (document.activeElement === document.body || target.contains(document.activeElement)) && this.list.element.isConnected && this.list.go(this.list.active), true);
    onChange(() => this.refresh());
    this.#ask(history.state ?? {});
  }

  /** Change the view. @param {Partial<import("./view.js").View>} change @param {{typing?: boolean}} [options] */
  changeView(change, { typing = false } = {}) {
    this.view = { ...this.view, ...change };
    history.replaceState(null, "", hashOf(this.view));
    this.selection.clear();
    clearTimeout(this.#typing);
    this.results.drop();
    if (typing) this.#typing = setTimeout(() => this.#ask(), TYPING_DELAY);
    else this.#ask();
  }

  /** Focus the first result; if a search is pending, as soon as it has results. */
  goToResults() {
    if (this.#restore || this.results.dropped) this.#ask({ hadFocus: true });
    else this.list.go(0);
  }

  refresh() {
    if (this.view.place === "duplicates") return this.#duplicates();
    const previous = this.results;
    previous.drop();
    this.results = new Results(requestOf(this.view), this.#listener(), previous);
    this.results.want(0, 0);
  }

  #ask({ top = 0, active = 0, hadFocus = false } = {}) {
    this.head.show(this.view);
    this.places.show(this.view);
    this.results.drop();
    for (const timer of [this.#loading, this.#typing]) clearTimeout(timer);
    this.#loading = setTimeout(() => this.#draw(this.filters.element, drawLoading()), LOADING_DELAY);
    this.#restore = { top, active, hadFocus };
    if (this.view.place === "duplicates") return this.#duplicates();
    this.results = new Results(requestOf(this.view), this.#listener());
    this.results.want(0, 0);
  }

  /** Show the groups of duplicates; an unchanged view is kept, with the user's choices in it. */
  async #duplicates() {
    const turn = ++this.#turn;
    this.filters.element.hidden = true;
    const view = await drawDuplicates(this, this.main.firstElementChild).catch(drawFault);
    if (turn === this.#turn && this.view.place === "duplicates") this.#draw(view);
  }

  #listener() {
    return {
      changed: () => (this.#restore ? this.#drawFirst() : this.changed()),
      failed: (fault) => this.#draw(drawFault(fault, () => this.#ask(), () => showAbout(this))),
      stale: () => this.refresh(),
    };
  }

  #drawFirst() {
    const { top, active, hadFocus } = this.#restore;
    this.#restore = null;
    this.list.clear();
    this.list.active = active;
    this.filters.element.hidden = false;
    this.#draw(this.filters.element, this.unreadable.element, this.list.element);
    this.changed();
    this.list.scrollTo(top);
    if (!top) scrollTo(0, 0);
    if (hadFocus) this.list.go(active);
  }

  /** Update the page after a change of results or selection. */
  changed() {
    if (this.view.place === "duplicates") return;
    this.head.count(this.results);
    clearTimeout(this.#indexing);
    if (this.results.indexing) this.#indexing = setTimeout(() => this.refresh(), INDEXING_INTERVAL);
    this.filters.show(this.view, this.results.facets);
    this.bulk.show(this.selection, this.view, this.results.total);
    this.unreadable.show(this.results.unreadable);
    if (!this.results.total) return this.#draw(this.filters.element, this.unreadable.element, drawEmpty(this));
    if (!this.list.element.isConnected) this.#draw(this.filters.element, this.unreadable.element, this.list.element);
    this.list.draw();
  }

  #draw(...parts) {
    clearTimeout(this.#loading);
    for (const old of [...this.main.children]) if (!parts.includes(old)) (old.contains(document.activeElement) && this.main.focus(), old.remove());
    this.main.append(...parts.filter((part) => part.parentNode !== this.main)); // the filters stay, and keep the focus
  }

  /** The articles a command applies to: the selected ones, or else the focused one. */
  targets() {
    if (this.selection.size) return this.selection.items();
    const item = this.results.at(this.list.active);
    return item && this.list.element.isConnected ? [item] : [];
  }
}

new Library().start();
