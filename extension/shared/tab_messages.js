/** Messages of the background to the extension page in one tab: a shortcut, the toolbar button, how a save is going. @module */
import { browser } from "./browser.js";

/** @param {number} tab @param {{kind: string, key: string}} message @returns {Promise<boolean>} whether a page of ours heard it */
export const sendToTab = (tab, message) =>
  browser.runtime.sendMessage({ tab, ...message }).then((heard) => heard === true, () => false);

/** Call `act` with the messages for this tab and its article: a copy of the tab has the same key. */
export async function onTabMessage(kind, act) {
  const key = location.hash.slice(1);
  const tab = await browser.tabs.getCurrent();
  browser.runtime.onMessage.addListener((message, sender, respond) => {
    if (sender.id !== browser.runtime.id || sender.tab) return false; // only the background sends them
    if (message?.kind !== kind || message.tab !== tab.id || message.key !== key) return false;
    respond(true);
    act(message);
    return false;
  });
}
