"""What a reviewer has before them: the spans of several layers of an article, matched, each with what they decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from annotator.analysis.differences import DifferenceKind, Group, groups
from annotator.analysis.same_entities import SameEntities, same_entities
from annotator.core.records import Article, Decision, Entity, Layer, LayerStatus, Span
from annotator.services import reviewing
from annotator.store import queries
from annotator.store import reviewing as rows
from annotator.store.project import Project

FINAL = "final"
"""The key of the final layer; that of any other is its annotator's id."""

State: TypeAlias = Literal["open", "changed since", "decided"]


@dataclass(frozen=True, slots=True)
class Item:
    """Spans of several layers that were matched, by the layers' keys, in what they differ, and whether it is decided.

    `missing` are the layers that have none, where others have. It is decided once the reviewer decided on all its spans
    (but those of the final layer), "changed since" where one of them changed after that.
    """

    spans: Mapping[str, Span]
    kinds: frozenset[DifferenceKind]
    missing: tuple[str, ...]
    state: State

    @property
    def is_agreed(self) -> bool:
        """Tell whether all layers have the span, and all have it alike."""
        return self.kinds == {"same"} and not self.missing

    @property
    def start(self) -> int:
        """The first character of the whole."""
        return min(span.start for span in self.spans.values())


@dataclass(frozen=True, slots=True)
class Review:
    """An article with the layers that are compared, the first one below the line, and its items in the text's order.

    `entities` are those that spans are linked to, by the ids that links hold; `same` tells which of them are one.
    `status` is that of the article's final layer.
    """

    article: Article
    layers: tuple[str, ...]
    items: tuple[Item, ...]
    entities: Mapping[str, Entity]
    same: SameEntities
    status: LayerStatus

    @property
    def open(self) -> int:
        """How many items wait for a decision."""
        return sum(item.state != "decided" for item in self.items)


def articles_with(project: Project, layers: Sequence[str]) -> list[str]:
    """Return the articles that have one of the layers, in the project's order."""
    with project.read() as session:
        return rows.articles_with(session, [_annotator(key) for key in layers])


def final_statuses(project: Project) -> dict[str, LayerStatus]:
    """Return, by article, how far its final layer is; articles without one are left out."""
    with project.read() as session:
        return rows.final_statuses(session)


def waiting_articles(project: Project, layers: Sequence[str]) -> list[str]:
    """Return the articles in which one of the layers has a span that waits for the acting annotator's decision.

    In the project's order, without those that are marked as unusable; spans of the final layer wait for nothing.
    """
    with project.read() as session:
        return rows.waiting_articles(session, project.me, [key for key in layers if key != FINAL])


def review(project: Project, article: str, layers: Sequence[str]) -> Review:
    """Return an article with its layers compared, for the acting annotator to decide. Raises Refused.

    A layer that the article does not have is empty. Of one layer alone, each span is an item: "only there".
    """
    found = queries.article(project, article, layers=[*(_annotator(key) for key in layers), None])
    held = {key: _spans(found.layers, key) for key in dict.fromkeys(layers)}
    links = [link.entity for spans in held.values() for span in spans for link in span.links]
    entities = queries.entities_by_id(project, links)
    same = same_entities({**entities, **{entity.id: entity for entity in entities.values()}})
    me = project.acting.id if project.acting else None
    items = tuple(
        Item(group.spans, _kinds(group, tuple(held)), group.missing, _state(group.spans, me))
        for group in groups(held, same)
    )
    final = next((layer for layer in found.layers if layer.kind == "final"), None)
    return Review(found, tuple(held), items, entities, same, final.status if final else "new")


def accept_agreed(project: Project, review: Review) -> int:
    """Accept all open items that the layers agree on into the final layer, as one step. Returns how many.

    Raises as `reviewing.decide` does.
    """
    agreed = [item for item in review.items if item.is_agreed and item.state != "decided"]
    if agreed:
        reviewing.decide(project, [span for item in agreed for span in item.spans.values()])
    return len(agreed)


def decision(span: Span, by: str | None) -> Decision | None:
    """Return what somebody decided on a span, if they did."""
    return next((one for one in span.decisions if one.by == by), None)


def _annotator(key: str) -> str | None:
    return None if key == FINAL else key


def _spans(layers: Sequence[Layer], key: str) -> tuple[Span, ...]:
    return next((one.spans for one in layers if (FINAL if one.kind == "final" else one.annotator) == key), ())


def _kinds(group: Group, layers: Sequence[str]) -> frozenset[DifferenceKind]:
    """Return in what the spans differ; of one alone, on which side of the line it stands."""
    if len(group.spans) > 1:
        return group.kinds
    is_below = len(layers) > 1 and layers[0] in group.spans
    return frozenset(["only here" if is_below else "only there"])


def _state(spans: Mapping[str, Span], reviewer: str | None) -> State:
    made = [decision(span, reviewer) for layer, span in spans.items() if layer != FINAL]
    if any(one is None for one in made):
        return "open"
    return "changed since" if any(one is not None and one.stale for one in made) else "decided"
