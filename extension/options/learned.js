/** Learning from corrections: the switch, corrected sites, the general adjustment. @module */
import { ask } from "../shared/ask.js";
import { button, checkbox, el, t, uiLanguage } from "../shared/dom.js";
import { faultText } from "../shared/faults.js";
import { formatDay } from "../shared/format.js";

const list = el("div");
const status = el("p", { role: "status" });
const { box, row } = checkbox("learn", t("learnedOn"), (on) => change("learn_from_corrections", { on }, ""));

/** @param {HTMLElement} section hidden if the host is missing or too old */
export async function showLearned(section) {
  section.append(row, list, status);
  section.hidden = !draw(await ask("corrections").catch(() => null));
  if (location.hash === "#learned-heading") section.scrollIntoView();
}

/** @param {string} words the status on success */
async function change(action, fields, words) {
  try {
    draw(await ask(action, fields));
    status.textContent = words;
  } catch (fault) {
    status.textContent = faultText(fault);
    draw(await ask("corrections").catch(() => null));
  }
  if (words) document.getElementById("learned-heading")?.focus(); // the button that had the focus was replaced
}

/** @returns {boolean} whether the host supports corrections */
function draw(known) {
  if (!known) return false;
  box.checked = known.on;
  list.replaceChildren(...sites(known), everywhere(known.adjustment));
  return true;
}

function sites({ sites: found, damaged }) {
  if (!found.length && !damaged) return [el("p", { class: "none" }, t("learnedNone"))];
  const line = ({ site, pages, blocks, last }) => {
    const forget = button(t("learnedForget"), () => change("forget_corrections", { site }, t("learnedForgotten", site)), { "aria-label": t("learnedForgetNamed", site) });
    const facts = el("small", {}, t("learnedSite", pages, blocks, formatDay(last, uiLanguage())));
    return el("li", {}, el("span", {}, el("bdi", { dir: "ltr" }, site), el("br"), facts), forget);
  };
  const all = button(t("learnedForgetAll"), () => confirm(t("learnedForgetAllSure")) && change("forget_corrections", { everything: true }, t("learnedForgottenAll")));
  const list = found.length > 0 && el("ul", { class: "sites" }, ...found.map(line));
  return [el("div", {}, list, damaged > 0 && el("p", {}, t("learnedDamaged", damaged)), el("p", {}, all))];
}

function everywhere({ state, pages, needed, when }) {
  const words = {
    none: () => t("learnedFew", needed, pages),
    learning: () => t("learnedNow"),
    active: () => t("learnedActive", pages, formatDay(when, uiLanguage())),
    rejected: () => t("learnedRejected", pages),
  }[state];
  const undo = button(t("undoAction"), () => change("forget_corrections", { adjustment: true }, t("learnedUndone")), { "aria-label": t("learnedUndo") });
  return el("div", { class: "everywhere" }, el("h3", {}, t("learnedEverywhere")), el("p", {}, words?.() ?? state), state === "active" && undo);
}
