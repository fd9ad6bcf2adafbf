/** Runs before the first paint: sets the theme, and asks the background while the modules are still loading. */
(() => {
  const { runtime } = globalThis.browser ?? globalThis.chrome;
  try {
    Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem("look") ?? "{}"));
  } catch {
    localStorage.removeItem("look"); // not ours, or broken: the stored settings follow soon
  }
  globalThis.firstAnswer = runtime
    .sendMessage({ kind: "open", key: location.hash.slice(1) })
    .catch((error) => ({ state: "internal", message: String(error?.message ?? error) }));
})();
