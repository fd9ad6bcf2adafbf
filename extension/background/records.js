/**
 * What was captured and answered, by key: in memory, and in `storage.session` for a reload after the worker slept. Of private
 * windows nothing is stored, and what memory holds goes with the tab. @module
 */
import { browser } from "../shared/browser.js";

/** @typedef {{key: string, tabId: number, incognito: boolean, page: import("./capture.js").Page, answer: Promise<object> | null}} Record */

/** Characters: of the pages in memory, where the newest stays whatever its size; of JSON in the store, of one and all. */
const MAX = { memory: 80_000_000, item: 5_000_000, all: 9_000_000 };

/** Milliseconds after an answer until it is stored: first it must be on the screen. */
const REST = 500;

/** Under which the store lists the sizes of what it has, the oldest first. */
const LIST = "stored";

/** @type {Map<string, Record>} the oldest first */
const records = new Map();

/** The last write: one at a time, or two would make the same room. */
let last = Promise.resolve();

/** @param {chrome.tabs.Tab} tab @param {import("./capture.js").Page} page @returns {Record} */
export function add(tab, page) {
  const record = { key: crypto.randomUUID(), tabId: tab.id, incognito: tab.incognito, page, answer: null };
  records.set(record.key, record);
  let size = 0;
  for (const { key, page: { html } } of [...records.values()].reverse()) {
    size += html.length;
    if (size > MAX.memory && size > html.length) records.delete(key);
  }
  return record;
}

/** The record of a key; null when it is no longer there. @returns {Promise<Record | null>} */
export async function get(key) {
  if (records.has(key)) return records.get(key);
  const stored = await load(key);
  return stored && { ...stored, answer: Promise.resolve(stored.answer) };
}

/** Store a record, with its answer once there is one. @param {Record} record */
export async function keep(record) {
  if (record.incognito) return;
  const answer = await record.answer;
  await new Promise((resolve) => setTimeout(resolve, REST));
  last = last.catch(() => {}).then(() => store({ ...record, answer }));
  await last;
}

/** What memory holds of a private tab goes when the tab does. @param {number} tabId */
export function forgetPrivate(tabId) {
  for (const [key, record] of records) if (record.incognito && record.tabId === tabId) records.delete(key);
}

const load = async (key) => (await browser.storage.session.get(key))[key] ?? null;

/** In place of the oldest ones; what is too large is not stored. */
async function store(record) {
  const { key } = record;
  const size = JSON.stringify(record).length;
  if (size > MAX.item) return browser.storage.session.remove(key);
  const others = ((await load(LIST)) ?? []).filter((entry) => entry.key !== key);
  let all = 0;
  const list = [...others, { key, size }].reverse().filter((entry) => (all += entry.size) <= MAX.all).reverse();
  const gone = others.filter((entry) => !list.includes(entry));
  await browser.storage.session.remove(gone.map((entry) => entry.key));
  await browser.storage.session.set({ [key]: record, [LIST]: list });
}
