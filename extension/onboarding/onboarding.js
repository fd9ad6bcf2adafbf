/** The first page a new user sees: set the host up, with live status, find the button, read a first article. @module */
import { send } from "../shared/ask.js";
import { setupSteps } from "../shared/command.js";
import { button, el, startPage, t } from "../shared/dom.js";
import { loadSettings } from "../shared/settings.js";
import { connectionTest } from "./connection_test.js";
import { firstArticle } from "./first_article.js";
import { buttonSteps, isPinned } from "./toolbar_button.js";

/** Milliseconds between two looks for the host: the user is typing a command meanwhile. */
const INTERVAL = 1500;

const status = el("p", { class: "state", role: "status" }, t("hostWaiting"));
const command = el("div", {}, el("p", {}, t("setUpText")), setupSteps());
const first = button(t("sampleAction"), () => send({ kind: "sample", page: firstArticle() }), { class: "main", disabled: "" });
const stepHost = step(t("setUpHeading"), command, status);
const stepButton = step(t("buttonHeading"), ...buttonSteps());

/** @param {string} heading @param {...(Node | string)} children */
function step(heading, ...children) {
  return el("li", {}, el("h2", {}, heading), ...children);
}

/** The words change only with the state, so that a screen reader does not read each look. */
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

const pause = () => new Promise((resolve) => setTimeout(resolve, INTERVAL));

/** Look until the host is there; a hidden tab waits for its user. */
async function watch() {
  while (document.hidden || !show(await send({ kind: "status" }))) await pause();
}

/** Look until the button is in the toolbar. */
async function watchButton() {
  for (;;) {
    const pinned = await isPinned();
    stepButton.classList.toggle("done", pinned === true);
    if (pinned !== false) return;
    await pause();
  }
}

startPage(t("extName"));
loadSettings();
document.querySelector("main").append(
  el("h1", {}, t("welcomeHeading")),
  el("p", { class: "lead" }, t("welcomeText")),
  el(
    "ol",
    { class: "steps" },
    stepHost,
    stepButton,
    step(t("firstHeading"), el("p", {}, t("firstText")), first),
  ),
  el("section", {}, el("h2", {}, t("testHeading")), el("p", {}, t("testText")), connectionTest()),
  el("footer", {}, el("a", { href: "privacy.html" }, t("privacyLink"))),
);
watch();
watchButton();
