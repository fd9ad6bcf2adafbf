/** Opening a site's articles without a click: asked for here, below the article. */
import { el, t, uiLanguage, webAddress } from "../../shared/dom.js";
import { isListed, join, leave } from "../../shared/sites.js";
import { browser } from "../../shared/browser.js";

/** @param {import("./extras.js").Drawn} drawn */
export async function useSite({ main, answer }) {
  const address = webAddress(answer.page?.url);
  if (!address || browser.extension.inIncognitoContext || main.querySelector(".always")) return;
  const { hostname } = new URL(address);
  const box = el("input", { type: "checkbox", id: "always" });
  box.checked = await isListed(hostname);
  const said = el("span", { role: "status" });
  box.addEventListener("change", () => change(box, hostname, said));
  const words = el("label", { for: "always" }, t("alwaysOpen", hostname));
  const place = main.querySelector("footer") ?? main;
  if (!main.querySelector(".always")) place.append(el("p", { class: "always", lang: uiLanguage() }, box, " ", words, " ", said));
}

/** The browser asks for the site's permission; where it is refused, the box says so. */
async function change(box, hostname, said) {
  if (!box.checked) return void (await leave(hostname), (said.textContent = t("alwaysLeft")));
  box.checked = await join(hostname);
  said.textContent = box.checked ? t("alwaysJoined") : t("alwaysRefused");
}
