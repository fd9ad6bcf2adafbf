/** The words of an import: its state, and why something could not be imported. @module */
import { t } from "../shared/dom.js";
import { faultWords, SCREENS } from "../shared/faults.js";
import { formatNumber, formatPercent, joinSentences } from "../shared/format.js";

/** Codes of the same meaning. */
const SAME = { gap: "unread", empty: "unknown" };

/** One row of a report as a sentence. @param {{title: string, code: string, line?: number, why?: string}} row */
export function rowText({ title, code, line, why }) {
  const name = line ? t("importLine", title, line) : title;
  const known = t(`importFailed_${SAME[code] ?? code}`, name);
  const reason = Object.hasOwn(SCREENS, code) ? t(SCREENS[code].heading) : why ?? code;
  return known || t("importBecause", name, reason);
}

/** Its progress, or how it ended. @param {import("./import_job.js").State} state */
export function stateText({ phase, done, total, counts, fault }) {
  if (phase === "sending") return t("importSending", formatPercent(total ? done / total : 0));
  if (phase === "working") return total ? t("importWorking", formatNumber(done), formatNumber(total)) : t("importStarting");
  if (phase === "interrupted") return t("importInterrupted");
  const counted = (phase === "done" || counts.new > 0) && countText(counts);
  return joinSentences(t(`importEnd_${phase}`), fault && failureText(fault), counted);
}

const failureText = ({ state, message }) => (state === "failed" ? message : faultWords(state, message).text);

const countText = (counts) => t("importCounts", formatNumber(counts.new), formatNumber(counts.there), formatNumber(counts.failed));
