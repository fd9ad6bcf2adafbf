/**
 * What a save's outcome is in words, and what can be done next; the same in the reader and on a page.
 * @module
 */
import { faultWords } from "./faults.js";
import { t } from "./dom.js";
import { together } from "./sentences.js";
import { ago } from "./time.js";
import { missingWords } from "./missing_pictures.js";

/**
 * @typedef {object} Notice
 * @property {"busy" | "done" | "ask" | "fault"} tone
 * @property {string} text
 * @property {string} [detail]
 * @property {{label: string, choice: string}[]} buttons
 * @property {[number, number]} [progress] done, of all
 * @property {string[]} [tags] that may be added
 */

const button = (choice, label) => ({ choice, label });

/** @param {object} reply the host's result of `save`, or a `state` @returns {Notice} */
export function told(reply) {
  if (reply.state === "saving") return saving(reply);
  if (reply.state === "private_unconfirmed") return privateWindow();
  if (reply.duplicate && !reply.item) return duplicate(reply.duplicate);
  if (reply.item) return saved(reply);
  return fault(reply);
}

function saving({ done = 0, total }) {
  if (!total) return { tone: "busy", text: t("savingPage"), buttons: [] };
  return { tone: "busy", text: t("savingPictures"), progress: [done, total], buttons: [button("stop", t("skipPictures"))] };
}

function privateWindow() {
  return { tone: "ask", text: t("savePrivateQuestion"), buttons: [button("private_ok", t("savePrivateYes"))] };
}

/** "You saved this three weeks ago (92 % the same)." */
function duplicate({ item, likeness, saved }) {
  const same = new Intl.NumberFormat(t("uiLanguage"), { style: "percent" }).format(Math.floor(likeness * 100) / 100);
  const text = t("savedBefore", ago(saved ?? item.saved), same);
  const buttons = [button("open", t("openItAction")), button("keep_both", t("keepBothAction")), button("replace", t("replaceAction"))];
  return { tone: "ask", text, detail: `“${item.title}”`, buttons };
}

/** Where nothing fetches what is missing (there is no job), that is because it is switched off. */
function saved({ item, missing_pictures: missing = [], suggested_tags: tags = [], job }) {
  const pictures = job ? "" : missingWords(missing.map((one) => (typeof one === "string" ? { address: one, why: "off" } : one)));
  const detail = together(cutWords(item), pictures);
  return { tone: "done", text: t("savedNow"), detail, tags, buttons: [button("open", t("openItAction")), button("undo", t("undoAction"))] };
}

/** What is kept of a page that was too large is not all of it. */
const cutWords = (item) => (item.truncated ? t("savedTruncated") : "");

/** While the host fetches pictures of an article that is saved. @param {any} reply @param {{done: number, total: number}} job */
export function progress(reply, { done, total }) {
  const { text } = saved(reply);
  const cut = cutWords(reply.item);
  if (!total) return { tone: "busy", text, detail: cut, buttons: [] };
  return { tone: "busy", text, detail: together(cut, t("savingPictures")), progress: [done, total], buttons: [button("stop", t("skipPictures"))] };
}

/** Of an article that is kept. @param {object} item @param {boolean} isKept whether the library's copy is shown */
export function toldKept(item, isKept) {
  const buttons = [button("library", t("openLibrary")), button("remove", t("removeAction"))];
  if (!isKept) buttons.unshift(button("open", t("openItAction")), button("save_again", t("saveAgain")));
  return { tone: "done", text: t("savedThen", ago(item.saved)), detail: cutWords(item), buttons };
}

/** Of a page without an article all can be saved; a fault that may pass can be tried again. */
function fault({ state, message }) {
  const words = faultWords(state, message);
  const buttons = state === "no_article" ? [button("everything", t("saveEverything"))] : [button("again", t("retryAction"))];
  const hopeless = ["restricted", "page_too_large", "gone"].includes(state);
  return { tone: "fault", text: words.heading, detail: words.text, buttons: hopeless ? [] : buttons };
}
