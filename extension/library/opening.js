/** Where an item is read: in the reader, or, while only its address is saved, on the web. @module */
import { webAddress } from "../shared/dom.js";

/** Where the reader shows an item. @param {string} id */
const readerAddress = (id) => `../reader/reader.html#item=${encodeURIComponent(id)}`;

/** Attributes of a link that opens an item; a page of the web has a tab of its own. @param {object} item */
export function linkTo(item) {
  const web = item.later && webAddress(item.url);
  return web ? { href: web, target: "_blank", rel: "noopener noreferrer" } : { href: readerAddress(item.id) };
}

/** Open an item, in a tab of its own where `target` says so or it is a page of the web. */
export function openItem(item, target) {
  const { href, target: own } = linkTo(item);
  if (own ?? target) open(href, "_blank", "noopener,noreferrer");
  else location.assign(href);
}
