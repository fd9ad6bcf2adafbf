"""Pictures, players and formulas, written where the walk meets them.

Videos, audio, and posts and charts in frames become links, with a poster if any, because the reader has no players.
"""

import re
from collections.abc import Container
from itertools import product
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from jingdu.page.model import Element
from jingdu.page.query import plain
from jingdu.render import captions, images, maths
from jingdu.render.images import img, is_lone_icon, is_noise
from jingdu.render.markup import LOOSE, escape
from jingdu.render.writer import Writer
from jingdu.text.addresses import Addresses

MAX_EMOJI: Final = 12
"""Maximum characters of an emoji's ``alt``."""
_BRACKETED: Final = re.compile(r"\[[^\W\d_]{1,8}\]")
"""The ``alt`` of an emoji on Chinese sites, such as ``[太阳]``."""

_DISPLAYED: Final = re.compile('<math display="block"|<code class="math display"')
_EMOJI: Final = re.compile(r"emoji|wp-smiley|emoticon|twemoji", re.I)


class Media:
    """Writes media to ``writer``, each picture and player once."""

    def __init__(self, addresses: Addresses, writer: Writer) -> None:
        self.addresses = addresses
        self.writer = writer
        self.seen: dict[str, None] = {}
        """Addresses of written pictures, in order."""
        self.players: set[str] = set()
        """Addresses of written players."""
        self.icons: Container[str] = ()
        """The ``src`` of icons that the page repeats."""

    def formula(self, html: str) -> None:
        inside = self.writer.run is not None and self.writer.frames[-1].tag != ""
        if _DISPLAYED.match(html) and not inside:
            self.writer.block(f"<p>{html}</p>")
        elif html:
            self.writer.inline_media(html)

    def image(self, element: Element) -> None:
        """Writes the picture of an ``img``, unless it is noise."""
        alt = element.get("alt") or ""
        address = images.source(element, self.addresses)
        names = f"{element.get('class')} {address}"
        is_emoji = 0 < len(alt) <= MAX_EMOJI and (_EMOJI.search(names[:600]) or _BRACKETED.fullmatch(alt))
        if is_emoji and self.writer.run is not None:
            self.writer.text(alt)
        elif formula := maths.of_image(element):
            self.writer.inline_media(formula)
        elif address and self._is_shown(element, address, size := images.size(element)):
            is_loose = self.writer.frames[-1].tag in LOOSE
            if self.writer.run is None and is_loose and is_lone_icon(element, size):
                return
            self.seen[address] = None
            alone = is_loose and not self.writer.in_heading and not images.may_be_small(address, size)
            self.writer.inline_media(images.img(address, alt, size), alone)

    def _is_shown(self, element: Element, address: str, size: images.Size) -> bool:
        """Whether a picture is new and not noise, or an icon that is the only contents of a table's cell."""
        src = element.get("src")
        is_icon = src in self.icons and address == self.addresses.absolute(src)
        if self.writer.frames[-1].tag in ("td", "th") and images.fills_cell(element, size, is_icon):
            return True
        return not (is_icon or address in self.seen or is_noise(element, address, size))

    def noscript(self, element: Element) -> None:
        """Writes the pictures of a ``noscript``, but not a single one beside an ``img`` that shows the same."""
        pictures = list(element.iter("img"))
        beside = [twin for twin in (element.getprevious(), element.getnext()) if twin is not None and twin.tag == "img"]
        if len(pictures) == 1 and any(images.source(twin, self.addresses) for twin in beside):
            return
        for image in pictures:
            self.image(image)

    def embed(self, element: Element) -> None:
        """Writes a link to the page of a player, or of the post or chart in a frame."""
        address, poster, sign = (_framed if element.tag == "iframe" else _stream)(element, self.addresses)
        if address and address not in self.players:
            self.players.add(address)
            title = _title(element) or (urlsplit(address).hostname or "").removeprefix("www.")
            shown = img(poster, title) if poster else f"{sign} {escape(title)}"
            self.writer.end_run()
            self.writer.inline_media(f'<a href="{escape(address)}">{shown}</a>')
            self.writer.end_run()


class Service(NamedTuple):
    """An embedding service: pattern of frame addresses, and templates of the page's and poster's addresses."""

    frame: str
    """A regular expression for the address after ``//`` and ``www.``."""
    page: str
    poster: str = ""
    sign: str = "▶"
    """The symbol before the title."""


_SERVICES: Final = (
    Service(
        r"(?:youtube(?:-nocookie)?\.com/(?:embed/|v/|watch\?v=)|youtu\.be/)(?!videoseries)([\w-]{6,20})",
        "https://www.youtube.com/watch?v={}", "https://i.ytimg.com/vi/{}/hqdefault.jpg",
    ),
    Service(r"player\.bilibili\.com/.*?[?&](?i:bvid)=(BV\w+)", "https://www.bilibili.com/video/{}"),
    Service(r"(?:player\.)?bilibili\.com/.*?[?&]aid=(\d+)", "https://www.bilibili.com/video/av{}"),
    Service(r"player\.vimeo\.com/video/(\d+)", "https://vimeo.com/{}"),
    Service(r"dailymotion\.com/embed/video/(\w+)", "https://www.dailymotion.com/video/{}"),
    Service(r"player\.youku\.com/embed/([\w=]+)", "https://v.youku.com/v_show/id_{}.html"),
    Service(r"v\.qq\.com/.*?[?&]vid=(\w+)", "https://v.qq.com/x/page/{}.html"),
    Service(r"music\.163\.com/.*?outchain/player\?type=2&id=(\d+)", "https://music.163.com/song?id={}"),
    Service(r"open\.spotify\.com/embed/((?:track|episode|show|album|playlist)/\w+)", "https://open.spotify.com/{}"),
    Service(r"embed\.podcasts\.apple\.com/(\w+/podcast/[^?#]+)", "https://podcasts.apple.com/{}"),
    Service(r"(?:embed\.)?ted\.com/talks/([\w.-]+)", "https://www.ted.com/talks/{}"),
    Service(r"tiktok\.com/embed/(?:v2/)?(\d+)", "https://www.tiktok.com/@/video/{}"),
    Service(r"platform\.twitter\.com/embed/Tweet\.html\?.*?\bid=(\d+)", "https://x.com/i/status/{}", sign="↗"),
    Service(
        r"embed\.bsky\.app/embed/(did:[\w:.-]+)/app\.bsky\.feed\.post/(\w+)",
        "https://bsky.app/profile/{}/post/{}", sign="↗",
    ),
    Service(r"instagram\.com/(?:[\w.]+/)?(p|reel|tv)/([\w-]+)/embed", "https://www.instagram.com/{}/{}/", sign="↗"),
    Service(
        r"facebook\.com/plugins/(?:post|video)\.php\?.*?\bhref=https%3A%2F%2F(?:www\.|m\.)?facebook\.com%2F"
        r"((?:[\w.-]|%2F|%3F|%3D|%26)+)",
        "https://www.facebook.com/{}", sign="↗",
    ),
    Service(r"(?:embed\.reddit|redditmedia)\.com/(r/\w+/comments/[\w/]+)", "https://www.reddit.com/{}", sign="↗"),
    Service(r"datawrapper\.dwcdn\.net/(\w+)/", "https://datawrapper.dwcdn.net/{}/", sign="↗"),
    Service(r"flo\.uri\.sh/((?:visualisation|story)/\d+)", "https://public.flourish.studio/{}/", sign="↗"),
    Service(r"e\.infogram\.com/([\w-]+)", "https://infogram.com/{}", sign="↗"),
)  # fmt: skip


def _framed(element: Element, addresses: Addresses) -> tuple[str | None, str | None, str]:
    """Address, poster and sign for an ``iframe`` of a known service; the address is None for others."""
    for name in ("src", "data-src", "data-lazy-src"):
        address = addresses.absolute(element.get(name)) or ""
        for service, text in product(_SERVICES, (address, unquote(address)) if address else ()):
            if found := re.search(rf"//(?:www\.)?{service.frame}", text):
                parts = [unquote(part) for part in found.groups()]
                return service.page.format(*parts), service.poster.format(*parts) or None, service.sign
    return None, None, ""


def _stream(element: Element, addresses: Addresses) -> tuple[str | None, str | None, str]:
    """Address, poster and sign for ``video`` or ``audio``; one with only a poster has the page's address."""
    inner = (source.get("src") for source in element.iterchildren("source"))
    sources = (element.get("src"), element.get("data-src"), *inner)
    poster = addresses.absolute(element.get("poster"))
    address = next(filter(None, map(addresses.absolute, sources)), None) or (addresses.here if poster else None)
    return (address if addresses.absolute(address) else None), poster, "▶"


def _title(player: Element) -> str:
    """The title of a player; empty if its caption contains it."""
    title = plain(player.get("title") or player.get("aria-label"), 200)
    return "" if title in captions.of(player) else title
