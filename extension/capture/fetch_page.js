/**
 * Fetches a further page as this page would, with the user's session. By XMLHttpRequest, which parses as the browser does; in
 * Firefox the bytes of a `fetch` belong to the page. A classic script: runs after next_page.js and copy.js.
 */

/** Milliseconds that a further page may take. */
var LATE = 20_000;

/**
 * @param {string} address
 * @param {number} most bytes that are read
 * @returns {Promise<{problem: string} | {url: string, html: string, bytes: number, next: string}>}
 */
function fetchFollowing(address, most) {
  const request = new XMLHttpRequest();
  const got = new Promise((resolve) => {
    let bytes = 0;
    request.open("GET", address);
    request.responseType = "document";
    request.timeout = LATE;
    request.onprogress = ({ loaded }) => {
      bytes = loaded;
      if (bytes > most) resolve({ problem: "large" });
    };
    request.onload = () => resolve(bytes > most ? { problem: "large" } : furtherPage(request, bytes));
    request.ontimeout = () => resolve({ problem: "late" });
    request.onerror = () => resolve({ problem: "failed" });
    request.send();
  });
  return got.finally(() => request.abort()); // what is on its way after the answer is wanted by nobody
}

/** What was fetched, lightened as a capture is; a page of another site or kind is refused. */
function furtherPage({ status, responseURL: url, response: page }, bytes) {
  if (status !== 200 || page?.contentType !== "text/html" || new URL(url).origin !== origin) return { problem: "refused" };
  const next = followingPage(page, url)?.url ?? "";
  lighten(page.documentElement);
  return { url, html: page.documentElement.outerHTML.toWellFormed(), bytes, next };
}
