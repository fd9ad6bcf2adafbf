/**
 * The reading settings. Each is an attribute of the root element (`data-theme="dark"`), which the style sheets use.
 * A copy is in localStorage for boot.js, which cannot wait for storage. To add a setting, add a line to CHOICES. @module
 */
import { browser, readSetting, writeSetting } from "./browser.js";
import { faceSetting, TYPEFACES } from "./typefaces.js";

/** A typeface per script; "" means the generic `font`. @type {Record<string, string[]>} */
const FACES = Object.fromEntries(Object.entries(TYPEFACES).map(([script, names]) => [faceSetting(script), ["", ...names]]));

/** Each setting's values, in order, as used in the style sheets. @type {Record<string, string[]>} */
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

/** "0" for numeric settings, else the first value. */
export const DEFAULTS = /** @type {Look} */ (
  Object.fromEntries(Object.entries(CHOICES).map(([name, values]) => [name, values.includes("0") ? "0" : values[0]]))
);

export let look = DEFAULTS;

/** @type {Array<(look: Look) => void>} */
const listeners = [];

/** Call `listener` now and after every change, in any tab or on any device. @param {(look: Look) => void} listener */
export function follow(listener) {
  listeners.push(listener);
  listener(look);
}

/** Replace values that are unknown to this version with the defaults. @returns {Look} */
const valid = (stored) =>
  Object.fromEntries(Object.entries(DEFAULTS).map(([name, byDefault]) => [name, CHOICES[name].includes(String(stored?.[name])) ? String(stored[name]) : byDefault]));

function apply(stored) {
  look = valid(stored);
  Object.assign(document.documentElement.dataset, look);
  for (const name of Object.keys(FACES)) document.documentElement.style.setProperty(`--${name}`, look[name] && `"${look[name]}"`);
  localStorage.setItem("look", JSON.stringify(look));
  for (const listener of listeners) listener(look);
}

/** Milliseconds between writes; browsers allow two per second. */
const WRITE_INTERVAL = 600;
let timer = 0;

/** Whether a change has not been stored yet. */
let isDirty = false;

/** Write now, or after the interval if there was a write before. */
function store() {
  isDirty = timer !== 0;
  if (isDirty) return;
  timer = setTimeout(() => {
    timer = 0;
    if (isDirty) store();
  }, WRITE_INTERVAL);
  writeSetting("look", look);
}

addEventListener("pagehide", () => isDirty && writeSetting("look", look));

/** Change settings on this page and in storage. @param {Partial<Look>} changes */
export function change(changes) {
  apply({ ...look, ...changes });
  store();
}

/** Apply the values set by boot.js, then those in storage unless a setting has been changed meanwhile. */
export async function loadSettings() {
  apply(document.documentElement.dataset);
  browser.storage.onChanged.addListener((changes) => changes.look?.newValue && !isDirty && apply(changes.look.newValue));
  const initial = look;
  const stored = await readSetting("look").catch(() => undefined);
  if (look === initial) apply(stored);
}
