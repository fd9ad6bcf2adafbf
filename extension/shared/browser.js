/** The browsers' interface, which they name differently, and settings in its storage. @module */

/** @type {typeof globalThis.chrome} Firefox's `browser`, Chromium's `chrome`; both answer with promises. */
export const browser = globalThis.browser ?? globalThis.chrome;

export const isPrivate = () => browser.extension?.inIncognitoContext ?? false;

/** A setting, of the account or else of this computer; rejects where no storage answers. @param {string} name @returns {Promise<any>} */
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

export const joinsPages = () => readSetting("joinPages").then((value) => value !== false, () => true);
