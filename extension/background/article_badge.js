/**
 * What the button says of a tab: back to the page in the reader; of sites whose pages we may look at,
 * whether there is an article, which then opens by itself.
 * @module
 */
import { browser } from "../shared/browser.js";
import { isListed, prune } from "../shared/sites.js";

/** A pilcrow on the button: an article was found. */
const FOUND = "¶";

const LABELS = { found: "actionFound", none: "actionNone", back: "back" };

/** Whether a message is that of capture/looks.js, from the page shown in a tab. */
export const isLook = (message, sender) =>
  message?.kind === "looks" && sender.id === browser.runtime.id && !!sender.tab && sender.frameId === 0;

/**
 * @param {{article: boolean, fresh: boolean}} look @param {chrome.runtime.MessageSender} sender
 * @param {(tab: chrome.tabs.Tab) => Promise<void>} open reads a tab's page if it really is an article
 */
export async function seen({ article, fresh }, { tab, url }, open) {
  await say(tab.id, article === true ? FOUND : "", article === true ? LABELS.found : LABELS.none);
  if (article === true && fresh === true && (await isListed(new URL(url).hostname))) await open(tab);
}

/** The button in a reader page goes back. @param {number} tabId */
export const sayBack = (tabId) => say(tabId, "", LABELS.back);

/** Words and badge of the button on one tab, until it shows another page; the tab may be gone. */
async function say(tabId, badge, key) {
  try {
    await browser.action.setTitle({ tabId, title: browser.i18n.getMessage(key) });
    await browser.action.setBadgeText({ tabId, text: badge });
  } catch {
    // nothing is left to say it on
  }
}

/** Follow what the user withdraws in the browser's settings. */
export function listenToPermissions() {
  browser.permissions.onRemoved.addListener(prune);
}
