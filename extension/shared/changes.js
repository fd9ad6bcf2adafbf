/** Our pages tell each other that the library has changed; other programs' changes are seen when a page is looked at. @module */

const channel = new BroadcastChannel("library");

/** Tell the other pages. */
export const tellChange = () => channel.postMessage("changed");

/** @param {() => void} act called when another page has changed something */
export const onChange = (act) => channel.addEventListener("message", act);
