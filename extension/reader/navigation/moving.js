/** Moving by paragraphs: the paragraph one is at, the next, the previous. @module */
import { advance, distance, farEdge, isVertical, reach, scrolled } from "../article/axis.js";

/** What counts as one step. */
const STEPS = "h1, h2, h3, h4, h5, h6, p, li, dt, dd, pre, figure, table, blockquote, .math.display, details";

/** Where the eye is, as a share of the window along the reading direction. */
export const EYE = 0.3;

const text = () => document.querySelector("main article .text");

/** The article's paragraphs: the innermost of what may stand within each other. @returns {HTMLElement[]} */
export function paragraphs() {
  const all = [...(text()?.querySelectorAll(STEPS) ?? [])].filter((one) => !one.closest(".left-out, .following, [data-interface]"));
  return all.filter((one) => !(one.matches("li, dd, blockquote, details") && one.querySelector("p, li, pre, table")) && !one.parentElement.closest("table, pre, figure") && one.getClientRects().length);
}

/** @type {{element: HTMLElement, at: number} | null} where a step led, as long as nothing else scrolled */
let stepped = null;

/** The paragraph at the eye's height, or that which the last step led to. @returns {HTMLElement | undefined} */
export function current() {
  if (stepped?.element.isConnected && Math.abs(scrolled() - stepped.at) < 4) return stepped.element;
  const all = paragraphs();
  const line = reach() * EYE;
  return all.find((one) => farEdge(one) > line) ?? all.at(-1);
}

/** Bring a paragraph to the eye's height; the browser stops at the page's ends. @param {HTMLElement} element */
export function goTo(element) {
  advance(distance(element) - reach() * EYE + 2);
  stepped = { element, at: scrolled() };
  dispatchEvent(new Event("jingdu-step"));
}

/** @param {number} steps 1 or -1 */
export function step(steps) {
  const all = paragraphs();
  const here = all.indexOf(/** @type {HTMLElement} */ (current()));
  const isAhead = steps > 0 && here === 0 && distance(all[0]) > reach() * EYE + 8 && !stepped;
  const goal = all[Math.max(0, Math.min(all.length - 1, isAhead ? 0 : here + steps))];
  if (goal) goTo(goal);
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
