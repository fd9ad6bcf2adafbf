/** The first page for new users: set up the host, find the button, read a first article. @module */
import { send } from "../shared/ask.js";
import { browser } from "../shared/browser.js";
import { setupSteps } from "../shared/command.js";
import { button, el, startPage, t, uiLanguage } from "../shared/dom.js";
import { sentenceGap } from "../shared/format.js";
import { icon } from "../shared/icons.js";
import { loadSettings } from "../shared/settings.js";
import { connectionTest } from "./connection_test.js";

/** Milliseconds between checks for the host. */
const INTERVAL = 1500;

const linesOf = (text) => text.split("\n");
const links = (text) => linesOf(text).map((word) => `<a href="#">${word}</a>`);
const paragraph = (line) => (line.startsWith("# ") ? `<h2>${line.slice(2)}</h2>` : `<p>${line}</p>`);

/** @returns {import("../background/capture.js").Page} */
function firstArticle() {
  const [title, site] = [t("firstArticleTitle"), t("firstArticleSite")];
  const html = `<!doctype html><html lang="${uiLanguage()}"><head><title>${title} - ${site}</title>
<meta property="og:site_name" content="${site}"></head><body><nav>${links(t("firstArticleMenu")).join(" ")}</nav>
<main><article><h1>${title}</h1>${linesOf(t("firstArticleText")).map(paragraph).join("\n")}</article></main>
<aside><ul>${links(t("firstArticleOffers")).map((link) => `<li>${link}</li>`).join("")}</ul></aside></body></html>`;
  return { html, url: "", title };
}

/** The icon that pins a button in the extensions menu. */
const PINS = /** @type {const} */ ({ firefox: "gear", edge: "eye", chromium: "pin" });

/** @param {string} agent @returns {keyof typeof PINS} */
function browserOf(agent) {
  if (agent.includes("Firefox/")) return "firefox";
  return agent.includes("Edg/") ? "edge" : "chromium";
}

const ours = () => el("img", { src: "../icons/32.png", alt: "", width: 20, height: 20 });
const marked = (name, mark) => el("span", { class: "drawn-mark", "data-mark": mark }, icon(name));

/** A drawing of the address bar with the extensions button (1) and its menu with the pin (2). */
function drawing(kind) {
  const bar = el("div", { class: "drawn-bar" }, el("span", { class: "drawn-address" }), marked("puzzle", "1"), el("span", { class: "drawn-dots" }, "⋮"));
  const menu = el("div", { class: "drawn-menu" }, ours(), el("span", {}, t("extName")), marked(PINS[kind], "2"));
  return el("div", { class: "drawn-browser", "aria-hidden": "true" }, bar, menu);
}

/** @returns {HTMLElement[]} */
function buttonSteps() {
  const kind = browserOf(navigator.userAgent);
  const use = el("p", {}, t("buttonUse"));
  browser.commands.getAll().then((all) => {
    const keys = all.find(({ name }) => name === "_execute_action")?.shortcut;
    if (keys) use.append(sentenceGap(), t("buttonKeys"), sentenceGap(), el("kbd", {}, keys));
  });
  return [el("p", {}, t(`button_${kind}`)), drawing(kind), use];
}

const status = el("p", { class: "state", role: "status", tabindex: -1 }, t("hostWaiting"));
const command = el("div", {}, el("p", {}, t("setUpText")), setupSteps());
const first = button(t("sampleAction"), () => send({ kind: "sample", page: firstArticle() }), { class: "main", disabled: "" });

/** @param {string} heading @param {...(Node | string)} children */
const step = (heading, ...children) => el("li", {}, el("h2", {}, heading), ...children);
const stepHost = step(t("setUpHeading"), command, status);
const stepButton = step(t("buttonHeading"), ...buttonSteps());

/** Show the state; unchanged text is not set again, so that screen readers do not repeat it. */
function show({ state, host }) {
  const found = state === "found";
  const words = found ? t("hostFound", host) : state === "host_missing" ? t("hostWaiting") : t("hostTrouble");
  if (status.textContent !== words) status.textContent = words;
  status.classList.toggle("good", found);
  stepHost.classList.toggle("done", found);
  if (found && command.contains(document.activeElement)) status.focus(); // the copy button is about to go
  command.hidden = found;
  first.disabled = !found;
  return found;
}

/** Poll while the tab is visible. @param {() => Promise<boolean>} isDone */
async function poll(isDone) {
  while (document.hidden || !(await isDone())) await new Promise((resolve) => setTimeout(resolve, INTERVAL));
}

async function isPinned() {
  const pinned = (await browser.action.getUserSettings?.())?.isOnToolbar; // undefined if not supported
  stepButton.classList.toggle("done", pinned === true);
  return pinned !== false;
}

startPage(t("extName"));
loadSettings();
document.querySelector("main").append(
  el("h1", {}, t("welcomeHeading")),
  el("p", { class: "lead" }, t("welcomeText")),
  el("ol", { class: "steps" }, stepHost, stepButton, step(t("firstHeading"), el("p", {}, t("firstText")), first)),
  el("section", {}, el("h2", {}, t("testHeading")), el("p", {}, t("testText")), connectionTest()),
  el("footer", {}, el("a", { href: "privacy.html" }, t("privacyLink"))),
);
poll(async () => show(await send({ kind: "status" })));
poll(isPinned);
