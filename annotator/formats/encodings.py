"""From a file's bytes to its characters, without ever guessing in silence."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from annotator.core.errors import InputError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SIGNATURES = (
    (b"\x89PNG\r\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF-", "a PDF file"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"SQLite format 3\0", "an SQLite database"),
)
_CONTROL = re.compile(rb"[\0-\x08\x0e-\x19\x1c-\x1f\x7f]")
_NO_CONTROLS = _CONTROL.sub(b"", bytes(range(256)))
_MOST_CONTROLS = 0.1
_ASCII = bytes(range(128))
_ALPHABETS = (
    ("cp1250", "áéíóöőúüű", ("őű", "öü", "áé")),  # Hungarian
    ("cp1250", "ąćęłńóśźż", ("ąę", "ł")),  # Polish
    ("cp1250", "áčďéěíňóřšťúůýž", ("áí", "ě", "řšž")),  # Czech
    ("cp1250", "ăâîşţ", ("ă", "ţ")),  # Romanian
    ("cp1254", "âçğıîöşûü", ("ğış", "çü")),  # Turkish
)
"""Encodings of languages whose texts look tidy in Windows-1252, too: their letters beside a to z.

A text of theirs has a letter of each group, and other letters it has not. What the same bytes are in Windows-1252 makes
no text: Icelandic has no ç or ü, Italian an à, Portuguese no ö or ü.
"""
_BEFORE_MARKUP = b" \t\r\n\x0b\x0c\0" + b"".join(mark for mark, _name in _MARKS)


class Decoded(NamedTuple):
    """A text, the encoding that gave it, and whether that encoding is a guess."""

    text: str
    encoding: str
    guessed: bool = False


def decode(data: bytes, file: str, encoding: str | None = None) -> Decoded:
    """Return the text of a file: as `encoding` says, else by its byte-order mark, else UTF-8, else by a guess.

    A byte-order mark is left in place. Raises InputError, with the place where there is one, for binary data, for bytes
    that the encoding does not have, for UTF-8 with broken bytes in it, and for an unknown encoding.
    """
    if encoding is not None:
        return _decode_as(data, file, encoding)
    if name := marked(data):
        return Decoded(_strictly(data, file, name), name)
    _refuse_binary(data, file)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _guess(data, file, error)
    return Decoded(text, "utf-8")


def marked(data: bytes) -> str | None:
    """Return the encoding that a byte-order mark at the beginning names."""
    return next((name for mark, name in _MARKS if data.startswith(mark)), None)


def beginning(head: bytes) -> str:
    """Return the characters of an input's first bytes as far as its byte-order mark tells them, without that mark."""
    return head.decode(marked(head) or "utf-8", "replace").removeprefix("\ufeff")


def opens_markup(head: bytes) -> bool:
    """Tell whether the first character of an input can be `<`."""
    return head.lstrip(_BEFORE_MARKUP).startswith(b"<")


def _decode_as(data: bytes, file: str, encoding: str) -> Decoded:
    try:
        name = codecs.lookup(encoding).name
        text = data.decode(name)
    except UnicodeDecodeError as error:
        raise _undecodable(data, file, encoding, error.start) from error
    except UnicodeError as error:
        raise InputError(file, f"cannot be read as {encoding}: {error}") from error
    except (LookupError, ValueError) as error:
        raise InputError(file, f"there is no text encoding called “{encoding}”") from error
    return Decoded(text, "utf-8" if name == "utf-8-sig" else name)


def _strictly(data: bytes, file: str, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise _undecodable(data, file, encoding, error.start) from error


def _undecodable(data: bytes, file: str, encoding: str, offset: int) -> InputError:
    return InputError(file, f"0x{data[offset]:02x} is not valid in {encoding}", f"byte {offset}")


def _refuse_binary(data: bytes, file: str) -> None:
    """Refuse what is no text. Control characters count only where they are many, or where the bytes are not UTF-8."""
    for signature, what in _SIGNATURES:
        if data.startswith(signature):
            raise InputError(file, f"is {what}, not text")
    controls = len(data.translate(None, _NO_CONTROLS))
    if not controls:
        return
    odd, even = data[1::2].count(0), data[::2].count(0)
    if max(odd, even) > len(data) // 5 and min(odd, even) * 10 < max(odd, even):
        likely = "utf-16-le" if odd > even else "utf-16-be"
        raise InputError(file, f"looks like {likely} without a byte-order mark; choose the encoding (--encoding)")
    if controls > len(data) * _MOST_CONTROLS or not _is_utf8(data):
        offset = next(_CONTROL.finditer(data)).start()
        raise InputError(file, f"is binary, not text: it holds 0x{data[offset]:02x}", f"byte {offset}")


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _guess(data: bytes, file: str, error: UnicodeDecodeError) -> Decoded:
    """Return the text in the likeliest legacy encoding; refuse UTF-8 that is only damaged.

    In a legacy encoding, bytes above 0x7f hardly ever form valid UTF-8; where most of them do, the rest is damage.
    """
    valid = sum(len(character.encode()) for character in data.decode("utf-8", "ignore") if not character.isascii())
    high = len(data.translate(None, _ASCII))
    if 2 * valid >= high:
        raise _undecodable(data, file, "utf-8", error.start) from error
    encoding = _likeliest(data)
    if encoding is None:
        reason = f"0x{data[error.start]:02x} is not valid in utf-8, and no other encoding fits; choose one (--encoding)"
        raise InputError(file, reason, f"byte {error.start}") from error
    return Decoded(_strictly(data, file, encoding), encoding, guessed=True)


def _likeliest(data: bytes) -> str | None:
    """Return the encoding that charset-normalizer finds, but Windows-1252 where that reads no messier.

    A few accents and curly quotes look as tidy in Windows-1250 or -1257 as in Windows-1252; the library then takes the
    first by number, though Windows-1252 is by far the commonest. Where its letters are those of another language,
    though, they decide. Small Cyrillic letters are the same in Windows-1251 and on old Macintoshes, whose files are all
    but gone.
    """
    from charset_normalizer import from_bytes

    matches = from_bytes(data)
    best = matches.best()
    if best is None:
        return None
    if best.encoding == "mac_cyrillic" and "cp1251" in (match.encoding for match in matches):
        return "cp1251"
    tidiest = {name for match in matches if match.chaos <= best.chaos for name in match.could_be_from_charset}
    if "cp1252" in tidiest:
        return next((one[0] for one in _ALPHABETS if _is_written_with(data, *one)), "cp1252")
    return codecs.lookup(best.encoding).name


def _is_written_with(data: bytes, encoding: str, alphabet: str, groups: tuple[str, ...]) -> bool:
    try:
        letters = {one for one in data.decode(encoding).lower() if one.isalpha() and not one.isascii()}
    except UnicodeDecodeError:
        return False
    return letters.issubset(alphabet) and not any(letters.isdisjoint(group) for group in groups)
