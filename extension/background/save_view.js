/** Shows a save's notices in the reader, or on the page and as a badge on the button. @module */
import { browser } from "../shared/browser.js";
import { t, uiLanguage } from "../shared/dom.js";
import { joinSentences } from "../shared/faults.js";
import { sendToTab } from "../shared/ask.js";

const BADGES = { busy: "…", done: "✓", ask: "?", fault: "!" };
const COLORS = { busy: "#5d5d62", done: "#1a7f37", ask: "#0b57d0", fault: "#b3261e" };

/** Milliseconds until the badge of a finished save is removed. */
const BADGE_DURATION = 4000;

/** Choices allowed on the page itself; all others are made on our question page, which no site can cover. */
export const HARMLESS = new Set(["open", "stop", "again"]);

/** @param {import("./saving.js").Saving} saving @returns {Promise<boolean>} whether the notice is visible */
export async function showNotice({ tab, record, notice, reply }) {
  if (record.key) return sendToTab(tab.id, { kind: "save_notice", key: record.key, notice, item: reply?.item ?? undefined });
  setBadge(tab.id, notice);
  const target = { target: { tabId: tab.id }, injectImmediately: true }; // the page may still be loading
  const buttons = notice.buttons.map((one) => (HARMLESS.has(one.choice) ? one : { ...one, label: `${one.label}…`, opensQuestion: true }));
  const shown = { ...notice, text: joinSentences(notice.text, notice.detail), buttons, close: t("closeAction"), lang: uiLanguage() };
  try {
    await browser.scripting.executeScript({ ...target, files: ["capture/notice.js"] });
    /* global drawNotice */
    await browser.scripting.executeScript({ ...target, func: (one) => drawNotice(one), args: [shown] });
    return true;
  } catch (error) {
    console.info("Jingdu shows the save only as a badge:", error.message);
    return false;
  }
}

/** Set the badge and tooltip until the tab navigates; after a successful save only for a short time. */
async function setBadge(tabId, { tone, text }) {
  browser.action.setBadgeBackgroundColor({ tabId, color: COLORS[tone] }).catch(() => {});
  await setLabel(tabId, BADGES[tone], text);
  if (tone === "done") setTimeout(() => setLabel(tabId, "", ""), BADGE_DURATION);
}

/** Set the button's badge and tooltip for a tab until it navigates; the tab may be closed. */
export const setLabel = (tabId, badge, title) =>
  Promise.all([browser.action.setTitle({ tabId, title }), browser.action.setBadgeText({ tabId, text: badge })]).catch(() => {});
