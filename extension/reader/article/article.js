/** The article: site, title, author, date, reading time, text, and the original. */
import { el, t, uiLanguage, webAddress } from "../../shared/dom.js";
import { formatDay, usableLocale } from "../../shared/format.js";
import { prepareBody } from "./body.js";
import { heldNotice } from "./held_pictures.js";

/**
 * @typedef {{title: string, html: string, reading_time: number, truncated: boolean, dir: "ltr" | "rtl"} & Record<"byline" |
 *   "published" | "site" | "lang" | "image" | "url", string | null>} Article as the host sends it; minutes, ISO 8601, BCP 47
 */

/** In the interface's language, or in the article's where that is written in another script. @param {number} minutes @param {string | null} lang */
export function readingTime(minutes, lang) {
  const own = usableLocale(lang);
  const script = (tag) => new Intl.Locale(tag).maximize().script;
  const inOwn = own && script(own) !== script(uiLanguage()) && Intl.NumberFormat.supportedLocalesOf(own).length;
  const words = inOwn
    ? new Intl.NumberFormat(own, { style: "unit", unit: "minute", unitDisplay: "long" }).format(minutes)
    : t("readingTime", minutes);
  return el("bdi", { class: "reading-time", lang: inOwn ? own : uiLanguage() }, words);
}

/** TeX between dollar signs, told from prices by its commands, powers and indices. */
const TEX = /\$([^$]*[\\^_][^$]*)\$/;

/** A title with its formulas; every second piece of the split is one. @param {string} title */
const titleParts = (title) => title.split(TEX).map((piece, place) => (place % 2 ? el("code", { class: "math" }, piece) : piece));

/** One line below the title; what is unknown is left out. Each piece has a direction of its own. @param {Article} article */
function facts(article) {
  const day = formatDay(article.published, article.lang);
  const pieces = [
    article.byline && el("bdi", { class: "byline" }, article.byline),
    day && el("time", { datetime: article.published, dir: "auto" }, day),
    readingTime(article.reading_time, article.lang),
  ];
  return el("p", { class: "facts" }, ...pieces.filter(Boolean).map((piece) => el("span", {}, piece)));
}

/** Says that text may be missing, and where all of it is. @param {string | null} original */
export function truncatedNotice(original) {
  const link = original && el("a", { href: original }, t("original"));
  return el("p", { class: "notice", role: "note", lang: uiLanguage(), dir: "auto" }, `${t("truncated")} `, link);
}

/** @param {Article} article @param {{url?: string, title?: string}} [page] @param {boolean} [edited] by its user, in its file */
export function drawArticle(article, page, edited = false) {
  const original = webAddress(article.url) ?? webAddress(page?.url);
  const site = el("bdi", {}, article.site);
  const view = el(
    "article",
    // An unknown language is marked as unknown: the page around it has the interface's.
    { lang: usableLocale(article.lang) ?? "", dir: article.dir === "rtl" ? "rtl" : "ltr" },
    el(
      "header",
      {},
      article.site && el("p", { class: "site" }, original ? el("a", { href: new URL("/", original).href }, site) : site),
      el("h1", { tabindex: -1 }, el("bdi", {}, ...titleParts(article.title || page?.title || t("extName")))),
      facts(article),
      edited && el("p", { class: "edited", lang: uiLanguage(), dir: "auto" }, t("editedText", "article.md")),
    ),
    article.truncated && truncatedNotice(original),
    el("div", { class: "text" }, prepareBody(article.html)),
  );
  const notice = heldNotice(view);
  if (notice) view.querySelector("header").after(notice);
  const whole = document.createDocumentFragment();
  whole.append(view);
  if (original) whole.append(el("footer", {}, el("a", { href: original }, t("originalAt", new URL(original).hostname))));
  return whole;
}
