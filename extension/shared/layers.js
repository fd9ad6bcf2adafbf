/** Boxes over the text other than native dialogs and popovers; Escape closes the latest. @module */

/** Functions that close the open layers, latest last. @type {Set<() => void>} */
const layers = new Set();

/** @param {() => void} close must be the same function for the same layer */
export const addLayer = (close) => layers.add(close);
export const removeLayer = (close) => layers.delete(close);

/**
 * Place a fixed box below a rectangle, or above it if there is no room, within the window.
 * @param {HTMLElement} box @param {{top: number, bottom: number, left?: number}} at @param {{gap?: number, foot?: number, left?: number}} [options] pixels; `foot`: bottom margin
 */
export function placeAt(box, at, { gap = 8, foot = 8, left = at.left } = {}) {
  const { offsetWidth: width, offsetHeight: height, style } = box;
  const top = at.bottom + gap + height < innerHeight - foot ? at.bottom + gap : at.top - gap - height;
  const end = Math.min(document.documentElement.clientWidth, document.body.clientWidth); // the body ends before an empty gutter, but not in vertical text
  style.left = `${Math.max(8, Math.min(left, end - width - 8))}px`;
  style.top = `${Math.max(8, Math.min(top, innerHeight - height - foot))}px`;
}

addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
  if (!layers.size || document.querySelector("dialog[open], :popover-open")) return;
  event.preventDefault();
  [...layers].at(-1)();
});
