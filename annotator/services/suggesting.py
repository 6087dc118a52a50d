"""Candidates: spans that the program proposes, and that count for nothing until a person tags them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from annotator.analysis.hedges import Hedge, find_hedges
from annotator.analysis.quotations import Quotation, find_quotations
from annotator.analysis.speakers import SpeakerFinder
from annotator.core.errors import Refused
from annotator.core.ids import derived_id
from annotator.core.records import LEFT_OUT, Article
from annotator.core.segments import Segment, Segments, canonical_key
from annotator.services import articles
from annotator.store import tables
from annotator.store.intake import segments_json
from annotator.store.project import Project

QUOTE, HEDGE = "quote", "hedge"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proposed span: why, and how likely a person makes it (`confidence`, from 0 to 1). `segments` hold the marks.

    `speaker` is where the one who may have said it is named, `cue` the verb that says so. `unclosed`: the closing mark
    is missing.
    """

    tag: str
    segments: Segments
    kind: str
    confidence: float
    reason: str
    speaker: Segment | None = None
    cue: Segment | None = None
    unclosed: bool = False


def candidates(article: Article, annotator: str | None = None) -> list[Candidate]:
    """Return what the program proposes for an article, in order of their starts.

    Left out is what overlaps a region that is not the article's own text (credit, related, boilerplate), and what the
    annotator of that id dismissed.
    """
    quotations = find_quotations(article.text)
    speakers = SpeakerFinder(article.text, quotations)
    found = []
    for one in offered(article, annotator, quotations):
        who = next(iter(speakers.proposals(one.segments)), None)
        mention, cue = (who.mention, who.cue) if who else (None, None)
        found.append(Candidate(QUOTE, one.segments, one.kind, one.confidence, one.reason, mention, cue, one.unclosed))
    found += [
        Candidate(HEDGE, (one.segment,), one.kind, one.confidence, one.reason)
        for one in offered_hedges(article, annotator, find_hedges(article.text))
    ]
    return sorted(found, key=lambda one: one.segments)


def offered(article: Article, annotator: str | None, quotations: Sequence[Quotation]) -> list[Quotation]:
    """Return those of an article's quotations that are candidates for an annotator; see `candidates`."""
    return [one for one in quotations if _is_offered(article, annotator, QUOTE, one.segments)]


def offered_hedges(article: Article, annotator: str | None, hedges: Sequence[Hedge]) -> list[Hedge]:
    """Return those of the hedges found in an article that are candidates for an annotator; see `candidates`."""
    return [one for one in hedges if _is_offered(article, annotator, HEDGE, (one.segment,))]


def dismiss(project: Project, article: str, tag: str, segments: Segments) -> None:
    """Have a candidate not proposed to the acting annotator again. Nothing happens where it is so already."""
    with project.write("dismiss candidate") as writing:
        session, me, key = writing.session, project.me, canonical_key(segments)
        row = derived_id("dismissal", article, me, tag, key)
        if session.get(tables.Article, article) is None:
            raise Refused(f"There is no article {article} in the project.")
        if session.get(tables.Dismissal, row) is None:
            session.add(
                tables.Dismissal(
                    id=row, article_id=article, annotator_id=me, tag_id=tag, segments=segments_json(segments), key=key
                )
            )


def all_candidates(project: Project, keys: list[str] | None = None) -> Iterator[tuple[Article, list[Candidate]]]:
    """Yield articles with their candidates for the acting annotator: those whose ids are given, else all in order.

    Raises Refused for an id that no article has.
    """
    acting = project.acting.id if project.acting else None
    for key in keys or articles.article_ids(project):
        article = articles.own_article(project, key)
        yield article, candidates(article, acting)


def _is_offered(article: Article, annotator: str | None, tag: str, segments: Segments) -> bool:
    if any((one.by, one.tag, one.segments) == (annotator, tag, segments) for one in article.dismissed):
        return False
    return not any(
        start < region.end and region.start < end
        for region in article.regions
        if region.kind in LEFT_OUT
        for start, end in segments
    )
