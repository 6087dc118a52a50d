"""Writers of annotated JSON: one object with an article a line, or a header line and then an article a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, Any, TypeVar

import orjson

from annotator.core.records import Annotator, Article, Collection, Deleted, Entity, ProjectInfo, Relation
from annotator.core.scheme import Tag
from annotator.formats.annotated_json import keys
from annotator.formats.annotated_json.encode import (
    Object,
    encode_annotator,
    encode_article,
    encode_collection,
    encode_deleted,
    encode_entity,
    encode_relation,
    encode_tag,
    with_extra,
)
from annotator.formats.interface import Progress, Record, WriteOptions

T = TypeVar("T")


class _Sections:
    """Sorts a stream of records into the parts of a file as they come, looking one record ahead."""

    def __init__(self, records: Iterable[Record], progress: Progress) -> None:
        self._records = iter(records)
        self._next = next(self._records, None)
        self._progress = progress
        self._done = 0

    def take(self, kind: type[T]) -> Iterator[T]:
        """Yield the records of one kind that come next."""
        while isinstance(self._next, kind):
            yield self._next
            self._next = next(self._records, None)

    def articles(self) -> Iterator[bytes]:
        """Yield the articles that come next as JSON, each on one line."""
        for article in self.take(Article):
            self._done += 1
            self._progress(self._done, 0, article.title)
            yield orjson.dumps(encode_article(article))

    def head(self, options: WriteOptions) -> tuple[Object, Object]:
        """Return what comes before the articles, and the top-level keys that are not known."""
        (project,) = self.take(ProjectInfo)
        scheme = {"guidelines": project.guidelines, "tags": [encode_tag(tag) for tag in self.take(Tag)]}
        about = {"id": project.id, "title": project.title}
        head = {
            "format": keys.FORMAT,
            "generator": options.generator,
            "offsets": keys.OFFSETS,
            "project": with_extra(about, project.extra.get("project", {})),
            "scheme": with_extra(scheme, project.extra.get("scheme", {})),
            "annotators": [encode_annotator(one) for one in self.take(Annotator)],
            "entities": [encode_entity(one) for one in self.take(Entity)],
        }
        collections = [encode_collection(one) for one in self.take(Collection)]
        if collections:
            head["collections"] = collections
        return head, with_extra({}, {k: v for k, v in project.extra.get("file", {}).items() if k not in keys.FILE})

    def relations(self) -> Iterator[bytes]:
        """Yield the relations that come next as JSON."""
        return (orjson.dumps(encode_relation(one)) for one in self.take(Relation))

    def deleted(self) -> Iterator[bytes]:
        """Yield the deleted rows that come next as JSON."""
        return (orjson.dumps(encode_deleted(one)) for one in self.take(Deleted))

    def finish(self) -> None:
        """Refuse records that came too late to stand in the file."""
        if self._next is not None:
            raise ValueError(f"a {type(self._next).__name__} came out of its order")


class JsonWriter:
    """Writes a project as one JSON object, with each article on a line of its own.

    Lists inside a record are put into their total order here; the records come in theirs. Annotators that nothing
    refers to, and rows that refer to what is left out, are for the caller to leave out.
    """

    name = "json"
    title = "Annotated JSON"
    suffix = ".json"
    losses: tuple[str, ...] = ()

    def write(self, records: Iterable[Record], target: IO[bytes], options: WriteOptions, progress: Progress) -> None:
        """Write the records as they come; only what stands before the articles is held. Raises OSError."""
        sections = _Sections(records, progress)
        head, unknown = sections.head(options)
        target.write(b"{")
        for key, value in head.items():
            target.write(_member(key) + (_lines(value) if isinstance(value, list) else orjson.dumps(value)) + b",\n")
        for key, pieces in _after_head(sections):
            target.write((b",\n" if key != "articles" else b"") + _member(key))
            _write_list(target, pieces)
        for key, value in unknown.items():
            target.write(b",\n" + _member(key) + orjson.dumps(value))
        target.write(b"}\n")
        sections.finish()


class JsonLinesWriter:
    """Writes a project as lines: a header, each article, and last, where there are any, relations and deleted rows."""

    name = "jsonl"
    title = "Annotated JSON Lines, for large projects"
    suffix = ".jsonl"
    losses: tuple[str, ...] = ()

    def write(self, records: Iterable[Record], target: IO[bytes], options: WriteOptions, progress: Progress) -> None:
        """Write the records as they come; only the header is held. Raises OSError."""
        sections = _Sections(records, progress)
        head, unknown = sections.head(options)
        target.write(orjson.dumps(head | unknown) + b"\n")
        for article in sections.articles():
            target.write(article + b"\n")
        relations, deleted = list(sections.relations()), list(sections.deleted())
        if relations or deleted:
            line = b'{"relations":[' + b",".join(relations) + b'],"deleted":[' + b",".join(deleted) + b"]}\n"
            target.write(line)
        sections.finish()


def _after_head(sections: _Sections) -> Iterator[tuple[str, Iterator[bytes]]]:
    yield "articles", sections.articles()
    yield "relations", sections.relations()
    yield "deleted", sections.deleted()


def _member(key: str) -> bytes:
    return orjson.dumps(key) + b": "


def _lines(values: list[Any]) -> bytes:
    return b"[\n" + b",\n".join(map(orjson.dumps, values)) + b"\n]" if values else b"[]"


def _write_list(target: IO[bytes], pieces: Iterator[bytes]) -> None:
    before = b"[\n"
    for piece in pieces:
        target.write(before + piece)
        before = b",\n"
    target.write(b"[]" if before == b"[\n" else b"\n]")
