"""The whole project, or a part of it, as a stream of records: the way out."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from typing import TypeAlias

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.records import Annotator, Article, Collection, Deleted, Entity, ProjectInfo, Relation
from annotator.core.scheme import Tag
from annotator.store import assemble, lineage
from annotator.store.project import Project
from annotator.store.tables import AUDITED
from annotator.store.telling import Telling

Exported: TypeAlias = ProjectInfo | Tag | Annotator | Entity | Collection | Article | Relation | Deleted


@dataclass(frozen=True, slots=True)
class Scope:
    """Which part of a project; None: all. `layers` names annotators, None among them the final layer."""

    articles: Set[str] | None = None
    layers: Set[str | None] | None = None
    tags: Set[str] | None = None

    @property
    def is_whole(self) -> bool:
        """Tell whether nothing is left out."""
        return self.articles is None and self.layers is None and self.tags is None

    def has_tag(self, tag: str) -> bool:
        """Tell whether spans with this tag belong to the part."""
        return self.tags is None or tag in self.tags


def records(project: Project, scope: Scope) -> Iterator[Exported]:
    """Yield the records in the order of files, as they were at one moment.

    Annotators that nothing refers to are left out; of a part of the project, so are the entities and relations that
    do not belong to it.
    """
    with project.read() as session:
        if project.engine.dialect.name == "postgresql":
            session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
        article = AUDITED["article"]
        keys = list(session.scalars(sa.select(article.c.id).order_by(article.c.order, article.c.id)))
        if scope.articles is not None:
            keys = [key for key in keys if key in scope.articles]
        used = _Used(session, scope, keys)
        telling = Telling(session)
        yield from telling("project", [assemble.project_info(session)])
        yield from telling("tag", assemble.tags(session))
        annotators = (one for one in assemble.annotators(session) if one.id in used.annotators)
        yield from telling("annotator", annotators)
        chosen = set(keys)
        for entity in telling("entity", assemble.entities(session)):
            if scope.is_whole or entity.id in used.entities:
                yield replace(entity, article=entity.article if entity.article in chosen else None)
        for collection in telling("collection", assemble.collections(session)):
            yield replace(collection, articles=tuple(key for key in collection.articles if key in chosen))
        for found in telling.articles(_articles(session, scope, keys)):
            yield replace(found, replaces=found.replaces if found.replaces in chosen else None)
        for relation in telling("relation", assemble.relations(session)):
            if scope.is_whole or (relation.source in used.spans and relation.target in used.spans):
                yield relation
        if scope.is_whole:
            yield from lineage.deleted(session)


def count(project: Project, scope: Scope) -> tuple[int, int, int]:
    """Return how many articles, spans, and spans without a link `records` yields, by asking the database alone."""
    article, layer, span, link = (AUDITED[name] for name in ("article", "layer", "span", "link"))
    articles = sa.select(sa.func.count()).select_from(article)
    spans = sa.select(sa.func.count()).select_from(span.join(layer, layer.c.id == span.c.layer_id))
    if scope.articles is not None:
        articles = articles.where(article.c.id.in_(scope.articles))
        spans = spans.where(layer.c.article_id.in_(scope.articles))
    if scope.layers is not None:
        named = layer.c.annotator_id.in_([key for key in scope.layers if key is not None])
        spans = spans.where(sa.or_(named, layer.c.kind == "final") if None in scope.layers else named)
    if scope.tags is not None:
        spans = spans.where(span.c.tag_id.in_(scope.tags))
    unlinked = spans.where(~sa.exists().where(link.c.span_id == span.c.id))
    with project.read() as session:
        numbers = [session.scalar(statement) or 0 for statement in (articles, spans, unlinked)]
    return numbers[0], numbers[1], numbers[2]


def _articles(session: Session, scope: Scope, keys: list[str]) -> Iterator[Article]:
    layers = None if scope.layers is None else list(scope.layers)
    for article in assemble.articles(session, keys, layers=layers):
        if layers is None and scope.tags is None:
            yield article
            continue
        yield replace(
            article,
            layers=tuple(
                replace(layer, spans=tuple(span for span in layer.spans if scope.has_tag(span.tag)))
                for layer in article.layers
            ),
            dismissed=tuple(
                one for one in article.dismissed if scope.has_tag(one.tag) and (layers is None or one.by in layers)
            ),
        )


class _Used:
    """The annotators that the exported records name, and of a part of the project its entities and spans."""

    def __init__(self, session: Session, scope: Scope, keys: list[str]) -> None:
        self.annotators: set[str] = set()
        self.entities: set[str] = set()
        self.spans: set[str] = set()
        if scope.is_whole:
            self._ask(session)
        else:
            self._walk(session, scope, keys)

    def _ask(self, session: Session) -> None:
        for table, column in (
            ("layer", "annotator_id"), ("assignment", "annotator_id"), ("dismissal", "annotator_id"),
            ("decision", "reviewer_id"), ("comment", "author_id"), ("region", "by"), ("entity", "by"),
            ("relation", "by"),
        ):  # fmt: skip
            self._name(session, AUDITED[table].c[column])
        # Whoever took a span into the final layer, also where no decision of theirs says so any more.
        self._name(session, AUDITED["span"].c.origin["by"].as_string())

    def _name(self, session: Session, who: sa.ColumnElement[str]) -> None:
        self.annotators.update(key for key in session.scalars(sa.select(who).distinct()) if key)

    def _walk(self, session: Session, scope: Scope, keys: list[str]) -> None:
        for article in _articles(session, scope, keys):
            self.annotators.update(article.assignments, (one.by for one in article.dismissed))
            self.annotators.update(one.by for one in article.regions if one.by)
            for layer in article.layers:
                self.annotators.update([layer.annotator] if layer.annotator else [])
                for span in layer.spans:
                    self.spans.add(span.id)
                    self.entities.update(link.entity for link in span.links)
                    self.annotators.update(decision.by for decision in span.decisions)
                    self.annotators.update(comment.by for comment in span.comments)
                    self.annotators.update([str(by)] if span.origin and (by := span.origin.get("by")) else [])
        everyone = {one.id: one for one in assemble.entities(session)}
        for key in list(self.entities):
            # What a linked entity was merged into belongs to it.
            while (target := everyone[key].merged_into) is not None and target not in self.entities:
                self.entities.add(target)
                key = target
        self.annotators.update(by for key in self.entities if (by := everyone[key].by))
        for relation in assemble.relations(session):
            if relation.by and relation.source in self.spans and relation.target in self.spans:
                self.annotators.add(relation.by)
