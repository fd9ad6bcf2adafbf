/** What happens to what is read, and what each permission is for. @module */
import { el, t, uiLanguage } from "../shared/dom.js";
import { loadSettings } from "../shared/settings.js";

/** Each permission of the manifest and the key of what it is for; a test holds the two together. */
const LABELS = {
  activeTab: "permissionActiveTab",
  scripting: "permissionScripting",
  nativeMessaging: "permissionNativeMessaging",
  storage: "permissionStorage",
  contextMenus: "permissionContextMenus",
};

document.documentElement.lang = uiLanguage();
document.documentElement.dir = t("uiDirection");
document.title = t("privacyHeading");
loadSettings();
document.querySelector("main")?.append(
  el("h1", {}, t("privacyHeading")),
  el("p", {}, t("privacyStays")),
  el("p", {}, t("privacyKept")),
  el("p", {}, t("privacyPrivate")),
  el("h2", {}, t("permissionsHeading")),
  el("dl", {}, ...Object.entries(LABELS).flatMap(([name, key]) => [el("dt", {}, el("code", {}, name)), el("dd", {}, t(key))])),
  el("footer", {}, el("a", { href: "onboarding.html" }, t("welcomeLink"))),
);
