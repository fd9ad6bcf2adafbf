/**
 * Saving: a page that is read already, or, by Alt+S or the menu, the page of a tab as it stands.
 * @module
 */
import { follow } from "../library/ask.js";
import { progress, told } from "../save/told.js";
import { browser } from "../shared/browser.js";
import { tellChange } from "../shared/changes.js";
import { capture } from "./capture.js";
import { showNotice } from "./notices.js";
import { gather, isPicture, receive, stopGathering } from "./pictures.js";
import { host, isReader } from "./reading.js";
import * as records from "./records.js";

/** @typedef {{if_duplicate?: "ask" | "keep_both" | "replace", private_ok?: boolean, everything?: boolean}} Choice */

/** What is being saved, by its tab: what a button of the notice goes on with. */
const pending = new Map();

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
  const how = { if_duplicate: choice.if_duplicate ?? "ask", private: incognito, private_ok: !!choice.private_ok };
  return host.ask({ action: "save", pictures, ...shown(record, choice), ...how }, record.page.html.length);
}

/** The article as the reader shows it: with the user's choice of blocks, and its further pages. */
function shown({ page, following }, choice) {
  const { html, url, title, selection = null, chosen = {} } = page;
  const everything = choice.everything ?? page.everything ?? false;
  const further = following?.parts.map((part) => part.html) ?? [];
  return { html, url, title, selection, everything, ...chosen, further };
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
  if (isReader(tab.url)) return browser.runtime.sendMessage({ kind: "press_save", tab: tab.id }).catch(() => {});
  if (pending.get(tab.id)?.busy) return;
  const saving = { tab, busy: true, choice: {}, incognito: tab.incognito, page: null, pictures: undefined };
  pending.set(tab.id, saving);
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
  await showNotice(saving.tab, told(reply));
  if (reply.job) await followPictures(saving);
}

/** The article is saved; how the host gets on with its pictures. */
async function followPictures({ tab, reply }) {
  const ask = (action, fields) => host.ask({ action, ...fields });
  const end = await follow(reply.job, (state) => showNotice(tab, progress(reply, state)), ask);
  await showNotice(tab, told({ ...reply, job: null, missing_pictures: end.report ?? [] }));
}

/** The bytes that the page has of the article's pictures, sent to the host; null where it has none. */
async function picturesOf(saving) {
  const { html, url, selection } = saving.page;
  const everything = saving.choice.everything ?? false;
  showNotice(saving.tab, told({ state: "saving" }));
  const { article } = await host.extract({ html, url, selection, everything, private: saving.incognito });
  const show = (done, total) => showNotice(saving.tab, told({ state: "saving", done, total }));
  return gather(saving.tab.id, addressesIn(article), show);
}

/** The host writes its HTML itself, so a picture's address always stands in the same way. */
function addressesIn({ html, image }) {
  const found = Array.from(html.matchAll(/<img [^>]*?src="([^"]+)"/g), ([, address]) => address.replaceAll("&amp;", "&"));
  return [...new Set([image, ...found])].filter((address) => /^https?:/.test(address ?? ""));
}

/** What a button of the notice means for the save; the others only lead somewhere. */
const CHOICES = {
  keep_both: { if_duplicate: "keep_both" },
  replace: { if_duplicate: "replace" },
  private_ok: { private_ok: true },
  everything: { everything: true },
  again: {},
};

/** Whether a message comes from a page on which we save something. */
export const isFromPage = (message, sender) =>
  sender.tab && sender.frameId === 0 &&
  (isPicture(message, sender.tab) || (message?.kind === "notice" && pending.has(sender.tab.id)));

/** A part of a picture, or the button of a notice that was pressed. */
export async function fromPage(message, tab) {
  if (message.kind === "picture") return receive(message);
  const saving = pending.get(tab.id);
  if (message.choice === "stop") return stop(saving);
  if (message.choice === "open") return browser.tabs.create({ url: keptAddress(saving.reply), windowId: tab.windowId });
  if (message.choice === "undo") return remove(saving);
  if (!Object.hasOwn(CHOICES, message.choice) || saving.busy) return {};
  if (message.choice === "again") host.drop();
  Object.assign(saving.choice, CHOICES[message.choice]);
  return goOn(saving);
}

async function remove({ tab, reply }) {
  await host.ask({ action: "trash_items", items: [reply.item.id] });
  await showNotice(tab, { tone: "done", text: browser.i18n.getMessage("removedNow"), buttons: [] });
}

/** Enough of pictures, whether the page sends them or the host fetches them. */
const stop = ({ tab, reply }) =>
  reply?.job ? host.ask({ action: "cancel_job", job: reply.job }) : stopGathering(tab.id);

const keptAddress = ({ item, duplicate }) =>
  browser.runtime.getURL(`reader/reader.html#item=${(item ?? duplicate.item).id}`);

/** What is known of a tab goes when it is closed. @param {number} tabId */
export function forgetSaving(tabId) {
  pending.delete(tabId);
  stopGathering(tabId);
}
