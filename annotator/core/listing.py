"""What lists ask for, and the short rows that they show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from annotator.core.records import Annotator, Article, EntityKind, LayerStatus, Span

ArticleSort: TypeAlias = Literal["order", "title", "spans", "status", "published"]


@dataclass(frozen=True, slots=True)
class ArticleQuery:
    """Which articles, and in which order. `text` stands in the title, file, publication or byline (case folded).

    `collection` is the id of the collection that they are in, `assigned` of an annotator that they are given to;
    `unusable` tells whether they are marked so. None: all.
    """

    text: str = ""
    status: LayerStatus | None = None
    collection: str | None = None
    unusable: bool | None = None
    assigned: str | None = None
    sort: ArticleSort = "order"
    descending: bool = False


@dataclass(frozen=True, slots=True)
class ArticleRow:
    """An article in a list; `spans` and `status` are those of one annotator's layer. `noted`: it has a note.

    `assigned` are the ids of the annotators that it is given to.
    """

    id: str
    order: int
    title: str
    spans: int
    status: LayerStatus
    unusable: bool = False
    noted: bool = False
    assigned: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CollectionRow:
    """A collection in a list, with the number of its articles."""

    id: str
    name: str
    articles: int


@dataclass(frozen=True, slots=True)
class AnnotatorRow:
    """An annotator in a list, with the number of articles that they have a layer of, and of all their spans."""

    annotator: Annotator
    layers: int
    spans: int


@dataclass(frozen=True, slots=True)
class SpanRow:
    """A span in a list over articles; `article` comes without its layers."""

    article: Article
    annotator: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """What an entity is called; `article` and `merged_into` as in `Entity`.

    `other_names` are its aliases, and all names of those that are merged into it where it is said so.
    """

    id: str
    name: str
    kind: EntityKind
    other_names: tuple[str, ...] = ()
    article: str | None = None
    merged_into: str | None = None


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A revision in a list. `reverts` is the number of the revision it takes back; `rows` how many it changed."""

    number: int
    at: datetime
    by: str
    kind: str
    reverts: int | None
    rows: int
