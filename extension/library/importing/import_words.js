/** What is said of an import. @module */
import { faultWords } from "../../shared/faults.js";
import { t } from "../../shared/dom.js";
import { SCREENS } from "../../reader/screens.js";
import { together } from "../../shared/sentences.js";

const number = (value) => new Intl.NumberFormat(t("uiLanguage")).format(value);

/** Why something can't be imported → the sentence, in which `name` stands for the file. */
const WHY = {
  unknown: (name) => t("importUnknown", name),
  unread: (name) => t("importUnread", name),
  large: (name) => t("importLarge", name),
  many: (name) => t("importMany", name),
  name: (name) => t("importName", name),
  gap: (name) => t("importUnread", name),
  newer: (name) => t("importNewer", name),
  damaged: (name) => t("importDamaged", name),
  no_address: (name) => t("importNoAddress", name),
  no_csv: (name) => t("importNoCsv", name),
  no_text: (name) => t("importNoText", name),
  not_ours: (name) => t("importNotOurs", name),
  archive: (name) => t("importArchive", name),
  pdf: (name) => t("importPdf", name),
  picture: (name) => t("importPicture", name),
  media: (name) => t("importMedia", name),
  document: (name) => t("importDocument", name),
  web_archive: (name) => t("importWebArchive", name),
  binary: (name) => t("importBinary", name),
  empty: (name) => t("importUnknown", name),
};

/** One row of a report as a sentence. @param {{title: string, code: string, line?: number, why?: string}} row */
export function rowWords({ title, code, line, why }) {
  const name = line ? t("importLine", title, line) : title;
  if (Object.hasOwn(WHY, code)) return WHY[code](name);
  const words = Object.hasOwn(SCREENS, code) ? t(SCREENS[code].heading) : why ?? code;
  return t("importBecause", name, words);
}

/** How far it is, or how it ended. @param {import("./import_job.js").Told} told */
export function stateWords({ phase, done, total, counts, fault }) {
  if (phase === "sending") return t("importSending", percent(done, total));
  if (phase === "working") return total ? t("importWorking", number(done), number(total)) : t("importStarting");
  if (phase === "interrupted") return t("importInterrupted");
  const ends = { done: () => t("importDone"), cancelled: () => t("importCancelled"), failed: () => t("importFailed") };
  return together(ends[phase](), fault && failedWords(fault), (phase === "done" || counts.new > 0) && countWords(counts));
}

const failedWords = ({ state, message }) => (state === "failed" ? message : faultWords(state, message).text);

const countWords = (counts) => t("importCounts", number(counts.new), number(counts.there), number(counts.failed));

const percent = (done, total) => new Intl.NumberFormat(t("uiLanguage"), { style: "percent" }).format(total ? Math.floor((100 * done) / total) / 100 : 0);
