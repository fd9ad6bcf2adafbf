/** Our pages notify each other that the library has changed; changes by other programs show when a page gets the focus. @module */

const channel = new BroadcastChannel("library");

/** Notify the other pages. */
export const notifyChange = () => channel.postMessage("changed");

/** @param {() => void} act called when another page has changed something */
export const onChange = (act) => channel.addEventListener("message", act);
