/** Runs before the first paint: the page must open in the right theme. A classic script. */
(() => {
  try {
    Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem("look") ?? "{}"));
  } catch {
    localStorage.removeItem("look"); // not ours, or broken: the stored settings follow soon
  }
})();
