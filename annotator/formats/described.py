"""Articles made of named fields: a row of a table, an object of JSON, the head and body of a mail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from annotator.core import records
from annotator.core.ids import new_id
from annotator.core.text import counted, one_line, snippet, store_text
from annotator.formats.composing import Part, compose
from annotator.formats.interface import Warn
from annotator.formats.streams import replaced_warning
from annotator.formats.written_dates import written_moment

Regions: TypeAlias = tuple[records.Region, ...]


class Made(NamedTuple):
    """The article that was made, None where there was no text for one, and what there is to warn of."""

    article: records.Article | None
    warnings: tuple[Warn, ...] = ()


def article_of(
    fields: Mapping[str, str], source: records.Source, place: str = "", *, replaced: int = 0, stub: bool = False
) -> Made:
    """Return the article that fields (see `columns.FIELDS`) make, its headline, deck and byline above the text.

    A date that is none stays as it was written; an address that is none of the web is left out. `replaced` characters
    were replaced in the fields before. stub: a title without a text makes an article, too.
    """
    stored = {field: store_text(value) for field, value in fields.items()}
    replaced += sum(one.replaced for one in stored.values())
    body = stored["text"].text if "text" in stored else ""
    lines = {field: one_line(value) for field, value in fields.items() if field not in ("text", "note")}
    title = lines.get("title", "")
    if not body.strip() and not (stub and title):
        return Made(None)
    text, regions = with_heading(body, title, lines.get("deck", ""), lines.get("byline", ""))
    published, url = lines.get("published", ""), lines.get("url", "")
    is_web = url.casefold().startswith(("http://", "https://"))
    article = records.Article(
        id=new_id(),
        text=text,
        title=title or snippet(text),
        byline=lines.get("byline", ""),
        publication=lines.get("publication", ""),
        url=url if is_web else None,
        published=written_moment(published) or published,
        language=lines.get("language", ""),
        note=stored["note"].text.strip() if "note" in stored else "",
        source=source,
        regions=regions,
    )
    warnings = list(replaced_warning(source.file, replaced, place))
    if published and not written_moment(published):
        reason = f"“{snippet(published)}” is no date, or could be two; it stays as it is written"
        warnings.append(Warn(source.file, reason, place))
    if url and not is_web:
        warnings.append(Warn(source.file, f"“{snippet(url)}” is no address of the web, and was left out", place))
    return Made(article, tuple(warnings))


def with_heading(text: str, headline: str = "", deck: str = "", byline: str = "") -> tuple[str, Regions]:
    """Return a text with its heading above it, and the regions; one that opens with its own headline stays as it is.

    The text is as `store_text` leaves it; the headline, deck and byline are on one line each.
    """
    first = text.lstrip().partition("\n")[0].rstrip()
    if headline and one_line(first) == headline:
        start = text.index(first)
        region = records.Region(new_id(), "headline", start, start + len(first))
        return text, (region,)
    heading = (Part(headline, "headline"), Part(deck, "deck"), Part(byline, "byline"))
    composed = compose((*heading, Part(text)))
    return composed.text, composed.regions


def skipped_warning(file: str, count: int, what: str) -> Iterator[Warn]:
    """Yield what there is to say where rows or objects without a text were skipped."""
    if count:
        yield Warn(file, f"{counted(count, what)} without a text skipped")
