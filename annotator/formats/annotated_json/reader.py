"""Readers of annotated JSON, with memory that does not grow with the number of articles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO, Any

import orjson

from annotator.core.errors import InputError
from annotator.formats.annotated_json.decode import decode_article, decode_deleted, decode_relation
from annotator.formats.annotated_json.decode_head import WRONG_FORMAT, Head, check_format, decode_head
from annotator.formats.annotated_json.fields import Object, Problem, object_of
from annotator.formats.annotated_json.known import Known
from annotator.formats.annotated_json.parse import LARGEST, Parsed, Scanner, defect, loads
from annotator.formats.files import open_source
from annotator.formats.interface import Failure, Progress, ReadOptions, Record, Source, Warn
from annotator.formats.streams import replaced_warning

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_OURS = re.compile(rb'\{.*"format"\s*:\s*"annotator/', re.DOTALL)
_SOME_JSON = 0.1
_EITHER = 0.9


class JsonReader:
    """Reads annotated JSON that is one object, its keys in any order.

    The file is read twice: first all but its articles, which may stand anywhere in it, then the articles one by one.
    What is wrong with the JSON itself, or before the articles, ends the reading before anything was yielded; what is
    wrong in one article, relation or deleted row is a `Failure`. References to articles, and to spans of relations, go
    across the stream: whoever takes it in checks them, and that no id stands in two articles.
    """

    name = "json"
    title = "Annotated JSON"
    suffixes: tuple[str, ...] = (".json",)

    def sniff(self, head: bytes) -> float:
        """Return how sure it is: certain of our own objects, a little of any JSON, to say what it lacks."""
        return _sniff(head, lines=False)

    def read(self, source: Source, _options: ReadOptions, progress: Progress) -> Iterator[Record]:
        """Yield the head, the articles, relations and deleted rows. Raises InputError."""
        rest = _Warner(source.name)
        outline = self._outline(source, progress, rest)
        head, known = _head(outline, source.name)
        yield from _of_head(head)
        yield from rest.replaced()
        with open_source(source) as stream:
            scanner = Scanner(stream, source.name)
            for key in scanner.members():
                if key != "articles":
                    scanner.value()
                    continue
                for index, parsed in enumerate(scanner.elements()):
                    progress(scanner.position, source.size, source.name)
                    yield from _article(parsed, known, source.name, f"articles[{index}]", index + 1)
                    yield from rest.unkept(known)
        yield from _last(outline, known, source.name)
        yield from rest.unkept(known)

    def _outline(self, source: Source, progress: Progress, rest: _Warner) -> Object:
        """Return the top-level object without its articles."""
        outline: Object = {}
        with open_source(source) as stream:
            scanner = Scanner(stream, source.name)
            if scanner.peek() != b"{":
                raise InputError(source.name, WRONG_FORMAT if scanner.peek() == b"[" else "is not JSON")
            for key in scanner.members():
                if key != "articles":
                    outline[key] = rest.counted(scanner.value())
                    continue
                for _ in scanner.elements():
                    progress(scanner.position, 0, source.name)
        return outline


class JsonLinesReader:
    """Reads annotated JSON Lines: a header, then an article a line; relations and deleted rows on a line without text.

    A line that is no JSON or no article is a `Failure` with its number, and the others are read.
    """

    name = "jsonl"
    title = "Annotated JSON Lines"
    suffixes: tuple[str, ...] = (".jsonl", ".ndjson")

    def sniff(self, head: bytes) -> float:
        """Return how sure it is: certain of our own header, a little of any JSON, to say what it lacks."""
        return _sniff(head, lines=True)

    def read(self, source: Source, _options: ReadOptions, progress: Progress) -> Iterator[Record]:
        """Yield the head, the articles, relations and deleted rows. Raises InputError where the header is wrong."""
        rest = _Warner(source.name)
        with open_source(source) as stream:
            lines = lines_of(stream, source.name)
            number, raw = next(lines, (1, b""))
            header = _header(raw, source.name, number)
            head, known = _head(rest.counted(header), source.name, f"line {number}")
            yield from _of_head(head)
            yield from rest.replaced()
            yield from _last(header.value, known, source.name, f"line {number}: ")
            yield from rest.unkept(known)
            done = 0
            articles = 0
            for number, raw in lines:
                done += len(raw)
                progress(done, source.size, source.name)
                place = f"line {number}"
                try:
                    parsed = loads(raw)
                except orjson.JSONDecodeError as error:
                    offset, reason = defect(raw, error)
                    yield Failure(InputError(source.name, reason, f"{place}, byte {offset}"))
                    continue
                if _is_trailer(parsed.value):
                    yield from _last(rest.counted(parsed), known, source.name, f"{place}: ")
                    yield from rest.replaced()
                else:
                    articles += 1
                    yield from _article(parsed, known, source.name, place, articles)
                yield from rest.unkept(known)


class _Warner:
    """Says once what a file holds that is not kept."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._replaced = 0
        self._said: set[str] = set()

    def counted(self, parsed: Parsed) -> Any:
        """Return the value, having counted the characters that were replaced in it."""
        self._replaced += parsed.replaced
        return parsed.value

    def replaced(self) -> Iterator[Warn]:
        """Yield a warning of the characters that were counted."""
        yield from replaced_warning(self._file, self._replaced)
        self._replaced = 0

    def unkept(self, known: Known) -> Iterator[Warn]:
        """Yield a warning for each key that no record has a place for."""
        if known.unkept:
            for key in sorted(known.unkept - self._said):
                yield Warn(self._file, f"the unknown key {key} is not kept")
            self._said |= known.unkept
            known.unkept.clear()


def _sniff(head: bytes, lines: bool) -> float:
    """Return how likely it is that the input is one of ours, with the object in lines, or as one."""
    head = head.removeprefix(_BYTE_ORDER_MARK).lstrip()
    if not _OURS.match(head):
        return _SOME_JSON if head[:1] in (b"{", b"[") else 0.0
    first, newline, _ = head.partition(b"\n")
    try:
        is_header = "articles" not in orjson.loads(first)
    except orjson.JSONDecodeError:
        if not newline:
            return _EITHER
        is_header = False
    return float(is_header == lines)


def lines_of(stream: IO[bytes], file: str) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not blank, with their numbers. Raises InputError for one longer than `LARGEST`."""
    number = 0
    while line := stream.readline(LARGEST + 1):
        number += 1
        if len(line) > LARGEST:
            raise InputError(file, f"is longer than {LARGEST >> 20} MB", f"line {number}")
        if number == 1:
            line = line.removeprefix(_BYTE_ORDER_MARK)
        if line.strip():
            yield number, line


def _header(raw: bytes, file: str, number: int) -> Parsed:
    try:
        header = loads(raw)
        check_format(object_of(header.value).get("format"))
        if "articles" in header.value:
            raise Problem("holds its articles in one object: it is annotated JSON, not JSON Lines")
    except orjson.JSONDecodeError as error:
        if raw.lstrip()[:1] != b"{":
            raise InputError(file, "is not JSON Lines") from error
        offset, reason = defect(raw, error)
        raise InputError(file, reason, f"line {number}, byte {offset}") from error
    except Problem as problem:
        raise InputError(file, problem.reason) from None
    return header


def _head(raw: Object, file: str, place: str = "") -> tuple[Head, Known]:
    try:
        return decode_head(raw)
    except Problem as problem:
        raise _error(problem, file, f"{place}: " if place and problem.place else place) from None


def _error(problem: Problem, file: str, place: str) -> InputError:
    return InputError(file, problem.reason, f"{place}{problem.place}")


def _of_head(head: Head) -> Iterator[Record]:
    yield head.project
    yield from head.tags
    yield from head.annotators
    yield from head.entities
    yield from head.collections


def _article(parsed: Parsed, known: Known, file: str, place: str, order: int) -> Iterator[Record]:
    try:
        article = decode_article(parsed.value, known, order, parsed.replaced)
    except Problem as problem:
        separator = ": " if place.startswith("line") else "."
        yield Failure(_error(problem, file, place + separator if problem.place else place))
        return
    yield from replaced_warning(file, parsed.replaced, place)
    if "\r" in parsed.value["text"]:
        yield Warn(file, r"line ends \r became \n", place)
    yield article


def _is_trailer(value: Any) -> bool:
    return isinstance(value, dict) and "text" not in value and not value.keys().isdisjoint({"relations", "deleted"})


def _last(raw: Object, known: Known, file: str, place: str = "") -> Iterator[Record]:
    """Yield the relations and deleted rows of an object."""
    for key, decode in (("relations", decode_relation), ("deleted", decode_deleted)):
        values = raw.get(key) or []
        if not isinstance(values, list):
            yield Failure(InputError(file, "a list is expected", place + key))
            continue
        for index, value in enumerate(values):
            try:
                yield decode(value, known)
            except Problem as problem:
                yield Failure(_error(problem.within(f"{key}[{index}]"), file, place))
