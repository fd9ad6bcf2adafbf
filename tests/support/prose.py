"""Generates article pages; the paragraphs are numbered."""

ENGLISH = (
    "The ferry to the northern islands leaves before dawn, when the harbour lamps still burn, and returns "
    "late in the evening with the mail, the schoolteacher, and whatever the fishermen could not sell."
)
CHINESE = (
    "清晨的集市还没有散去，卖豆腐的老人已经收拾好担子，沿着河边慢慢往回走，他说今年的雨水比往年多，豆子却收得不算好。"
)

NAVIGATION = "".join(f'<li><a href="/section/{n}">Section {n}</a></li>' for n in range(12))
RELATED = "".join(f'<li><a href="/story/{n}">Another story, number {n}</a></li>' for n in range(15))


def paragraphs(sentence: str, number: int) -> str:
    """``number`` numbered paragraphs of three sentences each."""
    return "\n".join(f"<p>[{n}] {sentence} {sentence} {sentence}</p>" for n in range(number))


def page(title: str, body: str, lang: str = "en", head: str = "") -> str:
    """A typical page: navigation, the article, a column of other stories, a footer."""
    return f"""<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8"><title>{title} - The Harbour Post</title>{head}
<style>.column {{ float: right; width: 20% }} .hidden {{ display: none }}</style></head>
<body><header><nav><ul>{NAVIGATION}</ul></nav></header>
<div class="column"><h3>More stories</h3><ul>{RELATED}</ul></div>
<main><article><h1>{title}</h1>{body}</article></main>
<footer><p>Copyright The Harbour Post. <a href="/terms">Terms of use</a> <a href="/privacy">Privacy</a></p></footer>
</body></html>"""


def english(number: int = 12, title: str = "A ferry before dawn") -> str:
    """A page with an English article."""
    return page(title, paragraphs(ENGLISH, number))


def chinese(number: int = 12, title: str = "河边的早市") -> str:
    """A page with a Chinese article."""
    return page(title, paragraphs(CHINESE, number), lang="zh-CN")
