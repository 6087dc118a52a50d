"""Plain text and Markdown: one file, one article, and the text stays as it is."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import PurePath

from annotator.core import records
from annotator.core.errors import InputError
from annotator.core.ids import new_id
from annotator.core.text import one_line, store_text
from annotator.formats.encodings import decode
from annotator.formats.interface import Progress, ReadOptions, Record, Source
from annotator.formats.streams import guess_warning, replaced_warning, whole

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
        data = whole(source, LARGEST, "one article")
        raw, encoding, guessed = decode(data, source.name, options.encoding)
        text, replaced = store_text(raw)
        if not text.strip():
            raise InputError(source.name, "has nothing but white space in it")
        if guessed:
            yield guess_warning(source.name, encoding)
        yield from replaced_warning(source.name, replaced)
        yield records.Article(
            id=new_id(),
            text=text,
            title=_title(text) or one_line(PurePath(source.name).stem),
            source=records.Source(source.name, self.name, encoding, hashlib.sha256(data).hexdigest()),
        )
        progress(len(data), source.size, source.name)


def _title(text: str) -> str:
    """Return the first line that is not empty, if it is short and more text follows; else nothing."""
    first, _, rest = text.lstrip().partition("\n")
    line = " ".join(_HEADING.sub("", first).split())
    return line if len(line) <= _LONGEST_TITLE and rest.strip() else ""


READER = TextReader()
