/**
 * Saving: a page that is read already, or, by Alt+S or the menu, the page of a tab as it stands.
 * @module
 */
import { follow } from "../shared/ask.js";
import { progress, told } from "../shared/save_notices.js";
import { browser } from "../shared/browser.js";
import { tellChange } from "../shared/changes.js";
import { askApart, offers } from "./questions.js";
import { capture } from "./capture.js";
import { HARMLESS, showNotice } from "./page_notice.js";
import { gather, isPicture, receive, stopGathering } from "./picture_upload.js";
import { pressSave } from "./shortcuts.js";
import { host, isReader, keyOf } from "./reading.js";
import * as records from "./records.js";

/**
 * @typedef {{if_duplicate?: "ask" | "keep_both" | "replace", instead?: string, private_ok?: boolean,
 *   everything?: boolean}} Choice `instead`: what the user was asked about, with `replace`
 */

/** What is being saved, by its tab: what a button of the notice goes on with. */
const pending = new Map();

/** Under which the browser remembers of a tab that something was saved in it, and no more; of private ones nothing. */
const markOf = (tabId) => `saving-${tabId}`;
const isMarked = async (tabId) => !!(await browser.storage.session.get(markOf(tabId)))[markOf(tabId)];

/**
 * Save the page of a reader page. Nothing of a private window goes to the host before the user agrees.
 * @param {string} key @param {Choice} [choice]
 * @returns {Promise<object>} the host's result, or a `state`
 */
export async function saveRecord(key, choice) {
  const record = await records.get(key);
  if (!record) return { state: "gone" };
  const agreed = !record.incognito || choice?.private_ok;
  if (agreed && record.source) record.pictures ??= await picturesBeside(record);
  return save(record, choice, record.pictures);
}

async function save(record, choice = {}, pictures = null) {
  const { incognito } = record;
  if (incognito && !choice.private_ok) return { state: "private_unconfirmed" };
  const { if_duplicate = "ask", instead, private_ok = false } = choice;
  const how = { if_duplicate, instead, private: incognito, private_ok };
  const result = await host.ask({ action: "save", key: keyFor(record, choice), pictures, ...shown(record, choice), ...how });
  record.attempt = null;
  return result;
}

/** The key of a save, the same until it is answered: where the answer is lost, the host saves no second time. */
function keyFor(record, choice) {
  const of = JSON.stringify(choice);
  if (record.attempt?.of !== of) record.attempt = { of, key: crypto.randomUUID() };
  return record.attempt.key;
}

/** The article as the reader shows it: with the user's choice of blocks, and its further pages. */
function shown({ page, following }, choice) {
  const { html, url, title, selection = null, chosen = {} } = page;
  const everything = choice.everything ?? page.everything ?? false;
  const further = following?.parts.map((part) => part.html) ?? [];
  const further_truncated = following?.parts.some((part) => part.truncated) ?? false;
  return { html, url, title, selection, everything, ...chosen, further, further_truncated };
}

/** Where the reader stands beside its page, that page still can send the pictures. */
async function picturesBeside({ source, answer, following }) {
  const { article } = await answer;
  const further = following?.parts.map((part) => part.html) ?? [];
  return article ? gather(source, addressesIn({ ...article, html: [article.html, ...further].join("") }), () => {}) : null;
}

/**
 * Alt+S or the menu: save what a tab shows and say so on it. A reader page saves its own article.
 * @param {chrome.tabs.Tab} tab
 */
export async function saveTab(tab) {
  if (isReader(tab.url)) return pressSave(tab.id, keyOf(tab.url));
  const before = pending.get(tab.id);
  if (before?.busy && before.tab.url === tab.url) return;
  const saving = { tab, busy: true, choice: {}, incognito: tab.incognito, page: null, pictures: undefined, number: 0 };
  pending.set(tab.id, saving);
  if (!tab.incognito) browser.storage.session.set({ [markOf(tab.id)]: true }).catch(() => {});
  const { page, state } = await capture(tab);
  saving.page = page;
  if (state) return finish(saving, { state });
  await goOn(saving);
}

/** Save, or ask what only the user can decide. */
async function goOn(saving) {
  saving.busy = true;
  try {
    const agreed = !saving.incognito || saving.choice.private_ok;
    if (agreed && saving.pictures === undefined) saving.pictures = await picturesOf(saving);
    await finish(saving, await save(saving, saving.choice, saving.pictures));
  } catch (fault) {
    await finish(saving, { state: fault.state ?? "internal", message: fault.message });
  }
}

async function finish(saving, reply) {
  saving.busy = false;
  saving.reply = reply;
  tellChange();
  await tell(saving, told(reply));
  if (reply.job) await followPictures(saving);
}

/**
 * Tell how a save goes: on its page. Where that was closed or left, or another page is saved in its tab by now, what the
 * user must know is told on a page of ours. The notice by its number: an answer is to the one that the user saw.
 */
async function tell(saving, notice) {
  saving.notice = notice;
  saving.number += 1;
  const isLatest = pending.get(saving.tab.id) === saving;
  saving.shown = isLatest && (await showNotice(saving.tab, notice));
  if (!saving.shown && isFor(notice, isLatest)) await askApart(saving);
}

/** Whether the user must know it; a page that can't be saved anyway says so by the sign on the button. */
const isFor = ({ tone, buttons }, isLatest) => (tone === "ask" || tone === "fault") && (buttons.length > 0 || !isLatest);

/** The article is saved; how the host gets on with its pictures. */
async function followPictures(saving) {
  const { reply } = saving;
  const ask = (action, fields) => host.ask({ action, ...fields });
  const end = await follow(reply.job, (state) => tell(saving, progress(reply, state)), ask);
  await tell(saving, told({ ...reply, job: null, missing_pictures: end.report ?? [] }));
}

/** The bytes that the page has of the article's pictures, sent to the host; null where it has none. */
async function picturesOf(saving) {
  const { html, url, selection } = saving.page;
  const everything = saving.choice.everything ?? false;
  tell(saving, told({ state: "saving" }));
  const { article } = await host.extract({ html, url, selection, everything, private: saving.incognito });
  const show = (done, total) => tell(saving, told({ state: "saving", done, total }));
  return gather(saving.tab.id, addressesIn(article), show);
}

/** The host writes its HTML itself, so a picture's address always stands in the same way. */
function addressesIn({ html, image }) {
  const found = Array.from(html.matchAll(/<img [^>]*?src="([^"]+)"/g), ([, address]) => address.replaceAll("&amp;", "&"));
  return [...new Set([image, ...found])].filter((address) => /^https?:/.test(address ?? ""));
}

/** What a button of the notice means for the save. */
const CHOICES = {
  keep_both: () => ({ if_duplicate: "keep_both" }),
  replace: ({ reply }) => ({ if_duplicate: "replace", instead: reply.duplicate.item.id }),
  private_ok: () => ({ private_ok: true }),
  everything: () => ({ everything: true }),
  again: () => ({}),
};

/** Whether a message comes from a page on which we save something. */
export const isFromPage = (message, sender) =>
  sender.tab && sender.frameId === 0 &&
  (isPicture(message, sender.tab) || message?.kind === "notice");

/** A part of a picture, or the button of a notice that was pressed. */
export async function fromPage(message, tab) {
  if (message.kind === "picture") return receive(message);
  const saving = pending.get(tab.id);
  if (!saving) return (await isMarked(tab.id)) ? saveTab(tab) : undefined; // we slept since: it begins anew, and asks again
  if (!offers(saving, message.choice)) return {};
  return HARMLESS.has(message.choice) ? act(saving, message.choice) : askApart(saving);
}

/** What a button does; what goes wrong is told too, and “again” does that again. @param {object} saving @param {string} choice that its notice offers */
export async function act(saving, choice) {
  if (choice === "again") host.drop();
  const wanted = choice === "again" ? saving.failed ?? choice : choice;
  saving.failed = null;
  try {
    await (Object.hasOwn(CHOICES, wanted) ? decide(saving, wanted) : ACTS[wanted](saving));
  } catch (fault) {
    saving.failed = wanted;
    await tell(saving, told({ state: fault.state ?? "internal", message: fault.message }));
  }
}

async function decide(saving, choice) {
  if (saving.busy) return;
  Object.assign(saving.choice, CHOICES[choice](saving));
  tell(saving, told({ state: "saving" }));
  await goOn(saving);
}

/** What the buttons do that decide nothing. */
const ACTS = {
  open: ({ tab, reply }) => browser.tabs.create({ url: keptAddress(reply), windowId: tab.windowId }),
  stop: ({ tab, reply }) => (reply?.job ? host.ask({ action: "cancel_job", job: reply.job }) : stopGathering(tab.id)),
  undo: remove,
};

async function remove(saving) {
  await host.ask({ action: "trash_items", items: [saving.reply.item.id] });
  await tell(saving, { tone: "done", text: browser.i18n.getMessage("removedNow"), buttons: [] });
}

const keptAddress = ({ item, duplicate }) =>
  browser.runtime.getURL(`reader/reader.html#item=${(item ?? duplicate.item).id}`);

/** What is known of a tab goes when it is closed. @param {number} tabId */
export function forgetSaving(tabId) {
  pending.delete(tabId);
  browser.storage.session.remove(markOf(tabId)).catch(() => {});
  stopGathering(tabId);
}
