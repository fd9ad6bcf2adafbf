/**
 * Fetches a further page as this page would: same origin, with the session that the reader has
 * there. A classic script: runs in the extension's isolated world, after following.js and copy.js.
 */

/** Milliseconds that a further page may take. */
var LATE = 20_000;

/** Bytes of a page's beginning in which it tells its encoding. */
var ENCODING_ROOM = 2048;

/**
 * @param {string} address
 * @param {number} most bytes that are read
 * @returns {Promise<{problem: string} | {url: string, html: string, bytes: number, next: string}>}
 */
async function fetchFollowing(address, most) {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(LATE), headers: { Accept: "text/html" } });
    const type = answer.headers.get("Content-Type") ?? "";
    if (!answer.ok || !/html/i.test(type) || new URL(answer.url).origin !== origin) return { problem: "refused" };
    const bytes = await bytesOf(answer, most);
    return bytes ? pageOf(bytes, type, answer.url) : { problem: "large" };
  } catch (error) {
    return { problem: error.name === "TimeoutError" ? "late" : "failed" };
  }
}

/** The body's bytes, or null where there are more than `most`. */
async function bytesOf(answer, most) {
  const parts = [];
  let size = 0;
  const reader = answer.body.getReader();
  for (let read; !(read = await reader.read()).done; ) {
    size += read.value.length;
    if (size > most) return void reader.cancel() ?? null;
    parts.push(read.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function pageOf(bytes, type, url) {
  const text = new TextDecoder(encodingOf(bytes, type)).decode(bytes);
  const page = new DOMParser().parseFromString(text, "text/html");
  const next = followingPage(page, url)?.url ?? "";
  lighten(page.documentElement);
  return { url, html: page.documentElement.outerHTML.toWellFormed(), bytes: bytes.length, next };
}

/** The encoding that the server or the page names; the one of the first page where neither does. */
function encodingOf(bytes, type) {
  const start = String.fromCharCode(...bytes.subarray(0, ENCODING_ROOM));
  const [, label] = /charset=["']?([\w-]+)/i.exec(type) ?? /<meta[^>]+charset=["']?([\w-]+)/i.exec(start) ?? [];
  try {
    return new TextDecoder(label ?? document.characterSet).encoding;
  } catch {
    return document.characterSet;
  }
}
