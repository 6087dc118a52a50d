"""Bytes of inputs, whole where that is small enough, and as a stream of text where it is not."""

from __future__ import annotations

import codecs
import contextlib
import hashlib
import io
from collections.abc import Callable, Iterator
from typing import IO, NamedTuple

from annotator.core.errors import AnnotatorError, InputError
from annotator.core.text import counted
from annotator.formats.encodings import Decoded, decode, marked
from annotator.formats.files import open_source
from annotator.formats.interface import Source, Warn

LONGEST_LINE = 32_000_000
"""The most characters of a line: more is held for a file of another kind, before it fills the memory."""

_CHUNK = 1 << 20


class Encoding(NamedTuple):
    """How the bytes of an input become text, whether that is a guess, and the checksum of the bytes."""

    name: str
    guessed: bool
    sha256: str


def whole(source: Source, largest: int, what: str) -> bytes:
    """Return all bytes of an input. Raises InputError where there are more than `largest`, too many for `what`."""
    with open_source(source) as stream:
        data = stream.read(largest + 1)
    if len(data) > largest:
        raise InputError(source.name, f"is larger than {largest >> 20} MB, too large for {what}")
    if not data:
        raise InputError(source.name, "is empty")
    return data


def checksum(source: Source) -> str:
    """Return the SHA-256 of an input's bytes. Raises InputError."""
    digest = hashlib.sha256()
    with open_source(source) as stream:
        while chunk := stream.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


@contextlib.contextmanager
def explained(file: str, reason: str) -> Iterator[None]:
    """Give `reason` as an InputError for whatever a library fails with on a damaged file."""
    try:
        yield
    except AnnotatorError:
        raise
    except Exception as error:
        detail = str(error).strip().partition("\n")[0].rstrip(".")
        raise InputError(file, f"{reason} ({detail[:200] or type(error).__name__})") from error


def guess_warning(file: str, encoding: str) -> Warn:
    """Return what there is to say of an encoding that is a guess."""
    return Warn(file, f"read as {encoding}, which is a guess; choose another encoding (--encoding)")


def replaced_warning(file: str, count: int, place: str = "") -> Iterator[Warn]:
    """Yield what there is to say where characters had to be replaced."""
    if count:
        yield Warn(file, f"{counted(count, 'character')} that no format can carry became U+FFFD", place)


def find_encoding(source: Source, chosen: str | None, progress: Callable[[int], None]) -> Encoding:
    """Return the encoding of a text of any length, reading it once: chosen, marked, UTF-8, or guessed from a part.

    Raises InputError as `encodings.decode` does. progress: told how many bytes have been read.
    """
    digest = hashlib.sha256()
    utf8 = codecs.getincrementaldecoder("utf-8")()
    known: Decoded | None = None
    done = 0
    with open_source(source) as stream:
        chunk = stream.read(_CHUNK)
        if not chunk:
            raise InputError(source.name, "is empty")
        if chosen is not None:
            known = decode(b"", source.name, chosen)
        elif mark := marked(chunk):
            known = Decoded("", mark)
        else:
            decode(_ascii_only(chunk), source.name)
        while chunk:
            digest.update(chunk)
            if known is None:
                state = utf8.getstate()[0]
                try:
                    utf8.decode(chunk)
                except UnicodeDecodeError as error:
                    known = _guess(state + chunk, error.start, source.name, done - len(state))
            done += len(chunk)
            progress(done)
            chunk = stream.read(_CHUNK)
    if known is None and utf8.getstate()[0]:
        raise InputError(source.name, "the file ends within a character of utf-8", f"byte {done}")
    return Encoding(known.encoding if known else "utf-8", bool(known and known.guessed), digest.hexdigest())


def _ascii_only(chunk: bytes) -> bytes:
    """Return bytes that tell whether an input is binary, without those that only its encoding can explain."""
    return chunk if len(chunk) < _CHUNK else chunk.translate(None, bytes(range(0x80, 0x100)))


def _guess(chunk: bytes, bad: int, file: str, before: int) -> Decoded:
    """Return the encoding of the lines round the first byte that is not UTF-8, `before` bytes into the file."""
    start = chunk.rfind(b"\n", 0, max(0, bad - 1024)) + 1
    end = chunk.rfind(b"\n", bad)
    try:
        return decode(chunk[start : end if end > 0 else None], file)
    except InputError as error:
        place = f"byte {before + bad}" if error.place else ""
        raise InputError(file, error.reason, place) from error


@contextlib.contextmanager
def open_text(source: Source, encoding: str) -> Iterator[Iterator[str]]:
    """Open an input as lines of text, whose ends are kept, without its byte-order mark.

    Raises InputError, also for a line of more than `LONGEST_LINE` characters.
    """
    with open_source(source) as stream, io.TextIOWrapper(stream, encoding, newline="") as text:
        yield _lines(text, source.name, stream)


def _lines(text: io.TextIOWrapper, file: str, stream: IO[bytes]) -> Iterator[str]:
    try:
        number = 0
        while line := text.readline(LONGEST_LINE):
            number += 1
            if len(line) == LONGEST_LINE:
                reason = f"has more than {LONGEST_LINE // 1_000_000} million characters"
                raise InputError(file, reason, f"line {number}")
            yield line.removeprefix("\ufeff") if number == 1 else line
    except UnicodeDecodeError as error:
        reason = f"0x{error.object[error.start]:02x} is not valid in {error.encoding}; choose the encoding (--encoding)"
        raise InputError(file, reason, f"near byte {stream.tell()}") from error
