/** Sites whose articles open automatically: a list on this device and a host permission for each. @module */
import { browser } from "./browser.js";

const LIST = "openedSites";
const SCRIPT = "looks";
const patternOf = (hostname) => `*://${hostname}/*`;

/** @returns {Promise<string[]>} host names in the order in which they were added */
export async function listedSites() {
  return (await browser.storage.local.get(LIST))[LIST] ?? [];
}

export const isListed = async (hostname) => (await listedSites()).includes(hostname);

/** Add a site if the user grants the permission; requires a user gesture. @param {string} hostname @returns {Promise<boolean>} */
export async function addSite(hostname) {
  if (!(await browser.permissions.request({ origins: [patternOf(hostname)] }).catch(() => false))) return false;
  await save([...(await listedSites()).filter((site) => site !== hostname), hostname]);
  return true;
}

/** Remove a site and give its permission back. @param {string} hostname */
export async function removeSite(hostname) {
  await browser.permissions.remove({ origins: [patternOf(hostname)] }).catch(() => false);
  await save((await listedSites()).filter((site) => site !== hostname));
}

/** Remove sites without permission, and register the script again, which an update of the extension removes. */
export async function refreshSites() {
  const sites = await listedSites();
  if (!sites.length) return;
  const granted = await Promise.all(sites.map((site) => browser.permissions.contains({ origins: [patternOf(site)] })));
  await save(sites.filter((_, index) => granted[index]));
}

/** Store the list and register the script for the sites' pages; another page may do so at the same time. Firefox resolves the script's path at the calling page. */
async function save(sites) {
  await browser.storage.local.set({ [LIST]: sites });
  const script = { id: SCRIPT, matches: sites.map(patternOf), js: ["/capture/article_check.js"], runAt: "document_idle" };
  const { updateContentScripts, registerContentScripts, unregisterContentScripts } = browser.scripting;
  if (!sites.length) return unregisterContentScripts({ ids: [SCRIPT] }).catch(() => {});
  return updateContentScripts([script]).catch(() => registerContentScripts([script]));
}
