/**
 * Saves the article in the reader, or, by Alt+S or the menu, the page in a tab. Also handles the buttons of a save's
 * notices, wherever they are shown. @module
 */
import { failure, follow, notifyChange, sendToTab } from "../shared/ask.js";
import { browser } from "../shared/browser.js";
import { progressNotice, savedNotice, saveNotice } from "../shared/save_notices.js";
import { capture } from "./capture.js";
import { stopUpload, uploadPictures } from "./picture_upload.js";
import { offers, openQuestion } from "./questions.js";
import { host, isReader, isSavedKey, keyOf, savedAddress } from "./reading.js";
import * as records from "./records.js";
import { HARMLESS, showNotice } from "./save_view.js";

/**
 * `record`: the reader's record, which has a `key`, or `{page, incognito}` of a tab's page. `number`: the notice's number, which an
 * answer repeats. `shown`: whether the notice is visible. `failed`: the choice that “again” repeats. `token`, `questionTab`
 * and `opening` belong to questions.js.
 * @typedef {{tab: chrome.tabs.Tab, record: any, choice: object, busy: boolean, reply: any, notice: Notice, number: number,
 *   shown?: boolean, failed?: string | null, token?: string, questionTab?: number | null, opening?: Promise<void> | null}} Saving
 * @typedef {import("../shared/save_notices.js").Notice} Notice
 */

/** The latest save of each tab. @type {Map<number, Saving>} */
const savings = new Map();

/** Key in `storage.session` that records that a tab had a save; not used in private windows. */
const markOf = (tabId) => `saving-${tabId}`;
const isMarked = async (tabId) => !!(await browser.storage.session.get(markOf(tabId)))[markOf(tabId)];

function newSaving(tab, record) {
  const saving = { tab, record, choice: {}, busy: false, reply: null, notice: null, number: 0 };
  savings.set(tab.id, saving);
  return saving;
}

/** Milliseconds between attempts to deliver Alt+S to a reader page, and in total. */
const RETRY = { delay: 250, total: 30_000 };
const delivering = new Set();

/** Alt+S in a reader page: repeat the message until the page has loaded its article. */
async function pressSave(tab, key) {
  if (delivering.has(key)) return;
  delivering.add(key);
  const ends = Date.now() + RETRY.total;
  while (!(await sendToTab(tab, { kind: "press_save", key })) && Date.now() < ends)
    await new Promise((resolve) => setTimeout(resolve, RETRY.delay));
  delivering.delete(key);
}

/** Alt+S or the menu: save a tab's page. A reader page saves its own article. @param {chrome.tabs.Tab} tab */
export async function saveTab(tab) {
  if (isReader(tab.url)) return pressSave(tab.id, keyOf(tab.url));
  // Firefox on a busy computer may not yet give the address of a reader page.
  if (!tab.url && (await sendToTab(tab.id, { kind: "press_save" }))) return;
  const before = savings.get(tab.id);
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
 * Handle the reader's save button or a button of its panel.
 * @param {{key: string, choice: string, item?: object}} message `item`: the library's entry of the article @param {chrome.tabs.Tab} tab
 */
export async function saveReading({ key, choice, item }, tab) {
  let saving = savings.get(tab.id);
  if (saving?.record.key !== key) {
    const record = isSavedKey(key) ? { key, page: null, incognito: tab.incognito } : await records.get(key);
    saving = newSaving(tab, record ?? { key, page: null });
    if (!record) return finish(saving, { state: "gone" });
  }
  saving.reply ??= item ? { item } : null;
  await act(saving, choice, item);
}

/** Save. Nothing of a private window is sent to the host before the user agrees. */
async function save(saving) {
  const { record, choice } = saving;
  saving.busy = true;
  if (record.incognito && !choice.private_ok) return finish(saving, { state: "private_unconfirmed" });
  show(saving, saveNotice({ state: "saving" }));
  try {
    if (record.pictures === undefined) record.pictures = await uploadFrom(saving);
    const { if_duplicate = "ask", instead, private_ok = false } = choice;
    const options = { if_duplicate, instead, private: record.incognito, private_ok };
    const request = { action: "save", key: attemptKey(record, choice), pictures: record.pictures, ...fieldsOf(record, choice), ...options };
    const reply = await host.ask(request);
    record.attempt = null;
    await finish(saving, reply);
  } catch (fault) {
    await finish(saving, failure(fault));
  }
}

/** The idempotency key: the same until the save is answered, so that a retry does not save twice. */
function attemptKey(record, choice) {
  const options = JSON.stringify(choice);
  if (record.attempt?.options !== options) record.attempt = { options, key: crypto.randomUUID() };
  return record.attempt.key;
}

/** Request fields of the article as the reader shows it: with the user's choice of blocks and further pages. */
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
 * Show a notice on its page. If that is gone, or another page is being saved in its tab, important notices are shown on
 * the question page.
 */
async function show(saving, notice) {
  saving.notice = notice;
  saving.number += 1;
  const isLatest = savings.get(saving.tab.id) === saving;
  saving.shown = isLatest && (await showNotice(saving));
  if (!saving.shown && isImportant(notice, isLatest)) await openQuestion(saving);
}

/** Whether the user must see a notice; a page that cannot be saved at all is reported by the badge. */
const isImportant = ({ tone, buttons }, isLatest) => (tone === "ask" || tone === "fault") && (buttons.length > 0 || !isLatest);

/** Show the progress of the job that fetches pictures; if it failed, they are all missing for an unknown reason. */
async function followPictures(saving) {
  const { reply } = saving;
  const ask = (action, fields) => host.ask({ action, ...fields });
  const end = await follow(reply.job, (state) => show(saving, progressNotice(reply, state)), ask).catch(() => ({ state: "failed" }));
  const missing = end.state === "failed" ? reply.missing_pictures.map((address) => ({ address, why: null })) : end.report;
  saving.reply = { ...reply, job: null, missing_pictures: missing };
  await show(saving, saveNotice(saving.reply));
}

/** Upload the article's pictures from the page; null if the page is gone or has none. */
async function uploadFrom(saving) {
  const { record, tab, choice } = saving;
  const source = record.key ? record.source : tab.id;
  if (!source) return null;
  const { html, url, selection } = record.page;
  const extract = { action: "extract", html, url, selection, everything: choice.everything ?? false, private: record.incognito };
  const { article } = record.key ? await record.answer : await host.ask(extract);
  if (!article) return null;
  const further = record.following?.parts.map((part) => part.html) ?? [];
  const progress = (done, total) => show(saving, saveNotice({ state: "saving", done, total }));
  return uploadPictures(source, addressesIn(article.image, [article.html, ...further].join("")), progress);
}

/** Addresses of pictures in HTML that the host has serialized, so that a regular expression can find them. */
function addressesIn(image, html) {
  const found = Array.from(html.matchAll(/<img [^>]*?src="([^"]+)"/g), ([, address]) => address.replaceAll("&amp;", "&"));
  return [...new Set([image, ...found])].filter((address) => /^https?:/.test(address ?? ""));
}

/** Whether a message comes from a button of the notice on a page. */
export const isPress = (message, sender) => sender.tab && sender.frameId === 0 && message?.kind === "notice";

/** @param {{choice: string}} message @param {chrome.tabs.Tab} tab */
export async function onPress(message, tab) {
  const saving = savings.get(tab.id);
  if (!saving) return (await isMarked(tab.id)) ? saveTab(tab) : undefined; // the background was restarted: start over
  if (!offers(saving, message.choice)) return {};
  return HARMLESS.has(message.choice) ? act(saving, message.choice) : openQuestion(saving);
}

/** Perform a button's choice; “again” repeats the choice that failed. @param {Saving} saving @param {string} choice @param {object} [item] */
export async function act(saving, choice, item) {
  if (choice === "again") host.drop();
  const name = choice === "again" ? saving.failed ?? choice : choice;
  saving.failed = null;
  try {
    const [field, tag] = name.split(/:(.*)/s);
    if (tag) await setTag(saving, field, tag);
    else await ACTIONS[name](saving, item);
  } catch (fault) {
    saving.failed = name;
    await show(saving, saveNotice(failure(fault)));
  }
}

/** @param {Saving} saving @param {string} field `add_tags` or `remove_tags` @param {string} tag */
async function setTag(saving, field, tag) {
  const { items } = await host.ask({ action: "edit_items", items: [itemOf(saving)], changes: { [field]: [tag] } });
  saving.reply.item = items[0];
}

/** Save with a changed choice. */
async function saveWith(saving, change) {
  if (saving.busy) return;
  saving.choice = { ...saving.choice, ...change };
  await save(saving);
}

const itemOf = ({ reply }) => (reply.item ?? reply.duplicate.item).id;

/** Handlers by choice. */
const ACTIONS = {
  keep_both: (saving) => saveWith(saving, { if_duplicate: "keep_both" }),
  replace: (saving) => saveWith(saving, { if_duplicate: "replace", instead: itemOf(saving) }),
  private_ok: (saving) => saveWith(saving, { private_ok: true }),
  everything: (saving) => saveWith(saving, { everything: true }),
  again: (saving) => saveWith(saving, {}),
  save: (saving) => saving.busy || save(newSaving(saving.tab, saving.record)),
  saved: (saving, item) => saving.busy || show(Object.assign(newSaving(saving.tab, saving.record), { reply: { item } }), savedNotice(item, isSavedKey(saving.record.key))),
  open: (saving) => open(saving, savedAddress(itemOf(saving))),
  stop: ({ tab, record, reply }) =>
    reply?.job ? host.ask({ action: "cancel_job", job: reply.job }) : stopUpload(record.source ?? tab.id),
  undo: (saving) => change(saving, "trash_items", { trashed: true }),
  restore: (saving) => change(saving, "restore_items", { trashed: false }),
  archive: (saving) => edit(saving, { archived: true }),
  unarchive: (saving) => edit(saving, { archived: false }),
};

/** Open in the reader's tab, or in a new tab. */
const open = ({ tab, record, questionTab }, url) =>
  record.key && !questionTab ? browser.tabs.update(tab.id, { url }) : browser.tabs.create({ url, windowId: tab.windowId });

const edit = (saving, changes) => change(saving, "edit_items", changes, { changes });

/** Change the saved article, and show a notice with the actions that it now allows. */
async function change(saving, action, changes, fields) {
  await host.ask({ action, items: [itemOf(saving)], ...fields });
  saving.reply = { item: { ...saving.reply.item, ...changes } };
  notifyChange();
  await show(saving, savedNotice(saving.reply.item, isSavedKey(saving.record.key ?? "")));
}

/** Forget a closed tab. @param {number} tabId */
export function forgetSaving(tabId) {
  savings.delete(tabId);
  browser.storage.session.remove(markOf(tabId)).catch(() => {});
  stopUpload(tabId);
}
