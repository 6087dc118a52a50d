"""Finding entities by what a person types of their names: the beginning, a word, a part, or nearly so."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from heapq import nsmallest
from itertools import accumulate, chain, islice
from typing import NamedTuple

from annotator.analysis.search import fold

WORD = 3
"""The last tier in which a word of a name begins with what was typed."""

ALIKE = 5
"""The tier of names that are only nearly what was typed."""

_NO_WORD = re.compile(r"\W+")
_MOST_STARTS, _LONGEST_START = 6, 40
# So many letters must have been typed for one, and for two, to be wrong.
_ONE_WRONG, _TWO_WRONG = 4, 7
_MOST_NEAR = 200
_BEGINS = re.compile(r" (?=\S)")


class Match(NamedTuple):
    """An entity that was found; the lower the `tier` the better.

    0: what was typed is one of its names; 1: its name begins so; 2: a word of its name; 3: a word of another name; 4:
    it is somewhere in a name; 5 (`ALIKE`): in a word of its names one or two letters are different.
    """

    tier: int
    key: str


def folded_name(name: str) -> str:
    """Return a name for comparing: without case, accents and doubled spaces, marks and dashes of one shape."""
    return " ".join(fold(unicodedata.normalize("NFC", name)).split())


class NameIndex:
    """Names by the key of what is called so. Finds among ten thousand within a few milliseconds."""

    def __init__(self) -> None:
        self._names: dict[str, tuple[str, ...]] = {}
        self._called: dict[str, list[str]] = {}
        # The words of the name, and of all other names, with a space before each.
        self._first: dict[str, str] = {}
        self._others: dict[str, str] = {}
        self._order: list[tuple[str, str]] = []
        self._unordered: list[str] = []
        # The beginnings of words by their first letter, of each key.
        self._starts: dict[str, dict[str, list[str]]] = defaultdict(dict)
        self._lines: tuple[_Lines, _Lines] | None = None

    def put(self, key: str, names: Iterable[str]) -> None:
        """Let a key have just these names, the main one first; those without a letter or mark count for nothing."""
        self.drop(key)
        folded = tuple(dict.fromkeys(filter(None, map(folded_name, names))))
        if not folded:
            return
        self._names[key] = folded
        self._unordered.append(key)
        for name in folded:
            self._called.setdefault(name, []).append(key)
        first, *others = map(_words, folded)
        self._first[key], self._others[key] = first, "\n".join(others)
        for start in dict.fromkeys(start for words in (first, *others) for start in _starts(words)):
            self._starts[start[0]].setdefault(key, []).append(start)

    def drop(self, key: str) -> None:
        """Forget a key."""
        self._lines = None
        for words in (self._first.get(key, ""), *self._others.get(key, "").split("\n")):
            for start in _starts(words):
                self._starts[start[0]].pop(key, None)
        for name in self._names.pop(key, ()):
            self._called[name].remove(key)
            if not self._called[name]:
                del self._called[name]
        for table in (self._first, self._others):
            table.pop(key, None)

    def in_order(self) -> Iterator[str]:
        """Yield all keys by name."""
        if self._unordered or len(self._order) != len(self._names):
            fresh = set(self._unordered)
            kept = [one for one in self._order if one[1] in self._names and one[1] not in fresh]
            added = [(self._names[key][0], key) for key in fresh if key in self._names]
            # Nearly in order already: that takes hardly longer than going through them.
            self._order, self._unordered = sorted([*kept, *added]), []
        return (key for _name, key in self._order)

    def called(self, name: str) -> list[str]:
        """Return the keys that have exactly this name, whatever its case and accents: several may."""
        return list(self._called.get(folded_name(name), ()))

    def matching(
        self, typed: str, most: int, only: Callable[[str], bool], rank: Callable[[str], int] = lambda _key: 0
    ) -> list[Match]:
        """Return at most `most` keys whose names hold what was typed, best first; see `Match`.

        `only` tells which keys are wanted. Among equally good ones those of a lower `rank` come first, then by name.
        """
        words = _NO_WORD.sub(" ", folded_name(typed)).strip()
        tiers: list[Iterable[str]] = [self.called(typed)]
        if words:
            first, others = self._searched()
            tiers += [first.having(f"\n {words}"), first.having(f" {words}"), others.having(f" {words}")]
            tiers.append(chain(first.having(words), others.having(words)))
        found: dict[str, Match] = {}
        for tier, keys in enumerate(tiers):
            fresh = {key for key in keys if key not in found and only(key)}
            best = nsmallest(most - len(found), fresh, key=lambda key: (rank(key), self._names[key][0], key))
            found |= {key: Match(tier, key) for key in best}
            if len(found) >= most:
                break
        return list(found.values())

    def alike(self, typed: str, most: int, only: Callable[[str], bool], but: Container[str] = ()) -> list[Match]:
        """Return keys with a word that begins nearly as what was typed: with one letter wrong, two in a long one.

        A letter too many or too few, another one, or two exchanged count as one; the first letter of the word must be
        the first or the second that was typed. Source of the distance: optimal string alignment, Damerau 1964. Those
        in `but` are left out.
        """
        words = _NO_WORD.sub(" ", folded_name(typed)).strip()
        allowed = (len(words) >= _ONE_WRONG) + (len(words) >= _TWO_WRONG)
        if not allowed or len(words) >= _LONGEST_START:
            return []
        found: dict[str, int] = {}
        for distance, key in self._near(words, allowed):
            if key not in but and only(key):
                found[key] = min(distance, found.get(key, distance))
        best = nsmallest(most, found, key=lambda key: (found[key], self._names[key][0], key))
        return [Match(ALIKE, key) for key in best]

    def _near(self, typed: str, allowed: int) -> Iterator[tuple[int, str]]:
        """Yield distances and keys."""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        near = [
            (start, key)
            for letter in {typed[0], typed[1]}
            for key, starts in self._starts.get(letter, {}).items()
            for start in starts
        ]
        # As long as what was typed, or one letter shorter or longer: a letter may be missing there, or too many.
        for length in range(len(typed) - 1, len(typed) + 2):
            begun = [start[:length] for start, _key in near]
            for _start, distance, place in process.extract(
                typed, begun, scorer=OSA.distance, processor=None, score_cutoff=allowed, limit=_MOST_NEAR
            ):
                yield int(distance), near[place][1]

    def _searched(self) -> tuple[_Lines, _Lines]:
        """Return the names, and all other names, as they are searched; made anew when one was put or dropped."""
        if self._lines is None:
            self._lines = _Lines(self._first), _Lines(self._others)
        return self._lines


class _Lines:
    """One line of names for each key, in one text: searching it takes no time for those that do not match."""

    def __init__(self, lines: Mapping[str, str]) -> None:
        self._keys = list(lines)
        self._text = "".join(f"\n{line}\0" for line in lines.values())
        self._begins = list(accumulate((len(line) + 2 for line in lines.values()), initial=0))

    def having(self, words: str) -> Iterator[str]:
        """Yield the keys whose lines hold the words; once each."""
        at = self._text.find(words)
        while at >= 0:
            line = bisect_right(self._begins, at) - 1
            yield self._keys[line]
            at = self._text.find(words, self._begins[line + 1])


def _words(folded: str) -> str:
    """Return the words of a folded name, a space before each; the name as it is where it has none."""
    words = _NO_WORD.sub(" ", folded).strip()
    return f" {words or folded}"


def _starts(words: str) -> Iterator[str]:
    """Yield what begins with each of the first few words of a name."""
    ends = (match.end() for match in islice(_BEGINS.finditer(words), _MOST_STARTS))
    return (words[at : at + _LONGEST_START] for at in ends)
