"""RSS and Atom feeds: each entry is an article, if only a summary of one."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from annotator.core import records
from annotator.core.errors import InputError
from annotator.core.ids import new_id
from annotator.core.text import counted, one_line, snippet, store_text
from annotator.formats.composing import Part, compose
from annotator.formats.dates import moment
from annotator.formats.encodings import beginning, opens_markup
from annotator.formats.interface import Failure, Progress, ReadOptions, Record, Source, Warn
from annotator.formats.streams import whole

LARGEST = 20 << 20
"""The most bytes that a feed may have."""
MOST_ENTRIES = 2_000
"""The most entries that are read of a feed."""
FAR_TOO_MANY = 20_000
"""The most entries that a feed may have for any of them to be read: it is taken apart whole."""
SUMMARY_NOTE = "Only the feed's summary, not the whole article."

_SURE = 0.95
_PROLOGUE = re.compile(
    r"\ufeff?\s*(?:(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)\s*)*", re.DOTALL | re.IGNORECASE
)
_ROOT = re.compile(r"<(?:\w+:)?(?:rss|feed|RDF)[\s>]")
_ANY_ROOT = re.compile(r"<([A-Za-z_][\w.:-]{0,60})")
_ENTRY = re.compile(r"<(?:\w+:)?(?:item|entry)[\s>]")
_WEB = re.compile(r"https?://\S+", re.IGNORECASE)
_EMPTY_LINE = re.compile(r"\n[ \t]*\n\s*")

Entry: TypeAlias = dict[str, Any]


class FeedReader:
    """Reads the entries of a feed as articles, with their content where the feed has it, else with their summary."""

    name = "feed"
    title = "RSS or Atom feed"
    suffixes: tuple[str, ...] = (".rss", ".atom", ".xml")

    def sniff(self, head: bytes) -> float:
        """Return much for what begins like a feed, nothing for any other XML."""
        return _SURE if opens_markup(head) and _is_feed(beginning(head)) else 0.0

    def read(self, source: Source, options: ReadOptions, progress: Progress) -> Iterator[Record]:
        """Yield an article for each entry, in the feed's order, with what there is to warn of.

        Raises InputError for what is no feed, too large, undecodable, declares entities, or has no text at all.
        """
        from annotator.formats.html.markup import decoded  # not before a feed is read: its libraries take long to load

        progress(0, 0, source.name)
        data = whole(source, LARGEST, "a feed")
        markup, warnings = decoded(data, source, options)
        yield from warnings
        feed = _parsed(store_text(markup.text).text.lstrip(), source)
        if feed.bozo and feed.entries:
            yield Warn(source.name, "is not well-formed XML, as one that was cut off is not; what could be read is")
        if len(feed.entries) > MOST_ENTRIES:
            yield Warn(source.name, f"only the first {MOST_ENTRIES:,} of its {len(feed.entries):,} entries are read")
        origin = records.Source(source.name, self.name, markup.encoding, hashlib.sha256(data).hexdigest())
        entries = feed.entries[:MOST_ENTRIES]
        texts = failures = 0
        for number, entry in enumerate(entries, start=1):
            progress(number, len(entries), source.name)
            for record in _read_entry(entry, feed.feed, origin, f"entry {number}"):
                texts += isinstance(record, records.Article)
                failures += isinstance(record, Failure)
                yield record
        if not texts and not failures:
            raise InputError(source.name, "there is no entry with a text in this feed")


def _is_feed(text: str) -> bool:
    start = _PROLOGUE.match(text)
    return bool(_ROOT.match(text, start.end() if start else 0))


def _parsed(text: str, source: Source) -> Any:
    """Return the feed as feedparser has it. It is given bytes in a stream: a text it would take for an address."""
    import feedparser

    start = _PROLOGUE.match(text)
    if start and "<!ENTITY" in start[0].upper():
        raise InputError(source.name, "declares entities, which can be made to do harm; such files are not read")
    if not _is_feed(text):
        other = _ANY_ROOT.match(text, start.end() if start else 0)
        kind = f"; XML that begins with <{other[1]}> cannot be read" if other else ""
        raise InputError(source.name, f"is neither an RSS nor an Atom feed{kind}")
    entries = sum(1 for _ in _ENTRY.finditer(text))
    if entries > FAR_TOO_MANY:
        raise InputError(source.name, f"has {entries:,} entries; more than {FAR_TOO_MANY:,} are no feed")
    headers = {"content-type": "application/xml; charset=utf-8"}
    if source.url:
        headers["content-location"] = source.url
    try:
        return feedparser.parse(io.BytesIO(text.encode()), response_headers=headers)
    except Exception as error:  # a feed can be broken in ways that the library did not foresee
        raise InputError(source.name, f"cannot be read as a feed ({type(error).__name__})") from error


def _read_entry(entry: Entry, feed: Entry, origin: records.Source, place: str) -> Iterator[Record]:
    try:
        article, is_whole = _article(entry, feed, origin)
    except InputError as error:
        yield Failure(InputError(error.file, error.reason, place))
        return
    if article is None:
        yield Warn(origin.file, "has no text and is left out", place)
        return
    if not is_whole:
        article = replace(article, note=SUMMARY_NOTE)
        where = f"; the article is at {article.url}" if article.url else ""
        yield Warn(origin.file, f"is only a summary{where}", place)
    if replaced := article.text.count("\ufffd"):
        yield Warn(origin.file, f"{counted(replaced, 'character')} that could not be read stand as U+FFFD", place)
    yield article


def _article(entry: Entry, feed: Entry, origin: records.Source) -> tuple[records.Article | None, bool]:
    """Return the article of an entry, None where it has no text, and whether that is more than a summary."""
    contents: Sequence[Entry] = [one for one in entry.get("content") or () if _said(one, "value").strip()]
    content = next((one for one in contents if "html" in _said(one, "type")), contents[0] if contents else None)
    chosen: Entry = content or entry.get("summary_detail") or {}
    body = _parts(chosen, origin.file)
    if not body:
        return None, False
    title = " ".join(part.text for part in _parts(entry.get("title_detail") or {}, origin.file))
    authors = _authors(entry) or _authors(feed)
    if body[0].text == title:
        del body[0]
    text, regions = compose([Part(title, "headline"), Part(authors, "byline"), *body])
    link = _said(entry, "link")
    article = records.Article(
        id=new_id(),
        text=text,
        title=one_line(title) or snippet(text),
        byline=authors,
        publication=one_line(_said(feed, "title")),
        url=link if _WEB.fullmatch(link) else None,
        published=_published(entry),
        language=one_line(_said(chosen, "language") or _said(feed, "language")),
        regions=regions,
        source=origin,
    )
    return article, content is not None


def _parts(detail: Entry, file: str) -> list[Part]:
    """Return the paragraphs and captions of a text of the feed, which is HTML or plain."""
    from annotator.formats.html.blocks import blocks, body_part
    from annotator.formats.html.markup import parsed

    value = _said(detail, "value")
    if not value.strip():
        return []
    if "html" not in _said(detail, "type"):
        return [Part(paragraph) for paragraph in _EMPTY_LINE.split(value.strip())]
    return [body_part(block) for block in blocks(parsed(f"<div>{value}</div>", file)) if block.place != "hidden"]


def _authors(of: Entry) -> str:
    names = [_said(author, "name") for author in of.get("authors") or ()] or [_said(of, "author")]
    return ", ".join(filter(None, dict.fromkeys(map(one_line, names))))


def _published(entry: Entry) -> str:
    """Return the date as it is written; the library's own reading of odd ones can be wrong by months."""
    return moment(_said(entry, "published")) or moment(_said(entry, "updated"))


def _said(of: Entry, name: str) -> str:
    """Return a text of the feed; the library has None where one is broken."""
    # The library's own look-up answers for some names with others, and warns of it.
    value = dict.get(of, name)
    return value if isinstance(value, str) else ""


READER = FeedReader()
