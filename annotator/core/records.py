"""The records that the layers of the application hand to each other: plain, frozen, without a database behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias, get_args

from annotator.core.segments import Segment, Segments

EntityKind: TypeAlias = Literal[
    "person", "organisation", "collective", "anonymous", "publication", "author", "place", "unknown"
]
ENTITY_KINDS: tuple[EntityKind, ...] = get_args(EntityKind)

LayerKind: TypeAlias = Literal["annotator", "final"]
LayerStatus: TypeAlias = Literal["new", "in progress", "done"]
LAYER_STATUSES: tuple[LayerStatus, ...] = get_args(LayerStatus)

RegionKind: TypeAlias = Literal["headline", "deck", "byline", "dateline", "caption", "credit", "related", "boilerplate"]
REGION_KINDS: tuple[RegionKind, ...] = get_args(RegionKind)
LEFT_OUT: frozenset[RegionKind] = frozenset({"credit", "related", "boilerplate"})
"""Kinds of regions that are not the article's own text: left out of candidates and of agreement."""

RelationKind: TypeAlias = Literal["modifies", "supports", "contradicts", "same as", "copy of", "continues"]
RELATION_KINDS: tuple[RelationKind, ...] = get_args(RelationKind)

Verdict: TypeAlias = Literal["accepted", "rejected", "changed"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

Extra: TypeAlias = Mapping[str, Any]
"""Keys of a file that the application does not know: kept, and written again."""


def now() -> datetime:
    """Return the present moment in UTC, with microseconds."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Annotator:
    """A person who annotates; the id is the same in every project."""

    id: str
    name: str
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entity:
    """Who or what a span is linked to. `article` is set where it is known in that article only."""

    id: str
    name: str
    kind: EntityKind = "person"
    aliases: tuple[str, ...] = ()
    uri: str | None = None
    article: str | None = None
    reason: str = ""
    merged_into: str | None = None
    note: str = ""
    created: datetime = field(default_factory=now)
    updated: datetime = field(default_factory=now)
    by: str | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Link:
    """Span → entity in a role. `mention` names the entity in the text ("she"), `cue` is the verb ("said")."""

    id: str
    entity: str
    role: str
    mention: Segment | None = None
    cue: Segment | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decision:
    """A reviewer's verdict on one span. `stale`: the span changed since, and asks for a new one."""

    by: str
    verdict: Verdict
    at: datetime
    extra: Extra = field(default_factory=dict)
    stale: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark on one span; `answers` is the id of the comment that it answers."""

    id: str
    by: str
    text: str
    at: datetime
    answers: str | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Span:
    """One annotation: a tag on one or more segments. `origin` says where a copied span comes from."""

    id: str
    tag: str
    segments: Segments
    links: tuple[Link, ...] = ()
    attributes: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    unsure: bool = False
    origin: Mapping[str, Any] | None = None
    created: datetime = field(default_factory=now)
    updated: datetime = field(default_factory=now)
    decisions: tuple[Decision, ...] = ()
    comments: tuple[Comment, ...] = ()
    extra: Extra = field(default_factory=dict)

    @property
    def start(self) -> int:
        """The first character of the whole."""
        return self.segments[0].start

    @property
    def end(self) -> int:
        """The end of the whole (exclusive)."""
        return self.segments[-1].end


@dataclass(frozen=True, slots=True)
class Region:
    """A part of an article with a kind; belongs to the article, not to a layer."""

    id: str
    kind: RegionKind
    start: int
    end: int
    by: str | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Layer:
    """All spans of one annotator on one article; the final layer has no annotator."""

    annotator: str | None
    kind: LayerKind = "annotator"
    status: LayerStatus = "in progress"
    spans: tuple[Span, ...] = ()
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Dismissal:
    """A candidate that an annotator does not want to see again."""

    by: str
    tag: str
    segments: Segments
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Source:
    """The file that an article came from; `sha256` is that of its bytes."""

    file: str = ""
    format: str = ""
    encoding: str = ""
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class Article:
    """One text with its metadata and all that belongs to it. `published` is an ISO 8601 date or time, or empty."""

    id: str
    text: str
    order: int = 0
    title: str = ""
    byline: str = ""
    publication: str = ""
    url: str | None = None
    published: str = ""
    language: str = ""
    note: str = ""
    unusable: bool = False
    replaces: str | None = None
    source: Source = field(default_factory=Source)
    regions: tuple[Region, ...] = ()
    assignments: tuple[str, ...] = ()
    layers: tuple[Layer, ...] = ()
    dismissed: tuple[Dismissal, ...] = ()
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Relation:
    """Span → span."""

    id: str
    kind: RelationKind
    source: str
    target: str
    by: str | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Collection:
    """Articles gathered under a name."""

    id: str
    name: str
    articles: tuple[str, ...] = ()
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Deleted:
    """A row that was deleted, so that merging does not bring it back.

    `by` deleted it, None where that is not known; `changes` are what it had been through (see `core.merging`).
    """

    id: str
    at: datetime
    by: str | None = None
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProjectInfo:
    """What a project says of itself. `extra` has unknown keys of a file under `file`, `project` and `scheme`."""

    id: str
    title: str
    guidelines: str = ""
    extra: Mapping[str, Extra] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Changed:
    """What one committed write touched: tables, articles, and spans (changed, or with a changed link or remark).

    `bulk`: too much to name articles and spans; ask for everything again.
    """

    tables: frozenset[str]
    articles: frozenset[str] = frozenset()
    spans: frozenset[str] = frozenset()
    bulk: bool = False
