"""Regions: the parts of an article that have a kind. They belong to the article, not to anybody's layer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from annotator.analysis.boilerplate import ProposedRegion, propose_regions
from annotator.core import segments as rules
from annotator.core.errors import Refused
from annotator.core.ids import new_id
from annotator.core.records import REGION_KINDS, Article, RegionKind
from annotator.core.segments import Segment
from annotator.core.text import counted
from annotator.store import regions as rows
from annotator.store import tables
from annotator.store.project import Project, Writing

LIKELY = 0.5
"""From this confidence on a person rather agrees to a proposal."""


def proposals(article: Article) -> list[ProposedRegion]:
    """Return what may be a region of an article, in order, where none is yet."""
    return propose_regions(article.text, ((region.start, region.end) for region in article.regions))


def add_region(project: Project, article: str, kind: RegionKind, start: int, end: int) -> str:
    """Make a region of `[start, end)` in code points, its ends trimmed of white space. Returns its id.

    It may overlap others. Raises Refused where it holds no text or lies outside it, for an unknown kind, or where the
    same part has the same kind already.
    """
    with project.write("add region") as writing:
        placed = _placed(writing, article, kind, start, end)
        _refuse_identical(writing, article, kind, placed)
        return _add(writing, article, kind, placed)


def add_proposed(project: Project, article: str, proposed: Iterable[ProposedRegion]) -> list[str]:
    """Make regions of proposals, as one step; those that are there already are left out. Returns the new ids.

    Raises Refused as `add_region` does; then none is made.
    """
    chosen = list(proposed)
    with project.write(f"add {counted(len(chosen), 'region')}") as writing:
        there = {(row.kind, row.start, row.end) for row in rows.regions_of(writing.session, article)}
        made = []
        for one in chosen:
            placed = _placed(writing, article, one.kind, *one.segment)
            if (one.kind, *placed) not in there:
                there.add((one.kind, *placed))
                made.append(_add(writing, article, one.kind, placed))
        return made


def edit_region(
    project: Project,
    region: str,
    *,
    kind: RegionKind | None = None,
    start: int | None = None,
    end: int | None = None,
) -> None:
    """Give a region another kind, another start or another end; what is None stays.

    Raises Refused as `add_region` does, and where there is no such region.
    """
    with project.write("edit region") as writing:
        row = _region(writing, region)
        wanted: str = row.kind if kind is None else kind
        first, last = row.start if start is None else start, row.end if end is None else end
        placed = _placed(writing, row.article_id, wanted, first, last)
        _refuse_identical(writing, row.article_id, wanted, placed, but=region)
        row.kind, row.start, row.end = wanted, placed.start, placed.end


def remove_regions(project: Project, keys: Sequence[str]) -> int:
    """Remove regions, as one step; the text under them stays. Returns how many."""
    with project.write("remove region" if len(keys) == 1 else f"remove {len(keys)} regions") as writing:
        for key in keys:
            _region(writing, key)
        return writing.bulk_delete("region", keys)


def _region(writing: Writing, key: str) -> tables.Region:
    row = writing.session.get(tables.Region, key)
    if row is None:
        raise Refused("This region is not in the project any more.")
    return row


def _placed(writing: Writing, article: str, kind: str, start: int, end: int) -> Segment:
    """Return where a region of this kind would stand, trimmed. Raises Refused where it cannot."""
    if kind not in REGION_KINDS:
        raise Refused(f"There is no kind of regions “{kind}”.")
    if writing.session.get(tables.Article, article) is None:
        raise Refused(f"There is no article {article} in the project.")
    text = writing.last_text.of(writing.session, article) or ""
    if not 0 <= start < end <= len(text):
        raise Refused(f"A region {start}–{end} is empty or lies outside the text of {len(text)} characters.")
    trimmed = rules.trim(text, [(start, end)])
    if not trimmed:
        raise Refused("This cannot be a region: it holds nothing but white space.")
    return trimmed[0]


def _refuse_identical(writing: Writing, article: str, kind: str, placed: Segment, but: str | None = None) -> None:
    for row in rows.regions_of(writing.session, article):
        if (row.kind, row.start, row.end) == (kind, *placed) and row.id != but:
            raise Refused(f"This part is a {kind} already.")


def _add(writing: Writing, article: str, kind: RegionKind, placed: Segment) -> str:
    key = new_id()
    writing.session.add(
        tables.Region(id=key, article_id=article, kind=kind, start=placed.start, end=placed.end)
    )  # fmt: skip
    return key
