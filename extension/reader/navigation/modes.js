/** Reading aids: focus dims everything but the current paragraph, the line guide everything but a band at the pointer. @module */
import { isVertical, reach } from "../article/axis.js";
import { el, inFrame } from "../../shared/dom.js";
import { current, EYE } from "./moving.js";

const KEY = "modes";
const MODES = ["focus", "guide"];
const band = el("div", { class: "line-guide", "aria-hidden": "true" });

/** The paragraph that is not dimmed. @type {Element | undefined} */
let highlighted;

const isOn = (mode) => document.documentElement.classList.contains(`mode-${mode}`);

const updateFocus = inFrame(() => {
  if (!isOn("focus")) return;
  const now = current();
  if (now === highlighted && now?.classList.contains("current")) return;
  highlighted?.classList.remove("current");
  now?.classList.add("current");
  highlighted = now;
});

/** Move the band's centre. @param {number} position CSS pixels along the reading direction */
const guide = (position) => band.style.setProperty("--at", `${Math.round(position)}px`);

/** @param {string} mode @param {boolean} on */
function set(mode, on) {
  document.documentElement.classList.toggle(`mode-${mode}`, on);
  if (mode === "focus" && !on) highlighted?.classList.remove("current");
  if (mode === "guide") on ? document.body.append(band) : band.remove();
  updateFocus();
}

export const modes = {
  toggle(mode) {
    set(mode, !isOn(mode));
    localStorage.setItem(KEY, MODES.filter(isOn).join(" "));
    dispatchEvent(new Event("jingdu-modes"));
  },
  isOn,
};

export function useModes() {
  guide(reach() * EYE);
  const stored = (localStorage.getItem(KEY) ?? "").split(" ");
  for (const mode of MODES) if (stored.includes(mode)) set(mode, true);
  addEventListener("scroll", updateFocus, { passive: true });
  addEventListener("resize", updateFocus);
  addEventListener("jingdu-step", () => {
    updateFocus();
    guide(reach() * EYE + 14);
  });
  const follow = ({ clientX, clientY, pointerType }) => pointerType !== "touch" && guide(isVertical() ? reach() - clientX : clientY);
  addEventListener("pointermove", follow, { passive: true });
  new MutationObserver(updateFocus).observe(document.querySelector("main"), { childList: true });
}
