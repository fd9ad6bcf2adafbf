/** Options: whether pictures are loaded from the sites they are on. */
import { el, t } from "../shared/dom.js";
import { want, wanted } from "../shared/remote_pictures.js";

/** @returns {HTMLElement} */
export function drawPictures() {
  const box = el("input", { type: "checkbox", id: "remote-pictures" });
  wanted().then((yes) => (box.checked = yes));
  box.addEventListener("change", () => want(box.checked));
  return el(
    "section",
    { "aria-labelledby": "remote-heading" },
    el("h2", { id: "remote-heading" }, t("picturesHeading")),
    el("p", {}, t("remoteText")),
    el("p", { class: "choice" }, box, el("label", { for: "remote-pictures" }, t("remoteWanted"))),
  );
}
