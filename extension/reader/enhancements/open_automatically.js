/** Opening a site's articles without a click: offered here, below the article. */
import { isPrivate } from "../../shared/browser.js";
import { checkbox, el, t, uiLanguage, webAddress } from "../../shared/dom.js";
import { addSite, isListed, removeSite } from "../../shared/sites.js";

/** @param {import("../reader.js").Drawn} drawn */
export async function offerAutomaticOpening({ main, answer }) {
  const address = webAddress(answer.page?.url);
  if (!address || isPrivate()) return;
  const { hostname } = new URL(address);
  const listed = await isListed(hostname);
  if (main.querySelector(".always")) return;
  const status = el("span", { role: "status" });
  const { box, row } = checkbox("always", t("alwaysOpen", hostname), () => change(box, hostname, status), listed);
  row.className = "always";
  row.lang = uiLanguage();
  row.append(" ", status);
  (main.querySelector("footer") ?? main).append(row);
}

/** The browser asks for the site's permission; where it is refused, the box is unchecked again. */
async function change(box, hostname, status) {
  if (!box.checked) {
    await removeSite(hostname);
    status.textContent = t("alwaysLeft");
  } else {
    box.checked = await addSite(hostname);
    status.textContent = box.checked ? t("alwaysJoined") : t("alwaysRefused");
  }
}
