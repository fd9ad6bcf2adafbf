/** Formulas of which the page had TeX alone: drawn as MathML by Temml, which builds nodes, not strings. */
import temml from "../../vendor/temml/temml.mjs";
import { el, useStyle } from "../../shared/dom.js";

/** Temml's limits for hostile formulas: no links, no files, few expansions, no size beyond 20 em. */
const RULES = { trust: false, throwOnError: true, maxExpand: 500, maxSize: [20, 500], strict: false };

/** Milliseconds of drawing in one go. */
const SLICE = 12;

/** A formula that can't be read stays as it is: TeX is better than nothing. */
function draw(code) {
  const place = document.createElement("span");
  const displayMode = code.classList.contains("display");
  try {
    temml.render(code.textContent, place, { ...RULES, displayMode });
  } catch {
    code.dataset.unread = "";
    return;
  }
  const math = place.querySelector("math");
  if (!math) return void (code.dataset.unread = "");
  math.setAttribute("alttext", code.textContent);
  if (displayMode) code.replaceWith(el("div", { class: "wide" }, math));
  else code.replaceWith(math);
}

/** Draws the formulas in `root` until `stop`, by the clock of `performance.now()`; what is left stays TeX. */
export async function drawMath(root, stop = Infinity) {
  await useStyle("../vendor/temml/Temml-Local.css"); // formulas have their size when they are first seen
  for (const code of root.querySelectorAll("code.math:not([data-unread])")) {
    if (performance.now() > stop) return;
    draw(code);
  }
}

/** Draws the rest, a few at a time. */
export async function drawRest(root) {
  while (root.querySelector("code.math:not([data-unread])")) {
    await drawMath(root, performance.now() + SLICE);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
