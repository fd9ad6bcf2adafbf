/** Options: the way to the reading program, tested; and what happens to what is read. */
import { connectionTest } from "../onboarding/connection_test.js";
import { el, t } from "../shared/dom.js";

/** @returns {HTMLElement} */
export function drawConnection() {
  return el(
    "section",
    { "aria-labelledby": "connection-heading" },
    el("h2", { id: "connection-heading" }, t("testHeading")),
    el("p", {}, t("testText")),
    connectionTest(),
    el("p", {}, el("a", { href: "../onboarding/privacy.html" }, t("privacyLink"))),
  );
}
