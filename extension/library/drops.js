/** Files that are dropped anywhere on the page; while they are held above it, it says so. @module */
import { el, t } from "../shared/dom.js";

/** Milliseconds without a drag event after which nothing is held above the page any more. */
const GONE = 200;

const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");

/** @param {(dropped: DataTransfer) => void} act */
export function watchDrops(act) {
  const veil = el("div", { class: "drop-veil", popover: "manual" }, el("p", {}, t("importDropHere")));
  document.body.append(veil);
  let timer = 0;
  const leave = () => {
    clearTimeout(timer);
    timer = 0;
    veil.hidePopover();
  };
  addEventListener("dragover", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    if (!timer) veil.showPopover();
    clearTimeout(timer);
    timer = setTimeout(leave, GONE);
  });
  addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    leave();
    act(event.dataTransfer);
  });
}
