/** Runs after installation and after each update. @module */
import { browser } from "../shared/browser.js";
import { refreshSites } from "../shared/sites.js";

/** Context menu entries and where they are shown; browsers persist them. */
const MENU_ITEMS = { menuRead: ["page"], menuReadSelection: ["selection"], menuSave: ["page"], menuLibrary: ["action"] };

/** Create the context menu; open the first page for new users. @param {{reason: string}} details */
export function install({ reason }) {
  browser.contextMenus.removeAll(() => {
    for (const [id, contexts] of Object.entries(MENU_ITEMS))
      browser.contextMenus.create({ id, contexts, title: browser.i18n.getMessage(id) });
  });
  refreshSites();
  if (reason === "install") browser.tabs.create({ url: browser.runtime.getURL("onboarding/onboarding.html") });
}
