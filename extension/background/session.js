/**
 * `storage.session`, which browsers keep in memory and limit to about 10 MB: the newest items
 * that fit. A list of what is there spares reading it all to make room.
 * @module
 */
import { browser } from "../shared/browser.js";

/** Characters of JSON: of one item, and of all. */
const MOST = { item: 5_000_000, all: 9_000_000 };

const LIST = "stored";

/** One store at a time, or two would make the same room. */
let last = Promise.resolve();

/** @param {string} key @returns {Promise<any>} null when it is not there (any more) */
export async function load(key) {
  return (await browser.storage.session.get(key))[key] ?? null;
}

/** Store an item if it is not too large, in place of the oldest ones. @param {string} key @param {object} item */
export function store(key, item) {
  last = last.catch(() => {}).then(() => put(key, item));
  return last;
}

async function put(key, item) {
  const size = JSON.stringify(item).length;
  if (size > MOST.item) return browser.storage.session.remove(key);
  const others = ((await load(LIST)) ?? []).filter((entry) => entry.key !== key);
  const list = newest([...others, { key, size }]);
  const gone = others.filter((entry) => !list.includes(entry));
  await browser.storage.session.remove(gone.map((entry) => entry.key));
  await browser.storage.session.set({ [key]: item, [LIST]: list });
}

/** As many of the last entries as fit. */
function newest(entries) {
  let size = 0;
  return entries.reverse().filter((entry) => (size += entry.size) <= MOST.all).reverse();
}
