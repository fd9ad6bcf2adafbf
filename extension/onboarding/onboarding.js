/**
 * The first page a new user sees: set the host up (with live status), know the button, read a
 * first article. It is also where the connection is tested later.
 * @module
 */
import { browser } from "../shared/browser.js";
import { el, t, uiLanguage } from "../shared/dom.js";
import { loadSettings } from "../shared/settings.js";
import { commandLine, setupCommand } from "../shared/command.js";
import { connectionTest } from "./connection_test.js";

/** Milliseconds between two looks for the host: the user is typing a command meanwhile. */
const PAUSE = 1500;

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const status = el("p", { class: "state", role: "status" }, t("hostWaiting"));
const command = el("div", {}, el("p", {}, t("setUpText")), commandLine(setupCommand()));
const first = el("button", { type: "button", class: "main", disabled: "" }, t("sampleAction"));
const stepHost = step(t("setUpHeading"), command, status);

first.addEventListener("click", () => browser.runtime.sendMessage({ kind: "sample", language: uiLanguage() }));

/** @param {string} heading @param {...(Node | string)} children */
function step(heading, ...children) {
  return el("li", {}, el("h2", {}, heading), ...children);
}

/** What the host is like now; words only where they change, so that a screen reader is not told each look. */
function show({ state, host }) {
  const found = state === "found";
  const words = found ? t("hostFound", host) : state === "host_missing" ? t("hostWaiting") : t("hostTrouble");
  if (status.textContent !== words) status.textContent = words;
  status.classList.toggle("good", found);
  stepHost.classList.toggle("done", found);
  command.hidden = found;
  first.disabled = !found;
  return found;
}

/** Look until the host is there; a hidden tab waits for its user. */
async function watch() {
  while (document.hidden || !show(await browser.runtime.sendMessage({ kind: "status" })))
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
}

document.documentElement.lang = uiLanguage();
document.documentElement.dir = t("uiDirection");
document.title = t("extName");
loadSettings();
main.append(
  el("h1", {}, t("welcomeHeading")),
  el("p", { class: "lead" }, t("welcomeText")),
  el(
    "ol",
    { class: "steps" },
    stepHost,
    step(t("buttonHeading"), el("p", {}, t("buttonText"), " ", el("kbd", {}, "Alt+R"))),
    step(t("firstHeading"), el("p", {}, t("firstText")), first),
  ),
  el("section", {}, el("h2", {}, t("testHeading")), el("p", {}, t("testText")), connectionTest()),
  el("footer", {}, el("a", { href: "privacy.html" }, t("privacyLink"))),
);
watch();
