/** Reads a picture of the page. A classic script: runs in the extension's isolated world. */

/**
 * A picture from the browser's cache or its rendered element, in base64; null if it is not available or too large.
 * @param {string} url @param {number} maxBytes @param {number} time milliseconds @returns {Promise<string | null>}
 */
async function pictureBytes(url, maxBytes, time) {
  const picture = (await fetched(url, AbortSignal.timeout(time)).catch(() => null)) ?? (await drawn(url).catch(() => null));
  return picture && picture.size <= maxBytes ? base64Of(picture) : null;
}

/** Fetch like the page: with its cookies, and from other origins only if CORS allows it. */
async function fetched(url, signal) {
  const answer = await fetch(url, { cache: "force-cache", credentials: "same-origin", signal });
  const picture = answer.ok ? await answer.blob() : null;
  return picture?.type.startsWith("image/") && picture.size ? picture : null;
}

/** Draw a picture that cannot be fetched again; fails for pictures of other origins. */
async function drawn(url) {
  const element = [...document.images].find((one) => one.currentSrc === url || one.src === url);
  if (!element?.complete || !element.naturalWidth) return null;
  const canvas = new OffscreenCanvas(element.naturalWidth, element.naturalHeight);
  canvas.getContext("2d").drawImage(element, 0, 0);
  return canvas.convertToBlob({ type: "image/png" });
}

async function base64Of(blob) {
  const reader = new FileReader();
  reader.readAsDataURL(blob);
  await new Promise((resolve, reject) => Object.assign(reader, { onload: resolve, onerror: reject }));
  return reader.result.slice(reader.result.indexOf(",") + 1);
}
