/**
 * The way from a click to the reader page, to be read first: capture, then open the reader and
 * ask the host at the same time.
 * @module
 */
import { browser } from "../shared/browser.js";
import { capture } from "./capture.js";
import { choosingKinds } from "./chosen_blocks.js";
import { FOLLOWING_KINDS, followOn, isWanted } from "./pagination.js";
import { Host } from "./host.js";
import { isKept, openKept } from "./kept.js";
import { pressBack } from "./shortcuts.js";
import * as records from "./records.js";

const READER = browser.runtime.getURL("reader/reader.html");

/** A second click this soon, in milliseconds, is the second half of a double click. */
const DOUBLE_CLICK = 500;

export const host = new Host();

/** Tabs whose page is being captured. */
const busy = new Set();

/** When a tab's reader page was asked for. */
const opened = new Map();

/** Whether a tab's page is being read, or its reader came up a moment ago. */
const isOpening = (tabId) => busy.has(tabId) || Date.now() - opened.get(tabId) < DOUBLE_CLICK;

/**
 * Read a tab's page, or, in a reader page, go back to the original.
 * @param {chrome.tabs.Tab} tab @param {{selected?: string}} [choice]
 */
export async function toggle(tab, choice) {
  if (isOpening(tab.id)) return;
  if (isReader(tab.url)) return back(tab);
  busy.add(tab.id);
  try {
    await read(tab, choice);
  } finally {
    busy.delete(tab.id);
  }
}

/** Open a tab's article without being asked to by a click: only where the host finds one. @param {chrome.tabs.Tab} tab */
export async function openIfArticle(tab) {
  if (isOpening(tab.id)) return;
  const { page, state } = await capture(tab);
  if (state) return;
  const record = await placed(tab, page);
  const answer = await answerWith(record, ask(record));
  const wanted = answer.state === "article" && (await stillShows(tab, page.url));
  if (wanted && !isOpening(tab.id)) await open(tab, record); // a click may have come first
}

/** Whether a tab still shows the address: meanwhile the user may have gone on. */
async function stillShows({ id }, url) {
  const tab = await browser.tabs.get(id).catch(() => null);
  return tab?.url?.replace(/#.*/, "") === url.replace(/#.*/, "");
}

async function read(tab, choice) {
  host.warm();
  const { page, state, message } = await capture(tab, choice);
  const record = await placed(tab, page, state);
  // The host first: its message would have to wait behind what opening a page costs the browser.
  answerWith(record, state ? Promise.resolve({ state, message }) : ask(record));
  await open(tab, record);
}

/** A page's record, which knows its `source` where the reader is to open beside the page: where it goes on. */
async function placed(tab, page, state = "") {
  const record = records.add(tab, page);
  if (page.following && !page.selection && !state && (await isWanted())) record.source = tab.id;
  return record;
}

/** Show a record's reading in its tab, or beside it. */
async function open(tab, record) {
  opened.set(tab.id, Date.now());
  const url = `${READER}#${record.key}`;
  if (record.source) await openBeside(tab, record, url);
  else await browser.tabs.update(tab.id, { url });
}

/** An article of several pages: its page stays, because from there the others are fetched. */
async function openBeside(tab, record, url) {
  const { id: openerTabId, index, windowId, active } = tab;
  const reader = await browser.tabs.create({ url, openerTabId, index: index + 1, windowId, active });
  opened.set(reader.id, Date.now());
  record.tabId = reader.id;
  followOn(host, record);
}

/**
 * Show the article of a page that is at hand, in a tab of ours.
 * @param {chrome.tabs.Tab} tab @param {import("./capture.js").Page} page
 */
export async function showPage(tab, page) {
  const record = records.add(tab, page);
  answerWith(record, ask(record));
  await browser.tabs.update(tab.id, { url: `${READER}#${record.key}` });
}

/** Whether an address is one of our reader pages. @param {string | undefined} url */
export const isReader = (url) => url?.startsWith(READER) ?? false;

/**
 * The reader page knows the way, and its step back leads to its page also where nothing was ever pressed on that, as
 * where the article opened by itself: the browser's own passes such a page over. History alone returns to the place where
 * the page was scrolled; a tab may have none, where it was opened beside its page, which then still is where it was.
 */
async function back(tab) {
  if (await pressBack(tab.id, keyOf(tab.url))) return;
  const beside = await records.get(keyOf(tab.url));
  if (beside?.source && (await returnTo(beside.source, tab.id))) return;
  try {
    await browser.tabs.goBack(tab.id);
  } catch {
    const record = await records.get(keyOf(tab.url));
    if (record?.page.url) await browser.tabs.update(tab.id, { url: record.page.url });
  }
}

/** Show the page's tab in place of the reader's; false where it is gone. */
async function returnTo(source, reader) {
  try {
    await browser.tabs.update(source, { active: true });
    await browser.tabs.remove(reader);
    return true;
  } catch {
    return false;
  }
}

/** What the reader page is told, for each kind of its messages. */
const KINDS = {
  open: (record) => record.answer ?? again(record),
  retry: (record) => {
    host.drop();
    return again(record);
  },
  everything: (record) => {
    record.page.everything = true; // a save of it means all of it too
    return again(record);
  },
  leave: async (record) => ({ left: !!record.source && (await returnTo(record.source, record.tabId)) }),
  ...FOLLOWING_KINDS,
  ...choosingKinds(host, answerWith),
};

/** Ask for a record's page once more; one that could not be captured keeps its answer. */
function again(record, choice) {
  return record.page.html ? answerWith(record, ask(record, choice)) : record.answer;
}

/**
 * Answer a message of the reader page.
 * @param {{kind: string, key: string}} message
 * @returns {Promise<object>} `{state, article?, message?, page}`
 */
export async function answer(message) {
  const { kind, key } = message;
  if (isKept(key)) return openKept(host, key);
  const record = await records.get(key);
  if (!record) return { state: "gone" };
  return KINDS[kind](record, message);
}

/** Whether a message is one that a reader page sends, of the article that its own address names. */
export const isKnown = (message, { url }) => Object.hasOwn(KINDS, message?.kind) && message.key === keyOf(url);

/** The key in the address of a reader page. @param {string} url */
export const keyOf = (url) => new URL(url).hash.slice(1);

/** What is known of a tab goes when it is closed. @param {number} tabId */
export function forgetTab(tabId) {
  opened.delete(tabId);
  records.forgetPrivate(tabId);
}

/** Make `reply` the record's answer, and keep it once it is there. */
function answerWith(record, reply) {
  const { url, title } = record.page;
  record.answer = reply.then((told) => ({ ...told, page: { url, title, ...about(record) } }));
  records.keep(record).catch((error) => console.warn("Jingdu could not keep a page for reloading:", error));
  return record.answer;
}

/** What is different with this page: that it has its own tab; that all or a part of it was chosen to be read. */
function about({ source, page }) {
  return { ...(source && { beside: true }), ...((page.selection || page.everything) && { whole: true }) };
}

/** Ask the host; what goes wrong becomes a state. Of a private window's page it keeps nothing. */
async function ask({ page, incognito }, choice) {
  const { html, url, selection, everything } = { ...page, ...choice };
  try {
    const { article } = await host.extract({ html, url, selection, everything, private: incognito });
    return { state: "article", article };
  } catch (fault) {
    return { state: fault.state ?? "internal", message: fault.message };
  }
}
