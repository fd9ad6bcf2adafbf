/** The list's state: place, query, filters, order. It is stored in the address, so that Back restores it. @module */

/** Filters of each place; `duplicates` is not a list. */
export const PLACES = Object.freeze({
  articles: { archived: false },
  favourites: { favourite: true },
  archive: { archived: true },
  all: {},
  trash: { trashed: true },
  duplicates: null,
});

export const SORTS = ["saved", "published", "title", "site", "relevance", "interest"];

/** Values of the filter fields without filters. */
const NO_FILTERS = Object.freeze({ tag: "", site: "", lang: "", read: "", since: "", until: "" });

/**
 * @typedef {{place: string, query: string, filters: typeof NO_FILTERS, sort: string, ascending: boolean}} View
 *   `sort`: "" for relevance with a query, else date saved
 */

/** Parse a fragment; unknown values are ignored. @param {string} hash @returns {View} */
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

/** A view's fragment, without default values. @param {View} view */
export function hashOf({ filters, ...view }) {
  const fields = Object.entries({ ...view, ...filters }).filter(([name, value]) => value && !(name === "place" && value === "articles"));
  return fields.length ? `#${new URLSearchParams(fields)}` : "#";
}

/** A view's effective order. @param {View} view */
export const orderOf = ({ sort, query }) => sort || (query.trim() ? "relevance" : "saved");

/** A view's `library` request. @param {View} view */
export function requestOf(view) {
  const filters = { trashed: false, ...PLACES[view.place] };
  for (const [name, value] of Object.entries(view.filters)) if (value) filters[name] = value;
  if (view.filters.read) filters.read = view.filters.read === "read";
  return { query: view.query.trim(), filters, sort: orderOf(view), ascending: view.ascending };
}

export const isFiltered = ({ filters }) => Object.values(filters).some(Boolean);

/** The view without query and filters. @param {View} view @returns {View} */
export const plain = (view) => ({ ...view, query: "", filters: { ...NO_FILTERS } });
