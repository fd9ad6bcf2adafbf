/** The page's header: search, sort order, layout, settings, help. @module */
import { el, iconButton, t } from "../shared/dom.js";
import { formatNumber } from "../shared/format.js";
import { icon } from "../shared/icons.js";
import { showAbout } from "./about.js";
import { showHelp } from "./keys.js";
import { orderOf, SORTS } from "./view.js";

const tool = (name, label, act, title = label) => iconButton(icon(name), label, act, { class: "tool", title });

const areCards = () => document.documentElement.dataset.list === "cards";

export class Head {
  #field = el("input", { type: "search", id: "search", autocomplete: "off", spellcheck: "false", placeholder: t("searchHint"), "aria-label": t("searchLabel"), "aria-keyshortcuts": "/" });
  #sort = el("select", { "aria-label": t("sortLabel") }, ...SORTS.map((name) => el("option", { value: name }, t(`sort_${name}`))));
  #found = el("p", { class: "found", role: "status" });
  #composing = false;

  constructor(library) {
    this.library = library;
    this.direction = tool("descending", t("sortDirection"), () => library.changeView({ ascending: !library.view.ascending }));
    this.cards = tool("cards", t("asCards"), () => this.toggleCards());
    this.cards.setAttribute("aria-pressed", String(areCards()));
    const search = el("search", {}, icon("search"), this.#field);
    const tools = el("div", { class: "head-tools" }, this.#sort, this.direction, this.cards, tool("folder", t("librarySettings"), () => showAbout(library), t("librarySettingsHint")), tool("help", t("libraryHelp"), showHelp));
    this.element = el("header", { class: "head" }, el("h1", {}, t("libraryTitle")), search, tools, this.#found);
    this.#field.addEventListener("input", (event) => event.isComposing || this.#typed());
    this.#field.addEventListener("compositionstart", () => (this.#composing = true));
    this.#field.addEventListener("compositionend", () => ((this.#composing = false), this.#typed()));
    this.#field.addEventListener("keydown", (event) => this.#leave(event));
    const isFromA = () => ["title", "site"].includes(this.#sort.value); // the others begin with the newest or best
    this.#sort.addEventListener("change", () => library.changeView({ sort: this.#sort.value, ascending: isFromA() }));
  }

  /** Switch between cards and rows; boot.js applies the stored layout. */
  toggleCards() {
    const list = areCards() ? "rows" : "cards";
    document.documentElement.dataset.list = list;
    localStorage.setItem("list", list);
    this.cards.setAttribute("aria-pressed", String(areCards()));
    this.library.list.measure();
  }

  /** Search; from the duplicates, which cannot be searched, switch to all articles. */
  #typed() {
    const { query, place } = this.library.view;
    if (this.#field.value === query) return;
    this.library.changeView({ query: this.#field.value, place: place === "duplicates" ? "all" : place }, { typing: true });
  }

  /** Enter and ArrowDown move to the results; Escape clears the search, then leaves it. */
  #leave(event) {
    if (event.isComposing || !["Enter", "ArrowDown", "Escape"].includes(event.key)) return;
    event.preventDefault();
    if (event.key !== "Escape") return this.library.goToResults();
    if (!this.#field.value) return this.library.list.go(this.library.list.active);
    this.#field.value = "";
    this.#typed();
  }

  focus() {
    this.#field.select();
    this.#field.focus();
    scrollTo(0, 0);
  }

  /** @param {import("./view.js").View} view */
  show(view) {
    if (!this.#composing && this.#field.value !== view.query) this.#field.value = view.query;
    this.#sort.value = orderOf(view);
    this.direction.replaceChildren(icon(view.ascending ? "ascending" : "descending"));
    this.direction.setAttribute("aria-pressed", String(view.ascending));
    this.direction.disabled = orderOf(view) === "relevance"; // which has no reverse
    if (view.place === "duplicates") this.#found.textContent = "";
  }

  /** @param {import("./results.js").Results} results */
  count({ total, indexing, loose }) {
    const number = formatNumber(total);
    const found = loose && total ? t("foundLoosely", number) : t("foundNumber", number);
    const note = indexing?.total ? t("indexing", indexing.done, indexing.total) : total && this.library.view.place === "trash" && t("emptyText_trash");
    const words = note ? `${found} · ${note}` : found;
    if (this.#found.textContent !== words) this.#found.textContent = words;
  }
}
