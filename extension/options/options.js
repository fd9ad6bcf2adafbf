/**
 * The options page: a section for each part of the product, each drawn by its own module, whose
 * `draw…()` gives one labelled <section>. A further section is one more line in SECTIONS.
 */
import { el, t, uiLanguage } from "../shared/dom.js";
import { loadSettings } from "../shared/settings.js";
import { drawConnection } from "./connection.js";
import { drawLooks } from "./looks.js";
import { drawPages } from "./pages.js";
import { drawPictures } from "./pictures.js";
import { drawSites } from "./sites.js";

const SECTIONS = [drawLooks, drawPictures, drawPages, drawSites, drawConnection];

document.documentElement.lang = uiLanguage();
document.documentElement.dir = t("uiDirection");
document.title = t("optionsTitle");
loadSettings();
document.querySelector("main")?.append(el("h1", {}, t("optionsTitle")), ...SECTIONS.map((draw) => draw()));
