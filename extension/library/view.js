/** The state of the list: place, search, filters, order. It is in the address, so that Back leads to the same list. @module */

/** The filters that make a place; `duplicates` is no list and has its own page. */
export const PLACES = Object.freeze({
  articles: { archived: false },
  favourites: { favourite: true },
  archive: { archived: true },
  all: {},
  trash: { trashed: true },
  duplicates: null,
});

export const SORTS = ["saved", "published", "title", "site", "relevance", "interest"];

/** What the filter fields hold when nothing is filtered. */
const NO_FILTERS = Object.freeze({ tag: "", site: "", lang: "", read: "", since: "", until: "" });

/**
 * @typedef {{place: string, query: string, filters: typeof NO_FILTERS, sort: string, ascending: boolean}} View
 *   `sort` "" lets the query decide: by relevance where there is one, else by the time of saving
 */

/** The view of an address's fragment; what it doesn't know is left out. @param {string} hash @returns {View} */
export function viewOf(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const get = (name) => fields.get(name) ?? "";
  return {
    place: Object.hasOwn(PLACES, get("place")) ? get("place") : "articles",
    query: get("query"),
    filters: Object.fromEntries(Object.keys(NO_FILTERS).map((name) => [name, get(name)])),
    sort: SORTS.includes(get("sort")) ? get("sort") : "",
    ascending: get("ascending") === "true",
  };
}

/** The fragment of a view: only what differs from the plain one. @param {View} view */
export function hashOf({ filters, ...view }) {
  const fields = Object.entries({ ...view, ...filters }).filter(([name, value]) => value && !(name === "place" && value === "articles"));
  return fields.length ? `#${new URLSearchParams(fields)}` : "#";
}

/** The order that a view is shown in. @param {View} view */
export const orderOf = ({ sort, query }) => sort || (query.trim() ? "relevance" : "saved");

/** The fields of the `library` request of a view. @param {View} view */
export function requestOf(view) {
  const filters = { trashed: false, ...PLACES[view.place] };
  for (const [name, value] of Object.entries(view.filters)) if (value) filters[name] = value;
  if (view.filters.read) filters.read = view.filters.read === "read";
  return { query: view.query.trim(), filters, sort: orderOf(view), ascending: view.ascending };
}

export const isFiltered = ({ filters }) => Object.values(filters).some(Boolean);

/** The same place without words and filters. @param {View} view @returns {View} */
export const plain = (view) => ({ ...view, query: "", filters: { ...NO_FILTERS } });
