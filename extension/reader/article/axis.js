/** Scrolling along the reading direction: downwards, or leftwards in vertical text. @module */

export const isVertical = () => getComputedStyle(document.documentElement).writingMode === "vertical-rl";

/** The share of the page scrolled past, 0 to 1. */
export function passed() {
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
  const [done, all] = isVertical() ? [-scrollX, scrollWidth - clientWidth] : [scrollY, scrollHeight - clientHeight];
  return all > 0 ? Math.min(1, Math.max(0, done / all)) : 0;
}

/** Distance in CSS pixels from the window's edge to the start of an element or range; negative if scrolled past. */
export function distance(element) {
  const { top, right } = element.getBoundingClientRect();
  return isVertical() ? document.documentElement.clientWidth - right : top;
}

/** The window's length along the reading direction, in CSS pixels. */
export const reach = () => (isVertical() ? document.documentElement.clientWidth : innerHeight);

/** Scroll position in CSS pixels. */
export const scrolled = () => (isVertical() ? -scrollX : scrollY);

/** Distance from the window's edge to the end of a box. @param {{getBoundingClientRect(): DOMRect}} box an element or a range */
export function farEdge(box) {
  const { bottom, left } = box.getBoundingClientRect();
  return isVertical() ? document.documentElement.clientWidth - left : bottom;
}

/** Scroll along the reading direction. @param {number} pixels negative scrolls back @param {ScrollBehavior} [behavior] */
export const advance = (pixels, behavior = "instant") => scrollBy({ [isVertical() ? "left" : "top"]: isVertical() ? -pixels : pixels, behavior });

/** Scroll smoothly, unless the user prefers less motion. @param {number} pixels */
export const glide = (pixels) => advance(pixels, matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth");
