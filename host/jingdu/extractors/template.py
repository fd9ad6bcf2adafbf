"""Paper P: pre-pruned tree templates of a site.

Idea: pages of a site whose ``body`` has the same direct children come from one template,
and on all of them the article is at the end of the same path, found once (``jingdu.sites.templates``).

Reference: *Web text extraction based on tree pre-pruning*: simple tree matching (Yang 1991)
over the direct children of ``body`` clusters the pages of a site; the extraction path of a
cluster is found on a sample page and reused for all its pages.

Symbols: Tₐ, T_b → the labels of two pages' ``body`` children (``labels_of``); matches →
``matches``; similarity = matches / ((|Tₐ|+|T_b|)/2) → ``similarity``, ≥ ``SAME`` → one cluster;
variance of the children's shares → ``variance``, under ``EVEN`` the descent stops;
extraction path → ``Cluster.path``, made by ``extraction_path``.

Departures. (1) Children are the page model's boxes, which never hold scripts and the like:
the pruning of tags without prose is done by segmentation; a node of zero width or height
cannot be known from HTML alone, a node without text is skipped. (2) "Same attributes" is
compared by a checksum of tag and attributes in which digits count as one, since numbers of
slots and of articles change from page to page. (3) A node with one child has no variance:
the descent goes on. (4) The published bound of the variance, 0.1 (``PUBLISHED``), stops at
``body`` of most pages: one child with all the text among ten has a variance of 0.09. ``EVEN``
was chosen by the mean word F1 on daniel-en, -ru, -el and -pl. (5) A child's share counts the text that
stands in the node itself, outside of its children, as one more child. (6) Where the
page's cluster is not known (no profile of the site, a new template, a path that leads
nowhere), the path is found on the page itself, and the reasons say so. (7) Each page of a cluster
is a sample page: the path found on most of them is the cluster's, since the mistake of one sample
would be made on all pages.
"""

from __future__ import annotations

from jingdu.page.model import Box, Page, Reason, Verdict
from jingdu.page.query import named
from jingdu.sites import profile_of
from jingdu.sites.profile import SiteProfile
from jingdu.sites.templates import cluster_way, descend


def judge(page: Page, profile: str = "template", site: SiteProfile | None = None) -> Verdict:
    """Keeps the blocks at the end of the extraction path of the page's cluster.

    ``site`` is the profile of the page's site; without it the stored one of the page's address.
    The score is the share of the path's steps that lead to the block; whole paths are kept.
    """
    site = site or profile_of(page.url)
    way, source = way_of(page, site)
    blocks = range(len(page.blocks))
    steps = [[box.first <= block < box.last for box in way] for block in blocks]
    part = 1 / (len(way) or 1)

    def explain(block: int) -> list[Reason]:
        inside = [
            Reason(f"step {number}", f"{'in' if hit else 'outside of'} {named(box.element)}", part if hit else 0.0)
            for number, (box, hit) in enumerate(zip(way, steps[block], strict=True), 1)
        ]
        return [Reason("path", source, 0.0), *inside]

    scores = [sum(part if hit else 0.0 for hit in hits) for hits in steps]
    return Verdict(profile, scores, [all(hits) for hits in steps], explain)


def way_of(page: Page, site: SiteProfile | None) -> tuple[list[Box], str]:
    """The boxes from ``body``'s child to the article, and where the path comes from, in words."""
    way = cluster_way(page, site) if site else None
    if way is not None and site is not None:
        return way, f"of a template learned from {site.count:g} pages of the site"
    why = "this template, or its path, is not known" if site else "no profile of the site"
    return descend(page), f"found on this page alone: {why}"
