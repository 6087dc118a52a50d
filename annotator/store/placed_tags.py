"""Which tags one annotator's spans have at places of many articles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.search import Hit
from annotator.store.history import chunks
from annotator.store.tables import AUDITED

_SPAN, _LAYER = AUDITED["span"], AUDITED["layer"]
_Part = tuple[int, int, str]


def tags_over(session: Session, annotator: str, hits: Sequence[Hit]) -> dict[Hit, tuple[str, ...]]:
    """Return the ids of the tags, in order, of the spans in a segment of which a hit lies; without hits in none."""
    wanted: dict[str, list[Hit]] = defaultdict(list)
    for hit in hits:
        wanted[hit.article].append(hit)
    statement = (
        sa.select(_LAYER.c.article_id, _SPAN.c.tag_id, _SPAN.c.segments)
        .join(_LAYER, _LAYER.c.id == _SPAN.c.layer_id)
        .where(_LAYER.c.annotator_id == annotator)
    )
    found: dict[Hit, tuple[str, ...]] = {}
    for chunk in chunks(wanted):
        parts: dict[str, list[_Part]] = defaultdict(list)
        for article, tag, segments in session.execute(statement.where(_LAYER.c.article_id.in_(chunk))):
            parts[article].extend((start, end, tag) for start, end in segments)
        for article, ones in parts.items():
            found.update(over(sorted(wanted[article], key=lambda hit: hit.start), sorted(ones)))
    return found


def over(hits: Iterable[Hit], parts: Sequence[_Part]) -> dict[Hit, tuple[str, ...]]:
    """Return the tags over each hit, without hits that have none; both are in the order of their starts."""
    # Each is gone through once: a long article has thousands of both.
    found: dict[Hit, tuple[str, ...]] = {}
    place, opened = 0, list[_Part]()
    for hit in hits:
        while place < len(parts) and parts[place][0] <= hit.start:
            opened.append(parts[place])
            place += 1
        opened = [part for part in opened if part[1] > hit.start]
        tags = {tag for _start, end, tag in opened if end >= hit.end}
        if tags:
            found[hit] = tuple(sorted(tags))
    return found
