/** Options: the sites whose articles open by themselves, each with a button that takes it off the list. */
import { el, t } from "../shared/dom.js";
import { browser } from "../shared/browser.js";
import { leave, listed } from "../shared/sites.js";

/** @returns {HTMLElement} */
export function drawSites() {
  const list = el("div");
  const said = el("p", { role: "status" });
  redraw(list, said);
  browser.storage.onChanged.addListener((changes) => changes.openedSites && redraw(list, said));
  return el(
    "section",
    { "aria-labelledby": "sites-heading" },
    el("h2", { id: "sites-heading", tabindex: -1 }, t("sitesHeading")),
    el("p", {}, t("sitesText")),
    list,
    said,
  );
}

async function redraw(list, said) {
  const sites = await listed();
  const drawn = sites.length ? el("ul", { class: "sites" }, ...sites.map((site) => row(site, said))) : el("p", { class: "none" }, t("sitesNone"));
  list.replaceChildren(drawn);
}

function row(site, said) {
  const button = el("button", { type: "button", "aria-label": t("sitesLeaveNamed", site) }, t("sitesLeave"));
  button.addEventListener("click", async () => {
    await leave(site);
    said.textContent = t("sitesLeft", site);
    document.getElementById("sites-heading")?.focus();
  });
  return el("li", {}, el("span", { dir: "ltr" }, site), button);
}
