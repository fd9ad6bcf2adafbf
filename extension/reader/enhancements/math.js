/** Formulas of which the page had TeX alone: drawn as MathML by Temml, which builds nodes, not strings. */
import temml from "../../vendor/temml/temml.mjs";
import { el, useStyle } from "../../shared/dom.js";

/** Temml's limits for hostile formulas: no links, no files, few expansions, no size beyond 20 em. */
const RULES = { trust: false, throwOnError: true, maxExpand: 500, maxSize: [20, 500], strict: false };

/** Milliseconds of drawing in one go; milliseconds before an article is shown, in which the first formulas are drawn always. */
const SLICE = 12;
const BEFORE = 50;
const FIRST = 20;

/** A formula that can't be read stays as it is: TeX is better than nothing. */
function draw(code) {
  const place = document.createElement("span");
  const displayMode = code.classList.contains("display");
  try {
    temml.render(code.textContent, place, { ...RULES, displayMode });
    const math = place.querySelector("math");
    math.setAttribute("alttext", code.textContent);
    code.replaceWith(displayMode ? el("div", { class: "wide" }, math) : math);
  } catch {
    const [, argument] = /^\s*\\[a-z]+\s*\{([^{}\\]*)\}\s*$/i.exec(code.textContent) ?? [];
    if (argument) code.replaceWith(argument); // a command of the site's own: what it is given is known at least
    else code.dataset.unread = "";
  }
}

const STYLE = "../vendor/temml/Temml-Local.css";

/** Draws the formulas in `root` for some milliseconds, but at least `count` of them; what is left stays TeX. */
function drawFor(root, milliseconds, count) {
  const stop = performance.now() + milliseconds;
  for (const [place, code] of root.querySelectorAll("code.math:not([data-unread])").entries()) {
    if (place >= count && performance.now() > stop) return;
    draw(code);
  }
}

/** Draws what is seen first, and what a short time allows besides. */
export async function drawFirst(root) {
  await useStyle(STYLE); // formulas have their size when they are first seen
  drawFor(root, BEFORE, FIRST);
}

export async function drawRest(root) {
  await useStyle(STYLE);
  while (root.querySelector("code.math:not([data-unread])")) {
    drawFor(root, SLICE, 1);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
