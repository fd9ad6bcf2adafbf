/** Renders TeX as MathML with Temml, which builds nodes, not strings. @module */
import temml from "../../vendor/temml/temml.mjs";
import { el, useStyle } from "../../shared/dom.js";

/** Limits for untrusted formulas: no links or files, few expansions, sizes up to 20 em. */
const RULES = { trust: false, throwOnError: true, maxExpand: 500, maxSize: [20, 500], strict: false };

/** Milliseconds per slice; milliseconds, and minimum number of formulas, before the article is shown. */
const SLICE = 12;
const FIRST_SLICE = 50;
const MIN_FIRST = 20;

/** Replace a formula; invalid TeX is left as it is. */
function draw(code) {
  const container = document.createElement("span");
  const displayMode = code.classList.contains("display");
  try {
    temml.render(code.textContent, container, { ...RULES, displayMode });
    const math = container.querySelector("math");
    math.setAttribute("alttext", code.textContent);
    code.replaceWith(displayMode ? el("div", { class: "wide" }, math) : math);
  } catch {
    const [, argument] = /^\s*\\[a-z]+\s*\{([^{}\\]*)\}\s*$/i.exec(code.textContent) ?? [];
    if (argument) code.replaceWith(argument); // a site's own macro: show its argument
    else code.dataset.unread = "";
  }
}

const STYLE = "../vendor/temml/Temml-Local.css";

/** Render formulas in `root` for some milliseconds, but at least `count`. */
function drawFor(root, milliseconds, count) {
  const stop = performance.now() + milliseconds;
  for (const [index, code] of root.querySelectorAll("code.math:not([data-unread])").entries()) {
    if (index >= count && performance.now() > stop) return;
    draw(code);
  }
}

export async function drawFirst(root) {
  await useStyle(STYLE); // it changes the formulas' size
  drawFor(root, FIRST_SLICE, MIN_FIRST);
}

export async function drawRest(root) {
  await useStyle(STYLE);
  while (root.querySelector("code.math:not([data-unread])")) {
    drawFor(root, SLICE, 1);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
