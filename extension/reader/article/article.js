/** The article: site, title, author, date, reading time, lead picture, text, and the original. */
import { el, t, uiLanguage, webAddress } from "../../shared/dom.js";
import { formatDay, usableLocale } from "../../shared/format.js";
import { bringsLead, leadPicture, prepareBody } from "./body.js";
import { heldNotice } from "./held_pictures.js";

/**
 * @typedef {{title: string, html: string, reading_time: number, truncated: boolean, dir: "ltr" | "rtl"} & Record<"byline" |
 *   "published" | "site" | "lang" | "image" | "url", string | null>} Article as the host sends it; minutes, ISO 8601, BCP 47
 */

/** One line below the title; what is unknown is left out. @param {Article} article */
function facts(article) {
  const day = formatDay(article.published, article.lang);
  return el(
    "p",
    { class: "facts" },
    article.byline && el("span", { class: "byline" }, article.byline),
    day && el("time", { datetime: article.published }, day),
    el("span", { class: "reading-time", lang: uiLanguage(), dir: "auto" }, t("readingTime", article.reading_time)),
  );
}

/** Says that text may be missing, and where all of it is. @param {string | null} original */
export function truncatedNotice(original) {
  const link = original && el("a", { href: original }, t("original"));
  return el("p", { class: "notice", role: "note", lang: uiLanguage(), dir: "auto" }, `${t("truncated")} `, link);
}

/** @param {Article} article @param {{url?: string, title?: string}} [page] @param {boolean} [edited] by its user, in its file */
export function drawArticle(article, page, edited = false) {
  const original = webAddress(article.url) ?? webAddress(page?.url);
  const lead = webAddress(article.image);
  const body = prepareBody(article.html);
  const view = el(
    "article",
    // An unknown language is marked as unknown: the page around it has the interface's.
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
  whole.append(view);
  if (original) whole.append(el("footer", {}, el("a", { href: original }, t("originalAt", new URL(original).hostname))));
  return whole;
}
