/**
 * What the background gets for a click: the page as HTML, its address and title, the selection.
 * A classic script, injected after the others; its last expression is the result.
 */

/** Characters; a page of more is over the limit of bytes too, and is not worth the way. */
var MAX_CHARACTERS = 60 * 1024 * 1024;

/**
 * Without lone surrogates; `html` and `selection` are "" if `tooLarge`; `selected` counts the characters of selected text.
 * @returns {{html: string, selection: string, selected: number, tooLarge: boolean, url: string, title: string, type: string, following: string}}
 */
function capturePage() {
  const inert = document.implementation.createHTMLDocument("");
  const shot = { inert, selection: "", selected: 0, token: `noscript-${Math.random()}-`, markup: [] };
  const root = document.documentElement;
  // The page's own HTML is better than nothing.
  const html = (attempt(() => withMarkup(copyOfRoot(root, shot).outerHTML, shot)) ?? root.outerHTML).toWellFormed();
  const { selection, selected } = shot;
  const tooLarge = html.length + selection.length > MAX_CHARACTERS;
  const content = tooLarge ? { html: "", selection: "" } : { html, selection: selection.toWellFormed() };
  const about = { url: location.href, title: document.title.toWellFormed(), type: document.contentType };
  const following = attempt(() => followingPage(document, location.href)?.url) ?? "";
  return { ...content, selected, tooLarge, following, ...about };
}

/** What `act` gives; undefined where a page breaks it. */
function attempt(act) {
  try {
    return act();
  } catch (error) {
    console.warn("Jingdu could not read a part of the page:", error);
    return undefined;
  }
}

capturePage();
