"""Site profiles from a corpus, the trainer of paper E, and evaluation with profiles."""

from __future__ import annotations

import pytest

from jingdu.extractors.entropy import from_json
from jingdu.learn.corpus import Example
from jingdu.learn.corpus.labelled import SITE_EXTRACTORS
from jingdu.learn.report import evaluate
from jingdu.learn.report.evaluate import measure, output
from jingdu.learn.train import entropy

WORDS = [f"{a}{b}" for a in ("ba", "do", "fi", "gu", "ke", "lo", "mi", "nu") for b in ("rang", "stel", "viro", "zand")]


def example(site: int, number: int) -> Example:
    """A page whose article has unique words, unlike the generated pages for other extractors."""
    own = [f"{word}{site}{number}{at}" for at in range(3) for word in WORDS]
    paragraphs = [" ".join(own[at : at + 24]) + "." for at in range(0, len(own), 24)]
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    html = f"""<title>{own[0]}</title><div id=nav><a href=/>Home</a> <a href=/a>Archive</a></div>
<div id=main>{body}</div><div id=foot><p>Copyright Site {site}. All rights reserved, whatever you may think.</p>
<p>Site {site} is printed on paper from {site} forests, and is read in {site} towns every single morning.</p></div>"""
    return Example(
        id=f"{site}-{number}", corpus="made", html=html, text="\n".join(paragraphs),
        url=f"https://www.site{site}.example/{number}", site=f"site{site}.example", lang="en", kind="made",
        title=None, must=(), must_not=(),
    )  # fmt: skip


@pytest.fixture(scope="module")
def examples() -> list[Example]:
    """Six generated sites of four pages each."""
    return [example(site, number) for site in range(6) for number in range(4)]


@pytest.mark.long
def test_trained_settings_are_deterministic_and_loadable(examples: list[Example]) -> None:
    messages: list[str] = []
    files = entropy.train(examples, 1, messages.append, {"seed": 1})
    assert files == entropy.train(examples, 1, messages.append, {"seed": 1})
    settings = from_json(files["entropy.json"])
    assert "24 pages of 6 sites" in "\n".join(messages)
    assert {"copyright", "rights", "reserved"} <= set(settings.general)
    assert settings.general["reserved"] < 0.1
    assert not any(word in term for word in WORDS for term in settings.general)


def test_site_extractors_are_measured_with_profiles_from_the_corpus(
    examples: list[Example], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_sites = measure(examples, sorted(SITE_EXTRACTORS), tables=["text"])
    monkeypatch.setattr(evaluate, "site_profiles", lambda examples: {})
    without = measure(examples, sorted(SITE_EXTRACTORS), tables=["text"])
    for name in SITE_EXTRACTORS:
        assert mean(with_sites, name) >= mean(without, name)
    assert mean(with_sites, "entropy") > max(0.9, mean(without, "entropy"))


def mean(found: list, name: str) -> float:  # type: ignore[type-arg]
    scores = [one.f1 for one in found if one.extractor == name]
    return sum(scores) / len(scores)


@pytest.mark.usefixtures("own_home")
def test_evaluation_ignores_the_users_profiles(examples: list[Example]) -> None:
    from jingdu.page.parse import parse
    from jingdu.sites import site_of
    from jingdu.sites.codec import profiles as store
    from jingdu.sites.learning import learn

    before = output("entropy", examples[0]).text
    for example in examples[:4]:
        site, page = site_of(example.url), parse(example.html, example.url)
        store.change(site or "", lambda profile, page=page: learn(profile, page))  # type: ignore[misc]
    assert output("entropy", examples[0]).text == before
