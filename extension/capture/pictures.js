/** The bytes that this page has of a picture. A classic script: runs in the extension's isolated world. */

/**
 * From the browser's cache where the picture is in it, else as it is drawn.
 * @param {string} url @param {number} most bytes @param {number} time milliseconds
 * @returns {Promise<string | null>} base64; null where the page has no such picture, or it is larger
 */
async function pictureBytes(url, most, time) {
  const picture = (await fetched(url, AbortSignal.timeout(time))) ?? (await drawn(url));
  return picture && picture.size <= most ? base64Of(picture) : null;
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

async function base64Of(blob) {
  const reader = new FileReader();
  reader.readAsDataURL(blob);
  await new Promise((resolve, reject) => Object.assign(reader, { onload: resolve, onerror: reject }));
  return reader.result.slice(reader.result.indexOf(",") + 1);
}
