/** Runs before the first paint: applies the settings, and requests the article while the modules are loading. */
(() => {
  const { runtime } = globalThis.browser ?? globalThis.chrome;
  const root = document.documentElement;
  if (/^(on|[0-4])$/.test(localStorage.getItem("names") ?? "0")) root.dataset.names = "";
  const look = JSON.parse(localStorage.getItem("look") ?? "{}");
  Object.assign(root.dataset, look);
  for (const name of Object.keys(look)) if (name.startsWith("face") && look[name]) root.style.setProperty(`--${name}`, JSON.stringify(look[name]));
  globalThis.firstAnswer = runtime.sendMessage({ kind: "open", key: location.hash.slice(1) });
})();
