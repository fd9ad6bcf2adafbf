/**
 * Pictures on other computers. Where the user does not want them loaded, their addresses are set aside while the article's
 * nodes are still inert, so that none is requested until a press on the button.
 */
import { loadsPictures } from "../../shared/browser.js";
import { button, el, t, uiLanguage } from "../../shared/dom.js";

let held = false;

/** Read the setting; before anything is drawn. */
export async function readPictureSetting() {
  held = !(await loadsPictures());
}

/** The address that a picture has or would have. @param {HTMLImageElement} picture */
export const addressOf = (picture) => picture.dataset.remote ?? picture.src;

/** Set the addresses aside, if that is wanted. @param {DocumentFragment} body not in the document yet */
export function hold(body) {
  if (!held) return;
  for (const picture of body.querySelectorAll("img[src]")) {
    picture.dataset.remote = picture.getAttribute("src");
    picture.removeAttribute("src");
  }
}

/** The line that says so above the text, with its button; null where nothing is held. @param {ParentNode} view */
export function heldNotice(view) {
  if (!held || !view.querySelector("img[data-remote]")) return null;
  const load = button(t("remoteLoad"), () => {
    held = false; // of pictures to come too
    for (const picture of document.querySelectorAll("img[data-remote]")) {
      picture.src = picture.dataset.remote;
      delete picture.dataset.remote;
    }
    load.closest(".notice").remove();
  });
  return el("p", { class: "notice held", role: "note", lang: uiLanguage(), dir: "auto" }, `${t("remoteHeld")} `, load);
}
