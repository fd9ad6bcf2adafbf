/** Formulas of which the page had TeX alone: drawn as MathML by Temml, which builds nodes, not strings. */
import temml from "../../vendor/temml/temml.mjs";
import { el, useStyle } from "../../shared/dom.js";

/** Temml's limits for hostile formulas: no links, no files, few expansions, no size beyond 20 em. */
const RULES = { trust: false, throwOnError: true, maxExpand: 500, maxSize: [20, 500], strict: false };

/** A formula that can't be read stays as it is: TeX is better than nothing. */
function draw(code) {
  const place = document.createElement("span");
  const displayMode = code.classList.contains("display");
  try {
    temml.render(code.textContent, place, { ...RULES, displayMode });
  } catch {
    return;
  }
  const math = place.querySelector("math");
  if (!math) return;
  math.setAttribute("alttext", code.textContent);
  if (displayMode) code.replaceWith(el("div", { class: "wide" }, math));
  else code.replaceWith(math);
}

export async function drawMath(root) {
  await useStyle("../vendor/temml/Temml-Local.css"); // formulas have their size when they are first seen
  root.querySelectorAll("code.math").forEach(draw);
}
