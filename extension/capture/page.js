/**
 * Captures the page for the background: HTML, address, title, selection, next page.
 * A classic script, injected after the others; its last expression is the result.
 */

/** Pages with more characters exceed the limit of bytes too, and are not transferred. */
var MAX_CHARACTERS = 60 * 1024 * 1024;

/**
 * `html` and `selection` are well-formed, and "" if `tooLarge`; `selected`: the selected text's length.
 * @returns {{html: string, selection: string, selected: number, tooLarge: boolean, url: string, title: string, type: string, following: string}}
 */
function capturePage() {
  const inert = document.implementation.createHTMLDocument("");
  const shot = { inert, selection: "", selected: 0, token: `noscript-${Math.random()}-`, markup: [] };
  const root = document.documentElement;
  // If copying fails, the page's own HTML is used.
  const html = (attempt(() => withMarkup(copyOfRoot(root, shot).outerHTML, shot)) ?? root.outerHTML).toWellFormed();
  const { selection, selected } = shot;
  const tooLarge = html.length + selection.length > MAX_CHARACTERS;
  const content = tooLarge ? { html: "", selection: "" } : { html, selection: selection.toWellFormed() };
  const following = attempt(() => nextPageOf(document, location.href)?.url) ?? "";
  return { ...content, selected, tooLarge, following, url: location.href, title: document.title.toWellFormed(), type: document.contentType };
}

/** The result of `act`, or undefined if the page makes it throw. */
function attempt(act) {
  try {
    return act();
  } catch (error) {
    console.warn("Jingdu could not read a part of the page:", error);
    return undefined;
  }
}

capturePage();
