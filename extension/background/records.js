/**
 * What was captured and answered, by the key in the reader page's address.
 *
 * In memory for this worker's life, and in the browser's session store, so that a reload works
 * after the worker was put to sleep. Of private windows nothing is stored, and what memory holds
 * goes with the tab.
 * @module
 */
import { load, store } from "./session.js";

/**
 * @typedef {object} Record
 * @property {string} key
 * @property {number} tabId
 * @property {boolean} incognito
 * @property {import("./capture.js").Page} page
 * @property {Promise<object> | null} answer what the reader page is told
 */

/** Characters of pages that memory holds; the newest page stays whatever its size. */
const MOST = 80_000_000;

/** Milliseconds after an answer until it is stored: first it must be on the screen. */
const REST = 500;

/** @type {Map<string, Record>} the oldest first */
const records = new Map();

/** @param {chrome.tabs.Tab} tab @param {import("./capture.js").Page} page @returns {Record} */
export function add(tab, page) {
  const record = { key: crypto.randomUUID(), tabId: tab.id, incognito: tab.incognito, page, answer: null };
  records.set(record.key, record);
  forgetOldest();
  return record;
}

/** The record of a key; null when it is no longer held. @returns {Promise<Record | null>} */
export async function get(key) {
  if (records.has(key)) return records.get(key);
  const stored = await load(key);
  return stored && { ...stored, answer: Promise.resolve(stored.answer) };
}

/** Keep a record over the worker's sleep, with its answer once there is one. @param {Record} record */
export async function keep(record) {
  if (record.incognito) return;
  const answer = await record.answer;
  await new Promise((resolve) => setTimeout(resolve, REST));
  await store(record.key, { ...record, answer });
}

/** What memory holds of a private tab goes when the tab does. @param {number} tabId */
export function forgetPrivate(tabId) {
  for (const [key, record] of records) if (record.incognito && record.tabId === tabId) records.delete(key);
}

function forgetOldest() {
  let size = 0;
  for (const record of [...records.values()].reverse()) {
    size += record.page.html.length;
    if (size > MOST && size > record.page.html.length) records.delete(record.key);
  }
}
