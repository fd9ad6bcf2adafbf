/** Where one is in the text, whichever way it runs: down, or, set vertically, from right to left. */

/** Whether the text on the screen is set vertically. */
export const isVertical = () => getComputedStyle(document.documentElement).writingMode === "vertical-rl";

/** How much of the page has been passed, 0 to 1. */
export function passed() {
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
  const [done, all] = isVertical() ? [-scrollX, scrollWidth - clientWidth] : [scrollY, scrollHeight - clientHeight];
  return all > 0 ? Math.min(1, Math.max(0, done / all)) : 0;
}

/** How far into the window, in CSS pixels, an element begins; less than 0 when it has been passed. */
export function distance(element) {
  const { top, right } = element.getBoundingClientRect();
  return isVertical() ? document.documentElement.clientWidth - right : top;
}

/** Whether the reader wants nothing to glide. */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
