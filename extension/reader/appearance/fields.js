/** The controls of the reading settings, for the reader's panel and the options page. @module */
import { button, checkbox, el, iconButton, t } from "../../shared/dom.js";
import { formatNumber } from "../../shared/format.js";
import { change, CHOICES, DEFAULTS, follow, look } from "../../shared/settings.js";
import { faceSetting, installed, TYPEFACES } from "../../shared/typefaces.js";

/** Name of a setting or of one of its values. */
const label = (name, value = "") => t(value ? `setting_${name}_${value}` : `setting_${name}`);

/** @typedef {{row: HTMLElement, reflect: () => void}} Field `reflect` updates the control */

let lastId = 0;
const newId = (name) => `look-${name}-${++lastId}`;
const listen = (control, name, read) => control.addEventListener("input", () => change({ [name]: read() }));

/** Radio buttons with colour samples. @returns {Field} */
function swatches(name) {
  const group = newId(name);
  const inputs = CHOICES[name].map((value) => el("input", { type: "radio", name: group, value }));
  for (const input of inputs) listen(input, name, () => input.value);
  const labels = inputs.map((input) => el("label", {}, input, el("span", {}, label(name, input.value))));
  const row = el("div", { class: "look-swatches", role: "radiogroup", "aria-label": label(name) }, ...labels);
  return { row, reflect: () => inputs.forEach((input) => (input.checked = input.value === look[name])) };
}

/** Buttons for the text size; at their limits they stay focusable. @returns {Field} */
function steps() {
  const at = (by) => CHOICES.size[CHOICES.size.indexOf(look.size) + by];
  const step = (by, name, shape) =>
    iconButton(el("span", { class: shape, "aria-hidden": "true" }, "A"), name, () => at(by) && change({ size: at(by) }));
  const [less, more] = [step(-1, t("smaller"), "small-a"), step(1, t("larger"), "large-a")];
  const size = el("output");
  const reflect = () => {
    less.setAttribute("aria-disabled", String(!at(-1)));
    more.setAttribute("aria-disabled", String(!at(1)));
    const words = t("pixels", formatNumber(Math.round(pixels("font-size"))));
    if (size.textContent !== words) size.textContent = words; // else screen readers repeat it
  };
  return { row: el("div", { class: "look-steps", role: "group", "aria-label": label("size") }, less, size, more), reflect };
}

/** A slider with the resulting value. @returns {Field} */
function slider(name) {
  const id = newId(name);
  const input = el("input", { type: "range", id, min: 0, max: CHOICES[name].length - 1, step: 1 });
  const value = el("output", { for: id, "aria-live": "off" }); // the slider says its value itself
  listen(input, name, () => CHOICES[name][Number(input.value)]);
  const reflect = () => {
    input.value = String(CHOICES[name].indexOf(look[name]));
    value.textContent = FORMATS[name]();
    input.setAttribute("aria-valuetext", value.textContent);
  };
  return { row: el("div", { class: "look-row" }, el("label", { for: id }, label(name)), input, value), reflect };
}

/** A drop-down list, which may have further options. @param {string} name @param {(value: string) => Partial<typeof look>} [changes] @param {Element | false} [more] */
function list(name, changes = (value) => ({ [name]: value }), more = false) {
  const id = newId(name);
  const select = el("select", { id }, ...CHOICES[name].map((value) => el("option", { value }, label(name, value))), more);
  select.addEventListener("input", () => change(changes(select.value)));
  return { row: el("div", { class: "look-row" }, el("label", { for: id }, label(name)), select), reflect: () => (select.value = look[name]) };
}

/** A checkbox for a setting that is on or off. @returns {Field} */
function onOff(name) {
  const { box, row } = checkbox(newId(name), label(name), (on) => change({ [name]: on ? "on" : "off" }));
  return { row, reflect: () => (box.checked = look[name] === "on") };
}

const EAST_ASIAN = ["Hans", "Hant", "Jpan", "Kore"];

/** Whether a setting applies to a script; others always do. @type {Record<string, (script: string) => boolean>} */
const APPLIES = {
  letter: (script) => script !== "Arab", // joined letters
  autospace: (script) => EAST_ASIAN.includes(script) && script !== "Kore" && CSS.supports("text-autospace", "normal"),
  vertical: (script) => EAST_ASIAN.includes(script),
};

/**
 * The controls for text in a script; they change the settings and follow them.
 * @param {string} script ISO 15924 @param {boolean} [all] include settings that do not apply to the script @returns {HTMLElement}
 */
export function drawFields(script, all = false) {
  const applicable = (names) => names.filter((name) => all || (APPLIES[name]?.(script) ?? true));
  const fields = [
    swatches("theme"),
    steps(),
    typefaces(script),
    ...applicable(["line", "measure", "letter", "weight"]).map(slider),
    list("align"),
    ...applicable(["indent", "autospace", "vertical"]).map(onOff),
  ];
  follow(() => fields.forEach(({ reflect }) => reflect()));
  const reset = button(t("lookReset"), () => change(DEFAULTS), { class: "look-reset" });
  return el("div", { class: "look-fields" }, ...fields.map(({ row }) => row), reset);
}

const probe = el("article", { hidden: "" });

/** A property of the article's style, in CSS pixels. @param {string} name */
function pixels(name) {
  const article = document.querySelector("article") ?? document.body.appendChild(probe);
  return parseFloat(getComputedStyle(article).getPropertyValue(name)) || 0;
}

/** A property in per cent of the text size. @param {string} name */
const percent = (name) => Math.round((pixels(name) / pixels("font-size")) * 100);

/** Text beside each slider. @type {Record<string, () => string>} */
const FORMATS = {
  line: () => formatNumber(percent("line-height") / 100),
  measure: () => t("pixels", formatNumber(Math.round(pixels("max-inline-size")))),
  letter: () => t("percentage", formatNumber(percent("letter-spacing"))),
  weight: () => String(pixels("font-weight")),
};

/** @param {string} script ISO 15924 @returns {Field} */
function typefaces(script) {
  const face = faceSetting(script);
  const names = installed(TYPEFACES[script]);
  const found = names.length > 0 && el("optgroup", { label: t("facesFound") }, ...names.map((name) => el("option", { value: name }, name)));
  const { row, reflect } = list("font", (value) => (names.includes(value) ? { [face]: value } : { font: value, [face]: "" }), found);
  const select = /** @type {HTMLSelectElement} */ (row.lastChild);
  return { row, reflect: () => (names.includes(look[face]) ? (select.value = look[face]) : reflect()) };
}
