/** The controls of the reading settings, for the reader's panel and the options page alike. */
import { el, t } from "../../shared/dom.js";
import { CHOICES, DEFAULTS, change, follow, look } from "../../shared/settings.js";

/** The message of each setting, and of each value that has a name. */
const LABELS = {
  theme: "theme", size: "size", font: "font", line: "lineHeight", measure: "measure", letter: "letterSpacing",
  weight: "weight", align: "align", indent: "indent", autospace: "autospace", hanging: "hanging", vertical: "vertical",
  theme_system: "themeSystem", theme_light: "themeLight", theme_sepia: "themeSepia", theme_dark: "themeDark",
  theme_black: "themeBlack", theme_contrast: "themeContrast",
  font_auto: "fontAuto", font_serif: "fontSerif", font_sans: "fontSans", font_dyslexic: "fontDyslexic",
  align_auto: "alignAuto", align_start: "alignStart", align_justify: "alignJustify",
};

/** @typedef {{row: HTMLElement, reflect: () => void}} Field a control, and what shows the setting's value in it */

/** Ids are told apart where several panels stand on one page. */
let made = 0;
const newId = (name) => `look-${name}-${++made}`;

function listen(control, name, read) {
  control.addEventListener("input", () => change({ [name]: read() }));
}

/** Colours are chosen by looking at them. @returns {Field} */
function swatches(name) {
  const group = newId(name);
  const inputs = CHOICES[name].map((value) => {
    const words = t(LABELS[`${name}_${value}`]);
    return el("input", { type: "radio", name: group, value, "aria-label": words, title: words });
  });
  for (const input of inputs) listen(input, name, () => input.value);
  const row = el("div", { class: "look-swatches", role: "radiogroup", "aria-label": t(LABELS[name]) }, ...inputs);
  return { row, reflect: () => inputs.forEach((input) => (input.checked = input.value === look[name])) };
}

/** Buttons at their end stay focusable, so that a keyboard user is not thrown out. @returns {Field} */
function steps() {
  const at = (by) => CHOICES.size[CHOICES.size.indexOf(look.size) + by];
  const button = (by, words, shape) => {
    const element = el("button", { type: "button", "aria-label": words, title: words }, el("span", { class: shape, "aria-hidden": "true" }, "A"));
    element.addEventListener("click", () => at(by) && change({ size: at(by) }));
    return element;
  };
  const [less, more] = [button(-1, t("smaller"), "small-a"), button(1, t("larger"), "large-a")];
  const reflect = () => {
    less.setAttribute("aria-disabled", String(!at(-1)));
    more.setAttribute("aria-disabled", String(!at(1)));
  };
  return { row: el("div", { class: "look-steps", role: "group", "aria-label": t(LABELS.size) }, less, more), reflect };
}

/** A setting that goes up and down. @returns {Field} */
function slider(name) {
  const id = newId(name);
  const input = el("input", { type: "range", id, min: 0, max: CHOICES[name].length - 1, step: 1 });
  listen(input, name, () => CHOICES[name][Number(input.value)]);
  const reflect = () => {
    const place = CHOICES[name].indexOf(look[name]);
    input.value = String(place);
    input.setAttribute("aria-valuetext", t("stepOf", place + 1, CHOICES[name].length));
  };
  return { row: el("div", { class: "look-row" }, el("label", { for: id }, t(LABELS[name])), input), reflect };
}

/** One of several values with names. @returns {Field} */
function list(name) {
  const id = newId(name);
  const options = CHOICES[name].map((value) => el("option", { value }, t(LABELS[`${name}_${value}`])));
  const select = el("select", { id }, ...options);
  listen(select, name, () => select.value);
  return { row: el("div", { class: "look-row" }, el("label", { for: id }, t(LABELS[name])), select), reflect: () => (select.value = look[name]) };
}

/** On or off. @returns {Field} */
function box(name) {
  const id = newId(name);
  const input = el("input", { type: "checkbox", id });
  listen(input, name, () => (input.checked ? "on" : "off"));
  return { row: el("div", { class: "look-box" }, input, el("label", { for: id }, t(LABELS[name]))), reflect: () => (input.checked = look[name] === "on") };
}

/** Back to how it came. @returns {Field} */
function reset() {
  const button = el("button", { type: "button", class: "look-reset" }, t("lookReset"));
  button.addEventListener("click", () => change(DEFAULTS));
  return { row: button, reflect: () => {} };
}

/** All controls, alive: they change the settings and follow them. @returns {HTMLElement} */
export function drawFields() {
  const fields = [
    swatches("theme"),
    steps(),
    list("font"),
    ...["line", "measure", "letter", "weight"].map(slider),
    list("align"),
    ...["indent", "autospace", "hanging", "vertical"].map(box),
    reset(),
  ];
  follow(() => fields.forEach(({ reflect }) => reflect()));
  return el("div", { class: "look-fields" }, ...fields.map(({ row }) => row));
}
