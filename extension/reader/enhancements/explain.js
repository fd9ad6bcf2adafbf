/** "Why these parts?": shows what was left out, with reasons; a press on a block includes or excludes it. */
import { send } from "../../shared/ask.js";
import { el, t, uiLanguage } from "../../shared/dom.js";
import { closed, opened } from "../../shared/layers.js";

const toggle = /** @type {HTMLElement} */ (document.querySelector('[data-action="why"]'));

/** What the mode knows while it is on: the page's blocks, the user's own choice, what is unfolded. */
let mode = /** @type {import("./explain_blocks.js").Mode | null} */ (null);

/** What says that the reasons are on their way. */
let progress = /** @type {HTMLElement | null} */ (null);
let drawn = /** @type {import("../reader.js").Drawn | null} */ (null);
let busy = false;

/** @param {import("../reader.js").Drawn} now @param {boolean} possible whether the extractor chose the article */
export function useExplanation(now, possible) {
  if (!drawn) toggle.addEventListener("click", press);
  drawn = now;
  toggle.hidden = !possible;
  toggle.setAttribute("aria-disabled", String(!possible));
  if (!possible) mode = null;
  reflect();
  if (mode) decorate();
}

function reflect() {
  toggle.setAttribute("aria-pressed", String(!!(mode ?? progress)));
  toggle.setAttribute("aria-busy", String(!!progress));
  (mode ?? progress ? opened : closed)(leave);
  drawn?.main.classList.toggle("why", !!mode);
}

/** One thing at a time. */
async function alone(act) {
  if (busy) return;
  busy = true;
  await act().finally(() => (busy = false));
}

function press() {
  if (toggle.getAttribute("aria-disabled") === "true") return;
  if (progress) setProgress(false);
  else if (mode) leave();
  else on();
}

const leave = () => (progress ? setProgress(false) : alone(off));

/** At once, wherever the window is scrolled: a press is answered before the host has. */
function setProgress(shown) {
  progress?.remove();
  progress = shown ? el("p", { class: "why-progress", role: "status", lang: uiLanguage() }, t("whyWaiting"), el("progress", { "aria-label": t("why") })) : null;
  if (progress) document.body.append(progress);
  reflect();
}

/** Ask the host and draw, unless it was called off meanwhile. */
async function on() {
  setProgress(true);
  const mine = progress;
  const reply = await ask("explain");
  if (progress !== mine) return undefined;
  setProgress(false);
  if (reply?.state !== "explained") return say(t("whyFailed"));
  mode = { blocks: reply.blocks, chosen: reply.chosen, open: new Set() };
  return inPlace(() => drawn?.redraw({ ...drawn.answer, article: reply.article }));
}

/** The article as it is now. */
async function off() {
  mode = null;
  await inPlace(() => drawn?.redraw(drawn.answer));
}

const ask = (kind, fields) => send({ kind, key: drawn?.key, ...fields });

async function decorate() {
  const { showBlocks } = await import("./explain_blocks.js");
  if (mode && drawn) showBlocks(drawn.main, mode, { flip: (number, included) => alone(() => flip(number, included)), undo });
}

/** Include a block, or exclude it. @param {number} number @param {boolean} included whether it is now */
async function flip(number, included) {
  const without = (numbers) => numbers.filter((one) => one !== number);
  const chosen = { put_in: without(mode.chosen.put_in), left_out: without(mode.chosen.left_out) };
  if (included === mode.blocks[number].kept) (included ? chosen.left_out : chosen.put_in).push(number);
  await choose(chosen, number, included ? t("whyExcluded") : t("whyIncluded"));
}

/** The extractor's own choice again. */
const undo = () => choose({ put_in: [], left_out: [] }, null, t("whyUndone"));

async function choose(chosen, number, words) {
  const reply = await ask("choose", chosen);
  if (reply?.state !== "article") return say(reply?.state === "no_article" ? t("whyNothingLeft") : t("whyFailed"));
  if (mode) mode.chosen = chosen;
  if (number !== null) mode?.open.add(number);
  await inPlace(() => drawn?.redraw({ ...drawn.answer, article: reply.article }), number);
  say(words);
}

const chipOf = (number) => /** @type {HTMLElement | null} */ (drawn?.main.querySelector(`.why-chip[data-block="${number}"]`) ?? null);

const lines = () => [...(drawn?.main.querySelectorAll(".text > :not(.left-out)") ?? [])];

/** Draw anew and keep in place the block that was pressed, with the focus, or else the line at the top of the window. */
async function inPlace(draw, number = null) {
  const before = anchorOf(number);
  const top = before?.getBoundingClientRect().top ?? 0;
  const text = before?.textContent?.slice(0, 60);
  await draw();
  if (mode) await decorate();
  const after = number === null ? sameText(before, text) : chipOf(number);
  if (!after) return;
  scrollBy({ top: after.getBoundingClientRect().top - top, behavior: "instant" });
  if (number !== null) after.focus({ preventScroll: true });
}

function anchorOf(number) {
  if (number !== null) return chipOf(number);
  return scrollY < 100 ? null : lines().find((element) => element.getBoundingClientRect().bottom > 60) ?? null;
}

const sameText = (before, text) =>
  text && lines().find((element) => element.localName === before.localName && element.textContent?.slice(0, 60) === text);

/** For those who can't see it. */
async function say(words) {
  const { announce } = await import("./explain_blocks.js");
  announce(words);
}
