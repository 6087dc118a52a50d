"""Tables with an article a row: CSV and TSV, as spreadsheets and news archives write them. Source: RFC 4180."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, islice
from typing import TypeAlias

from annotator.core import records
from annotator.core.errors import InputError
from annotator.core.text import one_line
from annotator.formats.columns import check_fields, guess, listed, with_chosen
from annotator.formats.described import article_of, skipped_warning
from annotator.formats.encodings import beginning
from annotator.formats.interface import Failure, Progress, ReadOptions, Record, Source, Warn
from annotator.formats.streams import Encoding, find_encoding, guess_warning, open_text

LONGEST_CELL = 16 << 20
"""The most characters of one cell: beyond it, a quotation mark was opened and never closed."""

_DELIMITERS = ",;\t"
_PARTED = re.compile(rb'[,;\t"]|^sep=')
_SAMPLE = 1 << 16
_SAMPLE_ROWS = 20
_PREVIEW = 5
_SOME_TABLE = 0.1
_ARTICLES = 0.6
# Comes after the last line: it is a row of its own unless a quotation mark is still open.
_END = "\0the table ends here\0"

_Rows: TypeAlias = Iterator[tuple[int, list[str] | InputError]]


@dataclass(frozen=True, slots=True)
class TableHead:
    """The beginning of a table: its header, which column each field is taken from, and the first rows."""

    header: tuple[str, ...]
    mapping: Mapping[str, str]
    rows: tuple[tuple[str, ...], ...]
    delimiter: str
    encoding: str


class TableReader:
    """Reads each row of a table as an article; which column holds what is guessed from the header, or chosen.

    Memory does not grow with the number of rows. A row that is broken is a `Failure` with its number, counted as a
    spreadsheet does: the header is row 1.
    """

    name = "csv"
    title = "Table with an article a row (CSV, TSV)"
    suffixes: tuple[str, ...] = (".csv", ".tsv")

    def sniff(self, head: bytes) -> float:
        """Return how sure it is: rather, where the first row names a text and something else; a little otherwise."""
        if not _PARTED.search(head.lstrip().partition(b"\n")[0]):
            return _SOME_TABLE
        sample = beginning(head)
        first, _, rest = sample.partition("\n")
        delimiters = _DELIMITERS
        if _says_delimiter(first):
            sample, delimiters = rest, first[4]
        names = max((_names(sample, delimiter) for delimiter in delimiters), key=len)
        return _ARTICLES if "text" in names and len(names) > 1 else _SOME_TABLE

    def read(self, source: Source, options: ReadOptions, progress: Progress) -> Iterator[Record]:
        """Yield the articles, and what there is to warn of. Raises InputError.

        Rows without a text are skipped and counted; `options.stubs` keeps those that have a title.
        """
        found = find_encoding(source, options.encoding, lambda _done: progress(0, source.size, source.name))
        origin = records.Source(source.name, self.name, found.name, found.sha256)
        if found.guessed:
            yield guess_warning(source.name, found.name)
        with _opened(source, found) as (header, rows, _delimiter):
            mapping = _mapping(header, options, source.name)
            unused = [name for name in header if name.strip() and name not in mapping.values()]
            if unused:
                yield Warn(source.name, f"columns that are not taken over: {listed(unused)}")
            places = {field: header.index(name) for field, name in mapping.items()}
            skipped = read = 0
            broken: InputError | None = None
            for number, row in rows:
                progress(number, 0, source.name)
                place = f"row {number}"
                if not isinstance(row, InputError) and any(map(str.strip, row[len(header) :])):
                    reason = f"has {len(row)} cells, and the header {len(header)}"
                    row = InputError(source.name, reason, place)
                if isinstance(row, InputError):
                    broken = broken or row
                    yield Failure(row)
                    continue
                fields = {field: row[place] for field, place in places.items() if place < len(row)}
                article, warnings = article_of(fields, origin, place, stub=options.stubs)
                if article is None:
                    skipped += bool(row)
                    continue
                read += 1
                yield from warnings
                yield article
        yield from skipped_warning(source.name, skipped, "row")
        if not read and not skipped:
            raise broken or InputError(source.name, "has a header, but no row below it that can be read")


def columns(source: Source, options: ReadOptions) -> TableHead:
    """Return the beginning of a table, with the mapping that reading it would use. Raises InputError."""
    found = find_encoding(source, options.encoding, lambda _done: None)
    check_fields(options.columns, source.name)
    with _opened(source, found) as (header, rows, delimiter):
        first = tuple(tuple(row) for _number, row in islice(rows, _PREVIEW) if not isinstance(row, InputError))
    chosen = {field: name for field, name in options.columns.items() if not name or name in header}
    return TableHead(tuple(header), with_chosen(guess(tuple(header)), chosen), first, delimiter, found.name)


@contextmanager
def _opened(source: Source, found: Encoding) -> Iterator[tuple[list[str], _Rows, str]]:
    """Open a table as its header, its rows with their numbers, and its delimiter. Raises InputError."""
    with open_text(source, found.name) as lines:
        sample: list[str] = []
        size = 0
        for line in lines:
            sample.append(line)
            size += len(line)
            if size > _SAMPLE:
                break
        delimiter = _delimiter("".join(sample))
        if sample and _says_delimiter(sample[0]):
            del sample[0]
        rows = _rows(_chained(sample, lines), delimiter, source.name)
        header = next((row for _number, row in rows if isinstance(row, InputError) or any(map(str.strip, row))), None)
        if header is None:
            raise InputError(source.name, "has nothing but white space in it")
        if isinstance(header, InputError):
            raise header
        yield [one_line(name) for name in header], rows, delimiter


def _chained(sample: Sequence[str], rest: Iterator[str]) -> Iterator[str]:
    yield from sample
    yield from rest
    yield _END


def _rows(lines: Iterator[str], delimiter: str, file: str) -> _Rows:
    """Yield the rows with their numbers; an error is the last, for nobody knows where the row after it begins."""
    csv.field_size_limit(max(csv.field_size_limit(), LONGEST_CELL))
    reader = csv.reader(lines, delimiter=delimiter)
    for number in count(1):
        place = f"row {number}, line {reader.line_num + 1}"
        try:
            row = next(reader)
        except csv.Error as error:
            unclosed = "a quotation mark is opened that nothing closes"
            yield number, InputError(file, unclosed if "limit" in str(error) else str(error), place)
            return
        if row == [_END]:
            return
        if row and row[-1].endswith(_END):
            yield number, InputError(file, "the file ends within quotation marks", place)
            return
        yield number, row


def _mapping(header: Sequence[str], options: ReadOptions, file: str) -> dict[str, str]:
    check_fields(options.columns, file)
    for name in options.columns.values():
        if name and name not in header:
            raise InputError(file, f"has no column “{name}”; there are {listed(header)}")
    mapping = with_chosen(guess(tuple(header)), options.columns)
    if "text" not in mapping and not (options.stubs and "title" in mapping):
        stubs = "; its rows can be kept as stubs" if "title" in mapping else ""
        raise InputError(file, f"no column is called like a text; choose one of {listed(header)}{stubs}")
    return mapping


def _says_delimiter(line: str) -> bool:
    """Tell whether a line is the one by which Excel names the delimiter."""
    return line.startswith("sep=") and len(line.rstrip("\r\n")) == 5


def _delimiter(sample: str) -> str:
    """Return what stands between the cells: what names most fields and gives most rows the header's width."""
    first = sample.partition("\n")[0]
    if _says_delimiter(first):
        return first[4]

    def fits(delimiter: str) -> tuple[int, int, int]:
        rows = _rows_of(sample, delimiter)
        width = len(rows[0]) if rows else 0
        same = sum(len(row) == width for row in rows) if width > 1 else 0
        return len(guess(tuple(rows[0]))) if rows else 0, same, width

    return max(_DELIMITERS, key=fits)


def _names(sample: str, delimiter: str) -> Mapping[str, str]:
    """Return what the first row of a sample names; what has no delimiter in it is asked nothing more."""
    header = next(iter(_rows_of(sample, delimiter, 1)), []) if delimiter in sample else []
    return guess(tuple(header)) if len(header) > 1 else {}


def _rows_of(sample: str, delimiter: str, most: int = _SAMPLE_ROWS) -> list[list[str]]:
    """Return the first rows of a sample, as far as they can be read."""
    rows: list[list[str]] = []
    try:
        for row in csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter):
            if row:
                rows.append(row)
            if len(rows) == most:
                break
    except csv.Error:
        return rows
    return rows


READER = TableReader()
