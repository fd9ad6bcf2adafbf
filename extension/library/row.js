/** One article in the list. @module */
import { el, iconButton, t, uiLanguage, webAddress } from "../shared/dom.js";
import { formatAgo, formatDay, formatTime } from "../shared/format.js";
import { icon } from "../shared/icons.js";

const MAX_WORDS = 6;

export const placeholder = () =>
  el("div", { class: "row waiting", role: "row" }, el("div", { role: "gridcell", class: "text" }, el("span", { class: "bar" }), el("span", { class: "bar" })));

/** @param {object} item with snippet and reasons @param {{show: (item: object) => HTMLElement | null}} covers */
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
  el("a", { ...linkTo(item), class: "title", lang: item.lang, dir: "auto", "data-do": "open" }, ...marked(item.marked_title, item.title));

/** Pieces of text, those that were searched for marked; the plain text where nothing was. */
const marked = (pieces, plain) => pieces?.length ? pieces.map(([text, isMatch]) => (isMatch ? el("mark", {}, text) : text)) : [plain ?? ""];

/** To be read later, if so · site · byline · day · minutes · when it was saved. */
function facts(item) {
  const day = formatDay(item.published, uiLanguage());
  const parts = [
    item.later && el("span", { class: "later", title: t("laterHint") }, t("laterMark")),
    item.site && el("span", { class: "site", dir: "auto" }, item.site),
    item.byline && el("span", { dir: "auto" }, item.byline),
    day && el("time", { datetime: item.published }, day),
    !item.later && item.reading_time && el("span", {}, t("readingTime", item.reading_time)),
    el("time", { class: "saved", datetime: item.saved, title: formatTime(item.saved) }, t("savedAgo", formatAgo(item.saved))),
  ];
  return el("p", { class: "facts" }, ...parts);
}

/** What was found, with the matches marked; without a search, how the article begins. */
const snippet = (item) => el("p", { class: "snippet", lang: item.lang, dir: "auto" }, ...marked(item.snippet, item.excerpt));

/** Why it stands here, if by interest; else its tags, then its keywords. */
function words(item) {
  if (item.reasons?.length) return el("p", { class: "words" }, el("span", {}, t("because", item.reasons.join(t("listComma")))));
  const tags = (item.tags ?? []).map((tag) => el("button", { type: "button", class: "tag", "data-do": "tag", "data-tag": tag, dir: "auto" }, tag));
  const keywords = (item.keywords ?? []).filter((word) => !item.tags?.includes(word)).map((word) => el("span", { class: "keyword", dir: "auto" }, word));
  return el("p", { class: "words", lang: item.lang }, ...[...tags, ...keywords].slice(0, MAX_WORDS));
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

/** Attributes of a link that opens an item; a page of the web has a tab of its own. @param {object} item */
export function linkTo(item) {
  const web = item.later && webAddress(item.url);
  return web ? { href: web, target: "_blank", rel: "noopener noreferrer" } : { href: `../reader/reader.html#item=${encodeURIComponent(item.id)}` };
}

/** Open an item, in a tab of its own where `target` says so or it is a page of the web. */
export function openItem(item, target) {
  if (!item) return;
  const { href, target: own } = linkTo(item);
  if (own ?? target) open(href, "_blank", "noopener,noreferrer");
  else location.assign(href);
}
