"""What the lists of entities ask for, and the rows that they show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from annotator.core.records import Entity, EntityKind
from annotator.core.segments import Segments, excerpt

EntitySort: TypeAlias = str
"""What entities are sorted by: "name", "kind", "aliases", "spans", "articles", or "tag:" with a tag's id."""


@dataclass(frozen=True, slots=True)
class EntityQuery:
    """Which entities, and in which order: those of a kind (None: all) with a name that holds `text`.

    Case, accents and the shapes of marks and dashes make no difference.
    """

    text: str = ""
    kind: EntityKind | None = None
    sort: EntitySort = "name"
    descending: bool = False


@dataclass(frozen=True, slots=True)
class ListedEntity:
    """An entity with all that is merged into it: its other names, and how much is linked to any of them.

    `spans` counts each span once, however many links it has, and so does `tags`, by the tag's id, where tags that no
    span has are left out.
    """

    entity: Entity
    other_names: tuple[str, ...] = ()
    spans: int = 0
    tags: Mapping[str, int] = field(default_factory=dict)
    articles: int = 0


@dataclass(frozen=True, slots=True)
class SpanInContext:
    """A span that is linked to an entity, with the text round it.

    `context` is a part of the article's text, which `goes_on` after it, and `marked` are the segments of the span as
    they stand in it, cut where it ends. `roles` are what the entity is to the span; `own` tells whether the acting
    annotator can change it.
    """

    span: str
    tag: str
    article: str
    title: str
    annotator: str | None
    roles: tuple[str, ...]
    context: str
    goes_on: bool
    marked: Segments
    done: bool
    own: bool

    @property
    def words(self) -> str:
        """What the span says, as far as it stands in the context."""
        return excerpt(self.context, self.marked)


@dataclass(frozen=True, slots=True)
class SharedName:
    """A name that another entity has as well."""

    name: str
    other: Entity
