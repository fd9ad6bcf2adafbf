/** The library's settings dialog: folder, pictures, interests, maintenance. @module */
import { ask, oneAtATime } from "../shared/ask.js";
import { confirmed, openDialog } from "../shared/dialog.js";
import { button, checkbox, el, t } from "../shared/dom.js";
import { faultText } from "../shared/faults.js";
import { showExport } from "./exporting.js";
import { runJob } from "./run_job.js";
import { drawFault } from "./screens.js";

export async function showAbout(library) {
  const body = el("div", {}, el("p", { class: "muted" }, t("loadingLibrary")));
  const dialog = openDialog("about", t("librarySettings"), body);
  try {
    const { settings } = await ask("library_settings", { changes: {} });
    const pictures = el("section", {}, el("h3", {}, t("picturesHeading")), toggle("fetch_pictures", t("fetchPictures"), settings), el("p", { class: "muted" }, t("picturesText")));
    body.replaceChildren(folder(library, settings), pictures, interests(settings), maintenance(library, dialog));
  } catch (fault) {
    body.replaceChildren(drawFault(fault));
  }
}

/** The folder is typed, because extensions cannot open a folder dialog for the host. */
function folder(library, { folder }) {
  const field = el("input", { type: "text", value: folder, dir: "ltr", spellcheck: "false", "aria-label": t("folderHeading") });
  const status = el("span", { role: "status", class: "muted" });
  const use = async () => {
    try {
      const { settings } = await ask("library_settings", { changes: { folder: field.value.trim() } });
      field.value = settings.folder;
      status.textContent = t("folderChanged");
      library.refresh();
    } catch (fault) {
      status.textContent = fault.state === "bad_folder" ? t("badFolder") : faultText(fault);
    }
  };
  const row = el("div", { class: "actions" }, button(t("changeFolder"), use), status);
  return el("section", {}, el("h3", {}, t("folderHeading")), field, el("p", { class: "muted" }, t("folderText")), row);
}

/** A checkbox for a setting. @param {string} name @param {string} words @param {object} settings */
function toggle(name, words, settings) {
  const status = el("span", { role: "status", class: "muted" });
  const act = async (on) => {
    status.textContent = "";
    await ask("library_settings", { changes: { [name]: on } }).catch((fault) => {
      box.checked = !on;
      status.textContent = fault.state?.startsWith("library_") ? t("settingNotStored") : faultText(fault);
    });
  };
  const { box, row } = checkbox(name, words, act, settings[name]);
  row.append(" ", status);
  return row;
}

/** Whether interests are learned, and a button that resets them. */
function interests(settings) {
  const status = el("span", { role: "status", class: "muted" });
  const forget = async () => {
    if (!(await confirmed(t("forgetInterestsQuestion"), t("forgetInterests")))) return;
    status.textContent = await ask("interests", { do: "reset" }).then(() => t("forgotten"), faultText);
  };
  return el("section", {}, el("h3", {}, t("interestsHeading")), toggle("interests", t("learnInterests"), settings), el("p", { class: "muted" }, t("interestsText")), el("div", { class: "actions" }, button(t("forgetInterests"), forget), status));
}

function maintenance(library, dialog) {
  const status = el("span", { role: "status", class: "muted" });
  const rebuild = oneAtATime(async () => {
    if (!(await runJob("reindex", {}, status))) return;
    status.textContent = t("rebuilt");
    library.refresh();
  });
  const everything = () => (dialog.close(), showExport(library, []));
  const importFiles = () => (dialog.close(), library.importing.show());
  return el("section", {}, el("h3", {}, t("choresHeading")), el("div", { class: "actions" }, button(t("importOpen"), importFiles), button(t("exportEverything"), everything), button(t("rebuildAction"), rebuild), status));
}
