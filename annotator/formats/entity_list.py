"""Lists of entities as CSV and as JSON: name, kind, aliases and address. Source of the CSV: RFC 4180.

In a cell aliases stand between vertical bars; a bar or a backslash of their own has a backslash before it. A cell that
a spreadsheet would take for a formula has an apostrophe before it, which is taken off again when it is read.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import orjson

from annotator.core.errors import InputError
from annotator.core.records import ENTITY_KINDS, EntityKind
from annotator.core.text import one_line, snippet
from annotator.formats.annotated_json.parse import defect, loads
from annotator.formats.encodings import decode
from annotator.formats.interface import Source, Warn
from annotator.formats.streams import whole

LARGEST = 64 << 20
"""The most bytes of a list."""

COLUMNS = ("name", "kind", "aliases", "uri")

_MARK = b"\xef\xbb\xbf"
_DELIMITERS = ",;\t"
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_GUARDED = re.compile(r"'+[=+\-@\t\r]")
_ALIAS = re.compile(r"(?:[^|\\]|\\.?)+", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Line:
    """An entity of a list; `place` says where it stands. Names are on one line; the address is as it was written."""

    place: str
    name: str
    kind: EntityKind = "person"
    aliases: tuple[str, ...] = ()
    uri: str | None = None


def read(source: Source) -> Iterator[Line | Warn | InputError]:
    """Yield the entities of a list, and the reason for each that cannot be read. Raises InputError for the whole."""
    data = whole(source, LARGEST, "a list of entities").removeprefix(_MARK)
    if data.lstrip()[:1] in (b"{", b"["):
        yield from _read_json(data, source.name)
        return
    decoded = decode(data, source.name)
    if decoded.guessed:
        yield Warn(source.name, f"read as {decoded.encoding}, which is a guess; save it as UTF-8 where names look odd")
    yield from _read_csv(decoded.text.removeprefix("\ufeff"), source.name)


def write_csv(lines: Iterable[Line]) -> Iterator[bytes]:
    """Yield a list as CSV in UTF-8, with the mark by which spreadsheets know it."""
    yield _MARK
    yield _csv_row(COLUMNS)
    for line in lines:
        cells = (line.name, line.kind, "|".join(map(_escaped, line.aliases)), line.uri or "")
        yield _csv_row([f"'{cell}" if _FORMULA.match(cell) else cell for cell in cells])


def write_json(lines: Iterable[Line]) -> Iterator[bytes]:
    """Yield a list as JSON, with an entity a line."""
    before = b'{"entities": [\n'
    for line in lines:
        yield before + orjson.dumps({"name": line.name, "kind": line.kind, "aliases": line.aliases, "uri": line.uri})
        before = b",\n"
    yield b"\n]}\n" if before == b",\n" else b'{"entities": []}\n'


def _csv_row(cells: Sequence[str]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerow(cells)
    return text.getvalue().encode()


def _escaped(alias: str) -> str:
    return alias.replace("\\", "\\\\").replace("|", "\\|")


def _read_csv(text: str, file: str) -> Iterator[Line | InputError]:
    first = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    rows = _rows(text, delimiter, file)
    header = next((row for _place, row in rows if not isinstance(row, InputError) and any(row)), [])
    names = [one_line(name).casefold() for name in header]
    if "name" not in names:
        raise InputError(file, f"has no column “name”; a list of entities has the columns {', '.join(COLUMNS)}")
    twice = next((name for name in COLUMNS if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(file, f"has two columns “{twice}”")
    return _lines(rows, names, file)


def _rows(text: str, delimiter: str, file: str) -> Iterator[tuple[str, list[str] | InputError]]:
    """Yield the rows with their places; an error is the last, for nobody knows where the row after it begins."""
    csv.field_size_limit(max(csv.field_size_limit(), LARGEST))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    for number in count(1):
        place = f"row {number}"
        try:
            yield place, next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield place, InputError(file, f"cannot be read ({error})", place)
            return


def _lines(
    rows: Iterator[tuple[str, list[str] | InputError]], names: Sequence[str], file: str
) -> Iterator[Line | InputError]:
    for place, row in rows:
        if isinstance(row, InputError):
            yield row
        elif any(map(str.strip, row)):
            if any(map(str.strip, row[len(names) :])):
                yield InputError(file, f"has {len(row)} cells, and the header {len(names)}", place)
                continue
            cells = {name: _unguarded(cell) for name, cell in zip(names, row, strict=False)}
            aliases = [re.sub(r"\\(.?)", r"\1", alias) for alias in _ALIAS.findall(cells.get("aliases", ""))]
            yield _line(file, place, cells["name"], cells.get("kind"), aliases, cells.get("uri"))


def _unguarded(cell: str) -> str:
    return cell[1:] if _GUARDED.match(cell) else cell


def _read_json(data: bytes, file: str) -> Iterator[Line | InputError]:
    try:
        value = loads(data).value
    except orjson.JSONDecodeError as error:
        at, reason = defect(data, error)
        line = data.count(b"\n", 0, at) + 1
        raise InputError(file, reason, f"line {line}") from None
    entities = value.get("entities") if isinstance(value, Mapping) else value
    if not isinstance(entities, list):
        raise InputError(
            file, "holds no list of entities: a list of objects, or an object with such a list, “entities”"
        )
    return (_object(file, f"entity {number}", raw) for number, raw in enumerate(entities, start=1))


def _object(file: str, place: str, raw: Any) -> Line | InputError:
    if not isinstance(raw, Mapping):
        return InputError(file, "is no object", place)
    for key in ("name", "kind", "uri"):
        if not isinstance(raw.get(key), str | None):
            return InputError(file, f"“{key}” is not a text", place)
    aliases = raw.get("aliases") or []
    if not isinstance(aliases, list) or not all(isinstance(alias, str) for alias in aliases):
        return InputError(file, "“aliases” is not a list of texts", place)
    return _line(file, place, raw.get("name") or "", raw.get("kind"), aliases, raw.get("uri"))


def _line(
    file: str, place: str, name: str, kind: str | None, aliases: Iterable[str], uri: str | None
) -> Line | InputError:
    name, wanted = one_line(name), one_line(kind or "person").casefold()
    if not name:
        return InputError(file, "has no name", place)
    known = next((one for one in ENTITY_KINDS if one == wanted), None)
    if known is None:
        return InputError(file, f"there is no kind “{snippet(wanted)}”; there are {', '.join(ENTITY_KINDS)}", place)
    others = dict.fromkeys(alias for alias in map(one_line, aliases) if alias and alias != name)
    return Line(place, name, known, tuple(others), (uri or "").strip() or None)
