/** Runs a job of the host, with its progress in a status line. @module */
import { ask, follow } from "../shared/ask.js";
import { t } from "../shared/dom.js";
import { faultText } from "../shared/faults.js";

/** @param {string} kind @param {object} options @param {HTMLElement} status @returns {Promise<any>} the last state; null if it failed, which `status` then explains */
export async function runJob(kind, options, status) {
  try {
    const { job } = await ask("start_job", { kind, options });
    const end = await follow(job, ({ done, total }) => (status.textContent = total ? t("progressOf", done, total) : ""));
    if (end.state !== "failed") return end;
    status.textContent = faultText({ state: end.code, message: end.message });
  } catch (fault) {
    status.textContent = faultText(fault);
  }
  return null;
}
