/** A saved article in the reader: loads its pictures, and marks it as read when its end is visible. @module */
import { ask, pictureOf } from "../shared/ask.js";

/** @param {HTMLElement} main the drawn article @param {{id: string, read: boolean}} item */
export async function useLibraryCopy(main, item) {
  const end = main.querySelector("footer") ?? main.querySelector("article .text")?.lastElementChild;
  if (end && !item.read) {
    const watcher = new IntersectionObserver(([{ isIntersecting }]) => {
      if (!isIntersecting) return;
      watcher.disconnect();
      ask("edit_items", { items: [item.id], changes: { read: true } }).catch((fault) => console.warn(fault.message));
    });
    watcher.observe(end);
  }
  for (const picture of main.querySelectorAll("img[data-kept]")) {
    const blob = await pictureOf(item.id, picture.dataset.kept).catch((fault) => console.warn("Jingdu could not load a saved picture:", fault.message));
    if (blob) picture.src = URL.createObjectURL(blob);
    else picture.dispatchEvent(new Event("error"));
  }
}
