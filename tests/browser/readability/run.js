/** Parses a copy of the document, as Readability's README recommends. The last expression is the result. */
(() => {
  const { title, byline, content, lang, dir, siteName, publishedTime } = new Readability(document.cloneNode(true)).parse();
  return {
    title, byline, site: siteName, published: publishedTime, lang, dir: dir ?? "ltr", html: content,
    url: location.href, image: null, reading_time: 1, truncated: false,
  };
})();
