"""The spans of a review as the article view shows them: the first layer below the line, the others above."""

from __future__ import annotations

from collections.abc import Iterable

from annotator.analysis.differences import SameEntity, attribute_differences, paired_links
from annotator.core.records import Entity, Span
from annotator.core.segments import excerpt
from annotator.services.review.queue import Item, Review
from annotator.ui.article_view import ViewSpan
from annotator.ui.project import OpenProject
from annotator.ui.review.naming import mark_of


def entity_of(project: OpenProject, review: Review, span: Span) -> Entity | None:
    """Return "the" entity of a span: the first in its tag's own role, else the first."""
    tag = project.tag(span.tag)
    own = [link for link in span.links if tag and link.role == tag.role] or list(span.links)
    return review.entities.get(own[0].entity) if own else None


def view_spans(project: OpenProject, review: Review, below: str | None) -> list[ViewSpan]:
    """Return all spans of a review with their marks; `below` is the layer below the line."""
    return [
        _view_span(project, review, item, span, above=layer != below)
        for item in review.items
        for layer, span in item.spans.items()
    ]


def _view_span(project: OpenProject, review: Review, item: Item, span: Span, *, above: bool) -> ViewSpan:
    entity = entity_of(project, review, span)
    name = entity.name if entity else None
    return ViewSpan(span.id, span.tag, span.segments, name, bool(span.links), above, mark_of(item))


def unlike(span: Span, others: Iterable[Span], same: SameEntity) -> frozenset[str]:
    """Return in what a span differs from any of others: "tag", "words", "attributes", "not linked", ids of links."""
    found: set[str] = set()
    for other in others:
        found.update({
            *(["tag"] if span.tag != other.tag else []),
            *(["words"] if span.segments != other.segments else []),
            *(["attributes"] if attribute_differences(span, other) else []),
            *(["not linked"] if other.links and not span.links else []),
            *(pair.first.id for pair in paired_links(span, other, same) if pair.first and not pair.second),
        })  # fmt: skip
    return frozenset(found)


def words_of(text: str, span: Span) -> str:
    """Return the words of a span on one line, an ellipsis between its segments."""
    return " ".join(excerpt(text, span.segments).split())
