/** The options page. @module */
import { connectionTest } from "../onboarding/connection_test.js";
import { drawFields } from "../reader/appearance/fields.js";
import { browser, joinsPages, loadsPictures, writeSetting } from "../shared/browser.js";
import { button, checkbox, el, startPage, t, uiLanguage, uiText } from "../shared/dom.js";
import { loadSettings } from "../shared/settings.js";
import { listedSites, removeSite } from "../shared/sites.js";
import { scriptOf } from "../shared/typefaces.js";
import { showLearned } from "./learned.js";

/** @param {string} id @param {string} heading @param {...(Node | string)} parts */
const section = (id, heading, ...parts) =>
  el("section", { "aria-labelledby": `${id}-heading` }, el("h2", { id: `${id}-heading`, tabindex: -1 }, heading), ...parts);

function sample() {
  const texts = [t("sampleFirst"), t("sampleSecond")].map((words) => el("p", {}, words));
  const link = el("p", {}, el("a", { href: "#looks-heading" }, t("sampleLink")));
  return el("article", { ...uiText(), "aria-label": t("sample") }, el("h3", {}, t("sampleTitle")), el("div", { class: "text" }, ...texts, link));
}

const looks = () =>
  section("looks", t("lookAction"), el("div", { class: "looks-both" }, drawFields(scriptOf(uiLanguage()), true), el("div", { class: "sample" }, sample())));

/** A checkbox for a setting, disabled until its value is known; it follows other tabs. @param {string} name storage key @param {() => Promise<boolean>} read */
function toggle(id, label, name, read) {
  const { box, row } = checkbox(id, label, (on) => writeSetting(name, on));
  box.disabled = true;
  const refresh = () => read().then((on) => Object.assign(box, { checked: on, disabled: false }));
  refresh();
  browser.storage.onChanged.addListener((changes) => changes[name] && refresh());
  return row;
}

function sites() {
  const list = el("div");
  const status = el("p", { role: "status" });
  const redraw = async () => list.replaceChildren(siteList(await listedSites(), status));
  redraw();
  browser.storage.onChanged.addListener((changes) => changes.openedSites && redraw());
  return section("sites", t("sitesHeading"), el("p", {}, t("sitesText")), list, status);
}

function siteList(found, status) {
  if (!found.length) return el("p", { class: "none" }, t("sitesNone"));
  const row = (site) => {
    const remove = async () => {
      await removeSite(site);
      status.textContent = t("sitesLeft", site);
      document.getElementById("sites-heading")?.focus();
    };
    return el("li", {}, el("span", { dir: "ltr" }, site), button(t("removeAction"), remove, { "aria-label": t("sitesLeaveNamed", site) }));
  };
  return el("ul", { class: "sites" }, ...found.map(row));
}

const learned = section("learned", t("learnedHeading"), el("p", {}, t("learnedText")));
learned.hidden = true;
showLearned(learned);

startPage(t("optionsTitle"));
loadSettings();
document.querySelector("main")?.append(
  el("h1", {}, t("optionsTitle")),
  looks(),
  section("remote", t("picturesHeading"), el("p", {}, t("remoteText")), toggle("remote-pictures", t("remoteWanted"), "remotePictures", loadsPictures)),
  section("pages", t("pagesHeading"), el("p", {}, t("pagesText")), toggle("join-pages", t("pagesJoin"), "joinPages", joinsPages)),
  sites(),
  learned,
  section("connection", t("testHeading"), el("p", {}, t("testText")), connectionTest(), el("p", {}, el("a", { href: "../onboarding/privacy.html" }, t("privacyLink")))),
);
