/** Sentences one after the other. @module */
import { t } from "./dom.js";

/** Chinese and Japanese have no space between two. @param {...(string | null | undefined | false)} parts */
export const together = (...parts) => parts.filter(Boolean).join(/^(?:zh|ja)/.test(t("uiLanguage")) ? "" : " ");
