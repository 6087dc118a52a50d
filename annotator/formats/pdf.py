"""PDF files: the text of each page, as it comes. Source: ISO 32000."""

from __future__ import annotations

import hashlib
import io
import logging
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from annotator.core import records
from annotator.core.errors import InputError
from annotator.core.ids import new_id
from annotator.core.text import counted, one_line, store_text
from annotator.formats.interface import Progress, ReadOptions, Record, Source, Warn
from annotator.formats.streams import explained, replaced_warning, whole

if TYPE_CHECKING:
    from pypdf import PdfReader as Pages

LARGEST = 256 << 20
MOST_PAGES = 2_000
MOST_OBJECTS = 1_000_000
MOST_SECONDS = 120.0
"""How long the pages of one file may take."""

_OPERATIONS = 1_000
_MARK = b"%PDF-"
_MARK_WITHIN = 1024
_DAMAGED = "is no PDF, or a damaged one"
_CUT_WORD = re.compile(r"\w-\n\w")


class _About(NamedTuple):
    title: str = ""
    byline: str = ""
    published: str = ""


class PdfReader:
    """Reads a PDF file as one article, page after page with an empty line between them.

    Nothing is guessed away: running heads, page numbers and words cut at line ends stay as they are.
    """

    name = "pdf"
    title = "PDF"
    suffixes: tuple[str, ...] = (".pdf",)

    def sniff(self, head: bytes) -> float:
        """Return certainty where the mark of a PDF file stands at the beginning, or soon after it."""
        return 1.0 if head.startswith(_MARK) else 0.9 if _MARK in head[:_MARK_WITHIN] else 0.0

    def read(self, source: Source, _options: ReadOptions, progress: Progress) -> Iterator[Record]:
        """Yield what there is to warn of, then the article.

        Raises InputError for a file without text (scanned), encrypted, damaged, or beyond the limits of this module.
        """
        data = whole(source, LARGEST, "one article")
        if not self.sniff(data[:_MARK_WITHIN]):
            raise InputError(source.name, _DAMAGED)
        with explained(source.name, _DAMAGED):
            document = _opened(data, source.name)
            pages = list(_texts(document, source.name, progress))
            about = _about(document)
        empty = [str(number) for number, text in enumerate(pages, 1) if not text.strip()]
        if len(empty) == len(pages):
            raise InputError(source.name, f"has no text on its {counted(len(pages), 'page')} (scanned?)")
        text, replaced = store_text("\n\n".join(page.strip() for page in pages if page.strip()))
        if empty:
            yield Warn(source.name, f"no text (scanned?) on page {', '.join(empty)}")
        cut = len(_CUT_WORD.findall(text))
        if cut:
            yield Warn(source.name, f"{counted(cut, 'word')} with a hyphen at a line's end left as they are")
        yield from replaced_warning(source.name, replaced)
        yield records.Article(
            id=new_id(),
            text=text,
            title=about.title or one_line(PurePath(source.name).stem),
            byline=about.byline,
            published=about.published,
            source=records.Source(source.name, self.name, "", hashlib.sha256(data).hexdigest()),
        )


def _opened(data: bytes, file: str) -> Pages:
    import pypdf
    from pypdf.errors import DependencyError

    # What the library logs of a damaged file would go to the terminal, and is no sentence for anybody.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    document = pypdf.PdfReader(io.BytesIO(data), strict=False)
    if document.is_encrypted:
        try:
            opens = bool(document.decrypt(""))
        except (DependencyError, NotImplementedError):
            opens = False
        if not opens:
            raise InputError(file, "is encrypted; save a copy without a password")
    objects = sum(map(len, document.xref.values())) + len(document.xref_objStm)
    if objects > MOST_OBJECTS:
        raise InputError(file, f"has {counted(objects, 'object')}, more than {MOST_OBJECTS:,}")
    if len(document.pages) > MOST_PAGES:
        raise InputError(file, f"has {counted(len(document.pages), 'page')}, more than {MOST_PAGES:,}")
    return document


def _texts(document: Pages, file: str, progress: Progress) -> Iterator[str]:
    watch = _Watch(file, len(document.pages), progress)
    for page in document.pages:
        watch.turn()
        yield page.extract_text(visitor_operand_before=watch.look)


class _Watch:
    """Reports how far the reading is, and ends it in time, also within a page: a small file can hold a huge one."""

    def __init__(self, file: str, pages: int, progress: Progress) -> None:
        self._file, self._pages, self._progress = file, pages, progress
        self._until = time.monotonic() + MOST_SECONDS
        self._page = self._operations = 0

    def turn(self) -> None:
        """Go to the next page."""
        self._page += 1
        self._look()

    def look(self, *_operation: object) -> None:
        """Count an operation of the page, and look up now and then."""
        self._operations += 1
        if self._operations % _OPERATIONS == 0:
            self._look()

    def _look(self) -> None:
        self._progress(self._page, self._pages, self._file)
        if time.monotonic() > self._until:
            reason = f"takes longer than {MOST_SECONDS:g} seconds to read"
            raise InputError(self._file, reason, f"page {self._page}")


def _about(document: Pages) -> _About:
    """Return what the file says of itself; a date that is none counts as none."""
    found = document.metadata
    if found is None:
        return _About()
    published = ""
    with suppress(ValueError):
        published = found.creation_date.date().isoformat() if found.creation_date else ""
    return _About(one_line(found.title or ""), one_line(found.author or ""), published)


READER = PdfReader()
