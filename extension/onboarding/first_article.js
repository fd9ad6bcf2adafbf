/**
 * A first article: a page as web pages are, with a menu before the text and offers behind it, so that the user sees at once
 * what is left out. Its texts are messages with a line for each paragraph or link; "# " begins a heading.
 * @module
 */
import { t, uiLanguage } from "../shared/dom.js";

const linesOf = (text) => text.split("\n");
const links = (text) => linesOf(text).map((word) => `<a href="#">${word}</a>`);
const paragraph = (line) => (line.startsWith("# ") ? `<h2>${line.slice(2)}</h2>` : `<p>${line}</p>`);

/** @returns {import("../background/capture.js").Page} */
export function firstArticle() {
  const [title, site] = [t("firstArticleTitle"), t("firstArticleSite")];
  const html = `<!doctype html><html lang="${uiLanguage()}"><head><title>${title} - ${site}</title>
<meta property="og:site_name" content="${site}"></head><body><nav>${links(t("firstArticleMenu")).join(" ")}</nav>
<main><article><h1>${title}</h1>${linesOf(t("firstArticleText")).map(paragraph).join("\n")}</article></main>
<aside><ul>${links(t("firstArticleOffers")).map((link) => `<li>${link}</li>`).join("")}</ul></aside></body></html>`;
  return { html, url: "", title };
}
