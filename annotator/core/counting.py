"""What is counted about spans, and what the figures are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from annotator.core.records import Annotator

CountedBy: TypeAlias = Literal["annotator", "publication", "entity", "minute"]


@dataclass(frozen=True, slots=True)
class SpansOf:
    """Which spans: of usable articles, in the annotators' layers, or in the final ones. None: no condition.

    `made` is a half-open stretch of time, `unlinked`: those without a link, `articles` and the others are ids but for
    the name of the publication.
    """

    annotator: str | None = None
    final: bool = False
    tag: str | None = None
    publication: str | None = None
    entity: str | None = None
    unlinked: bool = False
    made: tuple[datetime, datetime] | None = None
    articles: Sequence[str] | None = None


@dataclass(frozen=True, slots=True)
class SpanCount:
    """A number of spans of one tag; `key` is the id or name that they were counted by, None where there is none."""

    key: str | None
    tag: str
    spans: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A span with where it stands: the article's id and title, whose layer (None: the final one), and its words."""

    span: str
    tag: str
    article: str
    title: str
    annotator: str | None
    words: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one annotator is, or the final layers are (`annotator` is None).

    The numbers are of usable articles: `assigned` to the annotator, with a layer `in_progress`, `done`, and `new`: not
    begun, of those that are assigned, where any are, else of all. `spans` are those in their layers.
    """

    annotator: Annotator | None
    assigned: int
    new: int
    in_progress: int
    done: int
    spans: int


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a plot: what it is for, its parts by tag, and the spans behind it. `parts` are numbers of spans."""

    name: str
    parts: tuple[tuple[str, int], ...]
    which: SpansOf

    @property
    def total(self) -> int:
        """The number of all its spans."""
        return sum(number for _tag, number in self.parts)
