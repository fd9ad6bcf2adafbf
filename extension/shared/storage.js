/** Settings in the user's account where the browser has one (`storage.sync`), else on this computer. @module */
import { browser } from "./browser.js";

/** @param {string} name @returns {Promise<any>} undefined where it was never set; rejects where no storage answers */
export async function readSetting(name) {
  const { sync, local } = browser.storage;
  const found = await Promise.all([sync, local].map((area) => area?.get(name).catch(() => null)));
  if (!found.some(Boolean)) throw new Error("The browser's storage does not answer.");
  return found.map((values) => values?.[name]).find((value) => value !== undefined);
}

/** @param {string} name @param {any} value */
export const writeSetting = (name, value) =>
  browser.storage.sync.set({ [name]: value }).catch(() => browser.storage.local.set({ [name]: value }));

/** Whether an article's pictures are loaded from the sites they are on; where no storage answers, they are not. */
export const loadsPictures = () => readSetting("remotePictures").then((value) => value !== false, () => false);

/** Whether the further pages of an article are fetched. */
export const joinsPages = () => readSetting("joinPages").then((value) => value !== false, () => true);
