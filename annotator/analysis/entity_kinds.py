"""What kind of entity a name in a text is likely to be."""

from __future__ import annotations

import re

from annotator.analysis.name_words import ORGANISATIONS, TITLES
from annotator.core.records import EntityKind

_SOURCES = frozenset(["source", "sources", "insider", "insiders"])
_WRITTEN = frozenset(
    [
        "article", "blog", "book", "documents", "editorial", "email", "letter", "magazine", "memo", "newsletter",
        "newspaper", "paper", "poll", "report", "statement", "story", "study", "survey", "website",
    ]
)  # fmt: skip
_ACRONYM = re.compile(r"[A-Z]{2,6}")
_WORD = re.compile(r"[^\W\d_]+")


def likely_kind(name: str) -> EntityKind:
    """Return the likely kind of who is called `name`, a person where nothing else is likely.

    "a source" is anonymous, "the department" and "CNN" are organisations, "the report" is a publication, and
    "officials" are a collective.
    """
    written = _WORD.findall(name)
    words = [word.lower() for word in written]
    if not words or words[-1] in TITLES:
        return "person"
    if not _SOURCES.isdisjoint(words):
        return "anonymous"
    if written[-1] in _WRITTEN:
        return "publication"
    if written[-1].islower() and words[-1].endswith("s") and words[-1] not in ORGANISATIONS:
        return "collective"
    if not ORGANISATIONS.isdisjoint(words) or (len(words) == 1 and _ACRONYM.fullmatch(written[0])):
        return "organisation"
    return "person"
