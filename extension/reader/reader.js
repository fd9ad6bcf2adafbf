/**
 * The reader page asks the background for an article and draws the answer; to be read first. What an article needs is imported
 * at once, the rest when it is used: every file that is waited for costs a millisecond or two before the first line.
 */
import { browser } from "../shared/browser.js";
import { startPage, t } from "../shared/dom.js";
import { drawArticle } from "./article/article.js";
import { watchBody } from "./article/body.js";
import { readPictureSetting } from "./article/held_pictures.js";

/** Milliseconds; faster answers are drawn without "Reading…" before them. */
const QUICK = 200;

const key = location.hash.slice(1);
const main = /** @type {HTMLElement} */ (document.querySelector("main"));

/** Whether an answer is still to come; how many were asked for, of which only the latest counts. */
let waiting = false;
let turn = 0;

/** Replace what is shown; a focus that is lost by that goes to the new heading. */
function show(view, title) {
  const hadFocus = main.contains(document.activeElement);
  main.replaceChildren(view);
  document.title = title;
  if (hadFocus) /** @type {HTMLElement | null} */ (main.querySelector("h1"))?.focus();
}

/** @typedef {{state: string, message?: string, article?: object, item?: object, edited?: boolean, page?: {url?: string, title?: string, beside?: boolean, whole?: boolean}}} Answer */

/** @typedef {{key: string, main: HTMLElement, answer: Answer, redraw: (answer: Answer) => Promise<void>}} Drawn what the parts of the reader work on */

async function drawAnswer(answer) {
  if (answer.state === "article" && answer.article) return withFormulas(drawArticle(answer.article, answer.page, answer.edited));
  const { drawScreen } = await import("./screens.js");
  return drawScreen(answer, (kind) => answered(browser.runtime.sendMessage({ kind, key })));
}

/** Formulas in TeX are drawn, and their font is loaded, before they are shown: they have another size afterwards. */
async function withFormulas(view) {
  if (!view.querySelector("math, code.math")) return view;
  const font = document.fonts.load('1em "STIX Two Math"').catch(() => {});
  if (view.querySelector("code.math")) await (await import("./enhancements/math.js")).drawFirst(view);
  await font;
  return view;
}

/** Bring the toolbar to life, or set where Back leads. @param {Answer["page"]} [page] */
const useToolbar = (page) => import("./toolbar.js").then(({ useToolbar }) => useToolbar(page));

async function showReading() {
  const { drawReading } = await import("./screens.js");
  if (waiting) show(drawReading(), t("reading"));
  useToolbar();
}

async function showAnswer(answer) {
  const view = await drawAnswer(answer);
  show(view, answer.article?.title || view.querySelector("h1")?.textContent || t("extName"));
  await useToolbar(answer.page);
  const isArticle = answer.state === "article";
  document.querySelector('[data-action="save"]').hidden = !isArticle;
  const drawn = { key, main, answer, redraw: showAnswer };
  if (isArticle) import("../save/save_button.js").then(({ useSave }) => useSave(answer));
  if (answer.item) import("./library_copy.js").then(({ useLibraryCopy }) => useLibraryCopy(main, answer.item));
  import("./reading_tools.js").then(({ useReadingTools }) => useReadingTools(drawn));
  import("./enhancements/enhancements.js").then(({ useEnhancements }) => useEnhancements(drawn));
}

const problem = (error) => ({ state: "internal", message: String(error?.message ?? error) });

/** Wait for an answer, saying so if it takes long, and show it. @param {Promise<Answer>} promise */
async function answered(promise) {
  waiting = true;
  const mine = ++turn;
  const timer = setTimeout(showReading, QUICK);
  const [answer] = await Promise.all([promise.catch(problem), readPictureSetting()]);
  clearTimeout(timer);
  if (mine !== turn) return;
  waiting = false;
  await showAnswer(answer ?? problem("no answer")).catch((error) => showAnswer(problem(error)));
}

startPage();
// Another page read in this tab while the reader is open changes nothing but the fragment.
addEventListener("hashchange", () => location.reload());
watchBody(main);
answered(globalThis.firstAnswer);
