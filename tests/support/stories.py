"""Pages to save in library tests."""

from tests.support import prose

CHINESE = prose.page("替河流写日记的人", prose.paragraphs(prose.CHINESE, 8), lang="zh-CN")
ENGLISH = prose.page("What the harbour knows", prose.paragraphs(prose.ENGLISH, 8))
PICTURED = prose.page(
    "A clock on the quay",
    prose.paragraphs("The clock on the quay has been wrong for forty years, and everybody sets their watch by it.", 4)
    + '<figure><img src="/clock.png?size=large&amp;v=2" width="600" height="338" alt="The clock"></figure>'
    + prose.paragraphs("Nobody remembers who wound it last, but the keeper climbs up every Sunday to look at it.", 4),
)


def market(last: str = "") -> str:
    """A page about a market; pages with different last lines are near-duplicates."""
    sentence = "The market opens when the fog lifts, and the first to come is the woman with the honey."
    return prose.page("The market in the fog", prose.paragraphs(sentence, 8) + (f"<p>{last}</p>" if last else ""))
