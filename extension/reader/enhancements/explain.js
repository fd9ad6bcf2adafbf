/**
 * "Why this block?": shows what was left out, in place and dimmed, with score and reasons; a press on
 * a block puts it in or takes it out. What is shown then is drawn by `blocks.js`.
 */
import { t } from "../../shared/dom.js";
import { browser } from "../../shared/browser.js";

const toggle = /** @type {HTMLElement} */ (document.querySelector('[data-action="why"]'));

/** What the mode knows while it is on: the page's blocks, and the reader's own choice. */
let mode = /** @type {{blocks: object[], chosen: {put_in: number[], left_out: number[]}} | null} */ (null);
let drawn = /** @type {import("./extras.js").Drawn | null} */ (null);
let busy = false;

/**
 * @param {import("./extras.js").Drawn} now
 * @param {boolean} possible whether the article was chosen by the extractor at all
 */
export function useWhy(now, possible) {
  if (!drawn) toggle.addEventListener("click", press);
  drawn = now;
  toggle.hidden = !possible;
  toggle.setAttribute("aria-disabled", String(!possible));
  if (!possible) mode = null;
  reflect();
  if (mode) decorate();
}

function reflect() {
  toggle.setAttribute("aria-pressed", String(!!mode));
  drawn?.main.classList.toggle("why", !!mode);
}

/** On: ask the host and draw. Off: the article as it is now. */
async function press() {
  if (busy || toggle.getAttribute("aria-disabled") === "true") return;
  busy = true;
  try {
    await (mode ? off() : on());
  } finally {
    busy = false;
  }
}

async function on() {
  const told = await ask("explain");
  if (told.state !== "explained") return say(t("whyFailed"));
  mode = { blocks: told.blocks, chosen: told.chosen };
  await inPlace(() => drawn?.redraw({ ...drawn.answer, article: told.article }));
}

async function off() {
  mode = null;
  await inPlace(() => drawn?.redraw(drawn.answer));
}

const ask = (kind, more) =>
  browser.runtime.sendMessage({ kind, key: drawn?.key, ...more }).catch((error) => ({ state: "internal", message: String(error) }));

async function decorate() {
  const { showBlocks } = await import("./explain_blocks.js");
  if (mode && drawn) showBlocks(drawn.main, mode, { flip, undo });
}

/** Put a block in, or take it out. @param {number} number */
async function flip(number) {
  if (!mode || busy) return;
  busy = true;
  const { blocks } = mode;
  const wanted = !isIn(mode, number);
  const without = (numbers) => numbers.filter((one) => one !== number);
  const chosen = { put_in: without(mode.chosen.put_in), left_out: without(mode.chosen.left_out) };
  if (wanted !== blocks[number].kept) (wanted ? chosen.put_in : chosen.left_out).push(number);
  await choose(chosen, number, wanted ? t("whyPutIn") : t("whyTakenOut"));
  busy = false;
}

/** The extractor's own choice again. */
const undo = () => choose({ put_in: [], left_out: [] }, null, t("whyUndone"));

async function choose(chosen, number, words) {
  const told = await ask("choose", chosen);
  if (told.state !== "article") return say(told.state === "no_article" ? t("whyNothingLeft") : t("whyFailed"));
  if (mode) mode.chosen = chosen;
  await inPlace(() => drawn?.redraw({ ...drawn.answer, article: told.article }), number);
  say(words);
}

/** Whether a block is in the article now. @param {{blocks: object[], chosen: object}} mode @param {number} number */
export function isIn({ blocks, chosen }, number) {
  return chosen.put_in.includes(number) || (blocks[number].kept && !chosen.left_out.includes(number));
}

const chipOf = (number) => /** @type {HTMLElement | null} */ (drawn?.main.querySelector(`.why-chip[data-block="${number}"]`) ?? null);

/**
 * Draw anew and leave what is looked at where it is: the block that was pressed, which has the focus
 * again, or else the line at the top of the window.
 */
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
  const lines = [...(drawn?.main.querySelectorAll(".text > :not(.left-out)") ?? [])];
  return scrollY < 100 ? null : lines.find((element) => element.getBoundingClientRect().bottom > 60) ?? null;
}

function sameText(before, text) {
  if (!before || !text) return null;
  return [...(drawn?.main.querySelectorAll(".text > :not(.left-out)") ?? [])].find(
    (element) => element.localName === before.localName && element.textContent?.slice(0, 60) === text,
  );
}

/** Tell those who can't see it. */
async function say(words) {
  const { announce } = await import("./explain_blocks.js");
  announce(words);
}
