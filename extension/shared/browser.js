/** The one place that knows that browsers name their extension interface differently. @module */

/** @type {typeof globalThis.chrome} Firefox's `browser`, Chromium's `chrome`; both answer with promises. */
export const browser = globalThis.browser ?? globalThis.chrome;

/** Whether this page is in a private window. */
export const isPrivate = () => browser.extension?.inIncognitoContext ?? false;
