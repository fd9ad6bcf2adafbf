/** The filters (tag, site and language with counts, read state, dates) and the navigation between places. @module */
import { button, el, t } from "../shared/dom.js";
import { usableLocale } from "../shared/format.js";
import { icon } from "../shared/icons.js";
import { hashOf, isFiltered, PLACES, plain } from "./view.js";

const languages = new Intl.DisplayNames(t("uiLanguage"), { type: "language" });
export const languageName = (tag) => (usableLocale(tag) ? languages.of(new Intl.Locale(tag).baseName) : tag);
const choice = (value, words) => el("option", { value }, words);
const field = (words, control) => el("label", {}, el("span", {}, words), control);

export class Filters {
  #fields = {
    tag: el("select", {}),
    site: el("select", {}),
    lang: el("select", {}),
    read: el("select", {}, choice("", t("readOrNot")), choice("unread", t("onlyUnread")), choice("read", t("onlyRead"))),
    since: el("input", { type: "date" }),
    until: el("input", { type: "date" }),
  };
  #summary = el("summary", {}, icon("filters"), t("filtersLabel"));
  #clear;
  #shown = "";

  constructor(library) {
    this.#clear = button(t("clearFilters"), () => library.changeView({ filters: plain(library.view).filters }), { class: "small" });
    const { tag, site, lang, read, since, until } = this.#fields;
    const row = el("div", { class: "filter-row" }, field(t("filterTag"), tag), field(t("filterSite"), site), field(t("filterLang"), lang), field(t("filterRead"), read), field(t("filterSince"), since), field(t("filterUntil"), until));
    this.element = el("div", { class: "filter-bar", hidden: "" }, el("details", { class: "filters" }, this.#summary, row), this.#clear);
    const values = () => Object.fromEntries(Object.entries(this.#fields).map(([name, control]) => [name, control.value]));
    this.element.addEventListener("change", () => library.changeView({ filters: values() }));
  }

  /** @param {import("./view.js").View} view @param {{tags: [string, number][], sites: [string, number][], langs: [string, number][]}} facets */
  show(view, facets) {
    const shown = JSON.stringify([view.filters, facets]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#fill("tag", facets.tags, view, t("anyTag"));
    this.#fill("site", facets.sites, view, t("anySite"));
    this.#fill("lang", facets.langs, view, t("anyLang"), languageName);
    // Setting an unchanged value would disturb a date that is being typed.
    for (const name of ["read", "since", "until"]) if (this.#fields[name].value !== view.filters[name]) this.#fields[name].value = view.filters[name];
    this.#clear.hidden = !isFiltered(view);
    this.#summary.classList.toggle("active", isFiltered(view));
  }

  /** The selected value stays in the list even if no article has it. */
  #fill(name, counted = [], view, any, words = (value) => value) {
    const chosen = view.filters[name];
    const rows = counted.some(([value]) => value === chosen) || !chosen ? counted : [[chosen, 0], ...counted];
    const options = rows.map(([value, number]) => choice(value, `${words(value)} (${number})`));
    this.#fields[name].replaceChildren(choice("", any), ...options);
    this.#fields[name].value = chosen;
  }
}

export class Places {
  #links = Object.keys(PLACES).map((place) => el("a", { "data-place": place }, t(`place_${place}`)));

  constructor(library) {
    this.library = library;
    this.element = el("nav", { class: "places", "aria-label": t("placesLabel") }, el("ul", {}, ...this.#links.map((link) => el("li", {}, link))));
    this.element.addEventListener("click", (event) => this.#go(event));
  }

  #go(event) {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.library.changeView({ ...plain(this.library.view), place: link.dataset.place });
  }

  show(view) {
    for (const link of this.#links) {
      link.href = hashOf({ ...plain(view), place: link.dataset.place });
      link.ariaCurrent = link.dataset.place === view.place ? "page" : null;
      if (link.ariaCurrent) link.scrollIntoView({ block: "nearest", inline: "center" });
    }
  }
}
