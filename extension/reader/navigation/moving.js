/** Moving by paragraphs, and scrolling vertical text. @module */
import { advance, distance, farEdge, glide, isVertical, reach, scrolled } from "../article/axis.js";

/** Elements that each count as one step. */
const STEPS = "h1, h2, h3, h4, h5, h6, p, li, dt, dd, pre, figure, table, blockquote, .text > .wide > math, .math.display, details";

/** The reading position, as a share of the window along the reading direction. */
export const EYE = 0.3;

const text = () => document.querySelector("main article .text");

/** The article's paragraphs; of nested ones the innermost. @returns {HTMLElement[]} */
function paragraphs() {
  const all = [...(text()?.querySelectorAll(STEPS) ?? [])].filter((one) => !one.closest(".left-out, .following, [data-interface]"));
  return all.filter((one) => !(one.matches("li, dd, blockquote, details") && one.querySelector("p, li, pre, table")) && !one.parentElement.closest("table, pre, figure") && one.getClientRects().length);
}

/** @type {{element: HTMLElement, at: number} | null} target of the last step */
let stepped = null;

/** The paragraph at the reading position, or the last step's target if nothing was scrolled since. @returns {HTMLElement | undefined} */
export function current() {
  if (stepped?.element.isConnected && Math.abs(scrolled() - stepped.at) < 4) return stepped.element;
  const all = paragraphs();
  const line = reach() * EYE;
  return all.find((one) => farEdge(one) > line) ?? all.at(-1);
}

/** Scroll the next or previous paragraph to the reading position. @param {number} steps 1 or -1 */
export function step(steps) {
  const all = paragraphs();
  const here = all.indexOf(/** @type {HTMLElement} */ (current()));
  const isAhead = steps > 0 && here === 0 && distance(all[0]) > reach() * EYE + 8 && !stepped;
  const element = all[Math.max(0, Math.min(all.length - 1, isAhead ? 0 : here + steps))];
  if (!element) return;
  advance(distance(element) - reach() * EYE + 2);
  stepped = { element, at: scrolled() };
  dispatchEvent(new Event("jingdu-step"));
}

export function top() {
  stepped = null;
  scrollTo({ top: 0, left: 0, behavior: "instant" });
}

export function bottom() {
  stepped = null;
  const { scrollWidth, scrollHeight } = document.documentElement;
  scrollTo({ ...(isVertical() ? { left: -scrollWidth } : { top: scrollHeight }), behavior: "instant" });
}

/** Share of the window that one page scrolls; number of pages per key. */
const PAGE = 0.9;
const PAGES = { PageDown: 1, PageUp: -1, " ": 1, Home: -1e6, End: 1e6 };
const isBusy = (target) => target.closest("input, select, textarea, button, summary, dialog, [popover], [contenteditable]");

/** Whether the target or an element around it, such as long code, scrolls vertically. */
function scrollsItself(target) {
  for (let at = target; at && at !== document.documentElement; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at);
    if (/auto|scroll/.test(overflowY) && at.scrollHeight > at.clientHeight + 1) return true;
  }
  return false;
}

function onWheel(event) {
  if (!isVertical() || event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY) || scrollsItself(event.target)) return;
  event.preventDefault();
  const pixels = [1, 24, innerWidth][event.deltaMode] ?? 1;
  scrollBy({ left: -event.deltaY * pixels, behavior: "instant" });
}

function onKey(event) {
  const pages = PAGES[event.key];
  if (!pages || !isVertical() || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isBusy(event.target)) return;
  event.preventDefault();
  const forward = event.shiftKey ? -pages : pages;
  glide(forward * innerWidth * PAGE);
}

// These listeners have an effect only in vertical text.
addEventListener("wheel", onWheel, { passive: false });
addEventListener("keydown", onKey);
