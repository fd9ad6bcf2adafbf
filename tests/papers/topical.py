"""Articles of eight topics, made of sentences written for the tests; none is in both of two halves."""

from __future__ import annotations

import json
import random
from pathlib import Path

from jingdu.library.topics.passages import Passage, of_text

TOPICS: dict[str, dict[str, list[str]]] = json.loads((Path(__file__).parent / "topics.json").read_text("utf-8"))
COMMON = ["记者昨天了解到这一情况。", "今年的情况与去年不同。", "It was the first time this year.", "People said so."]


def article(topic: str, half: int, chance: random.Random) -> list[Passage]:
    """Four sentences of a topic's first (0) or second (1) half and one that says nothing, under its title."""
    found = TOPICS[topic]
    sentences = chance.sample(found["sentences"][6 * half : 6 * half + 6], 4)
    return of_text("\n".join([*sentences, chance.choice(COMMON)]), found["titles"][half])
