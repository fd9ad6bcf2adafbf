/** The privacy page: what is stored, and what each permission is for. @module */
import { browser } from "../shared/browser.js";
import { el, startPage, t } from "../shared/dom.js";
import { loadSettings } from "../shared/settings.js";

const { permissions } = browser.runtime.getManifest();

startPage(t("privacyHeading"));
loadSettings();
document.querySelector("main")?.append(
  el("h1", {}, t("privacyHeading")),
  ...[t("privacyStays"), t("privacyKept"), t("privacyPrivate")].map((text) => el("p", {}, text)),
  el("h2", {}, t("permissionsHeading")),
  el("dl", {}, ...permissions.flatMap((name) => [el("dt", {}, el("code", {}, name)), el("dd", {}, t(`permission_${name}`))])),
  el("footer", {}, el("a", { href: "onboarding.html" }, t("welcomeLink"))),
);
