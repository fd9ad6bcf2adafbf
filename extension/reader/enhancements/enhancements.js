/**
 * What makes a drawn article comfortable: coloured code, pictures that open large, notes in place, the
 * outline, the progress line, paging of vertical text. Each is imported only where the text has a use for it.
 */
import { useOutline } from "./outline.js";
import { useProgress } from "./progress_line.js";
import { useVertical } from "./vertical.js";

/** @param {string} href of a style sheet, which is loaded once */
function useStyle(href) {
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href });
  document.head.append(link);
}

/** What only some texts need. @param {HTMLElement} main */
function usePresent(main) {
  if (main.querySelector(".text pre")) import("./code.js").then(({ useCode }) => useCode(main));
  if (main.querySelector(".text code.math")) import("./math.js").then(({ drawMath }) => drawMath(main));
  if (main.querySelector("article img")) import("./lightbox.js").then(({ useLightbox }) => useLightbox(main));
  if (main.querySelector(".text a[href^='#jd-']")) import("./footnotes.js").then(({ useNotes }) => useNotes(main));
  useOutline(main);
}

let following = false;

/** @param {HTMLElement} main with the article in it */
export function useParts(main) {
  useStyle("../reader/enhancements/enhancements.css");
  usePresent(main);
  if (following) return;
  following = true;
  main.addEventListener("jingdu:more-text", () => usePresent(main));
  useProgress();
  useVertical();
}
