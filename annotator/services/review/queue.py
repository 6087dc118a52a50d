"""What a reviewer has before them: the spans of several layers of an article, matched, each with what they decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from annotator.analysis.differences import DifferenceKind, Group, groups
from annotator.analysis.same_entities import SameEntities, same_entities
from annotator.core.records import Article, Decision, Entity, Layer, LayerStatus, Span
from annotator.services.review import deciding, final_layer
from annotator.store import queries
from annotator.store import reviewing as rows
from annotator.store.entities import read_as
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

    @property
    def agreed(self) -> list[Item]:
        """The items that wait and on which the layers agree, but where somebody changed the copy by hand.

        Those of the latter kind are for a person to look at.
        """
        final = _spans(self.article.layers, FINAL)
        edited = {(one.origin or {}).get("span") for one in final if final_layer.is_edited(one.origin)}
        waiting = (item for item in self.items if item.is_agreed and item.state != "decided")
        return [item for item in waiting if edited.isdisjoint(span.id for span in item.spans.values())]


def articles_with(project: Project, layers: Sequence[str]) -> list[str]:
    """Return the articles that have one of the layers, in the project's order."""
    with project.read() as session:
        return rows.articles_with(session, [_annotator(key) for key in layers])


def layers_with(project: Project, article: str, span: str) -> list[str]:
    """Return the layers in which a span of an article is seen: its own, after the acting annotator's if there is one.

    Empty where the article does not have the span.
    """
    me = project.acting.id if project.acting else None
    layers = queries.article(project, article).layers
    held = [_key(one) for one in layers if any(held.id == span for held in one.spans)]
    mine = [key for key in map(_key, layers) if key == me and key not in held]
    return [*mine, *held] if held else []


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
    with project.read() as session:
        entities = read_as(session, links)
    same = same_entities(entities)
    me = project.acting.id if project.acting else None
    items = tuple(
        Item(group.spans, _kinds(group, tuple(held)), group.missing, _state(group.spans, me))
        for group in groups(held, same)
    )
    final = next((layer for layer in found.layers if layer.kind == "final"), None)
    return Review(found, tuple(held), items, entities, same, final.status if final else "new")


def accept_agreed(project: Project, review: Review) -> int:
    """Accept all open items that the layers agree on into the final layer, as one step. Returns how many.

    Which these are says `Review.agreed`. Raises as `reviewing.decide` does.
    """
    agreed = review.agreed
    if agreed:
        deciding.decide(project, [span for item in agreed for span in item.spans.values()])
    return len(agreed)


def decision(span: Span, by: str | None) -> Decision | None:
    """Return what somebody decided on a span, if they did."""
    return next((one for one in span.decisions if one.by == by), None)


def _annotator(key: str) -> str | None:
    return None if key == FINAL else key


def _spans(layers: Sequence[Layer], key: str) -> tuple[Span, ...]:
    return next((one.spans for one in layers if _key(one) == key), ())


def _key(layer: Layer) -> str:
    return FINAL if layer.kind == "final" else layer.annotator or ""


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
