/** The button "Why these parts?"; its mode is imported at first use. @module */
import { send } from "../../shared/ask.js";
import { el, t, uiText } from "../../shared/dom.js";
import { addLayer, removeLayer } from "../../shared/layers.js";
import { toast } from "../../shared/toast.js";

const toggle = /** @type {HTMLElement} */ (document.querySelector('[data-action="why"]'));

/** The active mode. */
let mode = /** @type {import("./explain_mode.js").Mode | null} */ (null);

/** Shown while the reasons are being requested. */
let progress = /** @type {HTMLElement | null} */ (null);
let drawn = /** @type {import("../reader.js").Drawn | null} */ (null);

/** @param {import("../reader.js").Drawn} now @param {boolean} possible whether the extractor chose the article */
export function useExplanation(now, possible) {
  drawn = now;
  toggle.hidden = !possible;
  toggle.setAttribute("aria-disabled", String(!possible));
  if (!possible) mode = null;
  reflect();
  mode?.decorate(drawn);
}

function reflect() {
  toggle.setAttribute("aria-pressed", String(!!(mode ?? progress)));
  toggle.setAttribute("aria-busy", String(!!progress));
  (mode ?? progress ? addLayer : removeLayer)(leave);
  drawn?.main.classList.toggle("why", !!mode);
}

toggle.addEventListener("click", () => {
  if (toggle.ariaDisabled === "true") return;
  if (progress || mode) leave();
  else start();
});

const leave = () => {
  if (progress) return setProgress(false);
  return mode?.next(() => {
    const ended = mode;
    mode = null;
    return ended?.end();
  });
};

/** Show or hide the progress message. */
function setProgress(shown) {
  progress?.remove();
  progress = shown ? el("p", { class: "why-progress", role: "status", ...uiText() }, t("whyWaiting"), el("progress", { "aria-label": t("why") })) : null;
  if (progress) document.body.append(progress);
  reflect();
}

/** Request the reasons and start the mode, unless it was cancelled meanwhile. */
async function start() {
  setProgress(true);
  const request = progress;
  const [reply, { Mode }] = await Promise.all([send({ kind: "explain", key: drawn?.key }), import("./explain_mode.js")]);
  if (progress !== request) return;
  if (reply?.state === "explained") mode = new Mode(drawn, reply);
  setProgress(false);
  await (mode ? mode.start() : toast.show(t("whyFailed")));
}
