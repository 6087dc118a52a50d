"""Any JSON whose objects have a text: the answers of news services, data sets, articles that somebody collected."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from annotator.core import records
from annotator.core.errors import InputError
from annotator.formats.annotated_json import JSON_READER
from annotator.formats.annotated_json.parse import Parsed, Scanner, defect, loads
from annotator.formats.annotated_json.reader import lines_of
from annotator.formats.columns import check_fields, guess, listed, with_chosen
from annotator.formats.described import Made, article_of, skipped_warning
from annotator.formats.files import open_source
from annotator.formats.interface import Failure, Progress, ReadOptions, Record, Source, Warn
from annotator.formats.streams import checksum

NO_TEXTS = "is JSON, but neither annotated JSON (annotator/1) nor anything with texts (text, body, content …)"

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?\s*[{\[]")
_OPENING = re.compile(rb"[{\[]")
_OBJECTS = re.compile(rb'(\[\s*)?\{\s*["}]')
_SOME_JSON, _EITHER, _SURELY = 0.1, 0.4, 0.7
_FEW = 100
_MOST_KEYS = 1_000
_LONGEST_NAME = 200
_DEEPEST = 4
_NAMING = ("name", "title", "value", "text", "id")


def opens(head: bytes) -> bool:
    """Tell whether an input begins as a list or an object does."""
    return bool(_BEGINNING.match(head))


def sniff(head: bytes, *, lines: bool) -> float:
    """Return how likely an input that `opens` as JSON holds objects in lines, or as one value."""
    head = head.removeprefix(_BYTE_ORDER_MARK).lstrip()
    if not _OBJECTS.match(head):
        return _SOME_JSON
    first, *following = head.split(b"\n", 3)[:3]
    if head.startswith(b"[") or first.strip() == b"{":
        return _SOME_JSON if lines else _SURELY
    if any(map(bytes.strip, following)) and any(map(_is_object, (first, *following))):
        return _SURELY if lines else _SOME_JSON
    return _EITHER


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(orjson.loads(line), dict)
    except orjson.JSONDecodeError:
        return False


class Gatherer:
    """Makes articles of objects, and keeps count of what none was made of."""

    def __init__(self, source: Source, options: ReadOptions, name: str) -> None:
        check_fields(options.columns, source.name)
        self._options = options
        self._source = records.Source(source.name, name, "utf-8", checksum(source))
        self._unused: dict[str, None] = {}
        self.articles = self.failures = self.skipped = 0

    @property
    def only_failures(self) -> int:
        """How much could not be read, as long as nothing could."""
        return 0 if self.articles or self.skipped else self.failures

    def holds_text(self, value: object) -> bool:
        """Tell whether a value is an object with a text."""
        return isinstance(value, dict) and "text" in self._fields(value)

    def take(self, parsed: Parsed, place: str = "") -> Iterator[Record]:
        """Yield the article of an object with what there is to warn of, or a failure where it is no object."""
        if not isinstance(parsed.value, dict):
            self.failures += 1
            yield Failure(InputError(self._source.file, "is no object", place))
            return
        article, warnings = self._made(parsed, place)
        if article is None:
            self.skipped += 1
            return
        self.articles += 1
        yield from warnings
        yield article

    def last(self, what: str) -> Iterator[Record]:
        """Yield what there is to say of all together. Raises InputError where there was nothing to take."""
        if not self.articles and not self.failures:
            raise InputError(self._source.file, NO_TEXTS)
        if self._unused:
            yield Warn(self._source.file, f"keys that are not taken over: {listed(list(self._unused))}")
        yield from skipped_warning(self._source.file, self.skipped, what)

    def _made(self, parsed: Parsed, place: str) -> Made:
        mapping = self._fields(parsed.value)
        fields = {field: _flat(parsed.value[key]) for field, key in mapping.items()}
        made = article_of(fields, self._source, place, replaced=parsed.replaced, stub=self._options.stubs)
        if made.article is not None and len(self._unused) < _FEW:
            self._unused |= dict.fromkeys(parsed.value.keys() - set(mapping.values()))
        return made

    def _fields(self, value: Mapping[str, Any]) -> dict[str, str]:
        """Return the fields that an object has, each with its key; a text is never pieced together."""
        chosen = {field: key for field, key in self._options.columns.items() if not key or key in value}
        texts = tuple(key for key, one in value.items() if isinstance(one, str) and one.strip())
        others = tuple(key for key, one in value.items() if not isinstance(one, str) and _flat(one))
        text = with_chosen(guess(texts), chosen).get("text")
        rest = tuple(key for key in texts + others if key != text)
        found = {field: key for field, key in guess(rest).items() if field != "text"}
        if text is not None and isinstance(value[text], str):
            found["text"] = text
        return with_chosen(found, {field: key for field, key in chosen.items() if field != "text"})


def read_lines(source: Source, options: ReadOptions, progress: Progress) -> Iterator[Record]:
    """Yield the article of each line; a line that is no object is a failure with its number. Raises InputError."""
    gatherer = Gatherer(source, options, "jsonl")
    done = 0
    with open_source(source) as stream:
        for number, raw in lines_of(stream, source.name):
            done += len(raw)
            progress(done, source.size, source.name)
            is_json = gatherer.articles or gatherer.skipped or _OPENING.match(raw.lstrip())
            if not is_json or gatherer.only_failures >= _FEW:
                raise InputError(source.name, "is not JSON Lines", f"line {number}")
            try:
                parsed = loads(raw)
            except orjson.JSONDecodeError as error:
                offset, reason = defect(raw, error)
                gatherer.failures += 1
                yield Failure(InputError(source.name, reason, f"line {number}, byte {offset}"))
                continue
            yield from gatherer.take(parsed, f"line {number}")
    yield from gatherer.last("line")


def read_whole(source: Source, options: ReadOptions, progress: Progress) -> Iterator[Record]:
    """Yield the articles of a list of objects, of one object, or of the lists within it. Raises InputError.

    Memory does not grow with the length of a list that stands at the top or right below it.
    """
    gatherer = Gatherer(source, options, "json")
    with open_source(source) as stream:
        scanner = Scanner(stream, source.name)
        opening = scanner.peek()
        if opening not in (b"{", b"["):
            raise InputError(source.name, "is not JSON")
        if opening == b"[":
            for index, parsed in enumerate(scanner.elements()):
                progress(scanner.position, source.size, source.name)
                yield from gatherer.take(parsed, f"[{index}]")
            if scanner.peek():
                raise InputError(source.name, "more follows after the end of the list", f"byte {scanner.position}")
    if opening == b"{":
        outline = _outline(source, progress)
        if str(outline.value.get("format")).startswith("annotator/"):
            yield from JSON_READER.read(source, options, progress)
            return
        if gatherer.holds_text(outline.value):
            yield from gatherer.take(outline)
        else:
            yield from _within(source, gatherer, progress)
    yield from gatherer.last("object")


def _outline(source: Source, progress: Progress) -> Parsed:
    """Return the object that an input is, of each list in it no more than names that its first elements have."""
    outline: dict[str, Any] = {}
    replaced = 0
    with open_source(source) as stream:
        scanner = Scanner(stream, source.name)
        for key in scanner.members():
            if len(outline) == _MOST_KEYS:
                return Parsed({}, replaced)  # so many are those of a table, and no article's
            if scanner.peek() != b"[":
                value, more = scanner.value()
                # Of an object within it an article takes the name alone: a list of it is no text of its own.
                outline[key] = [_flat(value)] if isinstance(value, dict) else value
                replaced += more
                continue
            outline[key] = []
            for parsed in scanner.elements():
                progress(scanner.position, 0, source.name)
                name = _flat(parsed.value)
                if name and len(name) <= _LONGEST_NAME and len(outline[key]) < _FEW:
                    outline[key].append(name)
                    replaced += parsed.replaced
    return Parsed(outline, replaced)


def _within(source: Source, gatherer: Gatherer, progress: Progress) -> Iterator[Record]:
    """Yield the articles of the lists in an object; a list without any text is about something else."""
    with open_source(source) as stream:
        scanner = Scanner(stream, source.name)
        for key in scanner.members():
            if scanner.peek() != b"[":
                yield from _nested(scanner.value(), key, gatherer)
                continue
            holds = False
            for index, parsed in enumerate(scanner.elements()):
                progress(scanner.position, source.size, source.name)
                holds = holds or gatherer.holds_text(parsed.value)
                if holds:
                    yield from gatherer.take(parsed, f"{key}[{index}]")


def _nested(parsed: Parsed, place: str, gatherer: Gatherer, depth: int = 1) -> Iterator[Record]:
    """Yield the articles that stand in a value, however they are held. The replaced characters are told once."""
    if gatherer.holds_text(parsed.value):
        yield from gatherer.take(parsed, place)
    elif depth < _DEEPEST and isinstance(parsed.value, dict | list):
        items = parsed.value.items() if isinstance(parsed.value, dict) else enumerate(parsed.value)
        replaced = parsed.replaced
        for key, value in items:
            before = gatherer.articles
            inner = f"{place}.{key}" if isinstance(parsed.value, dict) else f"{place}[{key}]"
            yield from _nested(Parsed(value, replaced), inner, gatherer, depth + 1)
            if gatherer.articles > before:
                replaced = 0


def _flat(value: object, depth: int = 0) -> str:
    """Return a value as text: a number as it is, the name of an object, the elements of a list with commas."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or depth > 2:
        return ""
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list):
        return ", ".join(filter(None, (_flat(one, depth + 1) for one in value[:_FEW])))
    if isinstance(value, dict):
        return next(filter(None, (_flat(value[key], depth + 1) for key in _NAMING if key in value)), "")
    return ""
