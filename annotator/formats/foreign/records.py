"""What a file says that was annotated elsewhere, whatever its format: labels, not tags, and nothing of a project."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from annotator.core.records import Article
from annotator.core.segments import Segment


@dataclass(frozen=True, slots=True)
class Reference:
    """What an annotation stands for in a knowledge base: an address, and the name that it has there (or empty)."""

    uri: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class ForeignSpan:
    """A labelled part of the text. `key` names it within its layer, and in messages.

    `ranges` are in code points of the article's text, in any order; `text` is what the file says stands there, in the
    same order, None where it says nothing of it. The value of an attribute that is merely set is empty.
    """

    key: str
    label: str
    ranges: tuple[Segment, ...]
    text: str | None = None
    attributes: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    references: tuple[Reference, ...] = ()


@dataclass(frozen=True, slots=True)
class ForeignRelation:
    """Spans that a label ties together, each in a role: a relation of two of them, or an event of any number.

    `ends` are pairs of a role and a span's key. `anchor` is the key of the span that an event hangs on, as the verb of
    an utterance: a span that has no label of its own.
    """

    key: str
    label: str
    ends: tuple[tuple[str, str], ...]
    anchor: str | None = None
    attributes: Mapping[str, str] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True)
class ForeignLayer:
    """All annotations of one annotator; `file` is where messages say that they stand."""

    annotator: str
    file: str
    spans: tuple[ForeignSpan, ...] = ()
    relations: tuple[ForeignRelation, ...] = ()


@dataclass(frozen=True, slots=True)
class ForeignArticle:
    """An article without layers, and those that a file has for it."""

    article: Article
    layers: tuple[ForeignLayer, ...] = ()
