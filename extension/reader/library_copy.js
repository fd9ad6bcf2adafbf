/** An article of the library in the reader: its pictures come from there; at its end it counts as read. @module */
import { ask, pictureOf } from "../shared/ask.js";
import { el } from "../shared/dom.js";

/** @param {HTMLElement} main the drawn article @param {{id: string, read: boolean, cover?: string}} item */
export async function useLibraryCopy(main, item) {
  if (!item.read) markReadAtEnd(main, item);
  if (item.cover && !main.querySelector("article img")) main.querySelector("article .text").before(lead(item));
  for (const picture of main.querySelectorAll("img[data-kept]")) await show(picture, item.id);
}

/** The picture above a text that has none. */
const lead = ({ cover }) => el("figure", { class: "lead" }, el("img", { alt: "", "data-kept": cover }));

async function show(picture, id) {
  try {
    picture.src = URL.createObjectURL(await pictureOf(id, picture.dataset.kept));
  } catch (fault) {
    console.warn("Jingdu could not load a saved picture:", fault.message);
    picture.dispatchEvent(new Event("error"));
  }
}

function markReadAtEnd(main, { id }) {
  const end = main.querySelector("footer") ?? main.querySelector("article .text")?.lastElementChild;
  if (!end) return;
  const watcher = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    watcher.disconnect();
    ask("edit_items", { items: [id], changes: { read: true } }).catch((fault) => console.warn(fault.message));
  });
  watcher.observe(end);
}
