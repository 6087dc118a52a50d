"""JSON values out of a stream of bytes, one at a time, each with its place in the file.

No library at hand does both halves of this: orjson needs the whole value in memory, and the event parsers turn a lone
surrogate into a question mark. So the scanner finds where a value ends, and orjson reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO, Any, NamedTuple

import orjson

from annotator.core.errors import InputError

LARGEST = 256 << 20
"""The most bytes that one value (an article, a list of entities) may have."""

_CHUNK = 1 << 20
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_NO_SPACE = re.compile(rb"[^ \t\r\n]")
_AFTER_SCALAR = re.compile(rb'[ \t\r\n,:{}\[\]"]')
# A whole string, else a bracket, else the mark that opens a string whose end is not in the buffer yet.
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\]]|"', re.DOTALL)
_OPENING = b"{["
_CLOSING = b"}]"

# Characters that no format can carry, escaped or plain; what is kept (pairs of surrogates, escaped backslashes) first.
_FORBIDDEN = re.compile(
    rb"(?P<kept>\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    rb"|\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2}|[fF]{3}[eEfF]|[fF][dD][dDeE][0-9a-fA-F])"
    rb"|\xef\xbf[\xbe\xbf]|\xef\xb7[\x90-\xaf]"
)


class Parsed(NamedTuple):
    """A value, and how many of its characters became U+FFFD because no format can carry them."""

    value: Any
    replaced: int = 0


def loads(raw: bytes) -> Parsed:
    """Return the value of a JSON text. Raises orjson.JSONDecodeError."""
    replaced = 0
    if b"\\u" in raw or b"\xef\xb7" in raw or b"\xef\xbf" in raw:

        def replacement(match: re.Match[bytes]) -> bytes:
            nonlocal replaced
            if match["kept"]:
                return match[0]
            replaced += 1
            return "\ufffd".encode()

        raw = _FORBIDDEN.sub(replacement, raw)
    return Parsed(orjson.loads(raw), replaced)


def defect(raw: bytes, error: orjson.JSONDecodeError) -> tuple[int, str]:
    """Return the byte where a JSON text is broken, and how."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as bad:
        return bad.start, f"0x{raw[bad.start]:02x} is not valid in utf-8"
    return len(error.doc[: error.pos].encode()), f"broken JSON, {error.msg}"


class Scanner:
    """Walks through one JSON object in a stream, holding one value at a time.

    `members()` gives the object's keys; at each of them the caller takes the value by `value()`, or element by element
    by `elements()`. Every defect is an InputError with line and byte.
    """

    def __init__(self, stream: IO[bytes], file: str) -> None:
        self._stream = stream
        self._file = file
        self._buffer = b""
        self._at = 0
        self._bytes_before = 0
        self._lines_before = 0
        self._lined = True
        while len(self._buffer) < len(_BYTE_ORDER_MARK) and self._read_on():
            continue
        self._at = len(_BYTE_ORDER_MARK) if self._buffer.startswith(_BYTE_ORDER_MARK) else 0

    @property
    def position(self) -> int:
        """How many bytes of the stream have been used."""
        return self._bytes_before + self._at

    def peek(self) -> bytes:
        """Return the next byte that is no white space, without taking it; empty at the end of the stream."""
        while True:
            match = _NO_SPACE.search(self._buffer, self._at)
            self._at = match.start() if match else len(self._buffer)
            if match or not self._read_on():
                return self._buffer[self._at : self._at + 1]

    def members(self) -> Iterator[str]:
        """Yield the keys of the object, none of them twice; nothing but white space may follow it."""
        self._take(b"{")
        seen: set[str] = set()
        mark = b"}" if self.peek() == b"}" else b","
        self._at += mark == b"}"
        while mark == b",":
            if self.peek() != b'"':
                raise self._broken(self._at, "broken JSON, a key is expected")
            start = self._at
            key = self.value().value
            if key in seen:
                raise self._broken(start, f"the key “{key}” stands twice")
            seen.add(key)
            self._take(b":")
            yield key
            mark = self._take(b",}")
        if self.peek():
            raise self._broken(self._at, "more follows after the end of the object")

    def elements(self) -> Iterator[Parsed]:
        """Yield the elements of the array that comes next."""
        self._take(b"[")
        if self.peek() == b"]":
            self._at += 1
            return
        mark = b","
        self._lined = True
        while mark == b",":
            yield (self._line() if self._lined else None) or self.value()
            mark = self._take(b",]")

    def value(self) -> Parsed:
        """Return the value that comes next."""
        first = self.peek()
        end = self._end_of_brackets() if first and first in b'{["' else self._end_of_scalar()
        start, self._at = self._at, end
        raw = self._buffer[start:end]
        try:
            return loads(raw)
        except orjson.JSONDecodeError as error:
            offset, reason = defect(raw, error)
            raise self._broken(start + offset, reason) from error

    def _line(self) -> Parsed | None:
        """Return the object that fills the rest of the line, as our own writer puts them: much the faster way.

        None where there is none; once a line proves to be something else, lines are not tried again in this array.
        """
        if self.peek() != b"{":
            return None
        end = self._buffer.find(b"\n", self._at)
        if end < 0 and len(self._buffer) - self._at < _CHUNK and self._read_on():
            end = self._buffer.find(b"\n", self._at)
        if end < 0:
            return None
        raw = self._buffer[self._at : end].rstrip(b", \t\r")
        try:
            parsed = loads(raw)
        except orjson.JSONDecodeError:
            self._lined = False
            return None
        self._at += len(raw)
        return parsed

    def _end_of_brackets(self) -> int:
        """Return where the object, array or string that begins here ends in the buffer."""
        depth = 0
        looked = 0
        while True:
            for match in _TOKEN.finditer(self._buffer, self._at + looked):
                token = match[0]
                if token == b'"':
                    break
                looked = match.end() - self._at
                depth += (token in _OPENING) - (token in _CLOSING)
                if depth <= 0:
                    return self._at + looked
            if not self._read_on():
                raise self._broken(len(self._buffer), "broken JSON, the file ends too soon")

    def _end_of_scalar(self) -> int:
        while True:
            match = _AFTER_SCALAR.search(self._buffer, self._at)
            if match or not self._read_on():
                return match.start() if match else len(self._buffer)

    def _take(self, marks: bytes) -> bytes:
        mark = self.peek()
        if not mark:
            raise self._broken(self._at, "broken JSON, the file ends too soon")
        if mark not in marks:
            wanted = " or ".join(f"“{chr(one)}”" for one in marks)
            raise self._broken(self._at, f"broken JSON, {wanted} is expected")
        self._at += 1
        return mark

    def _read_on(self) -> bool:
        """Forget what was used and read as much again as is still held, so that a long value costs linear time."""
        held = self._buffer[self._at :]
        if len(held) > LARGEST:
            raise self._broken(self._at, f"one value is larger than {LARGEST >> 20} MB")
        piece = self._stream.read(max(_CHUNK, len(held)))
        self._lines_before += self._buffer.count(b"\n", 0, self._at)
        self._bytes_before += self._at
        self._buffer, self._at = held + piece, 0
        return bool(piece)

    def _broken(self, at: int, reason: str) -> InputError:
        line = self._lines_before + self._buffer.count(b"\n", 0, at) + 1
        return InputError(self._file, reason, f"line {line}, byte {self._bytes_before + at}")
