/** The extension API under one name, and settings in its storage. @module */

/** @type {typeof globalThis.chrome} Firefox's `browser` or Chromium's `chrome`; both return promises. */
export const browser = globalThis.browser ?? globalThis.chrome;

export const isPrivate = () => browser.extension?.inIncognitoContext ?? false;

/** A setting from local storage, which has it while it cannot be synchronized, else from synchronized storage; rejects if neither is available. @param {string} name @returns {Promise<any>} */
export async function readSetting(name) {
  const { sync, local } = browser.storage;
  const stored = await Promise.all([local, sync].map((area) => area?.get(name).catch(() => null)));
  if (!stored.some(Boolean)) throw new Error("The browser's storage is not available.");
  return stored.map((values) => values?.[name]).find((value) => value !== undefined);
}

/** @param {string} name @param {any} value */
export function writeSetting(name, value) {
  const { sync, local } = browser.storage;
  return sync.set({ [name]: value }).then(() => local.remove(name), () => local.set({ [name]: value }));
}

/** Whether to load an article's pictures from their sites; false if storage is not available. */
export const loadsPictures = () => readSetting("remotePictures").then((value) => value !== false, () => false);
export const joinsPages = () => readSetting("joinPages").then((value) => value !== false, () => true);
