/** The way back to the page that is read. */
import { send } from "../../shared/ask.js";
import { webAddress } from "../../shared/dom.js";

let address = /** @type {string | null} */ (null);

/** Whether the page is still in a tab of its own, beside this one. */
let beside = false;

/** Remember where the article came from. @param {{url?: string, beside?: boolean} | undefined} page */
export function rememberPage(page) {
  address = webAddress(page?.url) ?? address;
  beside = page?.beside ?? beside;
}

/** Whether there is anything to go back to. */
export const canLeave = () => history.length > 1 || address !== null;

/**
 * Go back: to the page's own tab where it has one, else by history, which alone returns to the place where the page was
 * scrolled. The reader adds no entries of its own, so one step is always the right number.
 */
export async function leave() {
  if (beside && (await send({ kind: "leave", key: location.hash.slice(1) }))?.left) return;
  if (history.length > 1) history.back();
  else if (address) location.replace(address);
}
