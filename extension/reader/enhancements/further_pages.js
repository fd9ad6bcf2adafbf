/** The article's further pages: drawn below the first as they come, with a mark before each. */
import { send } from "../../shared/ask.js";
import { readingTime, truncatedNotice } from "../article/article.js";
import { prepareBody } from "../article/body.js";
import { button, el, t, uiLanguage, webAddress } from "../../shared/dom.js";
import { addressOf } from "../article/held_pictures.js";

/** The parts that have come, kept while the first page is drawn anew, and the line about them. */
const parts = [];
let line = /** @type {HTMLElement | null} */ (null);
let asking = false;
let last = /** @type {{state: string, next?: string}} */ ({ state: "none" });
let drawn = /** @type {import("../reader.js").Drawn | null} */ (null);

/** @param {import("../reader.js").Drawn} now */
export function useFurtherPages(now) {
  drawn = now;
  if (!now.answer.page?.beside) return;
  parts.forEach(append);
  drawLine();
  if (!asking) listen(now.key);
}

const INTERVAL = 300;

/** Look for news until there is an end. */
async function listen(key) {
  asking = true;
  for (;;) {
    last = (await send({ kind: "following", key, have: parts.length })) ?? { state: "failed" };
    for (const part of last.parts ?? []) {
      parts.push(part);
      append(part);
    }
    drawLine();
    if (last.state !== "running") break;
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  }
  asking = false;
}

const textOf = () => /** @type {HTMLElement} */ (drawn?.main.querySelector("article .text"));

/** One page below those before it; pictures that were shown are not shown again. */
function append(part) {
  const body = prepareBody(part.html);
  const shown = new Set(Array.from(textOf().querySelectorAll("img"), addressOf));
  for (const picture of [...body.querySelectorAll("img")].slice(0, 2))
    if (shown.has(addressOf(picture))) (picture.closest("figure") ?? picture).remove();
  const heading = `further-${part.number}`;
  const mark = el("p", { class: "page-mark", id: heading, lang: uiLanguage() }, t("pageMark", part.number));
  const cut = part.truncated && truncatedNotice(webAddress(part.url));
  textOf().append(el("section", { class: "further", "aria-labelledby": heading, "data-page": part.number }, mark, cut, body));
  sumTime();
  drawn?.main.dispatchEvent(new CustomEvent("jingdu:more-text", { bubbles: true }));
}

/** The reading time of all pages that are there. */
function sumTime() {
  const { main, answer } = drawn;
  const minutes = parts.reduce((sum, part) => sum + part.reading_time, answer.article.reading_time);
  main.querySelector(".facts .reading-time")?.replaceWith(readingTime(minutes, answer.article.lang));
}

/** The line below the text: what is being fetched, or how it ended. */
function drawLine() {
  if (!line?.isConnected) {
    line = el("div", { class: "following", role: "status", lang: uiLanguage() });
    drawn?.main.querySelector("article")?.append(line);
  }
  if (line.dataset.progress === last.state && line.dataset.count === String(count())) return; // its button may have the focus
  const words = (WORDS[last.state] ?? WORDS.failed)();
  line.hidden = !words;
  line.replaceChildren(...(words ?? []));
  Object.assign(line.dataset, { progress: last.state, count: count() });
}

const count = () => parts.length + 1;

/** A notice above the page says so. */
const isCut = () => drawn?.answer.article.truncated || parts.some((part) => part.truncated);

/** A way to the page that is not here. */
const onward = () => (webAddress(last.next) ? [" ", el("a", { href: webAddress(last.next) }, t("followingOnward"))] : []);

const WORDS = {
  none: () => null,
  running: () => [el("span", {}, t("followingRunning", count() + 1)), " ", button(t("followingStop"), stop)],
  done: () => (parts.length && !isCut() ? [t("followingDone", count())] : null),
  limit: () => [t("followingLimit", count()), ...onward()],
  cancelled: () => [t("followingCancelled", count()), ...onward()],
  failed: () => [t("followingFailed", count() + 1), ...onward()],
};

/** Stop fetching; the line, which had the button, keeps the focus near. */
async function stop() {
  await send({ kind: "stop_following", key: drawn?.key });
  if (!line) return;
  line.tabIndex = -1;
  line.focus({ preventScroll: true });
}
