/** The background's listeners. They are added at top level, so that the event that wakes the background reaches them. @module */
import { browser } from "../shared/browser.js";
import { refreshSites } from "../shared/sites.js";
import { install } from "./install.js";
import { showLibrary } from "./messages.js";
import { forgetQuestion } from "./questions.js";
import { forgetTab, host, toggle } from "./reading.js";
import { forgetSaving, saveTab } from "./saving.js";

/** Handlers by the id of a menu entry or the name of a command. */
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

// The listener alone makes the browser start the background, and with it the host, at startup.
browser.runtime.onStartup.addListener(() => {});
host.warm();
