/** A save's question in its own tab, where the page being saved cannot cover it. @module */
import { send } from "../shared/ask.js";
import { button, el, startPage, t } from "../shared/dom.js";
import { saveNotice } from "../shared/save_notices.js";
import { loadSettings } from "../shared/settings.js";

/** Milliseconds until buttons accept clicks (an earlier click may be meant for a previous notice), and between polls while busy. */
const TIMES = { delay: 600, poll: 400 };

const token = location.hash.slice(1);
const status = el("div", { role: "status" });
const about = el("div");
const actions = el("div", { class: "actions" });
const why = el("p", { class: "why" }, t("askedHere"));
let number = -1;
let resting = 0;

const ask = (message) => send({ token, ...message }).then(show);

/** Show the background's reply, and poll while it is busy. */
function show(reply) {
  const notice = reply.notice ?? saveNotice(reply);
  if (reply.number === undefined || reply.number !== number) draw(notice, reply.about);
  number = reply.number ?? number;
  if (notice.tone === "busy") setTimeout(() => ask({ kind: "question" }), TIMES.poll);
}

function draw(notice, page) {
  status.replaceChildren(el("h1", {}, notice.text), notice.detail ? el("p", { class: "detail" }, notice.detail) : "");
  if (notice.progress) status.append(el("progress", { value: notice.progress[0], max: notice.progress[1], "aria-label": notice.text }));
  about.replaceChildren(...(page ? [el("p", { class: "about" }, el("strong", {}, page.title), el("span", {}, page.url))] : []));
  why.hidden = !notice.buttons.length;
  const acts = notice.buttons.map(({ label, choice }) => [label, choice, () => ask({ kind: "answer", number, choice })]);
  actions.replaceChildren(...[...acts, [t("backAction"), "back", goBack]].map(([label, choice, act]) =>
    button(label, ({ isTrusted, currentTarget }) => (isTrusted && currentTarget.ariaDisabled !== "true" ? act() : disableBriefly()), { "data-choice": choice })));
  disableBriefly();
}

/** Return to the page; if it is gone, close this tab. */
async function goBack() {
  const { left } = await send({ kind: "dismiss", token });
  if (!left) close();
}

/** Disable the buttons until the page has been visible for a moment; a click restarts the delay. */
function disableBriefly() {
  clearTimeout(resting);
  const set = (value) => actions.querySelectorAll("button").forEach((one) => (one.ariaDisabled = value));
  set("true");
  resting = setTimeout(() => (document.hidden ? disableBriefly() : set("false")), TIMES.delay);
}

startPage(t("saveAction"));
loadSettings();
document.querySelector("main").append(el("section", { class: "screen" }, status, about, actions, why));
addEventListener("focus", disableBriefly);
document.addEventListener("visibilitychange", disableBriefly);
addEventListener("keydown", ({ key }) => key === "Escape" && goBack());
ask({ kind: "question" });
