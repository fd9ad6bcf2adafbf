/**
 * The reader page: asks the background for the article of the key in the address, and
 * draws the answer. Read this file first; everything else is called from here.
 */
import { drawArticle } from "./article.js";
import { watchBody } from "./body.js";
import { t, uiLanguage } from "./dom.js";
import { rememberPage } from "./leave.js";
import { drawReading, drawScreen } from "./screens.js";
import { loadSettings } from "./settings.js";
import { reflectWayBack, startToolbar } from "./toolbar.js";
import { browser } from "../shared/browser.js";

/** Answers faster than this, in milliseconds, are drawn without "reading…" before them. */
const PATIENCE = 200;

const key = location.hash.slice(1);
const main = /** @type {HTMLElement} */ (document.querySelector("main"));

/** Replace what is shown; whoever pressed a button that is gone is led to the new heading. */
function show(node, title) {
  const led = main.contains(document.activeElement);
  main.replaceChildren(node);
  document.title = title;
  if (led) /** @type {HTMLElement | null} */ (main.querySelector("h1"))?.focus();
}

/** @param {{state: string, message?: string, article?: object, page?: {url?: string, title?: string}}} answer */
function draw(answer) {
  rememberPage(answer.page);
  reflectWayBack();
  const view = answer.state === "article" && answer.article
    ? drawArticle(answer.article, answer.page)
    : drawScreen(answer, ask);
  show(view, view.querySelector("h1")?.textContent || t("extName"));
}

/** @param {Promise<any>} answer */
async function waitFor(answer) {
  const timer = setTimeout(() => show(drawReading(), t("reading")), PATIENCE);
  const problem = (error) => ({ state: "internal", message: String(error?.message ?? error) });
  const arrived = await answer.catch(problem);
  clearTimeout(timer);
  try {
    draw(arrived ?? problem("no answer"));
  } catch (error) {
    draw(problem(error));
  }
}

/** @param {"retry" | "everything"} kind */
const ask = (kind) => waitFor(browser.runtime.sendMessage({ kind, key }));

document.documentElement.lang = uiLanguage();
document.documentElement.dir = t("uiDirection");
// Another page read in this tab while the reader is open changes nothing but the fragment.
addEventListener("hashchange", () => location.reload());
waitFor(globalThis.firstAnswer);
loadSettings();
startToolbar();
watchBody(main);
