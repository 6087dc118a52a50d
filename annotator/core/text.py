"""What becomes of a file's characters before they are stored, and what never does."""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

_FORBIDDEN = re.compile("[\0\ud800-\udfff\ufffe\uffff\ufdd0-\ufdef]")
_LINE_END = re.compile("\r\n?")
_RARE_SPACES = (
    "\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""The white space outside ASCII."""
_SPACE_OR_NOT = bytes(0x20 if byte < 128 and chr(byte).isspace() else 0x78 for byte in range(256))


class StoredText(NamedTuple):
    """A text as it is stored, and how many of its characters had to be replaced."""

    text: str
    replaced: int


def store_text(raw: str) -> StoredText:
    r"""Return `raw` as the project stores it: it changes nothing else but what is said here.

    Line ends (`\r\n`, `\r`) become `\n`, a leading byte-order mark goes, and characters that no format can carry (NUL,
    lone surrogates, U+FFFE, U+FFFF, U+FDD0 to U+FDEF) become U+FFFD one for one.
    """
    text = raw.removeprefix("\ufeff")
    if "\r" in text:
        text = _LINE_END.sub("\n", text)
    return StoredText(text, 0) if _is_clean(text) else StoredText(*_FORBIDDEN.subn("\ufffd", text))


def _is_clean(text: str) -> bool:
    """Tell, for most texts and in a fifth of the time of looking, that they hold nothing forbidden.

    In UTF-8 the surrogates have no bytes, and the others are 0 or begin with 0xEF.
    """
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return b"\0" not in data and b"\xef" not in data


def one_line(raw: str) -> str:
    """Return `raw` as it is stored where it names something: on one line, no white space at its ends or doubled."""
    return " ".join(store_text(raw).text.split())


def sha256(text: str) -> str:
    """Return the SHA-256 of the text in UTF-8, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def count_words(text: str) -> int:
    """Return how many words a text has between its white space: `len(text.split())`, in half of the time."""
    if any(space in text for space in _RARE_SPACES):
        return len(text.split())
    marks = text.encode("utf-8", "replace").translate(_SPACE_OR_NOT)
    return marks.startswith(b"x") + marks.count(b" x")


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural with an s unless it is one: "1 span", "1,200 spans"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def snippet(text: str, most: int = 60) -> str:
    """Return the text on one line, cut after `most` characters with an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"
