/** Runs before the first paint: the page must open in the right theme, its list as cards or rows. A classic script. */
(() => {
  document.documentElement.dataset.list = localStorage.getItem("list") ?? "rows";
  try {
    Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem("look") ?? "{}"));
  } catch {
    localStorage.removeItem("look"); // not ours, or broken: the stored settings follow soon
  }
})();
