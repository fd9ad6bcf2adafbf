/** Notices about a save: text, progress and buttons. @module */
import { t } from "./dom.js";
import { faultWords, joinSentences } from "./faults.js";
import { formatAgo, formatPercent } from "./format.js";

/**
 * `progress`: done, total; `tags`: suggestions, if the article can be tagged.
 * @typedef {{tone: "busy" | "done" | "ask" | "fault", text: string, detail?: string, buttons: {label: string, choice: string}[],
 *   progress?: [number, number], tags?: string[]}} Notice
 */

const button = (choice, label) => ({ choice, label });

/** @param {object} reply the host's result of `save`, or a `state` @returns {Notice} */
export function saveNotice(reply) {
  if (reply.state === "saving") return saving(reply);
  if (reply.state === "private_unconfirmed")
    return { tone: "ask", text: t("savePrivateQuestion"), buttons: [button("private_ok", t("savePrivateYes"))] };
  if (reply.duplicate && !reply.item) return duplicate(reply.duplicate);
  return reply.item ? savedNow(reply) : fault(reply);
}

function saving({ done = 0, total }) {
  if (!total) return { tone: "busy", text: t("savingPage"), buttons: [] };
  return { tone: "busy", text: t("savingPictures"), progress: [done, total], buttons: [button("stop", t("skipPictures"))] };
}

/** "You saved a similar article three weeks ago (92 % the same)." */
function duplicate({ item, likeness, saved }) {
  const text = t("savedBefore", formatAgo(saved ?? item.saved), formatPercent(likeness));
  const buttons = [button("open", t("openItAction")), button("keep_both", t("keepBothAction")), button("replace", t("replaceAction"))];
  return { tone: "ask", text, detail: t("quoted", item.title), buttons };
}

/** Pictures listed without a reason are missing because fetching is turned off. */
function savedNow({ item, missing_pictures: missing = [], suggested_tags: tags = [], job }) {
  const pictures = job ? "" : missingText(missing.map((one) => (typeof one === "string" ? { address: one, why: "off" } : one)));
  const detail = joinSentences(truncatedText(item), pictures);
  return { tone: "done", text: t("savedNow"), detail, tags: job ? undefined : tags, buttons: [button("open", t("openItAction")), button("undo", t("undoAction"))] };
}

const truncatedText = (item) => (item.truncated ? t("savedTruncated") : "");

/** While the host fetches a saved article's pictures. @param {any} reply @param {{done: number, total: number}} job */
export function progressNotice({ item }, { done, total }) {
  const about = { tone: "busy", text: t("savedNow") };
  if (!total) return { ...about, detail: truncatedText(item), buttons: [] };
  const detail = joinSentences(truncatedText(item), t("savingPictures"));
  return { ...about, detail, progress: [done, total], buttons: [button("stop", t("skipPictures"))] };
}

/** For an article in the library or its trash. @param {object} item @param {boolean} isShown whether the reader shows the saved copy */
export function savedNotice(item, isShown) {
  if (item.trashed) return { tone: "done", text: t("removedNow"), buttons: [button("restore", t("restoreAction"))] };
  const buttons = [button("library", t("openLibrary")), button("undo", t("removeAction"))];
  if (!isShown) buttons.unshift(button("open", t("openItAction")), button("save", t("saveAgain")));
  else buttons.splice(1, 0, item.archived ? button("unarchive", t("unarchiveAction")) : button("archive", t("archiveAction")));
  const detail = joinSentences(item.archived && t("savedArchived"), truncatedText(item));
  return { tone: "done", text: t("savedThen", formatAgo(item.saved)), detail, tags: [], buttons };
}

/** Offers to save the whole page if there is no article, or to retry unless that is hopeless. */
function fault({ state, message }) {
  const words = faultWords(state, message);
  const buttons = state === "no_article" ? [button("everything", t("saveEverything"))] : [button("again", t("retryAction"))];
  const hopeless = ["restricted", "page_too_large", "gone"].includes(state);
  return { tone: "fault", text: words.heading, detail: t(`saveInstead_${state}`) || words.text, buttons: hopeless ? [] : buttons };
}

/** @typedef {{address: string, why: string | null}} Missing `why`: a code of the host */

/** Message for a reason; "" if unknown. @param {string | null} why */
export const reasonText = (why) => (why ? t(`pictureMissing_${why}`) : "");

/** The number of missing pictures, and the reasons with their counts. @param {Missing[]} missing */
export function missingText(missing) {
  if (!missing.length) return "";
  const groups = Map.groupBy(missing.map(({ why }) => reasonText(why)).filter(Boolean), (text) => text);
  const reasons = [...groups].map(([text, all]) => (groups.size > 1 ? t("pictureTimes", text, all.length) : text));
  return joinSentences(t("picturesMissing", missing.length), ...reasons);
}
