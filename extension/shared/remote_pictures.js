/** Whether an article's pictures are loaded from the sites they are on. Those of a kept article come from the library. @module */
import { browser } from "./browser.js";

const NAME = "remotePictures";

/** @returns {Promise<boolean>} true unless the user said no; where no storage answers, no */
export async function wanted() {
  for (const area of [browser.storage.sync, browser.storage.local]) {
    const found = await area?.get(NAME).catch(() => undefined);
    if (found) return found[NAME] !== false;
  }
  return false;
}

/** @param {boolean} value */
export const want = (value) =>
  browser.storage.sync.set({ [NAME]: value }).catch(() => browser.storage.local.set({ [NAME]: value }));
