"""The people whom a text names: the full form of a name, and who was named before a pronoun."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence

from annotator.analysis.name_words import ORGANISATIONS
from annotator.analysis.names import names, person_part
from annotator.core.segments import Segment

_REACH = 12
_MOST_IN_SENTENCE = 20
_PLACED = re.compile(r"\b(?:in|at|from|near|the)\s\Z")
_PREPOSITION = re.compile(r"\b(?:for|of|from|with|at|in|to|by|on|about|near)\s")
_SUFFIX = re.compile(r"(?:,? (?:Jr|Sr)\.?|\.)\Z")
_HE = frozenset(["mr", "sir", "king", "prince", "lord", "spokesman", "chairman", "congressman", "councilman", "father"])
_SHE = frozenset(["mrs", "ms", "mme", "lady", "dame", "queen", "spokeswoman", "chairwoman", "congresswoman", "sister"])
_OPPOSITE = {"he": _SHE, "she": _HE}


class People:
    """Resolves the names of one text; looks all of them up once, in time proportional to the text's length.

    `known` are names that the project knows: they complete surnames that the text itself never completes.
    """

    def __init__(self, text: str, known: Sequence[str] = ()) -> None:
        self._text = text
        self._names = names(text)
        self._own = [person_part(text, name) for name in self._names]
        self._words = [self._written(own).split() if own else [] for own in self._own]
        self._keys = [_folded(words[-1]) if words else "" for words in self._words]
        self._titled: dict[str, str] = {}
        self._full: dict[str, list[int]] = {}
        self._fullest: dict[tuple[str, str], str] = {}
        for index, words in enumerate(self._words):
            if _is_full(words):
                self._add_full(index)
            elif words:
                key = self._keys[index]
                self._titled[key] = max(self._titled.get(key, ""), self._with_title(index), key=len)
        self._known = {_folded(name.split()[-1]): name for name in reversed(known) if name.strip()}

    def _add_full(self, index: int) -> None:
        words, last = self._words[index], self._keys[index]
        first = _folded(words[0])
        self._fullest[first, last] = max(self._fullest.get((first, last), ""), " ".join(words), key=len)
        for word in {first, last}:
            self._full.setdefault(word, []).append(index)

    def named(self, mention: Segment) -> str:
        """Return what the entity of a mention should be called: a person's fullest name, else the mention's words."""
        index = bisect_left(self._names, mention.end, key=lambda name: name.end)
        if index < len(self._names) and self._names[index].end == mention.end and self._is_head(index, mention):
            return self._person(index)
        return " ".join(self._text[mention.start : mention.end].split())

    def before(
        self, position: int, pronoun: str, sentences: Sequence[Segment], is_quoted: Callable[[int], bool]
    ) -> Iterator[tuple[str, Segment]]:
        """Yield whom a pronoun at a position may stand for, and where the text names them last.

        It goes sentence by sentence backwards, a few sentences far.

        In each sentence those come first that are surely people, then those named first. `sentences` are all of the
        text's; names at positions that are quoted do not count.
        """
        end = position
        sentence = bisect_left(sentences, (position + 1,))
        for start, _ in reversed(sentences[max(0, sentence - _REACH) : sentence]):
            first, last = bisect_left(self._names, (start,)), bisect_left(self._names, (end,))
            near = range(first, min(last, first + _MOST_IN_SENTENCE))
            fitting = [i for i in near if self._fits(i, pronoun) and not is_quoted(self._names[i].start)]
            yield from ((self._person(i), self._names[i]) for i in sorted(fitting, key=self._is_uncertain))
            end = start

    def everybody(self) -> dict[str, Segment]:
        """Return whom the text names, persons by their fullest names, and where it does so first."""
        found: dict[str, Segment] = {}
        for index, name in enumerate(self._names):
            found.setdefault(self._person(index), name)
        return found

    def within(self, start: int, end: int) -> list[Segment]:
        """Return the names that begin between two positions, in order."""
        return self._names[bisect_left(self._names, (start,)) : bisect_left(self._names, (end,))]

    def _is_head(self, index: int, mention: Segment) -> bool:
        """Tell whether a mention is the person at its end ("former mayor Ada Orlo"), not "a friend of Ada Orlo"."""
        before = self._text[mention.start : max(mention.start, self._names[index].start)]
        return self._own[index] is not None and not _PREPOSITION.search(before)

    def _person(self, index: int) -> str:
        words, key = self._words[index], self._keys[index]
        if not words:
            return " ".join(self._text[slice(*self._names[index])].split())
        if not _is_full(words):
            fuller = self._full.get(key)
            if fuller is None:
                return self._known.get(key) or self._titled[key]
            index = fuller[max(0, bisect_right(fuller, index) - 1)]
        return self._fullest[_folded(self._words[index][0]), self._keys[index]]

    def _with_title(self, index: int) -> str:
        """Return a surname with the title right before it: all that the text has of the name."""
        name, own = self._names[index], self._own[index] or self._names[index]
        return " ".join([*self._text[name.start : own.start].split()[-1:], *self._words[index]])

    def _written(self, segment: Segment) -> str:
        return _SUFFIX.sub("", self._text[segment.start : segment.end])

    def _fits(self, index: int, pronoun: str) -> bool:
        name, own = self._names[index], self._own[index]
        if pronoun == "it":
            return any(word.lower() in ORGANISATIONS for word in self._text[slice(*name)].split())
        if own is None or self._is_place(name):
            return False
        if own == name:
            return _is_full(self._words[index]) or self._keys[index] in self._full
        titles = self._text[name.start : own.start].lower().replace(".", "").split()
        return _OPPOSITE.get(pronoun, frozenset()).isdisjoint(titles)

    def _is_place(self, name: Segment) -> bool:
        """Tell whether the word before a name says that it is a place or a thing ("in Parkland", "the Mall")."""
        return bool(_PLACED.search(self._text[max(0, name.start - 6) : name.start]))

    def _is_uncertain(self, index: int) -> bool:
        """Tell whether nothing but capitals says that a name is a person's: no title, no surname alone elsewhere."""
        return self._own[index] == self._names[index] and self._keys[index] not in self._titled


def _is_full(words: Sequence[str]) -> bool:
    """Tell whether the words of a person's own name are more than a surname with its particles."""
    return len(words) > 1 and not words[0][0].islower()


def _folded(word: str) -> str:
    return word.casefold().rstrip(".,").replace("’", "'")
