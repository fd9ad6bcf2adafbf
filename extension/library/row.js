/** A row of the list. @module */
import { el, iconButton, t, uiLanguage, webAddress } from "../shared/dom.js";
import { formatAgo, formatDay, formatLength } from "../shared/format.js";
import { icon } from "../shared/icons.js";

/** Only "rtl" is reliable: all imported bookmarks are "ltr". */
const directionOf = ({ dir }) => (dir === "rtl" ? dir : "auto");

export const placeholder = () =>
  el("div", { class: "row waiting", role: "row" }, el("div", { role: "gridcell", class: "text" }, el("span", { class: "bar" }), el("span", { class: "bar" })));

/** @param {object} item @param {{show: (item: object) => HTMLElement | null}} covers */
export function drawRow(item, covers) {
  const classes = `row${item.read ? " is-read" : ""}`;
  return el(
    "div",
    { class: classes, role: "row", "data-id": item.id },
    el("div", { role: "gridcell", class: "pick" }, el("input", { type: "checkbox", "data-do": "select", "aria-label": t("selectArticle", item.title) })),
    el("div", { role: "gridcell", class: "text" }, title(item), facts(item), snippet(item), words(item)),
    el("div", { role: "gridcell", class: "cover" }, covers.show(item)),
    el("div", { role: "gridcell", class: "tools" }, ...tools(item)),
  );
}

const title = (item) =>
  el("a", { ...linkTo(item), class: "title", lang: item.lang, dir: directionOf(item), "data-do": "open" }, ...marked(item.marked_title, item.title));

/** Text with matches marked; plain text without a search. */
const marked = (pieces, plain) => pieces?.length ? pieces.map(([text, isMatch]) => (isMatch ? el("mark", {}, text) : text)) : [plain ?? ""];

/** Date and time. @param {string} time ISO 8601 */
export function formatTime(time) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return new Intl.DateTimeFormat(uiLanguage(), { dateStyle: "long", timeStyle: "short" }).format(date);
}

/** Read later · site · byline · publication date · date saved · reading time; what does not fit is not shown. */
function facts(item) {
  const day = formatDay(item.published, uiLanguage(), "short");
  const parts = [
    item.later && el("span", { class: "later", title: t("laterHint") }, t("laterMark")),
    item.site && el("span", { class: "site" }, el("bdi", {}, item.site)),
    item.byline !== item.site && item.byline && el("span", { class: "byline" }, el("bdi", {}, item.byline)),
    day && el("time", { datetime: item.published }, day),
    el("time", { class: "saved", datetime: item.saved, title: formatTime(item.saved) }, t("savedAgo", formatAgo(item.saved, "short"))),
    !item.later && item.reading_time && el("span", { class: "length" }, t("readingTime", formatLength(item.reading_time))),
  ];
  return el("p", { class: "facts" }, ...parts);
}

/** The search snippet, or else the excerpt. */
const snippet = (item) => el("p", { class: "snippet", lang: item.lang, dir: directionOf(item) }, ...marked(item.snippet, item.excerpt));

/** The reasons for a recommendation, or else the first six tags and keywords. */
function words(item) {
  if (item.reasons?.length) return el("p", { class: "words" }, el("span", {}, t("because", item.reasons.join(t("listComma")))));
  const tags = (item.tags ?? []).map((tag) => el("button", { type: "button", class: "tag", "data-do": "tag", "data-tag": tag, dir: "auto" }, tag));
  const keywords = (item.keywords ?? []).filter((word) => !item.tags?.includes(word)).map((word) => el("span", { class: "keyword", dir: "auto" }, word));
  return el("p", { class: "words", lang: item.lang }, ...[...tags, ...keywords].slice(0, 6));
}

const tool = (name, words, pressed) => iconButton(icon(name), words, () => {}, { class: "tool", "data-do": name, "aria-pressed": pressed });

function tools(item) {
  if (item.trashed) return [tool("restore", t("restoreAction")), tool("erase", t("eraseAction"))];
  return [
    tool("favourite", t("favouriteAction"), String(!!item.favourite)),
    tool("archive", item.archived ? t("unarchiveAction") : t("archiveAction"), String(!!item.archived)),
    tool("trash", t("deleteAction")),
    tool("details", t("detailsAction")),
  ];
}

/** Attributes of a link to an item; web pages open in a new tab. @param {object} item */
export function linkTo(item) {
  const web = item.later && webAddress(item.url);
  return web ? { href: web, target: "_blank", rel: "noopener noreferrer" } : { href: `../reader/reader.html#item=${encodeURIComponent(item.id)}` };
}

/** Open an item, in a new tab if `target` is given or it is a web page. */
export function openItem(item, target) {
  if (!item) return;
  const link = linkTo(item);
  if (link.target ?? target) open(link.href, "_blank", "noopener,noreferrer");
  else location.assign(link.href);
}
