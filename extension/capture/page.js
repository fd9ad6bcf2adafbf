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
  const html = wholePage(shot).toWellFormed();
  const { selection, selected } = shot;
  const tooLarge = html.length + selection.length > MAX_CHARACTERS;
  const content = tooLarge ? { html: "", selection: "" } : { html, selection: selection.toWellFormed() };
  const about = { url: location.href, title: document.title.toWellFormed(), type: document.contentType };
  return { ...content, selected, tooLarge, following: following(), ...about };
}

/** A page that breaks the search has no next page. */
function following() {
  try {
    return followingPage(document, location.href)?.url ?? "";
  } catch {
    return "";
  }
}

/** The copy's HTML; where a page breaks the copying, the page's own HTML is better than nothing. */
function wholePage(shot) {
  try {
    return withMarkup(copyOfRoot(document.documentElement, shot).outerHTML, shot);
  } catch (error) {
    console.warn("Jingdu could not copy the page and sends it as it is:", error);
    return document.documentElement.outerHTML;
  }
}

capturePage();
