/** What is open over the text besides the browser's own dialogs and popovers: Escape closes what was opened last. @module */

/** What closes each, the last opened last. @type {Array<() => void>} */
const layers = [];

/** @param {() => void} close always the same of one layer */
export function opened(close) {
  if (!layers.includes(close)) layers.push(close);
}

/**
 * Put a fixed box below a place of the window, or above it where there is no room; never outside.
 * @param {HTMLElement} box @param {DOMRect} at @param {{gap?: number, foot?: number, left?: number}} [how] pixels; `foot` stays free
 */
export function placeAt(box, at, { gap = 8, foot = 8, left = at.left } = {}) {
  const { offsetWidth: width, offsetHeight: height, style } = box;
  const top = at.bottom + gap + height < innerHeight - foot ? at.bottom + gap : at.top - gap - height;
  style.left = `${Math.max(8, Math.min(left, document.documentElement.clientWidth - width - 8))}px`;
  style.top = `${Math.max(8, Math.min(top, innerHeight - height - foot))}px`;
}

/** @param {() => void} close */
export function closed(close) {
  const place = layers.indexOf(close);
  if (place >= 0) layers.splice(place, 1);
}

globalThis.addEventListener?.("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
  if (!layers.length || document.querySelector("dialog[open], :popover-open")) return;
  event.preventDefault();
  layers.at(-1)?.();
});
