/**
 * The background: a service worker in Chromium, an event page in Firefox, both as a module.
 * Listeners are set while the module runs, for the event that woke it is told only to those.
 * @module
 */
import { browser } from "../shared/browser.js";
import { forgetQuestion } from "./questions.js";
import { LIBRARY_ACTIONS, listen } from "./messages.js";
import { isLook, listenToPermissions, sayBack, seen } from "./article_badge.js";
import { makeMenus } from "./menus.js";
import { answer, forgetTab, host, isKnown, isReader, openIfArticle, toggle } from "./reading.js";
import { forgetSaving } from "./saving.js";
import { answerStatus, isStatus, welcome } from "./status.js";

browser.action.onClicked.addListener((tab) => toggle(tab));
browser.contextMenus.onClicked.addListener((info, tab) => {
  if (LIBRARY_ACTIONS[info.menuItemId]) LIBRARY_ACTIONS[info.menuItemId](tab);
  else toggle(tab, { selected: info.selectionText });
});
browser.runtime.onInstalled.addListener(makeMenus);
browser.runtime.onInstalled.addListener(welcome);
browser.runtime.onMessage.addListener(onMessage);
browser.tabs.onRemoved.addListener(forgetTab);
browser.tabs.onRemoved.addListener(forgetSaving);
browser.tabs.onRemoved.addListener(forgetQuestion);
listen();
listenToPermissions();

// Listening is what wakes the background when the browser starts; the host starts with it, so
// that the first click finds it warm.
browser.runtime.onStartup.addListener(() => {});
host.warm();

/**
 * Only our own pages are answered; true says that the answer comes later. A page of a site whose
 * articles open by themselves only tells how it looks.
 */
function onMessage(message, sender, respond) {
  if (isLook(message, sender)) seen(message, sender, openIfArticle);
  if (isStatus(message, sender)) {
    answerStatus(message, sender).then(respond);
    return true;
  }
  if (sender.id !== browser.runtime.id || !isReader(sender.url) || !isKnown(message, sender)) return false;
  if (sender.tab && message.kind === "open") sayBack(sender.tab.id);
  answer(message).then(respond, (error) => respond({ state: "internal", message: error.message }));
  return true;
}
