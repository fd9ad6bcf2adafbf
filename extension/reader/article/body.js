/** The article's text: sanitized nodes, prepared for reading, and its in-page links. @module */
import { clean } from "./clean.js";
import { el, t } from "../../shared/dom.js";
import { hold } from "./held_pictures.js";

/** The first pictures load eagerly, the others lazily. */
const EAGER_PICTURES = 2;

function prepareLoading(body) {
  [...body.querySelectorAll("img")].forEach((picture, index) => {
    picture.decoding = "async";
    if (index >= EAGER_PICTURES) picture.loading = "lazy";
    if (!picture.hasAttribute("alt")) picture.alt = "";
    const line = picture.closest("p, figure");
    line?.classList.toggle("pictures", line.localName === "figure" || !line.textContent.trim());
  });
}

/** Limits of tables whose rows can be stacked in narrow windows. */
const MAX_COLUMNS = 4;
const MAX_ROWS = 300;

/** Maximum length of column headings that are beside values in a stacked table, not above them. */
const LONG_LABEL = 18;

/** Label cells with their column headings. @param {Element} table @returns {string} the frame's classes, "" if the table is not suitable */
function labelCells(table) {
  const [head, ...rows] = /** @type {HTMLTableElement} */ (table).rows;
  const names = head ? [...head.cells].map((cell) => cell.textContent?.trim()) : [];
  const isRegular = rows.length > 0 && rows.length < MAX_ROWS && rows.every((row) => row.cells.length === names.length);
  if (!isRegular || names.length < 2 || names.length > MAX_COLUMNS || head.querySelector("td") || table.querySelector("[colspan], [rowspan]")) return "";
  for (const row of rows) [...row.cells].forEach((cell, index) => (cell.dataset.label = names[index] ?? ""));
  return names.some((name) => name.length > LONG_LABEL) ? " few far" : " few";
}

/** A time, date, number with a unit, option or a few Chinese characters, which must not wrap. */
const SHORT = /^\s*(?:\d[\d:.,/–-]*\s?\p{L}{1,3}\.?|--?[\w=:-]{1,23}|\p{sc=Han}{2,4})\s*$/u;

/** A number with sign, currency or per cent; or an empty cell or dash. */
const NUMBER = /^(?:[—–−-]*|[(+−–-]?\s?(?:\p{Sc}\s?)?[+−–-]?\d[\d.,'’\s]*[%‰]?\)?)$/u;

/** Align columns of numbers. @param {HTMLTableElement} table */
function alignNumbers(table) {
  const body = [...table.rows].filter((row) => row.querySelector("td"));
  const width = body[0]?.cells.length;
  if (body.length < 2 || table.matches(".infobox") || body.some(({ cells }) => cells.length !== width)) return;
  for (let column = 0; column < width; column++) {
    const texts = body.map(({ cells }) => cells[column].textContent.trim());
    if (!texts.every((text) => NUMBER.test(text)) || !/\d/.test(texts.join())) continue;
    for (const { cells } of table.rows) if (cells.length === width) cells[column].classList.add("number");
  }
}

/** Put wide elements into frames that scroll, so that the page does not. */
function frameWideElements(body) {
  for (const pre of body.querySelectorAll("pre")) wrap(pre, "div", "code-frame");
  for (const table of body.querySelectorAll("table")) alignNumbers(table);
  for (const wide of body.querySelectorAll("table, math[display=block]")) {
    if (wide.parentElement?.closest("table, .wide")) continue;
    if (wide.matches(".infobox")) for (const row of wide.rows) if (row.cells.length === 1) row.cells[0].colSpan = 2;
    for (const cell of wide.querySelectorAll("td, th, code")) cell.classList.toggle("whole", SHORT.test(cell.textContent));
    wrap(wide, "div", `wide${wide.matches("table:not(.infobox)") ? labelCells(wide) : ""}`);
  }
}

/** The number at the beginning of an item; lists of such items need no markers. */
const OWN_NUMBER = /^\s*(?:[(（]?\d{1,3}(?:\.\d{1,3})*[.)．）](?!\d)|\d{1,3}、|[①-⑳]|[一二三四五六七八九十]{1,3}、)/u;
const isNumbered = (list) => [...list.children].every((item) => OWN_NUMBER.test(item.textContent));

/** The last item's number, which is usually the longest. @param {HTMLOListElement} list */
const lastNumber = (list) => [...list.children].reduce((number, item) => item.value || number + 1, list.start - 1);

/** Accept pictures and text. @param {any} node */
const isShown = (node) => (node.localName === "img" || node.data?.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP);
const beginsWithPicture = (item) =>
  document.createTreeWalker(item, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, isShown).nextNode()?.nodeName === "IMG";

/** Long words make gaps in justified Chinese: "ragged" in narrow windows, "very-ragged" in all. */
const LONG_WORDS = Object.entries({ ragged: /[\p{Script=Latin}\d]{6}/u, "very-ragged": /[\p{Script=Latin}\d.@_]{15}/u });

const LATIN = /\p{sc=Latn}/gu;
const EAST = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/gu;

/** The language of a text, by its beginning, if its script is not the article's; "" is unknown; else null. */
function ownLanguage(text, lang) {
  const start = text.slice(0, 200);
  const count = (kind) => start.match(kind)?.length ?? 0;
  const isEast = /^(?:zh|ja|ko)/.test(lang);
  const others = count(isEast ? LATIN : EAST);
  if (isEast) return others > 20 && others > 8 * count(EAST) ? (/[À-ɏ]/.test(start) ? "" : "en") : null;
  if (!others || 3 * others <= count(LATIN)) return null;
  return /[ぁ-ヺ]/.test(start) ? "ja" : /\p{sc=Hang}/u.test(start) ? "ko" : "zh";
}

/** Wrap an element in a new one. */
function wrap(inner, tag, name) {
  const outer = el(tag, { class: name });
  inner.replaceWith(outer);
  outer.append(inner);
}

/** Punctuation before and after formulas, where a line must not break. */
const OPENING = /[([{“‘（「『【]+$/;
const CLOSING = /^[)\]},.;:!?%”’）」』】，。、；：？！-]+/;

/** Cut punctuation off a text node, and return it. @param {Node | null} node @param {RegExp} pattern */
function cut(node, pattern) {
  const found = node instanceof Text ? pattern.exec(node.data)?.[0] ?? "" : "";
  if (found) node.replaceData(pattern === OPENING ? node.length - found.length : 0, found.length, "");
  return found;
}

function joinPunctuation(body) {
  for (const formula of body.querySelectorAll("math:not([display=block]), code.math:not(.display)")) {
    const [before, after] = [cut(formula.previousSibling, OPENING), cut(formula.nextSibling, CLOSING)];
    if (!before && !after) continue;
    const joined = el("span", { class: "joined" }, before);
    formula.replaceWith(joined);
    joined.append(formula, after);
  }
}

/** Name a frame and make it focusable, while it scrolls. */
function labelScroller(frame, scrolls) {
  frame.classList.toggle("scrolls", scrolls);
  for (const [name, value] of Object.entries({ tabindex: "0", role: "group", "aria-label": t("wideThing") })) {
    if (scrolls) frame.setAttribute(name, value);
    else frame.removeAttribute(name);
  }
}

/** Window width, in CSS pixels, below which rows are stacked; share of the window's height above which a row is too tall. */
const NARROW = 480;
const MAX_ROW_HEIGHT = 0.6;

const isTooWide = (frame) =>
  frame.scrollWidth > frame.clientWidth ||
  [...frame.querySelectorAll("tr")].slice(0, MAX_ROWS).some((row) => row.cells.length > 2 && row.offsetHeight > innerHeight * MAX_ROW_HEIGHT);

const longFormulas = (root) =>
  [...root.querySelectorAll(".text math")].filter(
    (math) => !math.closest(".wide") && (math.closest(".joined") ?? math).getBoundingClientRect().width > (math.closest(BLOCKS) ?? root).clientWidth,
  );

/** Minimum headings of an outline; in CSS pixels, minimum window width and width of an outline beside the text. */
const [MIN_HEADINGS, MIN_WIDTH, OUTLINE_WIDTH] = [3, 992, 250];

/** The outline's headings; empty if there are too few. @param {HTMLElement} main @returns {HTMLElement[]} */
export function headingsOf(main) {
  const headings = [...main.querySelectorAll(".text :is(h1, h2, h3, h4):not(.left-out *)")].filter((heading) => heading.textContent.trim());
  return headings.length < MIN_HEADINGS ? [] : headings;
}

/** The outline's width beside the text; 0 if there is no room for it. @param {HTMLElement} main */
export function outlineRoom(main) {
  const { left, right } = main.querySelector("article").getBoundingClientRect();
  const room = document.documentElement.dir === "rtl" ? left : document.documentElement.clientWidth - right;
  return innerWidth >= MIN_WIDTH && room >= OUTLINE_WIDTH && headingsOf(main).length ? OUTLINE_WIDTH : 0;
}

const outerOf = (frame) => frame.closest(".code-frame") ?? frame;
const setMargins = (frame, before, after) => (outerOf(frame).style.marginInline = `${-before}px ${-after}px`);

/** Whether a frame can be wider than the text: nothing is beside it. */
const canWiden = (frame) =>
  !frame.closest(".in-line, .wide:has(> .infobox), blockquote, section, td, th") && outerOf(frame).offsetWidth >= outerOf(frame).parentElement.clientWidth;

/** Widen frames into the margins, first at the line's end, so that their start stays aligned with the text. */
function widen(main, frames) {
  const { paddingLeft, writingMode } = getComputedStyle(main);
  if (!frames.length || innerWidth < MIN_WIDTH || writingMode !== "horizontal-tb") return;
  const [page, outline, edge] = [main.getBoundingClientRect(), outlineRoom(main), parseFloat(paddingLeft)];
  const rooms = frames.map((frame) => {
    const { left, right, width } = outerOf(frame).getBoundingClientRect();
    const sides = [left - page.left - edge, page.right - (outline || edge) - right];
    const [before, after] = frame.closest("[dir=rtl]") ? sides.reverse() : sides;
    return { frame, width, before, after, more: frame.scrollWidth - frame.clientWidth };
  });
  for (const { frame, before, after } of rooms) setMargins(frame, before, after);
  for (const room of rooms) if (room.frame.firstElementChild?.localName === "table") room.more = room.frame.firstElementChild.offsetWidth - room.width;
  for (const { frame, before, after, more } of rooms) setMargins(frame, Math.max(0, Math.min(before, more - after)), Math.max(0, Math.min(after, more)));
}

/** Update frames that scroll sideways. All are measured before any is changed, so that layout runs once. */
function updateFrames(root) {
  for (const frame of root.querySelectorAll(".wide.in-line")) frame.replaceWith(...frame.childNodes); // they may fit now
  longFormulas(root).forEach((math) => wrap(math, "span", "wide in-line"));
  const frames = [...root.querySelectorAll(".wide, .text pre")];
  for (const frame of frames) {
    frame.classList.remove("scrolls", "stacked");
    outerOf(frame).style.marginInline = "";
  }
  widen(root, frames.filter(isTooWide).filter(canWiden));
  const scrolls = frames.map(isTooWide);
  frames.forEach((frame, index) => {
    const stacked = scrolls[index] && innerWidth < NARROW && frame.matches(".few");
    frame.classList.toggle("stacked", stacked);
    labelScroller(frame, scrolls[index] && !stacked);
  });
}

/** Link targets are often empty anchors; the enclosing block is focused instead. */
const BLOCKS = "li, p, dt, dd, td, th, h1, h2, h3, h4, h5, h6, figure, blockquote, pre";

/** Scroll to an element and focus it. */
export function goTo(target) {
  if (!target.matches("a[href], summary")) target.tabIndex = -1;
  target.scrollIntoView({ block: "start" });
  target.focus({ preventScroll: true });
}

/** Follow in-page links without changing the history, so that Back always leads to the page. */
function followLink(event) {
  const link = event.target.closest?.("a[href^='#']");
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (target) goTo(target.textContent ? target : target.closest(BLOCKS) ?? target);
}

/** Remove a missing picture's declared size, so that it takes no more room than its description. */
function collapse({ target }) {
  target.removeAttribute("width");
  target.removeAttribute("height");
}

/** Handle links, missing pictures and scrolling frames of all articles drawn in `main`. @param {HTMLElement} main */
export function watchBody(main) {
  main.addEventListener("click", followLink);
  main.addEventListener("error", collapse, true);
  new ResizeObserver(() => updateFrames(main)).observe(main);
}

/** Sanitize and prepare an article's HTML. @param {string} html @param {string | null} lang the article's */
export function prepareBody(html, lang) {
  const body = clean(html.replace(/<\/sup>(?=(?:<a id="[^"]*"[^>]*><\/a>)*<sup>)/g, "$&<wbr>")); // lines may end between footnote references
  for (const picture of body.querySelectorAll("img[src^='jd-asset:']")) {
    picture.dataset.kept = picture.getAttribute("src").slice("jd-asset:".length); // library_copy.js loads them
    picture.removeAttribute("src");
  }
  hold(body);
  prepareLoading(body);
  frameWideElements(body);
  joinPunctuation(body);
  for (const text of body.querySelectorAll("p, li, dd, h2, h3, h4")) {
    const words = text.textContent;
    const language = ownLanguage(words, lang);
    if (language !== null) text.lang = language;
    for (const [name, word] of LONG_WORDS) text.classList.toggle(name, word.test(words));
  }
  for (const link of body.querySelectorAll("a")) link.classList.toggle("address", /^\S+[./@]\S+$/.test(link.textContent)); // not hyphenated
  for (const item of body.querySelectorAll("li:has(img)")) item.classList.toggle("pictured", beginsWithPicture(item));
  for (const list of body.querySelectorAll("ul, ol")) list.classList.toggle("numbered", isNumbered(list));
  for (const list of body.querySelectorAll("ol")) list.dataset.digits = String(String(lastNumber(list)).length);
  for (const emphasis of body.querySelectorAll("em")) emphasis.classList.toggle("long", emphasis.textContent.length > 20);
  for (const literal of body.querySelectorAll("pre, code, kbd, samp, math")) literal.setAttribute("translate", "no");
  return body;
}
