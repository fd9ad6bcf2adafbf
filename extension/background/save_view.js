/** Where a save's notices are shown: in the reader, or on the page and by a badge; if need be by the badge alone. @module */
import { browser } from "../shared/browser.js";
import { t, uiLanguage } from "../shared/dom.js";
import { sendToTab } from "../shared/ask.js";

const SIGNS = { busy: "…", done: "✓", ask: "?", fault: "!" };
const COLOURS = { busy: "#5d5d62", done: "#1a7f37", ask: "#0b57d0", fault: "#b3261e" };

/** Milliseconds that the badge of a finished save stays. */
const STAY = 4000;

/** The choices that decide nothing; all others are made on a page of ours, where no site can cover the buttons. */
export const HARMLESS = new Set(["open", "stop", "again"]);

/** @param {import("./saving.js").Saving} saving @returns {Promise<boolean>} whether its notice is on the screen */
export async function showNotice({ tab, record, notice, reply }) {
  if (record.key) return sendToTab(tab.id, { kind: "save_notice", key: record.key, notice, item: reply?.removed ? null : reply?.item ?? undefined });
  setBadge(tab.id, notice);
  const target = { target: { tabId: tab.id }, injectImmediately: true }; // a page may load for minutes
  // A button that leads to a question ends in dots.
  const buttons = notice.buttons.map((one) => (HARMLESS.has(one.choice) ? one : { ...one, label: `${one.label}…`, leads: true }));
  const drawn = { ...notice, buttons, close: t("closeAction"), lang: uiLanguage() };
  try {
    await browser.scripting.executeScript({ ...target, files: ["capture/notice.js"] });
    /* global drawNotice */
    await browser.scripting.executeScript({ ...target, func: (one) => drawNotice(one), args: [drawn] });
    return true;
  } catch (error) {
    console.info("Jingdu shows the save on its button alone:", error.message);
    return false;
  }
}

/** The tooltip has the words too; both go with the next page of the tab, and when all is well. */
async function setBadge(tabId, { tone, text }) {
  const { action } = browser;
  const set = (sign, title) =>
    Promise.all([action.setBadgeText({ tabId, text: sign }), action.setTitle({ tabId, title })]).catch(() => {}); // the tab is gone
  action.setBadgeBackgroundColor({ tabId, color: COLOURS[tone] }).catch(() => {});
  await set(SIGNS[tone], text);
  if (tone === "done") setTimeout(() => set("", ""), STAY);
}
