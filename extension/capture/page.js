/**
 * What the background gets for a click: the page as HTML, its address and title, the selection.
 * A classic script, injected after selection.js and copy.js; its last expression is the result.
 */

/**
 * @returns {{html: string, url: string, title: string, type: string, selection: string,
 *   selected: number}} `type` is the document's content type; `selection` is "" where nothing is selected,
 *   `selected` its characters of text. Lone surrogates are gone.
 */
function capturePage() {
  const shot = { inert: document.implementation.createHTMLDocument(""), selection: "", selected: 0 };
  const html = wholePage(shot).toWellFormed();
  return { html, url: location.href, title: document.title.toWellFormed(),
    type: document.contentType, selection: shot.selection.toWellFormed(), selected: shot.selected };
}

/** The copy's HTML; where a page breaks the copying, the page's own HTML is better than nothing. */
function wholePage(shot) {
  try {
    return copyOfRoot(document.documentElement, shot).outerHTML;
  } catch (error) {
    console.warn("Jingdu could not copy the page and sends it unmended:", error);
    return document.documentElement.outerHTML;
  }
}

capturePage();
