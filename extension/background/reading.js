/** From a click to the reader page: capture, then open the reader and ask the host in parallel. Start reading here. @module */
import { failure, sendToTab } from "../shared/ask.js";
import { browser, joinsPages } from "../shared/browser.js";
import { capture } from "./capture.js";
import { choosingKinds } from "./chosen_blocks.js";
import { Host } from "./host.js";
import { FOLLOWING_KINDS, fetchFurtherPages } from "./pagination.js";
import * as records from "./records.js";

const READER = browser.runtime.getURL("reader/reader.html");

/** Prefix of the keys of saved articles, before the id. */
const SAVED_PREFIX = "item=";

/** Milliseconds within which a second click is a double click. */
const DOUBLE_CLICK = 500;

export const host = new Host();
const busy = new Set();

/** When each tab's reader page was opened, and from which address. */
const opened = new Map();

/** Whether a tab's page is being opened in the reader, or has just been. @param {chrome.tabs.Tab} tab */
function isOpening({ id, url }) {
  const { at, from } = opened.get(id) ?? {};
  return busy.has(id) || (Date.now() - at < DOUBLE_CLICK && (isReader(url) || url === from));
}

/** Whether an address is one of our reader pages. @param {string | undefined} url */
export const isReader = (url) => url?.startsWith(READER) ?? false;

/** The key in the address of a reader page. @param {string} url */
export const keyOf = (url) => new URL(url).hash.slice(1);

/** Whether a key refers to an article in the library. @param {string} key */
export const isSavedKey = (key) => key.startsWith(SAVED_PREFIX);

/** The reader page's address of a saved article. @param {string} id */
export const savedAddress = (id) => `${READER}#${SAVED_PREFIX}${encodeURIComponent(id)}`;

/** Read a tab's page, or go back from the reader to it. @param {chrome.tabs.Tab} tab @param {{selected?: string}} [choice] */
export async function toggle(tab, choice) {
  if (isOpening(tab)) return;
  if (isReader(tab.url)) return back(tab);
  busy.add(tab.id);
  await read(tab, choice).finally(() => busy.delete(tab.id));
}

/** Open a tab's article automatically, if the host finds one. @param {chrome.tabs.Tab} tab */
export async function openIfArticle(tab) {
  if (isOpening(tab)) return;
  const { page, state } = await capture(tab);
  if (state) return;
  const record = await newRecord(tab, page);
  const answer = await answerWith(record, extract(record));
  if (answer.state !== "article") return;
  const now = await browser.tabs.get(tab.id).catch(() => null); // the user may have navigated or clicked meanwhile
  if (now?.url && withoutHash(now.url) === withoutHash(page.url) && !isOpening(now)) await open(tab, record);
}

const withoutHash = (url) => url.replace(/#.*/, "");

async function read(tab, choice) {
  host.warm();
  const { page, state, message } = await capture(tab, choice);
  // Firefox on a busy computer may not yet give the address of a reader page.
  if (state && (await pressBack(tab.id))) return;
  const record = await newRecord(tab, page, state);
  // Ask before opening the reader, which would delay the message to the host.
  answerWith(record, state ? Promise.resolve({ state, message }) : extract(record));
  await open(tab, record);
}

/** A page's record; an article of several pages has a `source`, its tab, and opens in another tab. */
async function newRecord(tab, page, state = "") {
  const record = records.add(tab, page);
  if (page.following && !page.selection && !state && (await joinsPages())) record.source = tab.id;
  return record;
}

async function open(tab, record) {
  opened.set(tab.id, { at: Date.now(), from: tab.url });
  const url = `${READER}#${record.key}`;
  if (!record.source) return void (await browser.tabs.update(tab.id, { url }));
  // The original page stays open, because it fetches the further ones.
  const { id: openerTabId, index, windowId, active } = tab;
  const reader = await browser.tabs.create({ url, openerTabId, index: index + 1, windowId, active });
  opened.set(reader.id, { at: Date.now() });
  record.tabId = reader.id;
  fetchFurtherPages(host, record);
}

/** Show a page's article. @param {chrome.tabs.Tab} tab @param {import("./capture.js").Page} page */
export async function showPage(tab, page) {
  const record = records.add(tab, page);
  answerWith(record, extract(record));
  await open(tab, record);
}

/** Let the reader page go back itself: `tabs.goBack` skips pages without user interaction. */
const pressBack = (tab, key) => sendToTab(tab, { kind: "press_back", key });

async function back(tab) {
  const key = keyOf(tab.url);
  if (await pressBack(tab.id, key)) return;
  const record = await records.get(key);
  if (record?.source && (await returnTo(record.source, tab.id))) return;
  await browser.tabs.goBack(tab.id).catch(() => record?.page.url && browser.tabs.update(tab.id, { url: record.page.url }));
}

/** Activate a page's tab, and close our tab beside it; false if the page's tab is gone. @param {number} page @param {number} ours */
export const returnTo = (page, ours) =>
  browser.tabs.update(page, { active: true }).then(() => browser.tabs.remove(ours)).then(() => true, () => false);

const REPLIES = {
  open: (record) => record.answer ?? extractAgain(record),
  retry: (record) => {
    host.drop();
    return extractAgain(record);
  },
  everything: (record) => {
    record.page.everything = true; // applies to a save too
    return extractAgain(record);
  },
  leave: async (record) => ({ left: !!record.source && (await returnTo(record.source, record.tabId)) }),
  ...FOLLOWING_KINDS,
  ...choosingKinds(host, answerWith),
};

/** Handlers of the reader page's messages. @type {Record<string, (message: {kind: string, key: string}) => Promise<object>>} */
export const READER_KINDS = Object.fromEntries(Object.keys(REPLIES).map((kind) => [kind, answer]));

async function answer(message) {
  const { kind, key } = message;
  if (isSavedKey(key)) {
    const saved = await host.ask({ action: "open_item", item: decodeURIComponent(key.slice(SAVED_PREFIX.length)) });
    const { item, article, highlights, edited = false } = saved;
    return { state: "article", article, item, highlights, edited, page: { url: item.url, title: item.title } };
  }
  const record = await records.get(key);
  return record ? REPLIES[kind](record, message) : { state: "gone" };
}

/** Extract a record's page again; one that could not be captured keeps its answer. */
const extractAgain = (record) => (record.page.html ? answerWith(record, extract(record)) : record.answer);

/** Make `reply` the record's answer, and store it when it has arrived. */
function answerWith(record, reply) {
  const { url, title, selection, everything } = record.page;
  const page = { url, title, ...(record.source && { beside: true }), ...((selection || everything) && { whole: true }) };
  record.answer = reply.then((answer) => ({ ...answer, page }));
  records.store(record).catch((error) => console.warn("Jingdu could not store a page for reloading:", error));
  return record.answer;
}

/** Ask the host for the article; a failure becomes a state. */
function extract({ page, incognito }) {
  const { html, url, selection, everything } = page;
  const reply = host.ask({ action: "extract", html, url, selection, everything, private: incognito });
  return reply.then(({ article }) => ({ state: "article", article }), failure);
}

/** Forget a closed tab. @param {number} tabId */
export function forgetTab(tabId) {
  opened.delete(tabId);
  records.forgetPrivate(tabId);
}
