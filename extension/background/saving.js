/**
 * Saving, by one way: of an article that the reader shows, and, by Alt+S or the menu, of the page in any tab. What only
 * the user can decide is asked, and what a button of a notice does is decided here, wherever it is pressed. @module
 */
import { failure, follow, notifyChange, sendToTab } from "../shared/ask.js";
import { browser } from "../shared/browser.js";
import { t } from "../shared/dom.js";
import { progressNotice, savedNotice, saveNotice } from "../shared/save_notices.js";
import { capture } from "./capture.js";
import { gather, stopGathering } from "./picture_upload.js";
import { askOnOurPage, offers } from "./questions.js";
import { host, isReader, isSavedKey, keyOf, savedAddress } from "./reading.js";
import * as records from "./records.js";
import { HARMLESS, showNotice } from "./save_view.js";

/**
 * `record`: the reading, which has a `key`; or of a page in a tab `{page, incognito}`. `number`: of the notice, which an answer
 * names. `shown`: whether that is on its page. `failed`: what “again” repeats. `token`, `asking`, `opening`: see questions.js.
 * @typedef {{tab: chrome.tabs.Tab, record: any, choice: object, busy: boolean, reply: any, notice: Notice, number: number,
 *   shown?: boolean, failed?: string | null, token?: string, asking?: number | null, opening?: Promise<void> | null}} Saving
 * @typedef {import("../shared/save_notices.js").Notice} Notice
 */

/** The latest saving of each tab. @type {Map<number, Saving>} */
const pending = new Map();

/** The browser remembers of a tab only that something was saved in it; of private ones nothing. */
const markOf = (tabId) => `saving-${tabId}`;
const isMarked = async (tabId) => !!(await browser.storage.session.get(markOf(tabId)))[markOf(tabId)];

function newSaving(tab, record) {
  const saving = { tab, record, choice: {}, busy: false, reply: null, notice: null, number: 0 };
  pending.set(tab.id, saving);
  return saving;
}

/** Milliseconds between two tries, and until Alt+S in a reader page is dropped because no article came. */
const PRESSING = { pause: 250, all: 30_000 };

const pressing = new Set();

/** Alt+S in a reader page, perhaps before there is an article to save: sent until it is heard. */
async function pressSave(tab, key) {
  if (pressing.has(key)) return;
  pressing.add(key);
  const ends = Date.now() + PRESSING.all;
  while (!(await sendToTab(tab, { kind: "press_save", key })) && Date.now() < ends)
    await new Promise((resolve) => setTimeout(resolve, PRESSING.pause));
  pressing.delete(key);
}

/** Alt+S or the menu: save what a tab shows. A reader page saves its own article. @param {chrome.tabs.Tab} tab */
export async function saveTab(tab) {
  if (isReader(tab.url)) return pressSave(tab.id, keyOf(tab.url));
  const before = pending.get(tab.id);
  if (before?.busy && before.tab.url === tab.url) return;
  const saving = newSaving(tab, { page: null, incognito: tab.incognito });
  saving.busy = true;
  if (!tab.incognito) browser.storage.session.set({ [markOf(tab.id)]: true }).catch(() => {});
  const { page, state } = await capture(tab);
  saving.record.page = page;
  if (state) return finish(saving, { state });
  await save(saving);
}

/**
 * The reader's save button, or a button of its panel.
 * @param {{key: string, choice: string, item?: object}} message `item`: the library's entry of the article @param {chrome.tabs.Tab} tab
 */
export async function saveReading({ key, choice, item }, tab) {
  let saving = pending.get(tab.id);
  if (saving?.record.key !== key) {
    const record = isSavedKey(key) ? { key, page: null, incognito: tab.incognito } : await records.get(key);
    saving = newSaving(tab, record ?? { key, page: null });
    if (!record) return finish(saving, { state: "gone" });
  }
  saving.reply ??= item ? { item } : null;
  await act(saving, choice, item);
}

/** Save, or ask what only the user can decide. Nothing of a private window goes to the host before the user agrees. */
async function save(saving) {
  const { record, choice } = saving;
  saving.busy = true;
  if (record.incognito && !choice.private_ok) return finish(saving, { state: "private_unconfirmed" });
  show(saving, saveNotice({ state: "saving" }));
  try {
    if (record.pictures === undefined) record.pictures = await picturesOf(saving);
    const { if_duplicate = "ask", instead, private_ok = false } = choice;
    const how = { if_duplicate, instead, private: record.incognito, private_ok };
    const request = { action: "save", key: attemptKey(record, choice), pictures: record.pictures, ...fieldsOf(record, choice), ...how };
    const reply = await host.ask(request);
    record.attempt = null;
    await finish(saving, reply);
  } catch (fault) {
    await finish(saving, failure(fault));
  }
}

/** The key of a save, the same until it is answered: where the answer is lost, the host does not save a second time. */
function attemptKey(record, choice) {
  const of = JSON.stringify(choice);
  if (record.attempt?.of !== of) record.attempt = { of, key: crypto.randomUUID() };
  return record.attempt.key;
}

/** The article as the reader shows it: with the user's choice of blocks, and its further pages. */
function fieldsOf({ page, following }, choice) {
  const { html, url, title, selection = null, chosen = {} } = page;
  const parts = following?.parts ?? [];
  return {
    html, url, title, selection, everything: choice.everything ?? page.everything ?? false, ...chosen,
    further: parts.map((part) => part.html), further_truncated: parts.some((part) => part.truncated),
  };
}

async function finish(saving, reply) {
  saving.busy = false;
  saving.reply = reply;
  notifyChange();
  await show(saving, saveNotice(reply));
  if (reply.job) await followPictures(saving);
}

/**
 * Show a notice: on its page. Where that was closed or left, or another page is saved in its tab by now, what the user must
 * know is shown on a page of ours.
 */
async function show(saving, notice) {
  saving.notice = notice;
  saving.number += 1;
  const isLatest = pending.get(saving.tab.id) === saving;
  saving.shown = isLatest && (await showNotice(saving));
  if (!saving.shown && matters(notice, isLatest)) await askOnOurPage(saving);
}

/** Whether the user must know it; a page that can't be saved anyway says so by the badge on the button. */
const matters = ({ tone, buttons }, isLatest) => (tone === "ask" || tone === "fault") && (buttons.length > 0 || !isLatest);

async function followPictures(saving) {
  const { reply } = saving;
  const ask = (action, fields) => host.ask({ action, ...fields });
  const end = await follow(reply.job, (state) => show(saving, progressNotice(reply, state)), ask).catch(() => ({}));
  saving.reply = { ...reply, job: null, missing_pictures: end.report ?? [] };
  await show(saving, saveNotice(saving.reply));
}

/** The bytes that the page has of the article's pictures, sent to the host; null where the page is gone or has none. */
async function picturesOf(saving) {
  const { record, tab, choice } = saving;
  const source = record.key ? record.source : tab.id;
  if (!source) return null;
  const { html, url, selection } = record.page;
  const extract = { action: "extract", html, url, selection, everything: choice.everything ?? false, private: record.incognito };
  const { article } = record.key ? await record.answer : await host.ask(extract);
  if (!article) return null;
  const further = record.following?.parts.map((part) => part.html) ?? [];
  const progress = (done, total) => show(saving, saveNotice({ state: "saving", done, total }));
  return gather(source, addressesIn(article.image, [article.html, ...further].join("")), progress);
}

/** The host writes its HTML itself, so a picture's address is always written in the same way. */
function addressesIn(image, html) {
  const found = Array.from(html.matchAll(/<img [^>]*?src="([^"]+)"/g), ([, address]) => address.replaceAll("&amp;", "&"));
  return [...new Set([image, ...found])].filter((address) => /^https?:/.test(address ?? ""));
}

/** Whether a message is a press on a button of the notice of a page that we save. */
export const isPress = (message, sender) => sender.tab && sender.frameId === 0 && message?.kind === "notice";

/** @param {{choice: string}} message @param {chrome.tabs.Tab} tab */
export async function pressed(message, tab) {
  const saving = pending.get(tab.id);
  if (!saving) return (await isMarked(tab.id)) ? saveTab(tab) : undefined; // we slept since: it begins anew, and asks again
  if (!offers(saving, message.choice)) return {};
  return HARMLESS.has(message.choice) ? act(saving, message.choice) : askOnOurPage(saving);
}

/** What a button does; a failure is shown too, and “again” repeats it. @param {Saving} saving @param {string} choice @param {object} [item] */
export async function act(saving, choice, item) {
  if (choice === "again") host.drop();
  const wanted = choice === "again" ? saving.failed ?? choice : choice;
  saving.failed = null;
  try {
    if (Object.hasOwn(CHOICES, wanted)) await decide(saving, CHOICES[wanted](saving));
    else if (wanted.startsWith("tag:")) await edit(saving, { add_tags: [wanted.slice(4)] });
    else await ACTS[wanted](saving, item);
  } catch (fault) {
    saving.failed = wanted;
    await show(saving, saveNotice(failure(fault)));
  }
}

async function decide(saving, change) {
  if (saving.busy) return;
  saving.choice = { ...saving.choice, ...change };
  await save(saving);
}

const itemOf = ({ reply }) => (reply.item ?? reply.duplicate.item).id;

/** What a choice means for the save. */
const CHOICES = {
  keep_both: () => ({ if_duplicate: "keep_both" }),
  replace: (saving) => ({ if_duplicate: "replace", instead: itemOf(saving) }),
  private_ok: () => ({ private_ok: true }),
  everything: () => ({ everything: true }),
  again: () => ({}),
};

const ACTS = {
  save: (saving) => saving.busy || save(newSaving(saving.tab, saving.record)),
  saved: (saving, item) => saving.busy || show(Object.assign(newSaving(saving.tab, saving.record), { reply: { item } }), savedNotice(item, isSavedKey(saving.record.key))),
  open: (saving) => open(saving, savedAddress(itemOf(saving))),
  stop: ({ tab, record, reply }) =>
    reply?.job ? host.ask({ action: "cancel_job", job: reply.job }) : stopGathering(record.source ?? tab.id),
  undo: remove,
};

/** In place of the reading, or beside the page. */
const open = ({ tab, record, asking }, url) =>
  record.key && !asking ? browser.tabs.update(tab.id, { url }) : browser.tabs.create({ url, windowId: tab.windowId });

const edit = (saving, changes) => host.ask({ action: "edit_items", items: [itemOf(saving)], changes });

async function remove(saving) {
  await host.ask({ action: "trash_items", items: [itemOf(saving)] });
  notifyChange();
  saving.reply = { removed: true };
  await show(saving, { tone: "done", text: t("removedNow"), buttons: [] });
}

/** What is known of a tab goes when it is closed. @param {number} tabId */
export function forgetSaving(tabId) {
  pending.delete(tabId);
  browser.storage.session.remove(markOf(tabId)).catch(() => {});
  stopGathering(tabId);
}
