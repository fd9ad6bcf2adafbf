/** The options page: a section for each part of the product, each drawn by its own module. */
import { el, t, uiLanguage } from "../reader/dom.js";
import { loadSettings } from "../reader/settings.js";
import { drawPages } from "./pages.js";
import { drawSites } from "./sites.js";

document.documentElement.lang = uiLanguage();
document.documentElement.dir = t("uiDirection");
document.title = t("optionsTitle");
loadSettings();
document.querySelector("main")?.append(el("h1", {}, t("optionsTitle")), drawPages(), drawSites());
