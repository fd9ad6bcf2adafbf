/** The list of typefaces: three kinds for every script, and those of the text's script that this computer has. @module */
import { el, t } from "../../shared/dom.js";
import { CHOICES, change, look } from "../../shared/settings.js";
import { faceSetting, installed, TYPEFACES } from "../../shared/typefaces.js";

/** @param {string} script ISO 15924 @returns {{row: HTMLElement, reflect: () => void}} */
export function typefaces(script) {
  const face = faceSetting(script);
  const kinds = CHOICES.font.map((value) => el("option", { value }, t(`setting_font_${value}`)));
  const found = installed(TYPEFACES[script]).map((name) => el("option", { value: name }, name));
  const id = `look-font-${script}`;
  const select = el("select", { id }, ...kinds, found.length > 0 && el("optgroup", { label: t("facesFound") }, ...found));
  select.addEventListener("input", () => {
    const isKind = CHOICES.font.includes(select.value);
    change(isKind ? { font: select.value, [face]: "" } : { [face]: select.value });
  });
  const row = el("div", { class: "look-row" }, el("label", { for: id }, t("setting_font")), select);
  return { row, reflect: () => (select.value = look[face] || look.font) };
}
