"""What the commands print: tables, JSON and sentences, with nothing in them that a terminal would obey."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import sys
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO, Any

import click

from annotator.core.errors import OutputError

_BIDIRECTIONAL = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_OBEYED = frozenset({"Cc", "Cs", "Zl", "Zp"})
_WIDE = frozenset("WF")
_NO_WIDTH = frozenset({"Mn", "Me", "Cf"})
_SECONDS_BETWEEN = 0.1
_PART = 500
"""Items of a list that are printed at once."""


def safe(text: str) -> str:
    """Return text from files as it can be shown on one line of a terminal.

    Control characters (escape sequences begin with one), line ends, signs that turn the writing direction, and halves
    of characters are written as escapes.
    """
    return "".join(_escaped(character) if _is_obeyed(character) else character for character in text)


def _is_obeyed(character: str) -> bool:
    return character in _BIDIRECTIONAL or unicodedata.category(character) in _OBEYED


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def say(text: str) -> None:
    """Print a sentence on standard error."""
    click.echo(safe(text), err=True)


def print_line(text: str) -> None:
    """Print a line on standard output. Raises OutputError where that cannot be written."""
    _print(safe(text))


def print_json(data: Mapping[str, Any]) -> None:
    """Print one JSON object, in ASCII: right in every encoding. Raises OutputError as `print_line` does."""
    _print(json.dumps(data))


def print_json_list(name: str, items: Iterable[Mapping[str, Any]]) -> None:
    """Print one JSON object that has a list, a part of it at a time. Raises OutputError as `print_line` does."""
    rest, before = iter(items), f'{{"{name}": ['
    while part := list(itertools.islice(rest, _PART)):
        _print(before + ", ".join(map(json.dumps, part)), end="")
        before = ", "
    _print("]}" if before == ", " else f"{before}]}}")


def print_table(headings: Sequence[str], rows: Iterable[Sequence[object]], empty: str) -> None:
    """Print rows under their headings in aligned columns, numbers at the right; without rows, the sentence `empty`."""
    found = [[safe(str(cell)) for cell in row] for row in rows]
    if not found:
        print_line(empty)
        return
    lines = [list(headings), *found]
    widths = [max(_width(line[column]) for line in lines) for column in range(len(headings))]
    numeric = [all(row[column].isdecimal() for row in found) for column in range(len(headings))]
    _print("\n".join("  ".join(map(_padded, line, widths, numeric)).rstrip() for line in lines))


def _padded(cell: str, width: int, right: bool) -> str:
    space = " " * (width - _width(cell))
    return space + cell if right else cell + space


def _width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(character) in _WIDE for character in text)
    return len(text) + wide - sum(unicodedata.category(character) in _NO_WIDTH for character in text)


@contextlib.contextmanager
def output_stream() -> Iterator[IO[bytes]]:
    """Hand out standard output for bytes. Raises OutputError where it cannot be written."""
    with _explained():
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()


def _print(text: str, end: str = "\n") -> None:
    with _explained():
        click.echo(text + end, nl=False)


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        drop_output()
        raise OutputError(f"Standard output cannot be written: {error.strerror or error}.") from error


def drop_output() -> None:
    """Send what is still in standard output's buffer nowhere: the interpreter would fail to write it at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


@contextlib.contextmanager
def progress() -> Iterator[Callable[[int, int, str], None]]:
    """Hand out what shows progress on one line of standard error; nothing is shown where that is no terminal."""
    if not sys.stderr.isatty():
        yield lambda _done, _total, _text: None
        return
    last = 0.0

    def show(done: int, total: int, text: str) -> None:
        nonlocal last
        if time.monotonic() - last >= _SECONDS_BETWEEN:
            last = time.monotonic()
            count = f"{done} of {total}" if total else str(done)
            click.echo(f"\r\x1b[K{count} {safe(text)[:60]}", err=True, nl=False)

    try:
        yield show
    finally:
        if last:
            click.echo("\r\x1b[K", err=True, nl=False)
