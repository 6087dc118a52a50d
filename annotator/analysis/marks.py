"""Quotation marks, paired into runs: a mark that opens, what it encloses, and the mark that closes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from annotator.core.segments import Segment

_MARK = re.compile("''|``|[\"“”„‟«»‹›「」『』﹁﹂﹃﹄〝〞〟《》〈〉'‘’‚‛]")

# Marks of one family can close each other: writers mix straight with curly ones, and languages disagree on the ends.
_FAMILIES: dict[str, str] = {
    **dict.fromkeys(["''", "``", *'"“”„‟'], "double"),
    **dict.fromkeys("'‘’‚‛", "single"),
    **dict.fromkeys("«»", "guillemet"),
    **dict.fromkeys("‹›", "single guillemet"),
    **{mark: pair for pair in ("「」", "『』", "﹁﹂", "﹃﹄", "〝〞〟", "《》", "〈〉") for mark in pair},
}
_OPENING = frozenset(["``", *"“„‟‘‚‛「『﹁﹃〝《〈"])
_CLOSING = frozenset("”’」』﹂﹄〞〟》〉")
_OPENING_CONTEXT = frozenset("([{/-–—―…¿¡:")

# Words whose first letters an apostrophe stands for, so that it opens nothing.
_ELISION = re.compile(r"\d\ds?\b|(?:em|til|tis|twas|cause|bout|round|n|ol|cuz)\b", re.IGNORECASE)
_FEET_AND_INCHES = re.compile(r"\d['′’]\s?\d{1,2}\Z")


class Run(NamedTuple):
    """A stretch of text between two marks. `start` and `end` include the marks, `inner` does not.

    `depth` is 0 for a run that stands in no other one. A run that is not `closed` ends with its paragraph, or where the
    same mark opens again.
    """

    start: int
    end: int
    inner: Segment
    mark: str
    closed: bool
    depth: int = 0


@dataclass(slots=True)
class _Open:
    """A mark that opened and waits for its end; `weak`: an apostrophe that may turn out to be it."""

    start: int
    inner: int
    mark: str
    family: str
    weak: int | None = None
    holds_marks: bool = False


def paragraphs(text: str) -> Iterator[Segment]:
    """Yield the paragraphs of a text in order: what stands between newlines, without white space at the ends."""
    start = 0
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end]
        if stripped := line.strip():
            left = start if len(stripped) == len(line) else start + len(line) - len(line.lstrip())
            yield Segment(left, left + len(stripped))
        start = end + 1


def find_runs(text: str, paragraph: Segment) -> list[Run]:
    """Return the runs between marks in one paragraph, in order of their starts, outer ones before inner ones.

    Takes time proportional to the paragraph's length: what is open at once is bounded.
    """
    pairing = _Pairing(text, paragraph)
    for match in _MARK.finditer(text, *paragraph):
        pairing.meet(match.group(), match.start(), match.end())
    return _with_depths(pairing.finish())


class _Pairing:
    """Meets the marks of a paragraph one after the other, and keeps what is open."""

    __slots__ = ("_paragraph", "_runs", "_stack", "_text")

    def __init__(self, text: str, paragraph: Segment) -> None:
        self._text = text
        self._paragraph = paragraph
        self._stack: list[_Open] = []
        self._runs: list[Run] = []

    def meet(self, mark: str, start: int, end: int) -> None:
        """Let a mark open a run, close one, or be an apostrophe or a sign of measure."""
        before = self._text[start - 1] if start > self._paragraph.start else ""
        after = self._text[end] if end < self._paragraph.end else ""
        family = _FAMILIES[mark]
        if family == "single":
            self._meet_single(mark, start, before, after)
            return
        if mark in ('"', "''") and self._is_no_quotation_mark(start, before, after):
            return
        opened = self._nearest(family)
        if opened is None:
            if _may_open(mark, before, after):
                self._open(mark, start, end)
        elif _must_open(mark, self._stack[opened].mark, before, after):
            self._open(mark, start, end)
        else:
            self._close(opened, start, end)

    def _is_no_quotation_mark(self, start: int, before: str, after: str) -> bool:
        """Tell whether a straight mark belongs to markup (a="b"), to a Hebrew abbreviation or to a measure (6'2")."""
        hebrew = "\u05d0" <= before <= "\u05ea" and "\u05d0" <= after <= "\u05ea"
        if before == "=" or hebrew:
            return True
        return before.isdecimal() and bool(_FEET_AND_INCHES.search(self._text[max(0, start - 6) : start]))

    def _meet_single(self, mark: str, start: int, before: str, after: str) -> None:
        single = self._stack[-1] if self._stack and self._stack[-1].family == "single" else None
        if mark != "’" and _looks_opening(before, after) and not _ELISION.match(self._text, start + 1):
            # Two singles opened in a row: the first ended at a plural's apostrophe, or it was an apostrophe itself.
            if single is not None:
                self._stack.pop()
                self._end_weakly(single)
            self._open(mark, start, start + 1)
        elif single is not None and before and not before.isspace() and not after.isalnum():
            if single.holds_marks and before.isalnum():
                return
            if self._is_perhaps_possessive(start, before, after):
                single.weak = single.weak if single.weak is not None else start
            else:
                self._close(len(self._stack) - 1, start, start + 1)

    def _is_perhaps_possessive(self, start: int, before: str, after: str) -> bool:
        """Tell whether an apostrophe may be that of "the voters' will" or "goin' home" and so end nothing."""
        following = self._text[start + 2 : start + 3]
        return after.isspace() and following.isalnum() and (before in "sS" or self._text[start - 2 : start] == "in")

    def _nearest(self, family: str) -> int | None:
        for i in range(len(self._stack) - 1, -1, -1):
            if self._stack[i].family == family:
                return i
        return None

    def _open(self, mark: str, start: int, end: int) -> None:
        if self._stack:
            self._stack[-1].holds_marks = True
        if len(self._stack) > 1:
            self._end_outermost(mark)
        self._stack.append(_Open(start, end, mark, _FAMILIES[mark]))

    def _end_outermost(self, mark: str) -> None:
        """End the first run of a mark that is open twice: nobody nests one mark three deep, it was never closed."""
        same = [i for i, opened in enumerate(self._stack) if opened.mark == mark]
        if len(same) > 1:
            first, second = self._stack[same[0]], self._stack[same[1]]
            del self._stack[: same[1]]
            self._end_unclosed(first, second.start)

    def _close(self, index: int, start: int, end: int) -> None:
        opened = self._stack[index]
        for inner in self._stack[index + 1 :]:
            self._end_weakly(inner)
        del self._stack[index:]
        self._add(opened, end, start, closed=True)

    def _end_weakly(self, opened: _Open) -> None:
        if opened.weak is not None and not opened.holds_marks:
            self._add(opened, opened.weak + 1, opened.weak, closed=True)

    def _end_unclosed(self, opened: _Open, end: int) -> None:
        end = opened.inner + len(self._text[opened.inner : end].rstrip())
        self._add(opened, end, end, closed=False)

    def _add(self, opened: _Open, end: int, inner_end: int, closed: bool) -> None:
        part = self._text[opened.inner : inner_end]
        if stripped := part.strip():
            left = opened.inner if len(stripped) == len(part) else opened.inner + len(part) - len(part.lstrip())
            inner = Segment(left, left + len(stripped))
            self._runs.append(Run(opened.start, end, inner, opened.mark, closed))

    def finish(self) -> list[Run]:
        """Return all runs, also those that the paragraph's end leaves open."""
        for i, opened in enumerate(self._stack):
            at_start = opened.start == self._paragraph.start
            if opened.family == "single" and not (opened.mark == "‘" and at_start and opened.weak is None):
                self._end_weakly(opened)
                continue
            again = [later.start for later in self._stack[i + 1 :] if later.mark == opened.mark]
            again += [run.start for run in self._runs if run.start > opened.start and run.mark == opened.mark]
            self._end_unclosed(opened, min(again) if again else self._paragraph.end)
        return self._runs


def _looks_opening(before: str, after: str) -> bool:
    """Tell whether a mark of no direction between these characters can only open: space before, a word after."""
    outside = not before or before.isspace() or before in _OPENING_CONTEXT or before in _OPENING or before == '"'
    return outside and bool(after) and not after.isspace() and after not in ".,;:!?)]}"


def _looks_closing(before: str, after: str) -> bool:
    return bool(before) and not before.isspace() and before not in "([{" and (not after or not after.isalnum())


def _may_open(mark: str, before: str, after: str) -> bool:
    """Tell whether a mark opens where none of its family is open."""
    if mark in _CLOSING or mark in "»›":
        return mark in "”»›" and _looks_opening(before, after)  # Swedish ”…”, German »…«
    return mark in "«‹「『﹁﹃〝《〈" or not _looks_closing(before, after)


def _must_open(mark: str, opened: str, before: str, after: str) -> bool:
    """Tell whether a mark opens a further run although one of its family is open, with the mark `opened`."""
    if mark in _CLOSING or mark in "»›":
        return False
    if mark in "«‹":
        return opened == mark
    if mark in "「『﹁﹃〝《〈":
        return True
    return (mark in _OPENING and after.isalnum()) or _looks_opening(before, after)


def _with_depths(runs: list[Run]) -> list[Run]:
    """Return the runs in order with their depths, without those that begin in another one and reach beyond its end."""
    if len(runs) < 2:
        return runs
    ends: list[int] = []
    placed = []
    for run in sorted(sorted(runs, key=attrgetter("end"), reverse=True), key=attrgetter("start")):
        while ends and ends[-1] <= run.start:
            ends.pop()
        if ends and run.end > ends[-1]:
            continue
        placed.append(run._replace(depth=len(ends)) if ends else run)
        ends.append(run.end)
    return placed
