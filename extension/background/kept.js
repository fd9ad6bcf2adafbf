/** Articles of the library, opened in the reader by their id in its address. @module */

const PREFIX = "item=";

/** Whether a reader page's key is that of a kept article. @param {string} key */
export const isKept = (key) => key.startsWith(PREFIX);

/**
 * @param {import("./host.js").Host} host @param {string} key
 * @returns {Promise<object>} what the reader page is told, with the library's `item` and its `highlights`
 */
export async function openKept(host, key) {
  try {
    const { item, article, highlights, edited = false } = await host.ask({ action: "open_item", item: decodeURIComponent(key.slice(PREFIX.length)) });
    return { state: "article", article, item, highlights, edited, page: { url: item.url, title: item.title } };
  } catch (fault) {
    return { state: fault.state ?? "internal", message: fault.message };
  }
}
