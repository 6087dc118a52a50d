"""What stands at hits of a search: the text round one, and the acting annotator's spans that hits lie in."""

from __future__ import annotations

from collections.abc import Sequence

from annotator.core.search import Hit
from annotator.store import placed_tags
from annotator.store.project import Project
from annotator.store.spans import parts_of


def text_round(project: Project, hit: Hit, characters: int) -> tuple[str, int]:
    """Return a part of an article's text, and where in the article it begins; both in code points.

    It has up to `characters` before and after the hit, and is empty where the article is not in the project any more.
    """
    first = max(0, hit.start - characters)
    with project.read() as session:
        return parts_of(session, hit.article, [(first, hit.end + characters)])[0], first


def tags_over(project: Project, hits: Sequence[Hit]) -> dict[Hit, tuple[str, ...]]:
    """Return, for each hit that lies inside a segment of a span of the acting annotator, the tags of these spans."""
    if project.acting is None:
        return {}
    with project.read() as session:
        return placed_tags.tags_over(session, project.acting.id, hits)
