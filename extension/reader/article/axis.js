/** Where one is in the text, whichever way it runs: down, or, set vertically, from right to left. */

export const isVertical = () => getComputedStyle(document.documentElement).writingMode === "vertical-rl";

/** How much of the page has been passed, 0 to 1. */
export function passed() {
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
  const [done, all] = isVertical() ? [-scrollX, scrollWidth - clientWidth] : [scrollY, scrollHeight - clientHeight];
  return all > 0 ? Math.min(1, Math.max(0, done / all)) : 0;
}

/** How far into the window, in CSS pixels, an element or range begins; less than 0 when it has been passed. */
export function distance(element) {
  const { top, right } = element.getBoundingClientRect();
  return isVertical() ? document.documentElement.clientWidth - right : top;
}

/** The window's length along the reading direction, in CSS pixels. */
export const reach = () => (isVertical() ? document.documentElement.clientWidth : innerHeight);

/** How far one has scrolled, in CSS pixels. */
export const scrolled = () => (isVertical() ? -scrollX : scrollY);

/** How far into the window a box ends. @param {{getBoundingClientRect(): DOMRect}} box an element or a range */
export function farEdge(box) {
  const { bottom, left } = box.getBoundingClientRect();
  return isVertical() ? document.documentElement.clientWidth - left : bottom;
}

/** Scroll at once. @param {number} pixels further on; negative goes back */
export const advance = (pixels) => scrollBy({ [isVertical() ? "left" : "top"]: isVertical() ? -pixels : pixels, behavior: "instant" });

export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
