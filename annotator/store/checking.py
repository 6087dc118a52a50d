"""Whether a project is whole: the database itself, and every offset against its text."""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa

from annotator.core import segments as rules
from annotator.core.records import Article, Layer, Span
from annotator.core.text import sha256
from annotator.store import assemble, entities
from annotator.store.project import Project
from annotator.store.tables import AUDITED, Base


def problems(project: Project) -> Iterator[str]:
    """Yield a sentence for each thing that is wrong with a project."""
    with project.read() as session:
        connection = session.connection()
        if project.engine.dialect.name == "sqlite":
            damage = [message for (message,) in connection.exec_driver_sql("PRAGMA integrity_check") if message != "ok"]
            if damage:
                yield from (f"The database is damaged: {' '.join(message.split())}." for message in damage)
                return  # whatever else could be read from it is not to be trusted
            for table, row, parent, _number in connection.exec_driver_sql("PRAGMA foreign_key_check"):
                yield f"Row {row} of {table} points at a row of {parent} that is not there."
        projects = connection.scalar(sa.select(sa.func.count()).select_from(AUDITED["project"]))
        if projects != 1:
            yield f"The project describes itself {projects} times, not once."
        tables, seen = AUDITED["article_text"], AUDITED["article"]
        missing = (
            sa.select(seen.c.id, seen.c.title).outerjoin(tables, tables.c.id == seen.c.id).where(tables.c.id.is_(None))
        )
        for key, title in connection.execute(missing):
            yield f"Article “{title}” ({key}) has no text."
        digests = {row.id: row.sha256 for row in connection.execute(sa.select(tables.c.id, tables.c.sha256))}
        for article in assemble.articles(session, session.scalars(sa.select(seen.c.id).order_by(seen.c.order))):
            if article.id in digests and digests[article.id] != sha256(article.text):
                yield f"The text of “{article.title}” ({article.id}) is not the one that was imported."
            yield from _article(article)
        yield from _graves(connection)
        if (name := entities.in_circle(session)) is not None:
            yield f"Entity “{name}” is, by way of others, merged into itself."


def _article(article: Article) -> Iterator[str]:
    length = len(article.text)
    for region in article.regions:
        if not 0 <= region.start < region.end <= length:
            yield f"Region {region.id} of “{article.title}” ({region.start}–{region.end}) lies outside the text."
    for layer in article.layers:
        for span in layer.spans:
            yield from _span(article, layer, span)


def _span(article: Article, layer: Layer, span: Span) -> Iterator[str]:
    where = f"Span {span.id} of {layer.annotator or 'the final layer'} in “{article.title}”"
    wrong = rules.problem(span.segments, len(article.text))
    if wrong:
        yield f"{where}: {wrong}."
    for link in span.links:
        for name, part in (("mention", link.mention), ("cue", link.cue)):
            if part is not None and not 0 <= part.start < part.end <= len(article.text):
                yield f"{where}: the {name} of a link ({part.start}–{part.end}) lies outside the text."


def _graves(connection: sa.Connection) -> Iterator[str]:
    grave = Base.metadata.tables["tombstone"]
    for name, table in AUDITED.items():
        if name == "article_text":
            continue
        for key in connection.scalars(sa.select(grave.c.id).join(table, table.c.id == grave.c.id)):
            yield f"Row {key} of {name} is there, and listed as deleted too."
