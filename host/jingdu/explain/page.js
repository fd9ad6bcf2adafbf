// Shows the reasons of the block under the pointer or the focus; a click holds them until the next click or Escape.
"use strict";
let held = false;
let shown = null;
const pieces = (index) => document.querySelectorAll(`[data-b="${index}"]`);
function show(index) {
  if (shown === index) return;
  if (shown !== null) {
    document.getElementById(`w${shown}`).hidden = true;
    pieces(shown).forEach((piece) => piece.classList.remove("on"));
  }
  shown = index;
  document.getElementById("none").hidden = true;
  document.getElementById(`w${index}`).hidden = false;
  pieces(index).forEach((piece) => piece.classList.add("on"));
}
const blockOf = (event) => event.target.closest?.("[data-b]")?.dataset.b ?? null;
function pointed(event) {
  const index = blockOf(event);
  if (index !== null && !held) show(index);
}
document.addEventListener("mouseover", pointed);
document.addEventListener("focusin", (event) => {
  const index = blockOf(event);
  if (index !== null) show(index);
});
document.addEventListener("click", (event) => {
  const index = blockOf(event);
  held = index !== null;
  if (held) show(index);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") held = false;
});
