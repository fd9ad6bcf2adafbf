/**
 * The reading settings. A setting is a value on the root element (`data-theme="dark"`) that the style sheets read;
 * a copy is in localStorage for boot.js, which cannot wait for storage. A new setting is one more line in CHOICES.
 */
import { browser, readSetting, writeSetting } from "./browser.js";
import { faceSetting, TYPEFACES } from "./typefaces.js";

/** A typeface for each script; "" leaves it to `font`. @type {Record<string, string[]>} */
const FACES = Object.fromEntries(Object.entries(TYPEFACES).map(([script, names]) => [faceSetting(script), ["", ...names]]));

/** Each setting's values, in order, as the style sheets spell them. @type {Record<string, string[]>} */
export const CHOICES = Object.freeze({
  ...FACES,
  theme: ["system", "light", "sepia", "dark", "black", "contrast"],
  size: ["-2", "-1", "0", "1", "2", "3", "4", "5"],
  font: ["auto", "serif", "sans", "dyslexic"],
  line: ["-2", "-1", "0", "1", "2", "3"],
  measure: ["-2", "-1", "0", "1", "2", "3"],
  letter: ["0", "1", "2", "3", "4"],
  weight: ["-1", "0", "1", "2", "3"],
  align: ["auto", "start", "justify"],
  indent: ["off", "on"],
  autospace: ["on", "off"],
  vertical: ["off", "on"],
});

/** @typedef {Record<keyof typeof CHOICES, string>} Look */

/** The first of each setting's values, or the middle one of those that go up and down. */
export const DEFAULTS = /** @type {Look} */ (
  Object.fromEntries(Object.entries(CHOICES).map(([name, values]) => [name, values.includes("0") ? "0" : values[0]]))
);

export let look = DEFAULTS;

/** @type {Array<(look: Look) => void>} */
const followers = [];

/** Call `follower` now and after every change, whichever tab or device made it. @param {(look: Look) => void} follower */
export function follow(follower) {
  followers.push(follower);
  follower(look);
}

/** Values that a broken store or another version may hold fall back to the default. @returns {Look} */
const valid = (stored) =>
  Object.fromEntries(Object.entries(DEFAULTS).map(([name, usual]) => [name, CHOICES[name].includes(String(stored?.[name])) ? String(stored[name]) : usual]));

function apply(stored) {
  look = valid(stored);
  Object.assign(document.documentElement.dataset, look);
  for (const name of Object.keys(FACES)) document.documentElement.style.setProperty(`--${name}`, look[name] && `"${look[name]}"`);
  localStorage.setItem("look", JSON.stringify(look));
  for (const follower of followers) follower(look);
}

/** Milliseconds: browsers allow two writes a second; a slider that is dragged makes sixty changes. */
const BETWEEN_WRITES = 600;
let timer = 0;

/** Whether there is a change that is not stored yet. */
let behind = false;

/** Write now, or, soon after another write, once for all changes since. */
function keep() {
  behind = timer !== 0;
  if (behind) return;
  timer = setTimeout(() => {
    timer = 0;
    if (behind) keep();
  }, BETWEEN_WRITES);
  writeSetting("look", look);
}

/** Change some settings, at once on this page and then in storage. @param {Partial<Look>} changes */
export function change(changes) {
  apply({ ...look, ...changes });
  keep();
}

/** Take what boot.js has already drawn with, then what storage says, unless a change came first. */
export async function loadSettings() {
  apply(document.documentElement.dataset);
  browser.storage.onChanged.addListener((changes) => changes.look?.newValue && !behind && apply(changes.look.newValue));
  const drawn = look;
  const stored = await readSetting("look").catch(() => undefined);
  if (look === drawn) apply(stored);
}
