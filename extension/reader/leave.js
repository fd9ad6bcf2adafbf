/** The way back to the page that is being read. */
import { webAddress } from "./dom.js";

let address = /** @type {string | null} */ (null);

/**
 * Remember where the article came from, for tabs that have no history.
 * @param {{url?: string} | undefined} page
 */
export function rememberPage(page) {
  address = webAddress(page?.url) ?? address;
}

/** Whether there is anything to go back to. */
export const canLeave = () => history.length > 1 || address !== null;

/**
 * Go back. History first: it alone returns to the place where the page was scrolled.
 * The reader adds no entries of its own, so one step is always the right number.
 */
export function leave() {
  if (history.length > 1) history.back();
  else if (address) location.replace(address);
}
