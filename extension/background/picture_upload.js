/** Sends the bytes of a page's pictures to the host, one at a time. @module */
import { browser } from "../shared/browser.js";
import { withTimeout } from "./capture.js";
import { host } from "./reading.js";

/** Limits per save: pictures, bytes of one, base64 characters of all, milliseconds; the host fetches the rest. */
const MAX = { pictures: 80, each: 8_000_000, all: 56_000_000, time: 15_000 };

/** Additional milliseconds until a page that does not respond is given up. */
const GRACE = 5000;

/** Running uploads by tab. @type {Map<number, {stopped: boolean}>} */
const uploads = new Map();

/* global pictureBytes */
const bytesOf = (url, maxBytes, time) => pictureBytes(url, maxBytes, time);

/**
 * @param {number} tabId @param {string[]} addresses @param {(done: number, total: number) => void} onProgress
 * @returns {Promise<string | null>} the token under which the host holds them; null if there are none
 */
export async function uploadPictures(tabId, addresses, onProgress) {
  const urls = addresses.slice(0, MAX.pictures);
  if (urls.length === 0) return null;
  const upload = { stopped: false };
  const [token, ends] = [crypto.randomUUID(), Date.now() + MAX.time];
  const inPage = (script) => withTimeout(browser.scripting.executeScript({ target: { tabId }, injectImmediately: true, ...script }), ends - Date.now() + GRACE);
  let [count, remaining] = [0, MAX.all];
  uploads.set(tabId, upload);
  try {
    await inPage({ files: ["capture/pictures.js"] });
    for (const [index, url] of urls.entries()) {
      if (upload.stopped || Date.now() > ends) break;
      const data = (await inPage({ func: bytesOf, args: [url, MAX.each, ends - Date.now()] }))?.[0].result;
      if (!data || data.length > remaining) continue;
      remaining -= data.length;
      await host.ask({ action: "picture", token, url, part: 0, parts: 1, data });
      count += 1;
      onProgress(index + 1, urls.length);
    }
  } catch (error) {
    console.warn("Jingdu leaves the other pictures to the host:", error); // the page is gone, or does not allow scripts
  }
  if (uploads.get(tabId) === upload) uploads.delete(tabId);
  return count > 0 ? token : null;
}

/** Skip the remaining pictures. @param {number} tabId */
export function stopUpload(tabId) {
  const upload = uploads.get(tabId);
  if (upload) upload.stopped = true;
}
