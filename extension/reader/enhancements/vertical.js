/** Reading vertical text with what one has: the wheel and the paging keys move along the lines' order. */
import { isCalm, isVertical } from "../article/axis.js";

/** The share of the window that a page moves; keys, and how many pages they move on. */
const PAGE = 0.9;
const PAGES = { PageDown: 1, PageUp: -1, " ": 1 };

const isBusy = (target) => target.closest("input, select, textarea, button, summary, dialog, [popover], [contenteditable]");

/** Something in between that scrolls up and down by itself, such as long code. */
function scrollsItself(target) {
  for (let step = target; step && step !== document.documentElement; step = step.parentElement) {
    const { overflowY } = getComputedStyle(step);
    if (/auto|scroll/.test(overflowY) && step.scrollHeight > step.clientHeight + 1) return true;
  }
  return false;
}

function roll(event) {
  if (!isVertical() || event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY) || scrollsItself(event.target)) return;
  event.preventDefault();
  const pixels = [1, 24, innerWidth][event.deltaMode] ?? 1;
  scrollBy({ left: -event.deltaY * pixels, behavior: "instant" });
}

function page(event) {
  const pages = PAGES[event.key];
  if (!pages || !isVertical() || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isBusy(event.target)) return;
  event.preventDefault();
  const forward = event.shiftKey ? -pages : pages;
  scrollBy({ left: -forward * innerWidth * PAGE, behavior: isCalm() ? "instant" : "smooth" });
}

/** Listen from now on; where the text is not vertical nothing is changed. */
export function useVertical() {
  addEventListener("wheel", roll, { passive: false });
  addEventListener("keydown", page);
}
