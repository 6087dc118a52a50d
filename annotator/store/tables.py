"""The tables of a project."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

import sqlalchemy as sa
from sqlalchemy.orm import DeclarativeBase, Mapped, declared_attr, mapped_column, relationship

from annotator.core.ids import new_id
from annotator.core.records import now

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}


class UtcTime(sa.types.TypeDecorator[datetime]):
    """A moment in UTC with microseconds; SQLite keeps no time zone, so it is put on when reading."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Refuse a moment without a time zone: which one it meant could only be guessed."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs a time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Return the moment in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


Json = sa.JSON(none_as_null=True)


class Base(DeclarativeBase):
    """The declarative base; constraint names follow one convention, so that migrations can name them."""

    metadata = sa.MetaData(naming_convention=NAMES)
    type_annotation_map: ClassVar[dict[Any, Any]] = {datetime: UtcTime(), dict[str, Any]: Json, list[Any]: Json}


class Audited:
    """A row whose changes the history records. A stale `version` is a conflict."""

    __tablename__: str
    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    version: Mapped[int] = mapped_column(nullable=False)
    created: Mapped[datetime] = mapped_column(default=now)
    updated: Mapped[datetime] = mapped_column(default=now, onupdate=now)
    by: Mapped[str | None]
    extra: Mapped[dict[str, Any]] = mapped_column(default=dict)

    @declared_attr.directive
    @classmethod
    def __mapper_args__(cls) -> dict[str, Any]:
        """Let SQLAlchemy count the versions."""
        return {"version_id_col": cls.__table__.c.version}  # type: ignore[attr-defined]


def _foreign_key(column: str) -> sa.ForeignKey:
    # Nothing cascades: what the database deletes by itself never reaches the history. Checked at the commit, so that
    # a step can be taken back whichever of its rows point at each other.
    return sa.ForeignKey(column, deferrable=True, initially="DEFERRED")


def _to(column: str, *, null: bool = False, index: bool = True) -> Mapped[Any]:
    return mapped_column(_foreign_key(column), nullable=null, index=index)


class Project(Audited, Base):
    """The one row that describes the project."""

    __tablename__ = "project"
    title: Mapped[str]
    guidelines: Mapped[str] = mapped_column(default="")


class Annotator(Audited, Base):
    """A person who annotates."""

    __tablename__ = "annotator"
    name: Mapped[str]


class Tag(Audited, Base):
    """A tag of the scheme."""

    __tablename__ = "tag"
    name: Mapped[str]
    key: Mapped[str] = mapped_column(default="")
    role: Mapped[str] = mapped_column(default="")
    light: Mapped[str]
    dark: Mapped[str]
    line: Mapped[str] = mapped_column(default="solid")
    guideline: Mapped[str] = mapped_column(default="")
    order: Mapped[int] = mapped_column(default=0)
    attributes: Mapped[list[Any]] = mapped_column(default=list)


class Article(Audited, Base):
    """An article without its text: lists read many of these rows."""

    __tablename__ = "article"
    __table_args__ = (sa.Index("ix_article_order_id", "order", "id"),)
    order: Mapped[int]
    title: Mapped[str] = mapped_column(default="")
    byline: Mapped[str] = mapped_column(default="")
    publication: Mapped[str] = mapped_column(default="")
    url: Mapped[str | None]
    published: Mapped[str] = mapped_column(default="")
    language: Mapped[str] = mapped_column(default="")
    note: Mapped[str] = mapped_column(default="")
    unusable: Mapped[bool] = mapped_column(default=False)
    source_file: Mapped[str] = mapped_column(default="")
    source_format: Mapped[str] = mapped_column(default="")
    source_encoding: Mapped[str] = mapped_column(default="")
    source_sha256: Mapped[str] = mapped_column(default="")
    replaces: Mapped[str | None] = _to("article.id", null=True)


class ArticleText(Audited, Base):
    """The text of an article; its id is the article's. Never updated."""

    __tablename__ = "article_text"
    __table_args__ = (sa.Index("ix_article_text_sha256_id", "sha256", "id"),)
    id: Mapped[str] = mapped_column(_foreign_key("article.id"), primary_key=True)
    text: Mapped[str]
    sha256: Mapped[str]
    article: Mapped[Article] = relationship()


class Collection(Audited, Base):
    """Articles gathered under a name."""

    __tablename__ = "collection"
    name: Mapped[str]


class CollectionArticle(Audited, Base):
    """An article in a collection."""

    __tablename__ = "collection_article"
    __table_args__ = (sa.Index("uq_collection_article", "collection_id", "article_id", unique=True),)
    collection_id: Mapped[str] = _to("collection.id", index=False)
    article_id: Mapped[str] = _to("article.id")
    collection: Mapped[Collection] = relationship()
    article: Mapped[Article] = relationship()


class Region(Audited, Base):
    """A part of an article with a kind."""

    __tablename__ = "region"
    article_id: Mapped[str] = _to("article.id")
    kind: Mapped[str]
    start: Mapped[int]
    end: Mapped[int]
    article: Mapped[Article] = relationship()


class Assignment(Audited, Base):
    """An article that an annotator is to annotate."""

    __tablename__ = "assignment"
    __table_args__ = (sa.Index("uq_assignment", "article_id", "annotator_id", unique=True),)
    article_id: Mapped[str] = _to("article.id", index=False)
    annotator_id: Mapped[str] = _to("annotator.id")
    article: Mapped[Article] = relationship()
    annotator: Mapped[Annotator] = relationship()


class Dismissal(Audited, Base):
    """A candidate that an annotator dismissed."""

    __tablename__ = "dismissal"
    __table_args__ = (sa.Index("uq_dismissal", "article_id", "annotator_id", "tag_id", "key", unique=True),)
    article_id: Mapped[str] = _to("article.id", index=False)
    annotator_id: Mapped[str] = _to("annotator.id")
    tag_id: Mapped[str] = _to("tag.id")
    segments: Mapped[list[Any]]
    key: Mapped[str]
    article: Mapped[Article] = relationship()
    annotator: Mapped[Annotator] = relationship()
    tag: Mapped[Tag] = relationship()


class Layer(Audited, Base):
    """All spans of one annotator on one article, or the article's final layer."""

    __tablename__ = "layer"
    __table_args__ = (
        sa.Index("uq_layer_annotator", "article_id", "annotator_id", unique=True),
        sa.Index("uq_layer_final", "article_id", unique=True, sqlite_where=sa.text("kind = 'final'"),
                 postgresql_where=sa.text("kind = 'final'")),
        sa.CheckConstraint("(kind = 'final') = (annotator_id IS NULL)", name="kind"),
    )  # fmt: skip
    article_id: Mapped[str] = _to("article.id", index=False)
    annotator_id: Mapped[str | None] = _to("annotator.id", null=True)
    kind: Mapped[str] = mapped_column(default="annotator")
    status: Mapped[str] = mapped_column(default="in progress")
    article: Mapped[Article] = relationship()
    annotator: Mapped[Annotator | None] = relationship()


class Span(Audited, Base):
    """One annotation. `key` is the canonical form of its segments: identical spans are refused by the index on it."""

    __tablename__ = "span"
    __table_args__ = (
        sa.Index("uq_span", "layer_id", "tag_id", "key", unique=True),
        sa.Index("ix_span_layer_id_start", "layer_id", "start"),
    )
    layer_id: Mapped[str] = _to("layer.id", index=False)
    tag_id: Mapped[str] = _to("tag.id")
    segments: Mapped[list[Any]]
    start: Mapped[int]
    end: Mapped[int]
    key: Mapped[str]
    attributes: Mapped[dict[str, Any]] = mapped_column(default=dict)
    note: Mapped[str] = mapped_column(default="")
    unsure: Mapped[bool] = mapped_column(default=False)
    origin: Mapped[dict[str, Any] | None]
    layer: Mapped[Layer] = relationship()
    tag: Mapped[Tag] = relationship()


class Entity(Audited, Base):
    """Who or what spans are linked to."""

    __tablename__ = "entity"
    name: Mapped[str] = mapped_column(index=True)
    kind: Mapped[str] = mapped_column(default="person")
    aliases: Mapped[list[Any]] = mapped_column(default=list)
    uri: Mapped[str | None]
    note: Mapped[str] = mapped_column(default="")
    article_id: Mapped[str | None] = _to("article.id", null=True)
    reason: Mapped[str] = mapped_column(default="")
    merged_into: Mapped[str | None] = _to("entity.id", null=True)
    article: Mapped[Article | None] = relationship()


class Link(Audited, Base):
    """Span → entity, with a role."""

    __tablename__ = "link"
    span_id: Mapped[str] = _to("span.id")
    entity_id: Mapped[str] = _to("entity.id")
    role: Mapped[str]
    order: Mapped[int] = mapped_column(default=0)
    mention: Mapped[list[Any] | None]
    cue: Mapped[list[Any] | None]
    span: Mapped[Span] = relationship()
    entity: Mapped[Entity] = relationship()


class Relation(Audited, Base):
    """Span → span."""

    __tablename__ = "relation"
    kind: Mapped[str]
    source_id: Mapped[str] = _to("span.id")
    target_id: Mapped[str] = _to("span.id")
    source: Mapped[Span] = relationship(foreign_keys="Relation.source_id")
    target: Mapped[Span] = relationship(foreign_keys="Relation.target_id")


class Decision(Audited, Base):
    """A reviewer's verdict on a span; `span_version` is the version of the span that the reviewer saw."""

    __tablename__ = "decision"
    __table_args__ = (sa.Index("uq_decision", "span_id", "reviewer_id", unique=True),)
    span_id: Mapped[str] = _to("span.id", index=False)
    reviewer_id: Mapped[str] = _to("annotator.id")
    verdict: Mapped[str]
    at: Mapped[datetime] = mapped_column(default=now)
    span_version: Mapped[int]
    span: Mapped[Span] = relationship()
    reviewer: Mapped[Annotator] = relationship()


class Comment(Audited, Base):
    """A remark on a span."""

    __tablename__ = "comment"
    span_id: Mapped[str] = _to("span.id")
    author_id: Mapped[str] = _to("annotator.id")
    text: Mapped[str]
    at: Mapped[datetime] = mapped_column(default=now)
    answers: Mapped[str | None] = _to("comment.id", null=True)
    span: Mapped[Span] = relationship()
    author: Mapped[Annotator] = relationship()


class Tombstone(Base):
    """A row that was deleted: exports list it, so that merging does not bring it back. Kept by the history."""

    __tablename__ = "tombstone"
    id: Mapped[str] = mapped_column(primary_key=True)
    at: Mapped[datetime]


class Revision(Base):
    """One undoable step. One that reverts another and changes nothing is a step that was skipped."""

    __tablename__ = "revision"
    __table_args__ = (sa.Index("ix_revision_by_id", "by", "id"), {"sqlite_autoincrement": True})
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    at: Mapped[datetime] = mapped_column(default=now)
    by: Mapped[str]
    kind: Mapped[str]
    reverts: Mapped[int | None] = mapped_column(sa.ForeignKey("revision.id"))


class Change(Base):
    """What stood in one row before one revision: None where the row was new."""

    __tablename__ = "change"
    __table_args__ = (sa.Index("ix_change_key_revision_id", "key", "revision_id"),)
    revision_id: Mapped[int] = mapped_column(sa.ForeignKey("revision.id"), primary_key=True)
    table_name: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    before: Mapped[dict[str, Any] | None]


class SearchArticle(Base):
    """An article whose words are in the search index, under a number; of one that is gone the row may stay.

    The words are in a table that each database has in its own way; see `store.search.words`.
    """

    __tablename__ = "search_article"
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    article_id: Mapped[str] = mapped_column(index=True, unique=True)
    sha256: Mapped[str]


class SearchState(Base):
    """The one row that says up to where in the history the search index knows the texts."""

    __tablename__ = "search_state"
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    revisions: Mapped[int]
    last: Mapped[int]


CLASSES: dict[str, type[Audited]] = {
    mapper.class_.__tablename__: mapper.class_
    for mapper in sorted(Base.registry.mappers, key=lambda mapper: str(mapper.class_.__tablename__))
    if issubclass(mapper.class_, Audited)
}
"""The mapped classes of the tables that the history records."""

AUDITED: dict[str, sa.Table] = {name: Base.metadata.tables[name] for name in CLASSES}
"""The tables that the history records."""

ORDER: dict[str, int] = {table.name: place for place, table in enumerate(Base.metadata.sorted_tables)}
"""Parents before children: the order of insertion; deletion goes the other way."""
