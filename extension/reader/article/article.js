/** Renders an article: site, title, author, date, reading time, text, link to the original. @module */
import { el, t, uiLanguage, webAddress } from "../../shared/dom.js";
import { formatDay, formatLength, usableLocale } from "../../shared/format.js";
import { prepareBody } from "./body.js";
import { heldNotice } from "./held_pictures.js";

/**
 * @typedef {{title: string, html: string, reading_time: number, truncated: boolean, dir: "ltr" | "rtl"} & Record<"byline" |
 *   "published" | "site" | "lang" | "image" | "url", string | null>} Article the host's; minutes, ISO 8601, BCP 47
 */

/** The reading time in the interface's language, or in the article's if that uses another script. @param {string | null} lang */
export function readingTime(minutes, lang) {
  const locale = usableLocale(lang);
  const script = (tag) => new Intl.Locale(tag).maximize().script;
  const isForeign = locale && script(locale) !== script(uiLanguage()) && Intl.NumberFormat.supportedLocalesOf(locale).length;
  const words = isForeign ? formatLength(minutes, locale, "long") : t("readingTime", formatLength(minutes));
  return el("bdi", { class: "reading-time", lang: isForeign ? locale : uiLanguage(), "data-minutes": minutes }, words);
}

/** TeX between dollar signs; a command, power or index distinguishes it from prices. */
const TEX = /\$([^$]*[\\^_][^$]*)\$/;
/** A title that breaks between clauses, as in Chinese news, since its first clauses fit a phone's line. */
const CLAUSES = /^(?:(?=[^\s，：！？]*\p{Script=Han})[^\s，：！？]{1,12}(?:[\s，：！？]+|$)){2}/u;
/** A title of clauses that each fit a wide window's line. */
const FITTING = /^(?:[^\s，：！？]{1,20}(?:[\s，：！？]+|$)){2,}$/u;
/** A title that would fill a phone's screen: 70 letters; Chinese, Japanese and Korean ones count twice. */
const LONG = /^(?:[\u2e80-\uffff]|[^\u2e80-\uffff]{2}){35}/;
const classesOf = (title) => [CLAUSES.test(title) && "clauses", FITTING.test(title) && "fitting", LONG.test(title) && "long"].filter(Boolean).join(" ") || null;

/** A day in the header of a post. */
const DAY = /(\d{4}-\d\d-\d\d)/;
/** Hyphens in code after which no line breaks: near a word's beginning, as in options. */
const HYPHENS = /((?<=(?<!\S)\S{0,9})-(?=[-\w]))/;
/** Where French must not break: before two-part punctuation and signs, and after an opening quotation mark. */
const FRENCH_SPACES = /((?:« )?\S?(?: [?!;:»%€])+|« \S)/;
/** Wrap the matches of a pattern: the odd pieces of a split. */
const wrap = (text, pattern, tag, name) => text.split(pattern).map((piece, index) => (index % 2 ? el(tag, { class: name }, piece) : piece));

/** Split Chinese or Japanese into pieces, at words of two or more characters that the browser knows. */
function phrases(text, segmenter) {
  const pieces = [""];
  let isAfterWord = false;
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isAfterWord && isWordLike && segment.length > 1) pieces.push("");
    pieces.push(pieces.pop() + segment);
    isAfterWord = isWordLike && !/\d$/.test(segment);
  }
  return pieces.map((piece, index) => (index ? el("span", { class: "phrase" }, piece) : piece));
}

const HEADINGS = ":is(h1:not(.clauses), h2, h3, h4, h5, h6)";

/** One or two digits outside words and longer numbers. */
const DIGITS = /((?<![\w.,:%‰°\p{Sc}/+−–-]\s?)\d{1,2}(?!\s?[\w.,:%‰°\p{Sc}/+−–-]))/u;

/** Replace the texts that match a pattern, except in code and formulas. */
function replaceTexts(root, places, pattern, pieces) {
  for (const place of root.querySelectorAll(places)) {
    const texts = [...place.childNodes].filter((node) => node instanceof Text && pattern.test(node.data) && !place.closest("pre, code, kbd, samp, math, rt"));
    for (const text of texts) text.replaceWith(...pieces(text.data));
  }
}

/** Mark digits that stand upright in vertical text. @param {ParentNode} root */
export const markDigits = (root) => document.documentElement.dataset.vertical === "on" && replaceTexts(root, ":not(.upright)", DIGITS, (text) => wrap(text, DIGITS, "span", "upright"));

/** Set line breaks in code and French, and in Chinese and Japanese headings. @param {ParentNode} root @param {string | null} lang */
export function setBreaks(root, lang) {
  replaceTexts(root, "section > header", DAY, (text) => wrap(text, DAY, "span", "whole"));
  for (const code of root.querySelectorAll(":not(pre) > :is(code, kbd):not(:has(*))")) if (HYPHENS.test(code.textContent)) code.replaceChildren(...wrap(code.textContent, HYPHENS, "span", "hyphen"));
  const language = /^(?:fr|ja|zh)\b/i.exec(lang ?? "")?.[0].toLowerCase();
  if (!language) return;
  if (language === "fr") return replaceTexts(root, "*", FRENCH_SPACES, (text) => wrap(text, FRENCH_SPACES, "span", "joined"));
  const segmenter = new Intl.Segmenter(language, { granularity: "word" });
  if (language === "zh" || !CSS.supports("word-break", "auto-phrase")) replaceTexts(root, `${HEADINGS}, ${HEADINGS} *`, /../, (text) => phrases(text, segmenter));
  markDigits(root);
}

/** The known facts, below the title; each is isolated for bidirectional text. @param {Article} article */
function facts(article) {
  const day = formatDay(article.published, article.lang);
  const pieces = [
    article.byline?.localeCompare(article.site ?? "", [], { sensitivity: "base", ignorePunctuation: true }) && el("bdi", { class: "byline" }, article.byline),
    day && el("time", { datetime: article.published, dir: "auto" }, day),
    readingTime(article.reading_time, article.lang),
  ];
  return el("p", { class: "facts" }, ...pieces.filter(Boolean).map((piece) => el("span", {}, piece)));
}

/** The notice that text may be missing. @param {string | null} original */
export function truncatedNotice(original) {
  const link = original && el("a", { href: original }, t("original"));
  return el("p", { class: "notice", role: "note", lang: uiLanguage(), dir: "auto" }, `${t("truncated")} `, link);
}

/** @param {Article} article @param {{url?: string, title?: string}} [page] @param {boolean} [edited] whether the user edited its file */
export function drawArticle(article, page, edited = false) {
  const original = webAddress(article.url) ?? webAddress(page?.url);
  const site = el("bdi", {}, article.site);
  const view = el(
    "article",
    // "" marks an unknown language; otherwise the interface's would be inherited.
    { lang: usableLocale(article.lang) ?? "", dir: article.dir === "rtl" ? "rtl" : "ltr" },
    el(
      "header",
      {},
      article.site && el("p", { class: "site" }, original ? el("a", { href: new URL("/", original).href }, site) : site),
      el("h1", { tabindex: -1, class: classesOf(article.title) }, el("bdi", {}, ...wrap(article.title || page?.title || t("extName"), TEX, "code", "math"))),
      facts(article),
      edited && el("p", { class: "edited", lang: uiLanguage(), dir: "auto" }, t("editedText", "article.md")),
    ),
    article.truncated && truncatedNotice(original),
    el("div", { class: "text" }, prepareBody(article.html, article.lang)),
  );
  setBreaks(view, article.lang);
  const notice = heldNotice(view);
  if (notice) view.querySelector("header").after(notice);
  const whole = document.createDocumentFragment();
  whole.append(view);
  if (original) whole.append(el("footer", {}, el("a", { href: original }, t("originalAt", new URL(original).hostname))));
  return whole;
}
