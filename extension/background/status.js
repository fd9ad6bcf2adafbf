/**
 * What the pages around reading ask: is the host there, what is wrong, a first article.
 * @module
 */
import { browser } from "../shared/browser.js";
import { sample } from "../onboarding/sample.js";
import { host, showPage } from "./reading.js";

const KINDS = {
  status: async () => ({ state: "found", host: await host.version() }),
  doctor: async ({ fix }) => ({ state: "links", ...(await host.ask({ action: "doctor", fix: fix === true })) }),
  sample: async ({ language }, tab) => {
    await showPage(tab, sample(language));
    return { state: "shown" };
  },
};

const OURS = browser.runtime.getURL("");

/** Whether it is a question of one of our own pages that is answered here. */
export const isStatus = (message, sender) =>
  sender.id === browser.runtime.id && sender.url?.startsWith(OURS) && Object.hasOwn(KINDS, message?.kind);

/**
 * @param {{kind: string}} message @param {chrome.runtime.MessageSender} sender
 * @returns {Promise<object>} with a `state`: that of the fault where the host can't be asked
 */
export async function answerStatus(message, sender) {
  try {
    return await KINDS[message.kind](message, sender.tab);
  } catch (fault) {
    return { state: fault.state ?? "internal", message: fault.message };
  }
}

/** The first page, for who has just installed the extension; an update shows nothing. */
export function welcome({ reason }) {
  if (reason === "install") browser.tabs.create({ url: browser.runtime.getURL("onboarding/onboarding.html") });
}
