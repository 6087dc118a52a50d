"""Whole projects of records, as a database could hold them and a file must carry them.

Every id that is referred to exists; every annotator is referred to; lists stand in the order of the file format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, TypeVar
from uuid import UUID

from hypothesis import strategies as st

from annotator.core.records import (
    ENTITY_KINDS,
    LAYER_STATUSES,
    REGION_KINDS,
    RELATION_KINDS,
    VERDICTS,
    Annotator,
    Article,
    Collection,
    Comment,
    Decision,
    Deleted,
    Dismissal,
    Entity,
    Layer,
    LayerStatus,
    Link,
    ProjectInfo,
    Region,
    Relation,
    Source,
    Span,
)
from annotator.core.scheme import LINE_STYLES, Attribute, Tag
from annotator.core.segments import Segment, Segments
from annotator.formats.interface import Record

T = TypeVar("T")
Draw = Callable[[st.SearchStrategy[Any]], Any]

# Letters of two directions, quotation marks of several kinds, characters outside the first plane, joiners, combining
# marks, and all that other programs take for line ends or white space.
CHARACTERS = (
    "abcXYZ019 .,:;-\n\t\"'“”‘’«»„—éñßİﬁ\u0301\u0308"
    "קולשלוםسلام\u200f\u202e市長💩👍🏽👩\u200d🇫𝒎\u00a0\u202f\u00ad\u2028\u2029\u0085\x0b\x0c\x1b\u200b\\/{}[]<>&%\ufffd\U0010ffff"
)

texts = st.text(CHARACTERS, max_size=40)
names = st.text(CHARACTERS, min_size=1, max_size=12)
times = st.datetimes(datetime(1970, 1, 2), datetime(2199, 1, 1), timezones=st.just(UTC))
addresses = st.sampled_from([None, "https://example.org/ä?q=1&r=%20", "http://www.wikidata.example/entity/Q7"])
published = st.sampled_from(["", "2018-02-23", "2018-02-23T18:04:00-05:00"])
digests = st.sampled_from(["", "0" * 64, "ab" * 32])

# Drawn as plain integers, most projects would have no articles, and most layers no spans.
_few = st.sampled_from([0, 1, 2, 2, 3, 4])

_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(CHARACTERS, max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(CHARACTERS, max_size=4), inner, max_size=3),
    max_leaves=5,
)
_extras = st.dictionaries(names.map("x-{}".format), _json, min_size=1, max_size=2)


@st.composite
def projects(draw: Draw, extras: bool = True) -> list[Record]:
    """Draw a project as records in the order that writers take. extras: also with keys that nobody knows."""
    return _Maker(draw, extras).project()


class _Maker:
    """Draws one project, remembering what may be referred to."""

    def __init__(self, draw: Draw, extras: bool) -> None:
        self.draw = draw
        self.extras = extras
        self.ids = 0
        self.used: set[str] = set()
        self.annotators: list[Annotator] = []
        self.tags: list[Tag] = []
        self.entities: list[Entity] = []
        self.spans: list[Span] = []

    def project(self) -> list[Record]:
        self.annotators = sorted(self.some(self.annotator, 1, 3), key=lambda one: one.id)
        self.tags = [replace(self.tag(place), order=place) for place in range(1, self.draw(st.integers(1, 3)) + 1)]
        article_ids = [self.new_id() for _ in range(self.draw(_few))]
        for _ in range(self.draw(st.integers(0, 4))):
            self.entities.append(self.entity(article_ids))
        orders = sorted(self.draw(st.sets(st.integers(0, 999), min_size=len(article_ids), max_size=len(article_ids))))
        articles: list[Article] = []
        for article_id, order in zip(article_ids, orders, strict=True):
            earlier = [None, *(article.id for article in articles)]
            articles.append(self.article(article_id, order, earlier))
        relations = self.some(self.relation, 0, 2) if self.spans else []
        collections = self.some(lambda: self.collection(article_ids), 0, 2)
        parts = {part: self.extra() for part in ("file", "project", "scheme")}
        info = ProjectInfo(
            self.new_id(), self.draw(texts), self.draw(texts), {part: extra for part, extra in parts.items() if extra}
        )
        return [
            info,
            *self.tags,
            *(annotator for annotator in self.annotators if annotator.id in self.used),
            *_by_id(self.entities),
            *_by_id(collections),
            *articles,
            *_by_id(relations),
            *_by_id(self.some(lambda: Deleted(self.new_id(), self.draw(times)), 0, 2)),
        ]

    def new_id(self) -> str:
        """Return an id that no other row has, in no order."""
        self.ids += 1
        return str(UUID(int=self.draw(st.integers(0, 2**64 - 1)) << 64 | self.ids))

    def some(self, make: Callable[[], T], least: int, most: int) -> list[T]:
        return [make() for _ in range(self.draw(st.integers(least, most)))]

    def extra(self) -> dict[str, Any]:
        return self.draw(_extras) if self.extras and self.draw(st.integers(0, 5)) == 5 else {}

    def who(self) -> str:
        annotator: str = self.draw(st.sampled_from(self.annotators)).id
        self.used.add(annotator)
        return annotator

    def maybe_who(self) -> str | None:
        return self.who() if self.draw(st.booleans()) else None

    def annotator(self) -> Annotator:
        return Annotator(self.new_id(), self.draw(names), self.extra())

    def tag(self, place: int) -> Tag:
        colours = st.integers(0, 0xFFFFFF).map("#{:06X}".format)
        attributes = st.lists(
            st.builds(Attribute, names, st.lists(names, unique=True, max_size=3).map(tuple)),
            max_size=2,
            unique_by=lambda attribute: attribute.name,
        )
        return Tag(
            id=f"tag-{place}",
            name=self.draw(names),
            key=self.draw(st.sampled_from(["", str(place)])),
            role=self.draw(st.sampled_from(["speaker", "claimant", "hedger"])),
            light=self.draw(colours),
            dark=self.draw(colours),
            line=self.draw(st.sampled_from(LINE_STYLES)),
            guideline=self.draw(texts),
            attributes=tuple(self.draw(attributes)),
            extra=self.extra(),
        )

    def entity(self, article_ids: list[str]) -> Entity:
        return Entity(
            id=self.new_id(),
            name=self.draw(names),
            kind=self.draw(st.sampled_from(ENTITY_KINDS)),
            aliases=tuple(self.draw(st.lists(names, max_size=2, unique=True))),
            uri=self.draw(addresses),
            article=self.draw(st.sampled_from([None, *article_ids])),
            reason=self.draw(texts),
            merged_into=self.draw(st.sampled_from([None, *(entity.id for entity in self.entities)])),
            note=self.draw(texts),
            created=self.draw(times),
            updated=self.draw(times),
            by=self.maybe_who(),
            extra=self.extra(),
        )

    def collection(self, article_ids: list[str]) -> Collection:
        inside = self.draw(st.lists(st.sampled_from(article_ids), unique=True)) if article_ids else []
        return Collection(self.new_id(), self.draw(names), tuple(sorted(inside)), self.extra())

    def article(self, article_id: str, order: int, earlier: list[str | None]) -> Article:
        text = self.draw(st.just("") | st.text(CHARACTERS, min_size=10, max_size=60))
        annotators = sorted(self.draw(st.sets(st.sampled_from([one.id for one in self.annotators]))))
        assigned = sorted(self.draw(st.sets(st.sampled_from([one.id for one in self.annotators]))))
        self.used.update(annotators, assigned)
        layers = [self.layer(annotator, text) for annotator in annotators]
        if self.draw(st.booleans()):
            layers.append(self.layer(None, text))
        regions = self.some(lambda: self.region(text), 0, 2) if text else []
        dismissed = (
            {(one.segments, one.tag, one.by): one for one in self.some(lambda: self.dismissal(text), 0, 2)}
            if text
            else {}
        )
        return Article(
            id=article_id,
            text=text,
            order=order,
            title=self.draw(texts),
            byline=self.draw(texts),
            publication=self.draw(texts),
            url=self.draw(addresses),
            published=self.draw(published),
            language=self.draw(st.sampled_from(["", "en", "ar"])),
            note=self.draw(texts),
            unusable=self.draw(st.booleans()),
            replaces=self.draw(st.sampled_from(earlier)),
            source=Source(self.draw(texts), "text", self.draw(st.sampled_from(["", "cp1252"])), self.draw(digests)),
            regions=tuple(sorted(regions, key=lambda one: (one.start, one.end, one.id))),
            assignments=tuple(assigned),
            layers=tuple(layers),
            dismissed=tuple(dismissed[key] for key in sorted(dismissed)),
            extra=self.extra(),
        )

    def segments(self, text: str, most: int = 3) -> Segments:
        """Draw segments that are ordered, not empty and do not touch. text: not empty."""
        ends = sorted(self.draw(st.sets(st.integers(0, len(text)), min_size=2, max_size=2 * most)))
        return tuple(Segment(start, end) for start, end in zip(ends[::2], ends[1::2], strict=False))

    def region(self, text: str) -> Region:
        ((start, end),) = self.segments(text, 1)
        kind = self.draw(st.sampled_from(REGION_KINDS))
        return Region(self.new_id(), kind, start, end, self.maybe_who(), self.extra())

    def dismissal(self, text: str) -> Dismissal:
        return Dismissal(self.who(), self.draw(st.sampled_from(self.tags)).id, self.segments(text), self.extra())

    def layer(self, annotator: str | None, text: str) -> Layer:
        # Made only once it is known that no other is like it: whom a span that is left out names nothing refers to.
        places = dict.fromkeys(
            (self.draw(st.integers(0, len(self.tags) - 1)), self.segments(text))
            for _ in range(self.draw(_few) if text else 0)
        )
        spans = [self.span(text, self.tags[tag], segments) for tag, segments in places]
        status: LayerStatus = self.draw(st.sampled_from(LAYER_STATUSES))
        ordered = sorted(spans, key=lambda one: (one.start, one.end, one.tag, one.id))
        return Layer(annotator, "annotator" if annotator else "final", status, tuple(ordered), self.extra())

    def span(self, text: str, tag: Tag, segments: Segments) -> Span:
        decisions = {one.by: one for one in self.some(self.decision, 0, 2)}
        comments: list[Comment] = []
        for _ in range(self.draw(st.integers(0, 2))):
            comments.append(self.comment([None, *(comment.id for comment in comments)]))
        span = Span(
            id=self.new_id(),
            tag=tag.id,
            segments=segments,
            links=tuple(self.some(lambda: self.link(tag, text), 0, 2)) if self.entities else (),
            attributes={
                attribute.name: self.draw(st.sampled_from(attribute.values or ("yes",)))
                for attribute in tag.attributes
                if self.draw(st.booleans())
            },
            note=self.draw(texts),
            unsure=self.draw(st.booleans()),
            origin=self.origin(),
            created=self.draw(times),
            updated=self.draw(times),
            decisions=tuple(decisions[by] for by in sorted(decisions)),
            comments=tuple(sorted(comments, key=lambda one: (one.at, one.id))),
            extra=self.extra(),
        )
        self.spans.append(span)
        return span

    def origin(self) -> dict[str, Any] | None:
        if not self.spans or self.draw(st.booleans()):
            return None
        return {"span": self.draw(st.sampled_from(self.spans)).id, "how": "accepted", "by": self.who()}

    def link(self, tag: Tag, text: str) -> Link:
        ranges = [None, *self.segments(text)]
        return Link(
            id=self.new_id(),
            entity=self.draw(st.sampled_from(self.entities)).id,
            role=self.draw(st.sampled_from([tag.role, "addressee"])),
            mention=self.draw(st.sampled_from(ranges)),
            cue=self.draw(st.sampled_from(ranges)),
            extra=self.extra(),
        )

    def decision(self) -> Decision:
        return Decision(self.who(), self.draw(st.sampled_from(VERDICTS)), self.draw(times), self.extra())

    def comment(self, earlier: list[str | None]) -> Comment:
        answers = self.draw(st.sampled_from(earlier))
        return Comment(self.new_id(), self.who(), self.draw(texts), self.draw(times), answers, self.extra())

    def relation(self) -> Relation:
        source, target = self.draw(st.sampled_from(self.spans)).id, self.draw(st.sampled_from(self.spans)).id
        kind = self.draw(st.sampled_from(RELATION_KINDS))
        return Relation(self.new_id(), kind, source, target, self.maybe_who(), self.extra())


def _by_id(rows: Iterable[T]) -> list[T]:
    return sorted(rows, key=lambda row: row.id)  # type: ignore[attr-defined]  # all of these have one
