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
from annotator.formats.described import replaced_warning
from annotator.formats.interface import Progress, ReadOptions, Record, Source, Warn
from annotator.formats.streams import explained, whole

if TYPE_CHECKING:
    from pypdf import PdfReader as Pages

LARGEST = 256 << 20
MOST_PAGES = 2_000
MOST_OBJECTS = 1_000_000
MOST_SECONDS = 120.0
"""How long the pages of one file may take; looked at after each page, for one page cannot be interrupted."""

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
        warning = replaced_warning(source.name, replaced)
        if warning:
            yield warning
        yield records.Article(
            id=new_id(),
            text=text,
            title=about.title or PurePath(source.name).stem,
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
    began = time.monotonic()
    for number, page in enumerate(document.pages, 1):
        progress(number, len(document.pages), file)
        yield page.extract_text()
        if time.monotonic() - began > MOST_SECONDS:
            raise InputError(file, f"takes longer than {MOST_SECONDS:g} seconds to read", f"page {number}")


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
