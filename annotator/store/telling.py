"""Telling, in what goes out, which changes its rows have been through: whoever merges it goes by that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

from sqlalchemy.orm import Session

from annotator.core.merging import Changes
from annotator.core.records import (
    Annotator,
    Article,
    Collection,
    Comment,
    Entity,
    Layer,
    Link,
    ProjectInfo,
    Region,
    Relation,
    Span,
)
from annotator.core.scheme import Tag
from annotator.store import lineage
from annotator.store.assemble import BATCH
from annotator.store.history import chunks
from annotator.store.intake import layer_id

_Simple: TypeAlias = ProjectInfo | Tag | Annotator | Entity | Collection | Relation
_Inner: TypeAlias = Region | Link | Comment
_Ask: TypeAlias = Callable[[str, Sequence[str]], dict[str, Changes]]

T = TypeVar("T", bound=_Simple)
U = TypeVar("U", bound=_Inner)

_TABLES = (
    "project", "tag", "annotator", "entity", "collection", "article", "region", "layer", "span", "link", "comment",
    "relation",
)  # fmt: skip


class Telling:
    """Adds to records what their rows have been through; those that are as they were made stay as they are."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._tables = frozenset(table for table in _TABLES if lineage.may_tell(session, table))

    def __call__(self, table: str, records: Iterable[T]) -> Iterator[T]:
        """Yield records of one table that hold no others."""
        if table not in self._tables:
            yield from records
            return
        for batch in chunks(records):
            changes = self._changes(table, [one.id for one in batch])
            for one in batch:
                if one.id in changes:
                    one = replace(one, extra=lineage.with_changes(table, one.extra, changes[one.id]))
                yield one

    def articles(self, articles: Iterator[Article]) -> Iterator[Article]:
        """Yield articles with all that belongs to them."""
        if self._tables.isdisjoint({"article", "region", "layer", "span", "link", "comment"}):
            yield from articles
            return
        for batch in chunks(articles, BATCH):
            yield from map(_Batch(self._changes, batch).article, batch)

    def _changes(self, table: str, keys: Sequence[str]) -> dict[str, Changes]:
        if table not in self._tables:
            return {}
        return lineage.changes(self._session, table, keys)


class _Batch:
    """What some articles and all that belongs to them have been through."""

    def __init__(self, changes: _Ask, articles: Sequence[Article]) -> None:
        layers = [(article, layer) for article in articles for layer in article.layers]
        spans = [span for _article, layer in layers for span in layer.spans]
        self._articles = changes("article", [article.id for article in articles])
        self._layers = changes("layer", [layer_id(article.id, layer.annotator) for article, layer in layers])
        self._spans = changes("span", [span.id for span in spans])
        self._inner = {
            **changes("region", [region.id for article in articles for region in article.regions]),
            **changes("link", [link.id for span in spans for link in span.links]),
            **changes("comment", [comment.id for span in spans for comment in span.comments]),
        }

    def article(self, article: Article) -> Article:
        """Return an article that tells its changes."""
        regions = tuple(map(self._told, article.regions))
        article = replace(
            article, regions=regions, layers=tuple(self._layer(article.id, layer) for layer in article.layers)
        )
        if article.id in self._articles:
            extra = lineage.with_changes("article", article.extra, self._articles[article.id])
            return replace(article, extra=extra)
        return article

    def _layer(self, article: str, layer: Layer) -> Layer:
        key = layer_id(article, layer.annotator)
        layer = replace(layer, spans=tuple(map(self._span, layer.spans)))
        if key in self._layers:
            return replace(layer, extra=lineage.with_changes("layer", layer.extra, self._layers[key]))
        return layer

    def _span(self, span: Span) -> Span:
        if self._inner:
            span = replace(
                span, links=tuple(map(self._told, span.links)), comments=tuple(map(self._told, span.comments))
            )
        if span.id in self._spans:
            return replace(span, extra=lineage.with_changes("span", span.extra, self._spans[span.id]))
        return span

    def _told(self, one: U) -> U:
        if one.id in self._inner:
            return replace(one, extra=lineage.with_changes("", one.extra, self._inner[one.id]))
        return one
