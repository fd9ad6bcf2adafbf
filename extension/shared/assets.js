/** A kept article's pictures. @module */
import { ask } from "./ask.js";

/**
 * @param {string} item the article's id @param {string} name the picture's
 * @returns {Promise<Blob>} rejects with a Fault
 */
export async function pictureOf(item, name) {
  const { type, data } = await ask("asset", { item, name });
  return new Blob([bytesOf(data)], { type });
}

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place++) bytes[place] = text.charCodeAt(place);
  return bytes;
}
