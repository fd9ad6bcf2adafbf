/**
 * The background that the benchmark compares with: it injects Mozilla's Readability into the page and shows the
 * article in Jingdu's reader page. bench_click.py replaces our background with it.
 */
const answers = new Map();
const FILES = ["readability/Readability.js", "readability/run.js"];

chrome.action.onClicked.addListener(async (tab) => {
  const [{ result }] = await inject({ target: { tabId: tab.id }, files: FILES, injectImmediately: true });
  const key = crypto.randomUUID();
  answers.set(key, { state: "article", article: result, page: { url: result.url, title: result.title } });
  await chrome.tabs.update(tab.id, { url: `${chrome.runtime.getURL("reader/reader.html")}#${key}` });
});

chrome.runtime.onMessage.addListener(({ key }, sender, respond) => respond(answers.get(key)));

/** Retries, because Chromium refuses about one first click in ten and accepts it 10 ms later, for both sides. */
async function inject(injection) {
  for (let tries = 0; tries < 5; tries++) {
    try {
      return await chrome.scripting.executeScript(injection);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  throw new Error("The page can't be read.");
}
