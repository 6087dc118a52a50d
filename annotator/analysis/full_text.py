"""Words of texts, and where the terms of a search query stand in them; see `core.search` for how one is written.

A word is a run of letters, digits and the signs that belong to them; in scripts that put no spaces between words each
character is one. Words are compared as `fold` makes them, and without accents or soft hyphens of their own. Where a
term stands in a text, its words stand there too, next to each other and whole, but for the last one of a beginning*.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from annotator.analysis.folded_words import UNSEEN, UNSPACED
from annotator.analysis.search import fold
from annotator.core.errors import Refused
from annotator.core.search import NOTHING, Term, Wanted
from annotator.core.segments import Segment

_UNSPACED = UNSPACED + "\u3005\u3007\u3105-\u312f\u31f0-\u31ff\uff66-\uff9f\U00020000-\U0003ffff"
"""With what is rare of Chinese and Japanese; each of these characters is a word."""
_SIGNS = "\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963\u0966-\u0dff"
"""What Hebrew, Arabic and the scripts of India write at their letters, which Python does not count as letters."""

_WORD = re.compile(f"[{_UNSPACED}]|(?:[^\\W{_UNSPACED}]|[{_SIGNS}])+")
_BETWEEN = {code: " " for code in range(128) if not _WORD.match(chr(code))}
"""What stands between words in ASCII; all texts but a few are that once they are folded."""
_NO_WORD = f"[^\\w{_SIGNS}{_UNSPACED}]"
_LONE = re.compile(f"[{_UNSPACED}]")
_DASHES = "(?<!-)-+"
"""A dash, however it is written. What comes before is looked at so that a line of dashes is gone through only once."""
_GAP_PART = re.compile(r"\s+|-+|.", re.DOTALL)


class Words(NamedTuple):
    """The words of a term, in order; `prefix`: the last one may go on."""

    words: tuple[str, ...]
    prefix: bool


def words_of(text: str) -> list[str]:
    """Return the words of a text, in order."""
    folded = fold(text)
    return folded.translate(_BETWEEN).split() if folded.isascii() else _WORD.findall(UNSEEN.sub("", folded))


def term_words(term: Term) -> Words:
    """Return the words of a term, none where it has only other signs."""
    bare = _bare(term)
    words = tuple(_WORD.findall(bare))
    return Words(words, prefix=term.prefix and bool(words) and bare.endswith(words[-1]) and not _LONE.match(words[-1]))


class Matcher:
    """Finds what a query wants in texts. Raises Refused where nothing of it can be seen."""

    def __init__(self, wanted: Wanted) -> None:
        self.terms = tuple(term for term in wanted.terms if _bare(term))
        if not self.terms:
            raise Refused(NOTHING)
        self._patterns = [_pattern(term) for term in self.terms]
        self._excluded = [_pattern(term) for term in wanted.excluded if _bare(term)]

    def find(self, text: str) -> list[Segment]:
        """Return where terms stand (code points), in order and apart; none where the text is not wanted.

        Of places that overlap, the first is taken, of those that begin together the longest.
        """
        folded = fold(text)
        bare = folded if folded.isascii() else UNSEEN.sub("", folded)
        if any(pattern.search(bare) for pattern in self._excluded):
            return []
        found: list[tuple[int, int]] = []
        for pattern in self._patterns:
            hits = [hit.span() for hit in pattern.finditer(bare)]
            if not hits:
                return []
            found += hits
        if len(self._patterns) > 1:
            found = _apart(found)
        if len(bare) < len(folded):
            return _with_unseen(found, folded)
        return [Segment(start, end) for start, end in found]


def _bare(term: Term) -> str:
    return " ".join(UNSEEN.sub("", fold(term.text)).split())


def _pattern(term: Term) -> re.Pattern[str]:
    """Return the pattern that finds a term in a folded text."""
    bare, parts, end = _bare(term), [], 0
    for word in _WORD.finditer(bare):
        if word.start() > end:
            beside_lone = _LONE.match(word[0]) or (end and _LONE.match(bare[end - 1]))
            parts.append(_gap(bare[end : word.start()], optional=bool(beside_lone)))
        parts.append(re.escape(word[0]))
        if word.start() == 0 and not _LONE.match(word[0]):
            # Behind the word, so that the search can leap to its letters instead of looking back at each position.
            any_letters = f".{{{len(word[0])}}}"
            parts.append(f"(?<![^\\W{_UNSPACED}]{any_letters})(?<![{_SIGNS}]{any_letters})")
        end = word.end()
    parts.append(_gap(bare[end:], optional=False))
    if end == len(bare) and not _LONE.match(bare[-1]):
        letters = f"(?:[^\\W{_UNSPACED}]|[{_SIGNS}])"
        parts.append(f"{letters}*" if term.prefix else f"(?!{letters})")
    return re.compile("".join(parts), re.DOTALL)


def _gap(between: str, *, optional: bool) -> str:
    """Return the pattern of what stands between words: a space for anything but words, all else as it is written."""
    if between.isspace():
        return _NO_WORD + ("*" if optional else "+")
    return "".join(
        r"\s*" if part.isspace() else _DASHES if part[0] == "-" else re.escape(part)
        for part in _GAP_PART.findall(between)
    )


def _apart(found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    kept: list[tuple[int, int]] = []
    for start, end in sorted(found, key=lambda hit: (hit[0], -hit[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept


def _with_unseen(found: list[tuple[int, int]], folded: str) -> list[Segment]:
    """Return where hits stand in the text that still has what is not seen; what follows a hit belongs to it."""
    places: list[int] = []
    shifts: list[int] = []
    gone = 0
    for run in UNSEEN.finditer(folded):
        places.append(run.start() - gone)
        gone += len(run[0])
        shifts.append(gone)

    def shift(place: int) -> int:
        before = bisect_left(places, place + 1)
        return shifts[before - 1] if before else 0

    return [Segment(start + shift(start), end + shift(end)) for start, end in found]
