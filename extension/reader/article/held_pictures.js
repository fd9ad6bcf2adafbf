/**
 * Blocks remote pictures if the user has turned them off: their addresses are removed while the article's nodes are still
 * inert, and restored when the user clicks the button. @module
 */
import { loadsPictures } from "../../shared/browser.js";
import { button, el, t, uiLanguage } from "../../shared/dom.js";

let held = false;

/** Read the setting; must be called before an article is drawn. */
export async function readPictureSetting() {
  held = !(await loadsPictures());
}

/** A picture's address, even if it is blocked. @param {HTMLImageElement} picture */
export const addressOf = (picture) => picture.dataset.remote ?? picture.src;

/** Block pictures if they are turned off. @param {DocumentFragment} body not in the document yet */
export function hold(body) {
  if (!held) return;
  for (const picture of body.querySelectorAll("img[src^='http']")) {
    picture.dataset.remote = picture.getAttribute("src");
    picture.removeAttribute("src");
  }
}

/** The notice above the text with its button; null if no picture is blocked. @param {ParentNode} view */
export function heldNotice(view) {
  if (!held || !view.querySelector("img[data-remote]")) return null;
  const load = button(t("remoteLoad"), () => {
    held = false; // for further pages too
    for (const picture of document.querySelectorAll("img[data-remote]")) {
      picture.src = picture.dataset.remote;
      delete picture.dataset.remote;
    }
    load.closest(".notice").remove();
  });
  return el("p", { class: "notice held", role: "note", lang: uiLanguage(), dir: "auto" }, `${t("remoteHeld")} `, load);
}
