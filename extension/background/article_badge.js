/** What the button says on a tab: back to the page in the reader; whether a page of a listed site is an article. @module */
import { browser } from "../shared/browser.js";
import { t } from "../shared/dom.js";
import { isListed } from "../shared/sites.js";

/** A pilcrow on the button: an article was found. */
const FOUND = "¶";

/** Whether a message is that of capture/article_check.js, from the page shown in a tab. */
export const isCheck = (message, sender) => message?.kind === "looks" && !!sender.tab && sender.frameId === 0;

/**
 * @param {{article: boolean, fresh: boolean}} check @param {chrome.runtime.MessageSender} sender
 * @param {(tab: chrome.tabs.Tab) => Promise<void>} open reads a tab's page if it really is an article
 */
export async function showCheck({ article, fresh }, { tab, url }, open) {
  await (article === true ? label(tab.id, FOUND, t("actionFound")) : label(tab.id, "", t("actionNone")));
  if (article === true && fresh === true && (await isListed(new URL(url).hostname))) await open(tab);
}

/** The button in a reader page goes back. @param {number} tabId */
export const setBack = (tabId) => label(tabId, "", t("back"));

/** Tooltip and badge of the button on one tab, until it shows another page; the tab may be gone. */
async function label(tabId, badge, title) {
  try {
    await browser.action.setTitle({ tabId, title });
    await browser.action.setBadgeText({ tabId, text: badge });
  } catch {
    // there is no button to label any more
  }
}
