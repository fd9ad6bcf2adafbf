/** The entries of the context menu. @module */
import { browser } from "../shared/browser.js";

/** Browsers keep the entries over restarts, so they are made when the extension is installed. */
export function makeMenus() {
  const entries = { menuRead: ["page"], menuReadSelection: ["selection"], menuSave: ["page"], menuLibrary: ["action"] };
  browser.contextMenus.removeAll(() => {
    for (const [id, contexts] of Object.entries(entries))
      browser.contextMenus.create({ id, contexts, title: browser.i18n.getMessage(id) });
  });
}
