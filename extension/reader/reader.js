/**
 * The reader page: asks the background for the article of the key in the address, and
 * draws the answer. Read this file first; everything else is called from here.
 *
 * What an article needs is imported at once; toolbar and screens come when they are wanted,
 * because every file that is waited for costs a millisecond or two before the first line.
 */
import { browser } from "../shared/browser.js";
import { drawArticle } from "./article/article.js";
import { watchBody } from "./article/body.js";
import { t, uiLanguage } from "../shared/dom.js";
import { askWanted } from "./article/held_pictures.js";

/** Answers faster than this, in milliseconds, are drawn without "reading…" before them. */
const PATIENCE = 200;

const key = location.hash.slice(1);
const main = /** @type {HTMLElement} */ (document.querySelector("main"));

/** Whether an answer is still to come; how many were asked for, of which only the latest counts. */
let waiting = false;
let turn = 0;

/** Replace what is shown; whoever pressed a button that is gone is led to the new heading. */
function show(view, title) {
  const led = main.contains(document.activeElement);
  main.replaceChildren(view);
  document.title = title;
  if (led) /** @type {HTMLElement | null} */ (main.querySelector("h1"))?.focus();
}

/** @param {"retry" | "everything"} kind */
const ask = (kind) => answered(browser.runtime.sendMessage({ kind, key }));

/** @typedef {{state: string, message?: string, article?: object, item?: object, edited?: boolean, page?: {url?: string, title?: string}}} Answer */

/** @param {Answer} answer */
async function drawAnswer(answer) {
  if (answer.state === "article" && answer.article) return withFormulas(drawArticle(answer.article, answer.page, answer.edited));
  const { drawScreen } = await import("./screens.js");
  return drawScreen(answer, ask);
}

/** Formulas in TeX are drawn before they are shown: they have another size afterwards. */
async function withFormulas(view) {
  if (view.querySelector("code.math")) await (await import("./enhancements/math.js")).drawMath(view);
  return view;
}

/** Bring the toolbar to life, or tell it where Back leads. @param {Answer["page"]} [page] */
const useToolbar = (page) => import("./toolbar.js").then(({ useToolbar }) => useToolbar(page));

async function showReading() {
  const { drawReading } = await import("./screens.js");
  if (waiting) show(drawReading(), t("reading"));
  useToolbar();
}

/** @param {Answer} answer */
async function showAnswer(answer) {
  const view = await drawAnswer(answer);
  show(view, view.querySelector("h1")?.textContent || t("extName"));
  await useToolbar(answer.page);
  await useLibrary(answer);
  useAround(answer);
  import("./reading_tools.js").then(({ useReading }) => useReading({ key, main, answer, redraw: showAnswer }));
  if (answer.state === "article") import("./enhancements/enhancements.js").then(({ useParts }) => useParts(main));
}

/** Further pages, "why this block?", opening by itself. @param {Answer} answer */
async function useAround(answer) {
  const { useAround } = await import("./enhancements/extras.js");
  useAround({ key, main, answer, redraw: showAnswer });
}

/** The save button; and of a kept article, its pictures. @param {Answer} answer */
async function useLibrary(answer) {
  const isArticle = answer.state === "article";
  document.querySelector('[data-action="save"]').hidden = !isArticle;
  if (isArticle) import("../save/save_button.js").then(({ useSave }) => useSave(key, answer));
  if (answer.item) import("./library_copy.js").then(({ useKept }) => useKept(main, answer.item));
}

const problem = (error) => ({ state: "internal", message: String(error?.message ?? error) });

/** Wait for an answer, saying so if it takes long, and show it. @param {Promise<Answer>} answer */
async function answered(answer) {
  waiting = true;
  const mine = ++turn;
  const timer = setTimeout(showReading, PATIENCE);
  const [told] = await Promise.all([answer.catch(problem), askWanted()]);
  const arrived = told ?? problem("no answer");
  clearTimeout(timer);
  if (mine !== turn) return;
  waiting = false;
  await showAnswer(arrived).catch((error) => showAnswer(problem(error)));
}

document.documentElement.lang = uiLanguage();
document.documentElement.dir = t("uiDirection");
// Another page read in this tab while the reader is open changes nothing but the fragment.
addEventListener("hashchange", () => location.reload());
watchBody(main);
answered(globalThis.firstAnswer);
