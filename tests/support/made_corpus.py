"""Generates labelled pages that are similar within a site and differ between sites."""

import json
import random
from pathlib import Path
from typing import Any

WORDS = (
    "river stone bread winter letter garden window market silver morning otter lantern harbour paper cloud engine "
    "teacher mountain copper blanket violin orchard kettle sparrow thunder meadow ribbon pepper anchor velvet"
).split()
NAMES = ("entry-content", "post-body", "story", "article-text", "main-content")
LINKS = "home news sport weather travel culture shop about contact help".split()


def sentence(rng: random.Random) -> str:
    words = rng.choices(WORDS, k=rng.randint(8, 16))
    return f"{words[0].capitalize()} {' '.join(words[1:5])}, {' '.join(words[5:])}."


def page(site: int, number: int, rng: random.Random) -> dict[str, Any]:
    """A labelled page: the navigation, teasers and footer of its site around a unique article."""
    title = " ".join(rng.choices(WORDS, k=4)).capitalize()
    paragraphs = [" ".join(sentence(rng) for _ in range(rng.randint(2, 5))) for _ in range(rng.randint(4, 9))]
    paragraphs.insert(2, " ".join(rng.choices(WORDS, k=3)).capitalize())
    links = "".join(f"<li><a href=/{link}>{link.capitalize()}</a></li>" for link in LINKS[: 5 + site % 5])
    teasers = "".join(f"<li><a href=#>{sentence(rng)}</a></li>" for _ in range(6))
    tags = ["h2" if at == 2 else "p" for at in range(len(paragraphs))]
    body = "".join(f"<{tag}>{text}</{tag}>" for tag, text in zip(tags, paragraphs, strict=True))
    html = f"""<html><head><title>{title} - Site {site}</title></head><body>
<nav class=top-nav><ul>{links}</ul></nav>
<div class="{NAMES[site % 5]}"><h1>{title}</h1>{body}</div>
<div class="related-posts"><h3>Read more</h3><ul>{teasers}</ul></div>
<footer class=site-footer><p>Copyright Site {site}. All rights reserved.</p><p><a href=/p>Privacy</a></p></footer>"""
    return {
        "id": f"{site}-{number}",
        "html": html,
        "text": "\n".join([title, *paragraphs]),
        "url": f"https://www.site{site}.example/{number}",
        "page_type": "article" if site % 2 else "blog",
        "with": [paragraphs[0][:40]],
        "without": ["All rights reserved"],
    }


def write(path: Path, sites: int = 20, each: int = 2, seed: int = 1) -> Path:
    """Writes a corpus of ``sites`` × ``each`` pages."""
    rng = random.Random(seed)
    rows = [page(site, number, rng) for site in range(sites) for number in range(each)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path
