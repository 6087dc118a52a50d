"""One page of the web, one article."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from annotator.core.records import Article
from annotator.core.text import counted
from annotator.formats.encodings import beginning, opens_markup
from annotator.formats.interface import Progress, ReadOptions, Record, Source, Warn
from annotator.formats.streams import whole

LARGEST = 10 << 20
"""The most bytes that a page may have."""

_SURE = 0.9
_PERHAPS = 0.5
_BEGINS_PAGE = re.compile(r"(<!doctype\s+html|<html\b|<head\b)", re.IGNORECASE)
_BEGINS_PIECE = re.compile(r"<(body|article|main|section|div|p|h[1-6]|meta|title|link)\b", re.IGNORECASE)
_BEFORE = re.compile(r"\s*(<\?xml[^>]*>\s*|<!--.*?-->\s*)*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Dropped:
    """A part of a page that is not taken, and where on the page it stands: in its navigation, its footer."""

    place: str
    text: str

    @property
    def words(self) -> int:
        """How many words it has."""
        return len(self.text.split())


@dataclass(frozen=True, slots=True)
class Preview:
    """What an import would take of a page, what it would drop, in the page's order, and what there is to warn of."""

    article: Article
    dropped: tuple[Dropped, ...]
    warnings: tuple[Warn, ...]

    @property
    def text(self) -> str:
        """The text that is kept."""
        return self.article.text


class HtmlReader:
    """Reads a page as one article, and tells what of the page is not in it."""

    name = "html"
    title = "HTML page"
    suffixes: tuple[str, ...] = (".html", ".htm", ".xhtml")

    def sniff(self, head: bytes) -> float:
        """Return much for what begins like a page, less for what begins like a piece of one."""
        if not opens_markup(head):
            return 0.0
        text = beginning(head)
        start = _BEFORE.match(text)
        position = start.end() if start else 0
        if _BEGINS_PAGE.match(text, position):
            return _SURE
        return _PERHAPS if _BEGINS_PIECE.match(text, position) else 0.0

    def read(self, source: Source, options: ReadOptions, progress: Progress) -> Iterator[Record]:
        """Yield what there is to warn of, what was dropped of the page among it, then the article.

        Raises InputError for a page that is empty, too large, too deep, undecodable or without an article.
        """
        progress(0, source.size, source.name)
        found = preview(source, options)
        yield from found.warnings
        yield found.article
        progress(source.size, source.size, source.name)


def preview(source: Source, options: ReadOptions) -> Preview:
    """Return what an import of the page would take, and what it would drop. Raises InputError as the reader does."""
    from annotator.formats.html import page  # not before a page is read: its libraries take long to load

    data = whole(source, LARGEST, "a page with an article")
    article, blocks, warnings = page.article_of(data, source, options)
    dropped = tuple(Dropped(block.place or "rest of the page", block.text) for block in blocks)
    if dropped:
        warnings.append(Warn(source.name, _told(dropped)))
    return Preview(article, dropped, tuple(warnings))


def _told(dropped: tuple[Dropped, ...]) -> str:
    words: dict[str, int] = {}
    for part in dropped:
        words[part.place] = words.get(part.place, 0) + part.words
    places = ", ".join(f"{place} {number:,}" for place, number in words.items())
    return f"left out {counted(sum(words.values()), 'word')} of the page that are not the article's ({places})"


READER = HtmlReader()
