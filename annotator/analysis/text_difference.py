"""Where two copies of a text are the same and where they differ, for showing them side by side."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise, takewhile
from operator import eq
from typing import Literal, NamedTuple, TypeAlias

from annotator.analysis.folded_words import UNSEEN, WORD
from annotator.analysis.search import fold
from annotator.core.segments import Segment

Kind: TypeAlias = Literal["same", "changed", "only_one", "only_other"]

_TOKEN = re.compile(rf"(?:{WORD}|-+|[^\w\s])(?:\s|{UNSEEN.pattern})*")

_MOST_PAIRS = 250_000
"""Of words, one of each text, that are compared each with each: the worst of them takes 30 ms."""

_ANCHOR = 3
"""That many words in a row which stand once in each of two long texts are taken for the same place."""

_SHORT = 3
"""Fewer words than that which happen to be the same amid longer changes belong to the change."""


class Part(NamedTuple):
    """A stretch of two texts; a text in which nothing stands for it has None. Same: but for what folding takes away."""

    kind: Kind
    one: Segment | None
    other: Segment | None


class _Run(NamedTuple):
    """`length` words that are the same, from `one` in one text and from `other` in the other."""

    one: int
    other: int
    length: int


class _Words(NamedTuple):
    """The words and marks of a text, folded, and where each starts; it reaches to the next one's start."""

    folded: list[str]
    starts: list[int]

    def segment(self, first: int, last: int) -> Segment | None:
        """Return where the words from `first` up to `last`, not included, stand; None for no words."""
        return Segment(self.starts[first], self.starts[last]) if first < last else None


def difference(one: str, other: str) -> list[Part]:
    """Return the parts of two texts in order, by words and marks; the segments of each text tile it.

    White space belongs to the word before it and makes no difference, nor do case, accents and the shapes of quotation
    marks and dashes. The parts of the texts swapped are the parts swapped. Long texts are first laid side by side by
    what stands once in each, so that the time does not grow with their product; where such texts share nothing of the
    kind over a long stretch, the stretch is one change.
    """
    if other < one:
        swapped: dict[Kind, Kind] = {"only_one": "only_other", "only_other": "only_one"}
        return [Part(swapped.get(kind, kind), right, left) for kind, left, right in difference(other, one)]
    words, other_words = _words(one), _words(other)
    ends = _Run(len(words.folded), len(other_words.folded), 0)
    return list(_parts(words, other_words, [*_worth_showing(_runs(words.folded, other_words.folded), ends), ends]))


def _words(text: str) -> _Words:
    if not text:
        return _Words([], [0])
    folded = fold(text)
    matches = list(_TOKEN.finditer(folded))
    bare = [UNSEEN.sub("", match.group()).rstrip() for match in matches]
    starts = [0, *(match.start() for match in matches[1:]), len(text)]
    return _Words(["-" if word.startswith("-") else word for word in bare] or [""], starts)


def _runs(one: list[str], other: list[str]) -> list[_Run]:
    """Return the runs of words that are the same, in order and as long as they are."""
    runs = []
    waiting = [(0, len(one), 0, len(other))]
    while waiting:
        first, last, other_first, other_last = waiting.pop()
        left, right = one[first:last], other[other_first:other_last]
        if len(left) * len(right) <= _MOST_PAIRS:
            found = [_Run(*block) for block in SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()]
        else:
            found = _anchors(left, right)
            at, other_at = first, other_first
            for run in [*found, _Run(len(left), len(right), 0)] if found else []:
                waiting.append((at, first + run.one, other_at, other_first + run.other))
                at, other_at = first + run.one + run.length, other_first + run.other + run.length
        runs += [_Run(first + run.one, other_first + run.other, run.length) for run in found if run.length]
    return _joined(sorted(runs))


def _anchors(one: Sequence[str], other: Sequence[str]) -> list[_Run]:
    """Return runs by which two long texts can be laid side by side: their common ends, and what stands once in each.

    Of the latter the most that keep their order, by patience sorting. Source: Bram Cohen's patience diff.
    """
    shorter = min(len(one), len(other))
    head = _common(one, other)
    tail = min(_common(one[::-1], other[::-1]), shorter - head)
    positions = _once(one, head, len(one) - tail)
    other_positions = _once(other, head, len(other) - tail)
    pairs = sorted((positions[words], other_positions[words]) for words in positions.keys() & other_positions.keys())
    inner = [_Run(at, other_at, 1) for at, other_at in _longest_rising(pairs)]
    ends = [_Run(0, 0, head), _Run(len(one) - tail, len(other) - tail, tail)]
    return [run for run in (ends[0], *inner, ends[1]) if run.length]


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    return sum(1 for _ in takewhile(bool, map(eq, one, other)))


def _once(words: Sequence[str], first: int, last: int) -> dict[tuple[str, ...], int]:
    """Return where each run of words stands that stands only once between `first` and `last`."""
    inside = words[first:last]
    runs = list(zip(*(inside[i:] for i in range(_ANCHOR)), strict=False))
    counts = Counter(runs)
    return {run: first + i for i, run in enumerate(runs) if counts[run] == 1}


def _longest_rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the most of the pairs, which are in order of their first numbers, in which the second ones rise too."""
    tops: list[int] = []
    piles: list[int] = []
    before: list[int | None] = []
    for i, (_, second) in enumerate(pairs):
        pile = bisect_left(tops, second)
        before.append(piles[pile - 1] if pile else None)
        tops[pile : pile + 1] = [second]
        piles[pile : pile + 1] = [i]
    rising = []
    at = piles[-1] if piles else None
    while at is not None:
        rising.append(pairs[at])
        at = before[at]
    return rising[::-1]


def _joined(runs: list[_Run]) -> list[_Run]:
    joined: list[_Run] = []
    for run in runs:
        last = joined[-1] if joined else None
        if last and (last.one + last.length, last.other + last.length) == (run.one, run.other):
            joined[-1] = last._replace(length=last.length + run.length)
        else:
            joined.append(run)
    return joined


def _worth_showing(runs: list[_Run], ends: _Run) -> list[_Run]:
    """Return the runs without those of a word or two that stand between changes of more words than they have."""
    kept: list[_Run] = []
    for run, following in pairwise([*runs, ends]):
        changed = min(_between(kept[-1] if kept else _Run(0, 0, 0), run), _between(run, following))
        if run.length >= _SHORT or run.length >= changed:
            kept.append(run)
    return kept


def _between(run: _Run, following: _Run) -> int:
    return max(following.one - run.one, following.other - run.other) - run.length


def _parts(words: _Words, other_words: _Words, runs: list[_Run]) -> Iterator[Part]:
    """Yield the runs and what stands between them; the last run, which is empty, stands at the end."""
    at = other_at = 0
    for run in runs:
        one, other = words.segment(at, run.one), other_words.segment(other_at, run.other)
        if one or other:
            yield Part("changed" if one and other else "only_one" if one else "only_other", one, other)
        at, other_at = run.one + run.length, run.other + run.length
        if run.length:
            yield Part("same", words.segment(run.one, at), other_words.segment(run.other, other_at))
