/**
 * A kept article in the reader: its pictures come from the library, one after the other, so that
 * it needs no network; at its end it counts as read.
 * @module
 */
import { ask } from "../shared/ask.js";
import { el } from "../shared/dom.js";
import { pictureOf } from "../shared/assets.js";

/** @param {HTMLElement} main the drawn article @param {{id: string, read: boolean}} item */
export async function useKept(main, item) {
  if (!item.read) markAtEnd(main, item);
  if (item.cover && !main.querySelector("article img")) main.querySelector("article .text").before(lead(item));
  for (const picture of main.querySelectorAll("img[data-kept]")) await show(picture, item.id);
}

/** The picture above a text that has none. */
const lead = ({ cover }) => el("figure", { class: "lead" }, el("img", { alt: "", "data-kept": cover }));

async function show(picture, id) {
  try {
    picture.src = URL.createObjectURL(await pictureOf(id, picture.dataset.kept));
  } catch (fault) {
    console.warn("Jingdu has lost a picture:", fault.message);
    picture.dispatchEvent(new Event("error"));
  }
}

/** Read is what was seen to its end. */
function markAtEnd(main, { id }) {
  const end = main.querySelector("footer") ?? main.querySelector("article .text")?.lastElementChild;
  if (!end) return;
  const watcher = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    watcher.disconnect();
    ask("edit_items", { items: [id], changes: { read: true } }).catch((fault) => console.warn(fault.message));
  });
  watcher.observe(end);
}
