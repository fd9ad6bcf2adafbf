/**
 * The reader page: shows the background's answer. Start reading here. Only what the article itself needs is imported
 * statically; every file costs a millisecond or two before the first line. @module
 */
import { browser } from "../shared/browser.js";
import { startPage, t, useStyle } from "../shared/dom.js";
import { drawArticle } from "./article/article.js";
import { watchBody } from "./article/body.js";
import { readPictureSetting } from "./article/held_pictures.js";

/** Milliseconds until "Reading…" appears. */
const READING_DELAY = 200;

const key = location.hash.slice(1);
const main = /** @type {HTMLElement} */ (document.querySelector("main"));

/** Whether an answer is pending; number of the latest request: earlier answers are ignored. */
let waiting = false;
let turn = 0;

/** Replace the view; a lost focus moves to the new heading, or to "Reading…". */
function show(view, title) {
  const hadFocus = main.contains(document.activeElement);
  main.replaceChildren(view);
  document.title = title;
  if (hadFocus) /** @type {HTMLElement | null} */ (main.querySelector("h1, [role=status]"))?.focus();
}

/** @typedef {{state: string, message?: string, article?: object, item?: object, edited?: boolean, page?: {url?: string, title?: string, beside?: boolean, whole?: boolean}}} Answer */

/** @typedef {{key: string, main: HTMLElement, answer: Answer, redraw: (answer: Answer) => Promise<void>}} Drawn passed to enhancements and tools */

const loadScreens = () => Promise.all([import("./screens.js"), useStyle("../reader/screens.css")]).then(([screens]) => screens);

async function drawAnswer(answer) {
  if (answer.state === "article" && answer.article) return withFormulas(drawArticle(answer.article, answer.page, answer.edited));
  const { drawScreen } = await loadScreens();
  return drawScreen(answer, (kind) => showWhenReady(browser.runtime.sendMessage({ kind, key })));
}

/** Render TeX and load the font before the view is shown, because both change its size. */
async function withFormulas(view) {
  if (!view.querySelector("math, code.math")) return view;
  const font = document.fonts.load('1em "STIX Two Math"').catch(() => {});
  if (view.querySelector("code.math")) await (await import("./enhancements/math.js")).drawFirst(view);
  await font;
  return view;
}

/** Initialize the toolbar, or update where Back leads. @param {Answer["page"]} [page] */
const useToolbar = (page) => import("./toolbar.js").then(({ useToolbar }) => useToolbar(page));

async function showReading() {
  const { drawReading } = await loadScreens();
  if (waiting) show(drawReading(), t("reading"));
  useToolbar();
}

/** Characters that fill the largest screens; the rest of a page's first article is laid out after its first frame. */
const FIRST_SCREEN = 6000;

/** The nodes below the first screen. @param {Element | null} text */
function belowScreen(text) {
  let size = 0;
  return [...(text?.childNodes ?? [])].filter((node) => (size += node.textContent.length) - node.textContent.length > FIRST_SCREEN);
}

async function showAnswer(answer) {
  const view = await drawAnswer(answer);
  const text = view.querySelector(".text");
  const below = document.hidden || main.querySelector("article") ? [] : belowScreen(text);
  for (const node of below) node.remove();
  show(view, answer.article?.title || view.querySelector("h1")?.textContent || t("extName"));
  if (below.length) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  for (const node of below) text.append(node);
  await useToolbar(answer.page);
  const isArticle = answer.state === "article";
  document.querySelector('[data-action="save"]').hidden = !isArticle;
  const drawn = { key, main, answer, redraw: showAnswer };
  if (isArticle) import("../save/save_button.js").then(({ useSave }) => useSave(answer));
  if (answer.item) import("./library_copy.js").then(({ useLibraryCopy }) => useLibraryCopy(main, answer.item));
  import("./reading_tools.js").then(({ useReadingTools }) => useReadingTools(drawn));
  import("./enhancements/enhancements.js").then(({ useEnhancements }) => useEnhancements(drawn));
}

const failure = (error) => ({ state: "internal", message: String(error?.message ?? error) });

/** Show an answer; until it arrives, "Reading…". @param {Promise<Answer>} promise */
async function showWhenReady(promise) {
  waiting = true;
  const mine = ++turn;
  const timer = setTimeout(showReading, READING_DELAY);
  const [answer] = await Promise.all([promise.catch(failure), readPictureSetting()]);
  clearTimeout(timer);
  if (mine !== turn) return;
  waiting = false;
  await showAnswer(answer ?? failure("no answer")).catch((error) => showAnswer(failure(error)));
}

startPage();
// Reading another page in this tab changes only the fragment.
addEventListener("hashchange", () => location.reload());
watchBody(main);
showWhenReady(globalThis.firstAnswer);
