/** Shows the sentence that is spoken, without a change to the text, and keeps it in view. @module */
import { isCalm } from "../article/axis.js";

const NAME = "spoken";

/** Milliseconds after the reader's own scrolling in which the text is left where they put it. */
const LEFT_ALONE = 4000;

let moved = -Infinity;

for (const kind of ["wheel", "touchmove"]) addEventListener(kind, () => (moved = performance.now()), { passive: true });

/** @param {Range} range */
export function showSpoken(range) {
  CSS.highlights.set(NAME, Object.assign(new Highlight(range), { priority: 10 }));
  keepInView(range);
}

export const hideSpoken = () => CSS.highlights.delete(NAME);

function keepInView(range) {
  const { top, bottom, height } = range.getBoundingClientRect();
  const isSeen = top > 64 && bottom < innerHeight - 96;
  if (isSeen || !height || performance.now() - moved < LEFT_ALONE) return;
  scrollBy({ top: top - innerHeight * 0.25, behavior: isCalm() ? "instant" : "smooth" });
}
