/**
 * Fetches a further page with the user's session. XMLHttpRequest parses it like the browser; in Firefox, the bytes of a
 * `fetch` belong to the page's compartment. A classic script: runs after next_page.js and copy.js.
 */

/** Milliseconds to wait for the server. */
var FETCH_TIMEOUT = 20_000;

/** @param {string} address @param {number} maxBytes @returns {Promise<{problem: string} | {url: string, html: string, bytes: number, next: string}>} */
function fetchFurtherPage(address, maxBytes) {
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    let bytes = 0;
    request.open("GET", address);
    request.responseType = "document";
    request.timeout = FETCH_TIMEOUT;
    request.onprogress = ({ loaded }) => {
      bytes = loaded;
      if (bytes > maxBytes) resolve({ problem: "large" });
    };
    request.onload = () => resolve(bytes > maxBytes ? { problem: "large" } : furtherPage(request, bytes));
    request.ontimeout = () => resolve({ problem: "late" });
    request.onerror = () => resolve({ problem: "failed" });
    request.send();
  }).finally(() => request.abort());
}

/** The fetched page without unused elements; pages of other origins or types are refused. */
function furtherPage({ status, responseURL: url, response: page }, bytes) {
  if (status !== 200 || page?.contentType !== "text/html" || new URL(url).origin !== origin) return { problem: "refused" };
  const next = nextPageOf(page, url)?.url ?? "";
  removeUnused(page.documentElement);
  return { url, html: page.documentElement.outerHTML.toWellFormed(), bytes, next };
}
