"""The capture scripts on pages that interfere with them: the article is still read."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Playwright, expect

from tests.support import prose
from tests.support.chromium import REAL_HOST, Jingdu, jingdu
from tests.support.firefox import Firefox
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

NAMES = (
    "documentElement body head title URL contentType evaluate getSelection baseURI images querySelector "
    "querySelectorAll createElement createDocumentFragment createNodeIterator implementation importNode "
    "localName shadowRoot contains checkVisibility setAttribute getAttribute hasAttribute removeAttribute "
    "replaceChildren replaceWith childNodes children textContent innerHTML outerHTML getHTML "
    "parentElement parentNode ownerDocument nodeType nodeName append remove closest matches assignedNodes "
    "contentDocument firstChild nextSibling cloneNode attributes id name tagName isConnected "
).split()
"""DOM properties, among them all that the scripts of capture/ use, for DOM clobbering."""

CLOBBERED = "".join(f'<img name="{name}"><a id="{name}" name="{name}"></a>' for name in NAMES)
CLOBBERED_FORMS = "".join(
    f'<form class="f" id="form-{name}"><input name="{name}"><p>{prose.ENGLISH}</p></form>' for name in NAMES
)
OVERRIDDEN = """<script>
function trapped() { throw new Error("trapped") }
for (const kind of [Node, Element, Document, HTMLElement, DocumentFragment, Range])
  for (const name of Object.getOwnPropertyNames(kind.prototype)) {
    if (name === "constructor") continue;
    try {
      Object.defineProperty(kind.prototype, name, { get: trapped, set: trapped });
    } catch {}
  }
for (const name of ["Proxy", "URL", "getComputedStyle", "TextEncoder", "chrome", "browser"])
  try { Object.defineProperty(window, name, { get: trapped }); } catch {}
Object.prototype.result = "<h1>escaped</h1>";
</script>"""
MUTATING = """<script>
new MutationObserver((changes) => {
  window.count = (window.count ?? 0) + 1;
  if (window.count < 2000) for (const { target } of changes.slice(0, 2)) target.append?.(document.createElement("i"));
}).observe(document, { childList: true, attributes: true, characterData: true, subtree: true });
setInterval(() => window.count < 4000 && document.body.append(document.createElement("b")), 1);
for (const kind of ["click", "beforetoggle", "toggle", "focus", "blur", "select", "selectionchange"])
  document.addEventListener(kind, () => document.body?.append("x"), true);
</script>"""
ELEMENTS = """<script>
customElements.define("x-trap", class extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({ mode: "open" }).innerHTML = "<slot></slot>"; }
  connectedCallback() { if (window.ready) document.body.dataset.escaped = "copied"; }
  attributeChangedCallback() { document.body.dataset.escaped = "changed"; }
  static observedAttributes = ["data-jingdu-hidden", "class"];
});
addEventListener("load", () => { window.ready = true });
</script>"""

PAGES = {
    "clobbered document properties": CLOBBERED,
    "clobbered form properties": CLOBBERED_FORMS,
    "overridden prototypes": OVERRIDDEN,
    "constant mutation": MUTATING,
    "custom elements with callbacks": ELEMENTS + f"<x-trap><p>{prose.ENGLISH}</p></x-trap>" * 3,
}


def with_trap(trap: str) -> str:
    """An article with the trap at the start of its body."""
    return prose.english().replace("<body>", f"<body>{trap}", 1)


@pytest.fixture(scope="module")
def own(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jingdu]:
    """A separate browser, so that these pages cannot affect other tests."""
    with jingdu(playwright, tmp_path_factory.mktemp("profile"), REAL_HOST) as running:
        yield running


@pytest.mark.sample("clobbered document properties", "overridden prototypes")
@pytest.mark.parametrize("kind", PAGES)
def test_a_page_that_interferes_with_the_capture_is_read(own: Jingdu, site: Site, kind: str) -> None:
    trap = with_trap(PAGES[kind])
    assert trap != prose.english()
    page = own.read(site.put(trap))
    expect(page.locator("main article")).to_contain_text("[11] The ferry")
    assert "escaped" not in page.content()
    page.close()


@pytest.mark.long
@pytest.mark.parametrize("kind", PAGES)
def test_a_page_that_interferes_with_the_capture_is_read_in_firefox(fox: Firefox, site: Site, kind: str) -> None:
    fox.show(site.put(with_trap(PAGES[kind])), "A ferry before dawn")
    fox.click()
    fox.to_tab("moz-extension:")  # the original page contains an article too
    fox.wait_for("document.querySelector('main article')?.textContent.includes('[11] The ferry')")
