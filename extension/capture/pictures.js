/**
 * Sends the bytes that this page has of some pictures, from the browser's cache where they are in
 * it, else as they are drawn. A classic script: runs in the extension's isolated world.
 */

/** Characters of base64 in a part: a message of a browser should stay well below a megabyte. */
var PART = 512 * 1024;

/** @param {string[]} addresses @param {string} token @param {{each: number, all: number, time: number}} most bytes, milliseconds */
async function sendPictures(addresses, token, most) {
  const { runtime } = globalThis.browser ?? globalThis.chrome;
  const late = AbortSignal.timeout(most.time);
  let room = most.all;
  for (const [place, url] of addresses.entries()) {
    const picture = late.aborted ? null : (await fetched(url, late)) ?? (await drawn(url));
    if (!picture || picture.size > Math.min(most.each, room)) continue;
    room -= picture.size;
    const about = { kind: "picture", token, url, type: picture.type, done: place + 1, total: addresses.length };
    if (!(await sendInParts(await base64Of(picture), about, runtime))) break;
  }
}

/** False when the rest is not wanted any more. */
async function sendInParts(text, about, runtime) {
  const parts = Math.ceil(text.length / PART);
  for (let part = 0; part < parts; part++) {
    const data = text.slice(part * PART, (part + 1) * PART);
    const { stop, state } = await runtime.sendMessage({ ...about, part, parts, data });
    if (stop || state) return false;
  }
  return true;
}

/** Cookies go along as they did for the page itself; another origin must allow it by CORS. */
async function fetched(url, signal) {
  try {
    const answer = await fetch(url, { cache: "force-cache", credentials: "same-origin", signal });
    const picture = answer.ok ? await answer.blob() : null;
    return picture?.type.startsWith("image/") && picture.size ? picture : null;
  } catch {
    return null;
  }
}

/** As it stands on the page, for what can't be had a second time; refused for a foreign picture. */
async function drawn(url) {
  const element = [...document.images].find((one) => one.currentSrc === url || one.src === url);
  if (!element?.complete || !element.naturalWidth) return null;
  try {
    const canvas = new OffscreenCanvas(element.naturalWidth, element.naturalHeight);
    canvas.getContext("2d").drawImage(element, 0, 0);
    return await canvas.convertToBlob({ type: "image/png" });
  } catch {
    return null;
  }
}

function base64Of(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
