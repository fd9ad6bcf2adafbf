/**
 * Captured pages and their answers, by key: in memory, and in `storage.session` for a reload after the background was
 * restarted. Pages of private windows are only in memory, until their tab is closed. @module
 */
import { browser } from "../shared/browser.js";

/** @typedef {{key: string, tabId: number, incognito: boolean, page: import("./capture.js").Page, answer: Promise<object> | null}} Record */

/** Maximum characters: of HTML in memory (the newest page always stays), of one stored record as JSON, of all. */
const MAX = { memory: 80_000_000, item: 5_000_000, all: 9_000_000 };

/** Milliseconds before an answer is stored, so that it is displayed first. */
const DELAY = 500;

/** Storage key of the list of stored records and their sizes, oldest first. */
const LIST = "stored";

/** @type {Map<string, Record>} oldest first */
const records = new Map();

/** The latest write; writes are sequential, because each reads the list. */
let lastWrite = Promise.resolve();

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

/** @param {string} key @returns {Promise<Record | null>} */
export async function get(key) {
  if (records.has(key)) return records.get(key);
  const stored = await load(key);
  return stored && { ...stored, answer: Promise.resolve(stored.answer) };
}

/** Store a record when it has its answer. @param {Record} record */
export async function store(record) {
  if (record.incognito) return;
  const answer = await record.answer;
  await new Promise((resolve) => setTimeout(resolve, DELAY));
  lastWrite = lastWrite.catch(() => {}).then(() => write({ ...record, answer }));
  await lastWrite;
}

/** Forget a closed private tab. @param {number} tabId */
export function forgetPrivate(tabId) {
  for (const [key, record] of records) if (record.incognito && record.tabId === tabId) records.delete(key);
}

const load = async (key) => (await browser.storage.session.get(key))[key] ?? null;

/** Write a record unless it is too large, and remove the oldest if there is no room. */
async function write(record) {
  const { key } = record;
  const size = JSON.stringify(record).length;
  if (size > MAX.item) return browser.storage.session.remove(key);
  const others = ((await load(LIST)) ?? []).filter((entry) => entry.key !== key);
  let all = 0;
  const list = [...others, { key, size }].reverse().filter((entry) => (all += entry.size) <= MAX.all).reverse();
  const removed = others.filter((entry) => !list.includes(entry));
  await browser.storage.session.remove(removed.map((entry) => entry.key));
  await browser.storage.session.set({ [key]: record, [LIST]: list });
}
