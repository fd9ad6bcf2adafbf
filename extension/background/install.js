/** What is done once when the extension is installed, and after each update. @module */
import { browser } from "../shared/browser.js";
import { refreshSites } from "../shared/sites.js";

/** The entries of the context menu, by what they are shown on; browsers keep them over restarts. */
const MENUS = { menuRead: ["page"], menuReadSelection: ["selection"], menuSave: ["page"], menuLibrary: ["action"] };

/** A new user is shown the first steps; an update shows nothing. @param {{reason: string}} details */
export function install({ reason }) {
  browser.contextMenus.removeAll(() => {
    for (const [id, contexts] of Object.entries(MENUS))
      browser.contextMenus.create({ id, contexts, title: browser.i18n.getMessage(id) });
  });
  refreshSites();
  if (reason === "install") browser.tabs.create({ url: browser.runtime.getURL("onboarding/onboarding.html") });
}
