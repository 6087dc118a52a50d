"""The article that is open: its text, the acting annotator's spans, and what the article view shows of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from PySide6.QtCore import QObject, Signal

from annotator.analysis.hedges import Hedge, find_hedges
from annotator.analysis.quotations import Quotation, find_quotations, quotation_at
from annotator.analysis.sentences import sentences
from annotator.analysis.speakers import SpeakerFinder
from annotator.core.links import chain, shown_link
from annotator.core.records import Article, Changed, Entity, Region, Span
from annotator.core.segments import Segment, Segments, excerpt
from annotator.services import articles, linking, suggesting
from annotator.ui.article_view import ViewSpan
from annotator.ui.project import OpenProject
from annotator.ui.runner import Runner

Place: TypeAlias = tuple[int, int, str]

_LONG = 50_000
"""Characters; of a shorter text everything is looked up within a fraction of a second."""

_NEAR = 200
"""Spans; a linked one farther away tells nothing of who speaks."""


class Proposed(NamedTuple):
    """A candidate, and which of how many it is."""

    segments: Segments
    number: int
    of: int


class OpenArticle(QObject):
    """Holds one article at a time.

    `opened()` when another is shown (or none); `spansChanged(list, list)` with the ids of spans that are new or
    changed, and of those that are gone; `regionsChanged()`.
    """

    opened = Signal()
    spansChanged = Signal(list, list)
    regionsChanged = Signal()

    def __init__(self, project: OpenProject, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self.article: Article | None = None
        self.done = False
        self.spans: dict[str, Span] = {}
        self.linked: dict[str, Span] = {}
        """The spans that have links, those that changed last at the end."""
        self.entities: dict[str, Entity] = {}
        self._order: list[Place] = []
        self._quotations: Sequence[Quotation] | None = None
        self._speakers: SpeakerFinder | None = None
        self._sentences: Sequence[Segment] | None = None
        self._hedges: Sequence[Hedge] | None = None

    @property
    def text(self) -> str:
        """The text that is shown."""
        return self.article.text if self.article else ""

    @property
    def regions(self) -> Sequence[Region]:
        """The regions of the article that is shown."""
        return self.article.regions if self.article else ()

    def open(self, key: str | None) -> None:
        """Show an article, or none. Raises AnnotatorError where it cannot be read."""
        article = articles.own_article(self._project.project, key) if key else None
        layer = article.layers[0] if article and article.layers else None
        self.article = article
        self.done = layer is not None and layer.status == "done"
        self.spans = {span.id: span for span in layer.spans} if layer else {}
        self._order = sorted(place_of(span) for span in self.spans.values())
        self.linked = {span.id: span for span in _by_change(self.spans.values()) if span.links}
        self._quotations = self._speakers = self._sentences = self._hedges = None
        self.entities = self._entities_of(self.spans.values())
        self.opened.emit()

    def refresh(self, changed: Changed) -> None:
        """Ask again for just what a write touched."""
        if self.article is None or not (changed.bulk or self.article.id in changed.articles or self._names(changed)):
            return
        if (
            changed.bulk
            or changed.tables & {"article", "article_text", "layer", "dismissal", "region"}
            or self._names(changed)
        ):
            self._reload(changed)
            return
        # Only those of the layer shown: another annotator's may have changed as well.
        own = articles.own_spans(self._project.project, self.article.id, sorted(changed.spans))
        gone = [key for key in changed.spans if key not in own and key in self.spans]
        self.entities |= self._entities_of(own.values())
        self._replace(own, gone)
        self.spansChanged.emit(list(own), gone)

    def _names(self, changed: Changed) -> bool:
        """Tell whether entities that spans here are linked to may have other names now."""
        return "entity" in changed.tables and not changed.spans

    def _reload(self, changed: Changed) -> None:
        assert self.article is not None
        key = self.article.id
        if key not in articles.article_rows(self._project.project, [key]):
            self.open(None)
            return
        article = articles.own_article(self._project.project, key)
        layer = article.layers[0] if article.layers else None
        self.done = layer is not None and layer.status == "done"
        fresh = {span.id: span for span in layer.spans} if layer else {}
        gone = [one for one in self.spans if one not in fresh]
        named = self._entities_of(fresh.values())
        renamed = {one for one, entity in named.items() if self.entities.get(one) != entity}
        put = [
            span.id for span in fresh.values()
            if self.spans.get(span.id) != span or any(link.entity in renamed for link in span.links)
        ]  # fmt: skip
        regions, self.article, self.entities = self.article.regions, article, named
        self._replace({one: fresh[one] for one in put}, gone)
        if article.regions != regions:
            self.regionsChanged.emit()
        self.spansChanged.emit(put, gone)

    def _replace(self, put: Mapping[str, Span], gone: Iterable[str]) -> None:
        for key in (*put, *gone):
            old = self.spans.pop(key, None)
            if old is not None:
                del self._order[bisect_left(self._order, place_of(old))]
                self.linked.pop(key, None)
        for span in _by_change(put.values()):
            self.spans[span.id] = span
            insort(self._order, place_of(span))
            if span.links:
                self.linked[span.id] = span

    def _entities_of(self, spans: Iterable[Span]) -> dict[str, Entity]:
        keys = {link.entity for span in spans for link in span.links}
        return linking.entities_by_id(self._project.project, sorted(keys)) if keys else {}

    # Spans in the order of the text

    def in_order(self) -> list[Span]:
        """Return the spans as they stand in the text."""
        return [self.spans[key] for _start, _end, key in self._order]

    def number(self, key: str) -> int:
        """Return the place of a span in the text's order, from 1."""
        return bisect_left(self._order, place_of(self.spans[key])) + 1

    def beside(self, key: str | None, position: int, step: int) -> str | None:
        """Return the span after (`step` 1) or before (-1) the one named, else after or before a position; it wraps."""
        if not self._order:
            return None
        if key in self.spans:
            place = bisect_left(self._order, place_of(self.spans[key])) + step
        else:
            place = bisect_left(self._order, (position, -1, "")) - (step < 0)
        return self._order[place % len(self._order)][2]

    def linked_before(self, span: Span) -> Span | None:
        """Return the span near another that has links and starts last, not after that one; None without any."""
        end = bisect_right(self._order, (span.start + 1, -1, ""))
        keys = (key for _start, _end, key in reversed(self._order[max(0, end - _NEAR) : end]))
        return next((self.linked[key] for key in keys if key in self.linked and key != span.id), None)

    # What is shown of a span

    def entity_of(self, span: Span) -> Entity | None:
        """Return "the" entity of a span: the first in its tag's own role, else the first."""
        tag = self._project.tag(span.tag)
        link = shown_link(span.links, tag.role if tag else "")
        return self.entities.get(link.entity) if link else None

    def chain_of(self, span: Span) -> str:
        """Return who says it and through whom it came ("A, via B"); empty where it is not linked."""
        tag = self._project.tag(span.tag)
        names = {link.entity: self.entities[link.entity].name for link in span.links if link.entity in self.entities}
        return chain(span.links, tag.role if tag else "", lambda key: names.get(key, "?"))

    def view_span(self, key: str) -> ViewSpan:
        """Return a span for the article view."""
        span = self.spans[key]
        entity = self.entity_of(span)
        return ViewSpan(span.id, span.tag, span.segments, entity.name if entity else None, bool(span.links))

    def words_of(self, span: Span) -> str:
        """Return the text of a span on one line, an ellipsis between its segments."""
        return " ".join(excerpt(self.text, span.segments).split())

    # Quotations in marks, and sentences

    def sentences(self) -> Sequence[Segment]:
        """Return the sentences; they are looked for when they are asked for first."""
        if self._sentences is None:
            self._sentences = sentences(self.text)
        return self._sentences

    def quotations(self) -> Sequence[Quotation]:
        """Return the quotations in marks; they are looked for when they are asked for first."""
        if self._quotations is None:
            self._quotations = find_quotations(self.text)
        return self._quotations

    def speakers(self) -> SpeakerFinder:
        """Return what proposes whose words or claim a span is; it is made when it is asked for first."""
        if self._speakers is None:
            self._speakers = SpeakerFinder(self.text, self.quotations())
        return self._speakers

    def prepare(self, runner: Runner) -> None:
        """Have the candidates and the names of a long text looked up in the background, before a key asks for them."""
        text = self.text
        if len(text) < _LONG or self._speakers is not None:
            return

        def found() -> tuple[Sequence[Quotation], SpeakerFinder, Sequence[Hedge], Sequence[Segment]]:
            quotations = find_quotations(text)
            return quotations, SpeakerFinder(text, quotations), find_hedges(text), sentences(text)

        def take(prepared: tuple[Sequence[Quotation], SpeakerFinder, Sequence[Hedge], Sequence[Segment]]) -> None:
            if self.text == text:
                self._quotations, self._speakers, self._hedges, self._sentences = prepared

        runner.run(lambda _progress: found()).succeeded.connect(take)

    def quotation_at(self, position: int) -> Segments | None:
        """Return the quotation round a position."""
        found = quotation_at(self.quotations(), position)
        return found.segments if found else None

    def candidates(self, tag: str) -> list[Segments]:
        """Return what is proposed for a tag: no span has it exactly, it was not dismissed, it is the article's own."""
        if self.article is None:
            return []
        article, me = self.article, self._project.acting.id if self._project.acting else None
        found: list[Segments]
        if tag == suggesting.HEDGE:
            if self._hedges is None:
                self._hedges = find_hedges(self.text)
            found = [(one.segment,) for one in suggesting.offered_hedges(article, me, self._hedges)]
        else:
            found = [one.segments for one in suggesting.offered(article, me, self.quotations())]
        taken = {span.segments for span in self.spans.values()}
        return [segments for segments in found if segments not in taken]

    def is_unclosed(self, segments: Segments) -> bool:
        """Tell whether these are just the segments of a quotation whose closing mark is missing."""
        return any(one.unclosed and one.segments == segments for one in self.quotations())

    def candidate_beside(self, position: int, step: int, tag: str = suggesting.QUOTE) -> Proposed | None:
        """Return the next (`step` 1) or previous (-1) candidate for a tag from a position; it wraps."""
        free = self.candidates(tag)
        if not free:
            return None
        starts = [segments[0].start for segments in free]
        place = (bisect_left(starts, position) - (step < 0)) % len(free)
        return Proposed(free[place], place + 1, len(free))


def _by_change(spans: Iterable[Span]) -> list[Span]:
    return sorted(spans, key=lambda span: span.updated)


def place_of(span: Span) -> Place:
    """Return what spans are ordered by as they stand in the text."""
    return span.start, span.end, span.id
