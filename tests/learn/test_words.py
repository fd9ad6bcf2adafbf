"""The lexicon: each site has one voice, and none in what its own pages are learned with."""

from __future__ import annotations

import random
from math import log

from jingdu.learn.corpus.words import KINDS, PRIOR, Poll, Votes, votes
from jingdu.page.parse import parse

PAGE = parse("<div class=nav><p>Home</p></div><div class='post body'><p>Home text</p><p>More text</p></div>")


def test_a_sites_vote_is_the_share_of_content_among_the_blocks_with_the_word() -> None:
    found = votes([(PAGE, [False, True, True])])
    assert found.own == {}
    assert found.around == {"nav": 0.0, "post": 1.0, "body": 1.0}
    assert found.cues == {"home": 0.5, "text": 1.0, "more": 1.0}


def poll_of(count: int, seed: int = 1) -> dict[str, Votes]:
    rng = random.Random(seed)
    words = [f"word{n}" for n in range(30)]

    def some() -> dict[str, float]:
        return {word: rng.choice([0.0, 0.3, 1.0]) for word in rng.sample(words, 12)}

    return {f"site{n}": Votes(some(), some(), some()) for n in range(count)}


def test_a_support_by_hand() -> None:
    """Of eight sites six say content: (6 + 2·prior) / (8 + 2) against the prior of all words, 8 of 16."""
    sites = {f"s{n}": Votes({"a": float(n < 6), "b": float(n < 2)}, {}, {}) for n in range(8)}
    share = (6 + PRIOR * 0.5) / (8 + PRIOR)
    assert Poll(sites).whole.own == {
        "a": round(1000 * log(share / (1 - share))),
        "b": round(-1000 * log(share / (1 - share))),
    }


def test_without_a_site_its_words_are_as_if_it_had_never_voted() -> None:
    """The prior and the choice of words stay those of the whole poll; only the supports are recounted."""
    sites = poll_of(25)
    poll = Poll(sites)
    for left_out in sites:
        lexicon = poll.without(left_out)
        for kind in KINDS:
            others = [getattr(site, kind) for name, site in sites.items() if name != left_out]
            for word, support in getattr(lexicon, kind).items():
                said = [site[word] for site in others if word in site]
                share = (sum(said) + PRIOR * poll.prior[kind]) / (len(said) + PRIOR)
                prior = poll.prior[kind]
                assert support == round(1000 * (log(share / (1 - share)) - log(prior / (1 - prior))))
