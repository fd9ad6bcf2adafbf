/** Applies theme and list layout before the first paint. A classic script. */
(() => {
  document.documentElement.dataset.list = localStorage.getItem("list") ?? "rows";
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem("look") ?? "{}"));
})();
