/** The library itself: where it lies, whether pictures are fetched, interests, a new index, all exported. @module */
import { el, t } from "../reader/dom.js";
import { ask, follow } from "./ask.js";
import { action, confirmed, openDialog } from "./dialog.js";
import { drawFault } from "./states.js";

/** @param {object} library the page */
export async function showAbout(library) {
  const body = el("div", {}, el("p", { class: "muted" }, t("loadingLibrary")));
  const dialog = openDialog("about", t("aboutLibrary"), body);
  try {
    const { settings } = await ask("library_settings", { changes: {} });
    body.replaceChildren(folder(settings), fetching(settings), interests(settings), chores(library, dialog));
  } catch (fault) {
    body.replaceChildren(drawFault(fault));
  }
}

function folder({ folder }) {
  return el("section", {}, el("h3", {}, t("folderHeading")), el("p", { class: "path" }, el("code", { dir: "ltr" }, folder)), el("p", { class: "muted" }, t("folderText")));
}

/** A setting that is on or off. */
function toggle(words, on, act) {
  const box = el("input", { type: "checkbox", checked: on ? "" : null });
  box.addEventListener("change", () => act(box.checked).catch(() => (box.checked = !box.checked)));
  return el("label", { class: "choice" }, box, words);
}

function fetching({ fetch_pictures: on }) {
  const act = (value) => ask("library_settings", { changes: { fetch_pictures: value } });
  return el("section", {}, el("h3", {}, t("picturesHeading")), toggle(t("fetchPictures"), on, act), el("p", { class: "muted" }, t("picturesText")));
}

/** What was learned of the reader's interests stays here, and can be forgotten. */
function interests({ interests: on }) {
  const said = el("span", { role: "status", class: "muted" });
  const forget = async () => {
    if (!(await confirmed(t("forgetInterestsQuestion"), t("forgetInterests")))) return;
    await ask("interests", { do: "reset" });
    said.textContent = t("forgotten");
  };
  const act = (value) => ask("library_settings", { changes: { interests: value } });
  return el("section", {}, el("h3", {}, t("interestsHeading")), toggle(t("learnInterests"), on, act), el("p", { class: "muted" }, t("interestsText")), el("div", { class: "actions" }, action(t("forgetInterests"), forget), said));
}

function chores(library, dialog) {
  const said = el("span", { role: "status", class: "muted" });
  const rebuild = async (event) => {
    event.target.disabled = true;
    try {
      const { job } = await ask("start_job", { kind: "reindex", options: {} });
      await follow(job, ({ done, total }) => (said.textContent = total ? t("progressOf", done, total) : ""));
      said.textContent = t("rebuilt");
      library.refresh();
    } catch (fault) {
      library.actions.told(fault);
    }
    event.target.disabled = false;
  };
  const everything = () => {
    dialog.close();
    library.actions.export([]);
  };
  return el("section", {}, el("h3", {}, t("choresHeading")), el("div", { class: "actions" }, action(t("exportEverything"), everything), action(t("rebuildAction"), rebuild), said));
}
