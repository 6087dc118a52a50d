"""Searching all articles: what is asked, how it is written, and the lines that are found."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from annotator.core.errors import Refused

_DOUBLE = '"“”„‟″«»‹›「」『』〝〞\uff02'
_PART = re.compile(
    rf"""
    (?P<minus>-(?![-\s]|\Z))? (?:
        [{_DOUBLE}] (?P<phrase>[^{_DOUBLE}]*) (?:[{_DOUBLE}] | \Z)
      | ‘ (?P<single>[^‘’{_DOUBLE}]+) ’ (?!\w)
      | (?P<word>[^\s{_DOUBLE}]+)
    ) (?P<star>\*+)?
    """,
    re.VERBOSE,
)

NOTHING = "There is nothing to look for: type a word or a “phrase”."
"""The sentence about a query without a term."""

_ONLY_EXCLUDED = "There is nothing to look for but what must not be there: type a word without a minus as well."


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """What is looked for in all articles; `text` is written as `parse` reads it.

    `tag`, `entity` and `annotator` are ids: where any is given, only hits that lie inside one span that fits all of
    them. `publication` is that of the article, `since` and `until` (ISO 8601, both included, as exact as they are
    written) are compared with the day on which it was published. None and "": no condition.
    """

    text: str
    tag: str | None = None
    entity: str | None = None
    annotator: str | None = None
    publication: str | None = None
    since: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """A place that was found: `[start, end)` in code points of an article's text; `article` is its id."""

    article: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Line:
    """A hit in its context. `before`, `words` and `after`, put together, are that part of the text on one line."""

    article: str
    order: int
    title: str
    publication: str
    published: str
    start: int
    end: int
    before: str
    words: str
    after: str

    @property
    def hit(self) -> Hit:
        """The place of the line."""
        return Hit(self.article, self.start, self.end)


@dataclass(frozen=True, slots=True)
class SearchPage:
    """Lines in the order of articles and texts; `more` is what asks for the next ones, None where there are none."""

    lines: tuple[Line, ...]
    more: str | None = None


@dataclass(frozen=True, slots=True)
class Term:
    """A word or phrase that is looked for, on one line; `prefix`: its last word may go on."""

    text: str
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class Wanted:
    """A query that was read: an article that is found holds all `terms`, which are its hits, and no `excluded` one."""

    terms: tuple[Term, ...]
    excluded: tuple[Term, ...] = ()


def parse(text: str) -> Wanted:
    """Read a query: words, "phrases" in marks of any shape, begin* of words, and -word for what must not be there.

    Punctuation round a word is not looked for, within a phrase it is. Raises Refused where nothing can be looked for.
    """
    terms: dict[Term, None] = {}
    excluded: dict[Term, None] = {}
    for part in _PART.finditer(text):
        term = _word(part["word"]) if part["word"] else _phrase(part["phrase"] or part["single"] or "", part["star"])
        if term.text:
            (excluded if part["minus"] else terms)[term] = None
    # A dash between words is how people write, unless it is all that they look for.
    telling = {term: None for term in terms if not _is_punctuation(term.text)}
    if not terms:
        raise Refused(_ONLY_EXCLUDED if excluded else NOTHING)
    return Wanted(tuple(telling or terms), tuple(excluded))


def _word(written: str) -> Term:
    bare = written.rstrip("*")
    first, last = 0, len(bare)
    while first < last and _is_punctuation(bare[first]):
        first += 1
    while last > first and _is_punctuation(bare[last - 1]):
        last -= 1
    if first == last:
        return Term(bare)
    return Term(bare[first:last], prefix=bare != written and last == len(bare))


def _phrase(written: str, star: str | None) -> Term:
    line = " ".join(written.split())
    bare = line.rstrip("*")
    return Term(bare.rstrip(), prefix=bool(bare) and (bool(star) or bare != line) and not bare.endswith(" "))


def _is_punctuation(text: str) -> bool:
    return all(character.isspace() or unicodedata.category(character).startswith("P") for character in text)
