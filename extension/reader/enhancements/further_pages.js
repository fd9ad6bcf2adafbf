/** Appends the article's further pages as they arrive. @module */
import { follow, oneAtATime, send } from "../../shared/ask.js";
import { readingTime, setBreaks, truncatedNotice } from "../article/article.js";
import { prepareBody } from "../article/body.js";
import { button, el, t, uiLanguage, uiText, webAddress } from "../../shared/dom.js";
import { addressOf } from "../article/held_pictures.js";

/** Parts received so far, kept when the first page is redrawn; the status line below them. */
const parts = [];
let line = /** @type {HTMLElement | null} */ (null);
let last = /** @type {{state: string, next?: string}} */ ({ state: "none" });
let drawn = /** @type {import("../reader.js").Drawn | null} */ (null);

/** @param {import("../reader.js").Drawn} now */
export function useFurtherPages(now) {
  drawn = now;
  if (!now.answer.page?.beside) return;
  parts.forEach(append);
  drawLine();
  poll();
}

const poll = oneAtATime(() => follow("", show, async () => (await send({ kind: "following", key: drawn?.key, have: parts.length })) ?? { state: "failed" }));

function show(answer) {
  last = answer;
  for (const part of answer.parts ?? []) {
    parts.push(part);
    append(part);
  }
  drawLine();
}

const textOf = () => /** @type {HTMLElement} */ (drawn?.main.querySelector("article .text"));

/** Append a page; its first pictures are omitted if they were shown before. */
function append(part) {
  const { lang } = drawn.answer.article;
  const body = prepareBody(part.html, lang);
  setBreaks(body, lang);
  const shown = new Set(Array.from(textOf().querySelectorAll("img"), addressOf));
  for (const picture of [...body.querySelectorAll("img")].slice(0, 2))
    if (shown.has(addressOf(picture))) (picture.closest("figure") ?? picture).remove();
  const heading = `further-${part.number}`;
  const mark = el("p", { class: "page-mark", id: heading, lang: uiLanguage() }, t("pageMark", part.number));
  const cut = part.truncated && truncatedNotice(webAddress(part.url));
  textOf().append(el("section", { class: "further", "aria-labelledby": heading, "data-page": part.number }, mark, cut, body));
  updateReadingTime();
  drawn?.main.dispatchEvent(new CustomEvent("jingdu:more-text", { bubbles: true }));
}

/** Show the reading time of all pages. */
function updateReadingTime() {
  const { main, answer } = drawn;
  const minutes = parts.reduce((sum, part) => sum + part.reading_time, answer.article.reading_time);
  main.querySelector(".facts .reading-time")?.replaceWith(readingTime(minutes, answer.article.lang));
}

/** The status line below the text. */
function drawLine() {
  if (!line?.isConnected) {
    line = el("div", { class: "following", role: "status", ...uiText() });
    drawn?.main.querySelector("article")?.append(line);
  }
  if (line.dataset.progress === last.state && line.dataset.count === String(count())) return; // keep its button's focus
  const words = (STATUS[last.state] ?? STATUS.failed)();
  line.hidden = !words;
  line.replaceChildren(...(words ?? []));
  Object.assign(line.dataset, { progress: last.state, count: count() });
}

const count = () => parts.length + 1;

/** Whether a page is truncated, which a notice above it reports. */
const isTruncated = () => drawn?.answer.article.truncated || parts.some((part) => part.truncated);

/** A link to the page that was not fetched. */
const nextLink = () => (webAddress(last.next) ? [" ", el("a", { href: webAddress(last.next) }, t("followingOnward"))] : []);

const STATUS = {
  none: () => null,
  running: () => [el("span", {}, t("followingRunning", count() + 1)), " ", button(t("followingStop"), stop)],
  done: () => (parts.length && !isTruncated() ? [t("followingDone", count())] : null),
  limit: () => [t("followingLimit", count()), ...nextLink()],
  cancelled: () => [t("followingCancelled", count()), ...nextLink()],
  failed: () => [t("followingFailed", count() + 1), ...nextLink()],
};

/** Stop fetching; the focus moves from the button to its line. */
async function stop() {
  await send({ kind: "stop_following", key: drawn?.key });
  if (!line) return;
  line.tabIndex = -1;
  line.focus({ preventScroll: true });
}
