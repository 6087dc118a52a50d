"""Plain text and Markdown: one file, one article, and the text stays as it is."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import PurePath

from annotator.core import records
from annotator.core.errors import InputError
from annotator.core.ids import new_id
from annotator.core.text import store_text
from annotator.formats.encodings import decode
from annotator.formats.files import open_source
from annotator.formats.interface import Progress, ReadOptions, Record, Source, Warn

LARGEST = 64 << 20
"""The most bytes that one text may have: a bigger file is no article."""

_LONGEST_TITLE = 120
_TEXT = 0.3
_HEADING = re.compile("^#{1,6} ")


class TextReader:
    """Reads a file of plain text as one article, with its encoding found out or chosen."""

    name = "text"
    title = "Plain text, Markdown"
    suffixes: tuple[str, ...] = (".txt", ".text", ".md", ".markdown")

    def sniff(self, _head: bytes) -> float:
        """Return a little for anything: first bytes do not tell a text, and what knows its own format is surer."""
        return _TEXT

    def read(self, source: Source, options: ReadOptions, progress: Progress) -> Iterator[Record]:
        """Yield what there is to warn of, then the article.

        Raises InputError for a file that is empty, larger than `LARGEST`, binary or undecodable.
        """
        progress(0, source.size, source.name)
        with open_source(source) as stream:
            data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise InputError(source.name, f"is larger than {LARGEST >> 20} MB, too large for one article")
        if not data:
            raise InputError(source.name, "is empty")
        raw, encoding, guessed = decode(data, source.name, options.encoding)
        text, replaced = store_text(raw)
        if not text.strip():
            raise InputError(source.name, "has nothing but white space in it")
        if guessed:
            yield Warn(source.name, f"read as {encoding}, which is a guess; choose another encoding (--encoding)")
        if replaced:
            yield Warn(source.name, f"{replaced} characters that no format can carry became U+FFFD")
        yield records.Article(
            id=new_id(),
            text=text,
            title=_title(text) or PurePath(source.name).stem,
            source=records.Source(source.name, self.name, encoding, hashlib.sha256(data).hexdigest()),
        )
        progress(len(data), source.size, source.name)


def _title(text: str) -> str:
    """Return the first line that is not empty, if it is short and more text follows; else nothing."""
    first, _, rest = text.lstrip().partition("\n")
    line = " ".join(_HEADING.sub("", first).split())
    return line if len(line) <= _LONGEST_TITLE and rest.strip() else ""


READER = TextReader()
