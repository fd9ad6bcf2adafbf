/** The article: site, title, who, when, how long, lead picture, text, and the original. */
import { bringsLead, leadPicture, prepareBody } from "./body.js";
import { el, t, uiLanguage, webAddress } from "../../shared/dom.js";
import { heldNotice } from "./held_pictures.js";

/**
 * @typedef {object} Article as the host sends it
 * @property {string} title
 * @property {string | null} byline
 * @property {string | null} published ISO 8601
 * @property {string | null} site
 * @property {string | null} lang BCP 47
 * @property {"ltr" | "rtl"} dir
 * @property {string | null} image
 * @property {string | null} url
 * @property {string} html
 * @property {number} reading_time minutes
 * @property {boolean} truncated
 */

/** The locale, or the browser's own where the page's language tag is none. */
function usableLocale(lang) {
  try {
    return Intl.getCanonicalLocales(lang ?? [])[0];
  } catch {
    return undefined;
  }
}

/**
 * The day as the article's readers write it. The day is taken as the page states it, not
 * moved into this computer's time zone. Null where it is no date.
 * @param {string | null} published
 * @param {string | null} lang
 */
export function formatDay(published, lang) {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(published ?? "") ?? [];
  if (!year) return null;
  const date = new Date(Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1)));
  if (Number.isNaN(date.getTime())) return null;
  /** @type {Intl.DateTimeFormatOptions} */
  const parts = { year: "numeric", month: month ? "long" : undefined, day: day ? "numeric" : undefined, timeZone: "UTC" };
  return new Intl.DateTimeFormat(usableLocale(lang), parts).format(date);
}

/** One line below the title; what is unknown is left out. @param {Article} article */
function facts(article) {
  const day = formatDay(article.published, article.lang);
  return el(
    "p",
    { class: "facts" },
    article.byline && el("span", { class: "byline" }, article.byline),
    day && el("time", { datetime: article.published }, day),
    el("span", { lang: uiLanguage(), dir: "auto" }, t("readingTime", article.reading_time)),
  );
}

/** Says that text may be missing, and where all of it is. @param {string | null} original */
export function truncatedNotice(original) {
  return el(
    "p",
    { class: "notice", role: "note", lang: uiLanguage(), dir: "auto" },
    `${t("truncated")} `,
    original && el("a", { href: original }, t("original")),
  );
}

/** @param {string | null} original */
function footer(original) {
  if (!original) return null;
  const host = new URL(original).hostname;
  return el("footer", {}, el("a", { href: original }, t("originalAt", host)));
}

/**
 * The whole view of an article.
 * @param {Article} article
 * @param {{url?: string, title?: string}} [page]
 * @param {boolean} [edited] the text is a kept file as its user edited it
 */
export function drawArticle(article, page, edited = false) {
  const original = webAddress(article.url) ?? webAddress(page?.url);
  const lead = webAddress(article.image);
  const body = prepareBody(article.html);
  const view = el(
    "article",
    // An unknown language is said to be unknown: the page around it has the interface's.
    { lang: usableLocale(article.lang) ?? "", dir: article.dir === "rtl" ? "rtl" : "ltr" },
    el(
      "header",
      {},
      article.site && el("p", { class: "site" }, article.site),
      el("h1", { tabindex: -1 }, article.title || page?.title || t("extName")),
      facts(article),
      edited && el("p", { class: "edited", lang: uiLanguage(), dir: "auto" }, t("editedText", "article.md")),
    ),
    article.truncated && truncatedNotice(original),
    lead && !bringsLead(body, lead) && leadPicture(lead),
    el("div", { class: "text" }, body),
  );
  const notice = heldNotice(view);
  if (notice) view.querySelector("header").after(notice);
  const whole = document.createDocumentFragment();
  whole.append(view, ...[footer(original)].filter((part) => part !== null));
  return whole;
}
