"""Rich Text Format: its text, with the characters that its code pages say. Source: RTF Specification 1.9.1."""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Callable, Iterator
from pathlib import PurePath

from annotator.core import records
from annotator.core.errors import InputError
from annotator.core.ids import new_id
from annotator.core.text import one_line, store_text
from annotator.formats.interface import Progress, ReadOptions, Record, Source
from annotator.formats.streams import explained, replaced_warning, whole

LARGEST = 64 << 20

_OPENING = b"{\\rtf"
_DAMAGED = "is no RTF, or damaged"
_CODE_PAGE = re.compile(rb"\\ansicpg(\d{1,5})")
_PROPERTY = r"\{\\%s ((?:[^{}\\]|\\[^{}]|\\[{}])*)\}"
_CREATED = re.compile(r"\{\\creatim\\yr(\d{4})\\mo(\d{1,2})\\dy(\d{1,2})")
# The library puts the address of a link into the text, where no reader sees it; unnamed so, it is a field like others.
_LINK = re.compile(r"(\\fldinst[ \r\n{]*+(?:\\[a-z*][a-z0-9-]*+[ \r\n{]*+){0,20})HYPERLINK", re.IGNORECASE)
# The library gives a font without a character set that of the next; 1 is the one of the whole file.
_FONT = re.compile(r"(\{\\f\d{1,9}+)(?![^{}]*\\fcharset)([^{}]*;\})")


class RtfReader:
    """Reads a text in RTF as one article; pictures, headers, footers and notes are left out."""

    name = "rtf"
    title = "Rich text (RTF)"
    suffixes: tuple[str, ...] = (".rtf",)

    def sniff(self, head: bytes) -> float:
        """Return certainty where RTF begins."""
        return 1.0 if head.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(_OPENING) else 0.0

    def read(self, source: Source, options: ReadOptions, progress: Progress) -> Iterator[Record]:
        r"""Yield what there is to warn of, then the article. Raises InputError.

        The encoding is the one that the file says (`\ansicpg`, fonts), else the chosen one, else Windows-1252.
        """
        progress(0, source.size, source.name)
        data = whole(source, LARGEST, "one article")
        if not self.sniff(data):
            raise InputError(source.name, _DAMAGED)
        if not data.rstrip(b"\0 \r\n\t").endswith(b"}"):
            raise InputError(source.name, "the file ends within the text, and is damaged")
        encoding = _encoding(data, options)
        with explained(source.name, _DAMAGED):
            raw = data.decode(encoding, "replace")
            text, replaced = store_text(_text(_FONT.sub(r"\1\\fcharset1\2", _LINK.sub(r"\1LINK", raw)), encoding))
            title, byline = (one_line(_property(raw, name, encoding)) for name in ("title", "author"))
        if not text.strip():
            raise InputError(source.name, "has no text in it")
        yield from replaced_warning(source.name, replaced)
        yield records.Article(
            id=new_id(),
            text=text,
            title=title or one_line(PurePath(source.name).stem),
            byline=byline,
            published=_created(raw),
            source=records.Source(source.name, self.name, encoding, hashlib.sha256(data).hexdigest()),
        )
        progress(len(data), source.size, source.name)


def _encoding(data: bytes, options: ReadOptions) -> str:
    found = _CODE_PAGE.search(data[:4096])
    name = f"cp{int(found[1])}" if found and int(found[1]) else options.encoding or "cp1252"
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"


def _text(rtf: str, encoding: str) -> str:
    """Return the text of RTF; characters beyond the first plane come as two halves, and are put together."""
    from striprtf.striprtf import rtf_to_text

    convert: Callable[[str, str, str], str] = rtf_to_text
    text = convert(rtf, encoding, "replace")
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _property(rtf: str, name: str, encoding: str) -> str:
    found = re.search(_PROPERTY % name, rtf[: 1 << 16])
    return _text(f"{{\\rtf1 {found[1]}}}", encoding) if found else ""


def _created(rtf: str) -> str:
    found = _CREATED.search(rtf[: 1 << 16])
    return "{}-{:0>2}-{:0>2}".format(*found.groups()) if found else ""


READER = RtfReader()
