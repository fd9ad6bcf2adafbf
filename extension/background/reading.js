/**
 * From a click to the reader page, to be read first: capture, then open the reader and ask the host at the same time. @module
 */
import { failure, sendToTab } from "../shared/ask.js";
import { browser, joinsPages } from "../shared/browser.js";
import { capture } from "./capture.js";
import { choosingKinds } from "./chosen_blocks.js";
import { Host } from "./host.js";
import { FOLLOWING_KINDS, followOn } from "./pagination.js";
import * as records from "./records.js";

const READER = browser.runtime.getURL("reader/reader.html");

/** What the key of a saved article begins with, before its id. */
const SAVED = "item=";

/** A second click this soon, in milliseconds, is the second half of a double click. */
const DOUBLE_CLICK = 500;

export const host = new Host();

const busy = new Set();

/** When a tab's reader page was asked for. */
const opened = new Map();

/** Whether a tab's page is being read, or its reader came up a moment ago. */
const isOpening = (tabId) => busy.has(tabId) || Date.now() - opened.get(tabId) < DOUBLE_CLICK;

/** Whether an address is one of our reader pages. @param {string | undefined} url */
export const isReader = (url) => url?.startsWith(READER) ?? false;

/** The key in the address of a reader page. @param {string} url */
export const keyOf = (url) => new URL(url).hash.slice(1);

/** Whether a reader page's key is that of an article in the library. @param {string} key */
export const isSavedKey = (key) => key.startsWith(SAVED);

/** Where the reader shows an article of the library. @param {string} id */
export const savedAddress = (id) => `${READER}#${SAVED}${encodeURIComponent(id)}`;

/** Read a tab's page, or go back to the original. @param {chrome.tabs.Tab} tab @param {{selected?: string}} [choice] */
export async function toggle(tab, choice) {
  if (isOpening(tab.id)) return;
  if (isReader(tab.url)) return back(tab);
  busy.add(tab.id);
  await read(tab, choice).finally(() => busy.delete(tab.id));
}

/** Open a tab's article without a click, where the host finds one. @param {chrome.tabs.Tab} tab */
export async function openIfArticle(tab) {
  if (isOpening(tab.id)) return;
  const { page, state } = await capture(tab);
  if (state) return;
  const record = await newRecord(tab, page);
  const answer = await answerWith(record, extract(record));
  if (answer.state !== "article") return;
  const now = await browser.tabs.get(tab.id).catch(() => null); // meanwhile the user may have gone on, or clicked
  if (now?.url && withoutHash(now.url) === withoutHash(page.url) && !isOpening(tab.id)) await open(tab, record);
}

const withoutHash = (url) => url.replace(/#.*/, "");

async function read(tab, choice) {
  host.warm();
  const { page, state, message } = await capture(tab, choice);
  const record = await newRecord(tab, page, state);
  // The host first: its message would have to wait behind what opening a page costs the browser.
  answerWith(record, state ? Promise.resolve({ state, message }) : extract(record));
  await open(tab, record);
}

/** A page's record; with a `source`, its tab, where the reader is to open beside the page because that goes on. */
async function newRecord(tab, page, state = "") {
  const record = records.add(tab, page);
  if (page.following && !page.selection && !state && (await joinsPages())) record.source = tab.id;
  return record;
}

async function open(tab, record) {
  opened.set(tab.id, Date.now());
  const url = `${READER}#${record.key}`;
  if (!record.source) return void (await browser.tabs.update(tab.id, { url }));
  // The page of an article of several pages stays, because from there the others are fetched.
  const { id: openerTabId, index, windowId, active } = tab;
  const reader = await browser.tabs.create({ url, openerTabId, index: index + 1, windowId, active });
  opened.set(reader.id, Date.now());
  record.tabId = reader.id;
  followOn(host, record);
}

/** Show the article of a page of ours. @param {chrome.tabs.Tab} tab @param {import("./capture.js").Page} page */
export async function showPage(tab, page) {
  const record = records.add(tab, page);
  answerWith(record, extract(record));
  await open(tab, record);
}

/** The reader page goes back by itself, also where nothing was pressed on its page: the browser skips such a page. */
async function back(tab) {
  const key = keyOf(tab.url);
  if (await sendToTab(tab.id, { kind: "press_back", key })) return;
  const record = await records.get(key);
  if (record?.source && (await returnTo(record.source, tab.id))) return;
  await browser.tabs.goBack(tab.id).catch(() => record?.page.url && browser.tabs.update(tab.id, { url: record.page.url }));
}

/** Show the page's tab in place of the reader's; false where it is gone. */
const returnTo = (source, reader) =>
  browser.tabs.update(source, { active: true }).then(() => browser.tabs.remove(reader)).then(() => true, () => false);

const REPLIES = {
  open: (record) => record.answer ?? extractAgain(record),
  retry: (record) => {
    host.drop();
    return extractAgain(record);
  },
  everything: (record) => {
    record.page.everything = true; // a save of it means all of it too
    return extractAgain(record);
  },
  leave: async (record) => ({ left: !!record.source && (await returnTo(record.source, record.tabId)) }),
  ...FOLLOWING_KINDS,
  ...choosingKinds(host, answerWith),
};

/** The kinds of messages of the reader page. @type {Record<string, (message: {kind: string, key: string}) => Promise<object>>} */
export const READER_KINDS = Object.fromEntries(Object.keys(REPLIES).map((kind) => [kind, answer]));

async function answer(message) {
  const { kind, key } = message;
  if (isSavedKey(key)) {
    const saved = await host.ask({ action: "open_item", item: decodeURIComponent(key.slice(SAVED.length)) });
    const { item, article, highlights, edited = false } = saved;
    return { state: "article", article, item, highlights, edited, page: { url: item.url, title: item.title } };
  }
  const record = await records.get(key);
  return record ? REPLIES[kind](record, message) : { state: "gone" };
}

/** Ask for a record's page once more; one that could not be captured keeps its answer. */
const extractAgain = (record) => (record.page.html ? answerWith(record, extract(record)) : record.answer);

/** Make `reply` the record's answer, and keep it once it is there. */
function answerWith(record, reply) {
  const { url, title, selection, everything } = record.page;
  const page = { url, title, ...(record.source && { beside: true }), ...((selection || everything) && { whole: true }) };
  record.answer = reply.then((answer) => ({ ...answer, page }));
  records.keep(record).catch((error) => console.warn("Jingdu could not keep a page for reloading:", error));
  return record.answer;
}

/** Ask the host; a failure becomes a state. Of a private window's page it keeps nothing. */
async function extract({ page, incognito }) {
  const { html, url, selection, everything } = page;
  try {
    const { article } = await host.ask({ action: "extract", html, url, selection, everything, private: incognito });
    return { state: "article", article };
  } catch (fault) {
    return failure(fault);
  }
}

/** What is known of a tab goes when it is closed. @param {number} tabId */
export function forgetTab(tabId) {
  opened.delete(tabId);
  records.forgetPrivate(tabId);
}
