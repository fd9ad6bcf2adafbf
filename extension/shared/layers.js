/** What is open over the text besides the browser's own dialogs and popovers: Escape closes what was opened last. @module */

/** What closes each, the last opened last. @type {Array<() => void>} */
const layers = [];

/** @param {() => void} close always the same of one layer */
export function opened(close) {
  if (!layers.includes(close)) layers.push(close);
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
