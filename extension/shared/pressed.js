/** What is pressed outside of a page of ours, a shortcut or the browser's own button, as the background tells the page. @module */
import { browser } from "./browser.js";

/** Call `act` when `kind` is meant for this page: for its tab and what it shows, for a copy of the tab has the same key. */
export async function onPressed(kind, act) {
  const key = location.hash.slice(1);
  const tab = await browser.tabs.getCurrent();
  browser.runtime.onMessage.addListener((message, sender, respond) => {
    if (sender.id !== browser.runtime.id || sender.tab) return false; // the background alone says so
    if (message?.kind !== kind || message.tab !== tab.id || message.key !== key) return false;
    respond(true);
    act();
    return false;
  });
}
