/**
 * The sites whose articles open without a click. The user's list is on this device; each site on it
 * has the browser's own permission, asked for when it joins and given back when it leaves. What the
 * browser grants otherwise (to all sites, say) opens nothing.
 * @module
 */
import { browser } from "./browser.js";

const LIST = "openedSites";
const SCRIPT = "looks";

const patternOf = (hostname) => `*://${hostname}/*`;

/** @returns {Promise<string[]>} host names in the order in which they joined */
export async function listed() {
  return (await browser.storage.local.get(LIST))[LIST] ?? [];
}

/** @param {string} hostname */
export const isListed = async (hostname) => (await listed()).includes(hostname);

/**
 * Ask for the site's permission; call it at once in a click, or browsers refuse to ask.
 * @param {string} hostname
 * @returns {Promise<boolean>} whether the user agreed
 */
export async function join(hostname) {
  if (!(await browser.permissions.request({ origins: [patternOf(hostname)] }).catch(() => false))) return false;
  await save([...(await listed()).filter((site) => site !== hostname), hostname]);
  return true;
}

/** Take a site off the list and give its permission back. @param {string} hostname */
export async function leave(hostname) {
  await browser.permissions.remove({ origins: [patternOf(hostname)] }).catch(() => false);
  await save((await listed()).filter((site) => site !== hostname));
}

/** Take off the list what the user has withdrawn in the browser's own settings. */
export async function prune() {
  const sites = await listed();
  const granted = await Promise.all(sites.map((site) => browser.permissions.contains({ origins: [patternOf(site)] })));
  if (granted.includes(false)) await save(sites.filter((_, place) => granted[place]));
}

async function save(sites) {
  await browser.storage.local.set({ [LIST]: sites });
  await watch(sites);
}

/**
 * The script that looks at each page of the sites, and at no other. Two pages of ours may do this at
 * the same time, so that what one finds there the other may just have changed.
 */
async function watch(sites) {
  const script = { id: SCRIPT, matches: sites.map(patternOf), js: ["capture/article_check.js"], runAt: "document_idle" };
  const { updateContentScripts, registerContentScripts, unregisterContentScripts } = browser.scripting;
  if (!sites.length) return unregisterContentScripts({ ids: [SCRIPT] }).catch(() => {});
  return updateContentScripts([script]).catch(() => registerContentScripts([script]));
}
