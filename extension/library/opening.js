/** Where an item is read: in the reader, or, while only its address is kept, on the web. @module */

/** Where the reader shows an item. @param {string} id */
const readerAddress = (id) => `../reader/reader.html#item=${encodeURIComponent(id)}`;

/**
 * The web address of an item that has no text yet; undefined for articles. The library's files may be
 * anybody's, so nothing but http and https leads out of it.
 * @param {{later?: boolean, url?: string | null}} item
 */
export const webAddress = (item) => (item.later && /^https?:\/\//i.test(item.url ?? "") ? item.url : undefined);

/** Attributes of a link that opens an item; a page of the web has a tab of its own. @param {object} item */
export function linkTo(item) {
  const web = webAddress(item);
  return web ? { href: web, target: "_blank", rel: "noopener noreferrer" } : { href: readerAddress(item.id) };
}

/** Open an item, in a tab of its own where `target` says so or it is a page of the web. */
export function openItem(item, target) {
  const { href, target: own } = linkTo(item);
  if (own ?? target) open(href, "_blank", "noopener,noreferrer");
  else location.assign(href);
}
