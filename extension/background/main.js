/** The background. Listeners are set while the module runs: the event that woke it goes only to those. @module */
import { browser } from "../shared/browser.js";
import { refreshSites } from "../shared/sites.js";
import { install } from "./install.js";
import { showLibrary } from "./messages.js";
import { forgetQuestion } from "./questions.js";
import { forgetTab, host, toggle } from "./reading.js";
import { forgetSaving, saveTab } from "./saving.js";

/** By the id of a menu entry or the name of a command. */
const ACTIONS = { menuSave: saveTab, menuLibrary: showLibrary, save: saveTab, library: showLibrary };

browser.action.onClicked.addListener((tab) => toggle(tab));
browser.contextMenus.onClicked.addListener((info, tab) => {
  if (ACTIONS[info.menuItemId]) ACTIONS[info.menuItemId](tab);
  else toggle(tab, { selected: info.selectionText });
});
browser.commands.onCommand.addListener((name, tab) => ACTIONS[name]?.(tab));
browser.runtime.onInstalled.addListener(install);
for (const forget of [forgetTab, forgetSaving, forgetQuestion]) browser.tabs.onRemoved.addListener((tabId) => forget(tabId));
browser.permissions.onRemoved.addListener(refreshSites);

// Listening is what wakes the background when the browser starts; the host starts with it, so that the first click finds it warm.
browser.runtime.onStartup.addListener(() => {});
host.warm();
