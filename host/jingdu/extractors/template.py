"""Paper P: pre-pruned tree templates of a site.

Idea: pages of a site with the same direct children of ``body`` come from one template, and their articles are at the
end of the same path, which is found only once (``jingdu.sites.templates``).

Reference: *Web text extraction based on tree pre-pruning*: simple tree matching (Yang 1991)
over the direct children of ``body`` clusters the pages of a site; the extraction path of a
cluster is found on a sample page and reused for all its pages.

Symbols: Tₐ, T_b → the labels of two pages' ``body`` children (``labels_of``); matches →
``matches``; similarity = matches / ((|Tₐ|+|T_b|)/2) → ``similarity``, ≥ ``SAME`` → one cluster;
variance of the children's shares → ``variance``; the descent stops under ``EVEN``;
extraction path → ``Cluster.path``, made by ``extraction_path``.

Departures. (1) Children are the page's containers, so segmentation has pruned scripts and other tags without prose;
nodes of zero size cannot be known from HTML, nodes without text are skipped. (2) Attributes are compared by a checksum
of tag and attributes that ignores digits, because numbers of slots and articles change from page to page. (3) A node
with one child has no variance: the descent goes on. (4) With the published threshold of the variance, 0.1, the descent
stops at ``body`` on most pages: if one child of ten has all the text, the variance is 0.09. ``EVEN`` was chosen by the
mean word F1 on daniel-en, -ru, -el and -pl. (5) Text of the node itself counts as one more child. (6) If the page's
cluster is unknown (no profile of the site, a new template, a path that does not exist), the path is found on the page
itself, and the reasons say so. (7) Every page of a cluster is a sample page, and the most frequent path is the
cluster's, so that an error on one sample does not affect all pages.
"""

from jingdu.page.model import Page, Reason, Verdict
from jingdu.page.query import named
from jingdu.sites import profile_of
from jingdu.sites.profile import SiteProfile
from jingdu.sites.templates import descend, path_of_cluster


def judge(page: Page, profile: str = "template", site: SiteProfile | None = None) -> Verdict:
    """Keeps the blocks at the end of the extraction path of the page's cluster.

    ``site`` is the profile of the page's site, by default the stored one. A block's score is the share of the path's
    containers that contain it.
    """
    path, source = extraction_path(page, site or profile_of(page.url))
    containers = page.containers
    spans = list(map(containers.blocks, path))
    contained = [[block in span for span in spans] for block in range(len(page.blocks))]
    part = 1 / (len(path) or 1)

    def explain(block: int) -> list[Reason]:
        steps = []
        for number, (at, hit) in enumerate(zip(path, contained[block], strict=True), 1):
            where = f"{'in' if hit else 'outside of'} {named(containers.elements[at])}"
            steps.append(Reason(f"step {number}", where, part if hit else 0.0))
        return [Reason("path", source, 0.0), *steps]

    scores = [sum(part if hit else 0.0 for hit in hits) for hits in contained]
    return Verdict(profile, scores, [all(hits) for hits in contained], explain)


def extraction_path(page: Page, site: SiteProfile | None) -> tuple[list[int], str]:
    """Returns the containers from a child of ``body`` to the article, and the source of the path, in words."""
    if site and (path := path_of_cluster(page, site)) is not None:
        return path, f"of a template learned from {site.count:g} pages of the site"
    why = "this template, or its path, is not known" if site else "no profile of the site"
    return descend(page), f"found on this page alone: {why}"
