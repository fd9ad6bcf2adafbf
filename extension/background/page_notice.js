/**
 * How a save without the reader tells how it went: a small notice on the page and a sign on the
 * button; where the page lets nothing in, the sign and its tooltip alone.
 * @module
 */
import { browser } from "../shared/browser.js";

const SIGNS = { busy: "…", done: "✓", ask: "?", fault: "!" };
const COLOURS = { busy: "#5d5d62", done: "#1a7f37", ask: "#0b57d0", fault: "#b3261e" };

/** Milliseconds that the sign of a finished save stays. */
const STAY = 4000;

/**
 * What a press in the notice does at once, because it decides nothing. Everything else is asked on a page of ours
 * (asking.js), where no site can lay anything over it.
 */
export const HARMLESS = new Set(["open", "stop", "again"]);

/* global drawNotice */
const draw = (notice) => drawNotice(notice);

/**
 * @param {chrome.tabs.Tab} tab @param {import("../shared/save_notices.js").Notice} notice
 * @returns {Promise<boolean>} whether it stands on the page
 */
export async function showNotice(tab, notice) {
  sign(tab.id, notice);
  const target = { target: { tabId: tab.id }, injectImmediately: true }; // a page may load for minutes
  const words = { close: browser.i18n.getMessage("closeNotice"), lang: browser.i18n.getMessage("uiLanguage") };
  const drawn = { ...notice, ...words, buttons: notice.buttons.map(leading) };
  try {
    await browser.scripting.executeScript({ ...target, files: ["capture/notice.js"] });
    await browser.scripting.executeScript({ ...target, func: draw, args: [drawn] });
    return true;
  } catch (error) {
    console.info("Jingdu tells by its button alone:", error.message);
    return false;
  }
}

/** A button that leads to a question says so by its dots. */
const leading = (button) => (HARMLESS.has(button.choice) ? button : { ...button, label: `${button.label}…`, leads: true });

/** The tooltip says the words too; both go with the next page of the tab, and when all is well. */
async function sign(tabId, { tone, text }) {
  const { action } = browser;
  const all = Promise.all([
    action.setBadgeBackgroundColor({ tabId, color: COLOURS[tone] }),
    action.setBadgeText({ tabId, text: SIGNS[tone] }),
    action.setTitle({ tabId, title: text }),
  ]);
  await all.catch(() => {}); // the tab is gone
  if (tone !== "done") return;
  setTimeout(() => {
    action.setBadgeText({ tabId, text: "" }).catch(() => {});
    action.setTitle({ tabId, title: "" }).catch(() => {});
  }, STAY);
}
