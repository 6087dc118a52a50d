"""Where a text names those whom the project knows already."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from annotator.analysis.folded_words import UNSPACED
from annotator.analysis.search import fold
from annotator.core.segments import Segment

LONGEST = 200
"""Characters; longer names are not looked for."""

_SHORTEST = 2
# Letters of scripts in which a word may follow a name without a space; in Korean, particles do.
_RUNS_ON = re.compile(f"[{UNSPACED}\uac00-\ud7a3]")


class Mention(NamedTuple):
    """A name in the text, and the keys of all who are called so, in the order in which they were given."""

    segment: Segment
    keys: tuple[str, ...]


class _Called(NamedTuple):
    """Who has a name; `capital`: it begins with a capital letter, so that "will" is not Will."""

    key: str
    capital: bool


class MentionFinder:
    """Finds the names of many entities in any text, in time proportional to the text's length.

    `names` has all names of each key. Upper and lower case, accents and the shape of marks and dashes make no
    difference, but a name with a capital letter is not found in small letters. Source: Aho and Corasick 1975.
    """

    def __init__(self, names: Mapping[str, Iterable[str]]) -> None:
        import ahocorasick

        called: dict[str, dict[_Called, None]] = {}
        for key, own in names.items():
            for name in own:
                written = " ".join(unicodedata.normalize("NFC", name).split())
                if _SHORTEST <= len(written) <= LONGEST and any(map(str.isalnum, written)):
                    called.setdefault(fold(written), {})[_Called(key, written[0].isupper())] = None
        self._automaton = ahocorasick.Automaton()
        for folded, who in called.items():
            self._automaton.add_word(folded, (len(folded), tuple(who)))
        self._automaton.make_automaton()
        self._empty = not called

    def mentions(self, text: str, folded: str | None = None) -> list[Mention]:
        """Return the names in a text, in order, none within or across another: the first and longest one counts.

        Only whole words count. `folded` is the text as `fold` returns it, where that is at hand.
        """
        if self._empty or not text:
            return []
        folded = fold(text) if folded is None else folded
        found: dict[int, Mention] = {}
        for last, (length, who) in self._automaton.iter(folded):
            start, end = last + 1 - length, last + 1
            keys = tuple(dict.fromkeys(one.key for one in who if not (one.capital and text[start].islower())))
            # Of those that begin at one place the longest comes last.
            if keys and not _joined(text, start) and not _joined(text, end):
                found[start] = Mention(Segment(start, end), keys)
        return _apart(sorted(found.values()))


def _apart(mentions: Sequence[Mention]) -> list[Mention]:
    kept: list[Mention] = []
    for mention in mentions:
        if not kept or mention.segment.start >= kept[-1].segment.end:
            kept.append(mention)
    return kept


def _joined(text: str, position: int) -> bool:
    """Tell whether the characters on both sides of a position belong to one word."""
    if not 0 < position < len(text):
        return False
    before, after = text[position - 1], text[position]
    if unicodedata.category(after).startswith("M"):
        return True
    if not (after.isalnum() and (before.isalnum() or unicodedata.category(before).startswith("M"))):
        return False
    return not (_RUNS_ON.match(before) and _RUNS_ON.match(after))
