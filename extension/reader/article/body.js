/** The article's text: cleaned nodes made comfortable to read, and its in-page links. */
import { clean } from "./clean.js";
import { el, t } from "../../shared/dom.js";
import { hold } from "./held_pictures.js";

/** The first pictures load at once; the others when they come near. */
const EAGER_PICTURES = 2;

function prepareLoading(body) {
  [...body.querySelectorAll("img")].forEach((picture, place) => {
    picture.decoding = "async";
    if (place >= EAGER_PICTURES) picture.loading = "lazy";
    if (!picture.hasAttribute("alt")) picture.alt = "";
    const line = picture.closest("p");
    line?.classList.toggle("pictures", !line.textContent.trim());
  });
}

/** Columns of a table whose rows may become lists on a phone, and rows up to which its cells get labels. */
const FEW_COLUMNS = 4;
const MANY_ROWS = 300;

/** Label each cell by the head of its column. @param {Element} table @returns {boolean} whether it has a head and few regular columns */
function labelCells(table) {
  const [head, ...rows] = /** @type {HTMLTableElement} */ (table).rows;
  const names = head ? [...head.cells].map((cell) => cell.textContent?.trim()) : [];
  const regular = rows.length > 0 && rows.length < MANY_ROWS && rows.every((row) => row.cells.length === names.length);
  if (!regular || names.length < 2 || names.length > FEW_COLUMNS || head.querySelector("td") || table.querySelector("[colspan], [rowspan]")) return false;
  for (const row of rows) [...row.cells].forEach((cell, place) => (cell.dataset.label = names[place] ?? ""));
  return true;
}

/** A time, a date or a number with its unit, which no line should break. */
const SHORT = /^\s*\d[\d:.,/–-]*\s\p{L}{1,3}\.?\s*$/u;

/** Wide things scroll inside a frame of their own, never the page. */
function frameWideThings(body) {
  for (const pre of body.querySelectorAll("pre")) frame(pre, "div", "code-frame");
  for (const wide of body.querySelectorAll("table, math[display=block]")) {
    if (wide.parentElement?.closest("table, .wide")) continue;
    if (wide.matches(".infobox")) for (const row of wide.rows) if (row.cells.length === 1) row.cells[0].colSpan = 2;
    for (const cell of wide.querySelectorAll("td, th")) cell.classList.toggle("whole", SHORT.test(cell.textContent));
    const few = wide.localName === "table" && !wide.matches(".infobox") && labelCells(wide);
    frame(wide, "div", few ? "wide few" : "wide");
  }
}

/** The number that an item begins with; such a list needs no marks. */
const OWN_NUMBER = /^\s*(?:[(（]?\d{1,3}[.)．）](?!\d)|\d{1,3}、|[①-⑳]|[一二三四五六七八九十]{1,3}、)/u;
const isNumbered = (list) => [...list.children].every((item) => OWN_NUMBER.test(item.textContent));

/** Put an element into another. */
function frame(inner, tag, name) {
  const outer = el(tag, { class: name });
  inner.replaceWith(outer);
  outer.append(inner);
}

/** Signs that end before a formula, and that begin after one: browsers would break the line there. */
const OPENING = /[([{“‘（「『【]+$/;
const CLOSING = /^[)\]},.;:!?%”’）」』】，。、；：？！-]+/;

/** @param {Node | null} node @param {RegExp} signs @returns {string} the signs, taken from the text */
function taken(node, signs) {
  const found = node instanceof Text ? signs.exec(node.data)?.[0] ?? "" : "";
  if (found) node.replaceData(signs === OPENING ? node.length - found.length : 0, found.length, "");
  return found;
}

function joinSigns(body) {
  for (const formula of body.querySelectorAll("math:not([display=block]), code.math:not(.display)")) {
    const [before, after] = [taken(formula.previousSibling, OPENING), taken(formula.nextSibling, CLOSING)];
    if (!before && !after) continue;
    const joined = el("span", { class: "joined" }, before);
    formula.replaceWith(joined);
    joined.append(formula, after);
  }
}

/** A frame that scrolls can be reached by keyboard, and has a name. */
function labelScroller(frame, scrolls) {
  frame.classList.toggle("scrolls", scrolls);
  for (const [name, value] of Object.entries({ tabindex: "0", role: "group", "aria-label": t("wideThing") })) {
    if (scrolls) frame.setAttribute(name, value);
    else frame.removeAttribute(name);
  }
}

/** Width of a window, in CSS pixels, in which rows become lists; part of its height above which a row is too tall. */
const NARROW = 480;
const TALL = 0.6;

const isTooWide = (frame) =>
  frame.scrollWidth > frame.clientWidth ||
  [...frame.querySelectorAll("tr")].slice(0, MANY_ROWS).some((row) => row.cells.length > 2 && row.offsetHeight > innerHeight * TALL);

const longFormulas = (root) =>
  [...root.querySelectorAll(".text math")].filter(
    (math) => !math.closest(".wide") && (math.closest(".joined") ?? math).getBoundingClientRect().width > (math.closest(BLOCKS) ?? root).clientWidth,
  );

/** Fewer headings are no outline. CSS pixels: a window that has room beside the text, and what the outline takes of it. */
const [MIN_HEADINGS, BROAD, OUTLINE] = [3, 992, 250];

/** The headings of the outline, if it is one. @param {HTMLElement} main @returns {HTMLElement[]} */
export function headingsOf(main) {
  const headings = [...main.querySelectorAll(".text :is(h1, h2, h3, h4):not(.left-out *)")].filter((heading) => heading.textContent.trim());
  return headings.length < MIN_HEADINGS ? [] : headings;
}

/** The width that the outline takes beside the text; 0 where it is not beside it. @param {HTMLElement} main */
export function outlineRoom(main) {
  const { left, right } = main.querySelector("article").getBoundingClientRect();
  const room = document.documentElement.dir === "rtl" ? left : document.documentElement.clientWidth - right;
  return innerWidth >= BROAD && room >= OUTLINE && headingsOf(main).length ? OUTLINE : 0;
}

const outerOf = (frame) => frame.closest(".code-frame") ?? frame;
const setRoom = (frame, before, after) => (outerOf(frame).style.marginInline = `${-before}px ${-after}px`);

/** Whether a frame may be wider than its column: no rule and nothing else is beside it. */
const isFree = (frame) =>
  !frame.closest(".in-line, .wide:has(> .infobox), blockquote, section, td, th") && outerOf(frame).offsetWidth >= outerOf(frame).parentElement.clientWidth;

/** Let frames use the room beside the column: first where lines end, so that they begin where the text does. */
function widen(main, frames) {
  const { paddingLeft, writingMode } = getComputedStyle(main);
  if (!frames.length || innerWidth < BROAD || writingMode !== "horizontal-tb") return;
  const [page, outline, edge] = [main.getBoundingClientRect(), outlineRoom(main), parseFloat(paddingLeft)];
  const rooms = frames.map((frame) => {
    const { left, right, width } = outerOf(frame).getBoundingClientRect();
    const sides = [left - page.left - edge, page.right - (outline || edge) - right];
    const [before, after] = frame.closest("[dir=rtl]") ? sides.reverse() : sides;
    return { frame, width, before, after, more: frame.scrollWidth - frame.clientWidth };
  });
  for (const { frame, before, after } of rooms) setRoom(frame, before, after);
  for (const room of rooms) if (room.frame.firstElementChild?.localName === "table") room.more = room.frame.firstElementChild.offsetWidth - room.width;
  for (const { frame, before, after, more } of rooms) setRoom(frame, Math.max(0, Math.min(before, more - after)), Math.max(0, Math.min(after, more)));
}

/** Find what scrolls sideways: first ask all, then change all, so that layout runs once. */
function reachScrollers(root) {
  for (const frame of root.querySelectorAll(".wide.in-line")) frame.replaceWith(...frame.childNodes); // there may be room now
  longFormulas(root).forEach((math) => frame(math, "span", "wide in-line"));
  const frames = [...root.querySelectorAll(".wide, .text pre")];
  for (const frame of frames) {
    frame.classList.remove("scrolls", "stacked");
    outerOf(frame).style.marginInline = "";
  }
  widen(root, frames.filter(isTooWide).filter(isFree));
  const scrolls = frames.map(isTooWide);
  frames.forEach((frame, place) => {
    const stacked = scrolls[place] && innerWidth < NARROW && frame.matches(".few");
    frame.classList.toggle("stacked", stacked);
    labelScroller(frame, scrolls[place] && !stacked);
  });
}

/** Targets are often empty anchors; what is shown as reached is the block they stand in. */
const BLOCKS = "li, p, dt, dd, td, th, h1, h2, h3, h4, h5, h6, figure, blockquote, pre";

/** Scroll to a place and put the focus there, where reading on by keyboard goes on too. */
export function arrive(place) {
  if (!place.matches("a[href], summary")) place.tabIndex = -1;
  place.scrollIntoView({ block: "start" });
  place.focus({ preventScroll: true });
}

/** Go to a place in the text without touching the address and the history, so that Back always means the page. */
function jump(event) {
  const link = event.target.closest?.("a[href^='#']");
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (target) arrive(target.textContent ? target : target.closest(BLOCKS) ?? target);
}

/** Keep links and scrolling frames working in whatever is drawn. @param {HTMLElement} main */
export function watchBody(main) {
  main.addEventListener("click", jump);
  new ResizeObserver(() => reachScrollers(main)).observe(main);
}

/** The text's nodes, ready to be shown. @param {string} html */
export function prepareBody(html) {
  const body = clean(html);
  for (const picture of body.querySelectorAll("img[src^='jd-asset:']")) {
    picture.dataset.kept = picture.getAttribute("src").slice("jd-asset:".length); // those of a kept article come by message
    picture.removeAttribute("src");
  }
  hold(body);
  prepareLoading(body);
  frameWideThings(body);
  joinSigns(body);
  for (const list of body.querySelectorAll("ul, ol")) list.classList.toggle("numbered", isNumbered(list));
  for (const literal of body.querySelectorAll("pre, code, kbd, samp, math")) literal.setAttribute("translate", "no");
  return body;
}
