"""Find quotations: runs between marks, joined where they are interrupted or go on in the next paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import NamedTuple

from annotator.analysis.dialogue import find_dialogue
from annotator.analysis.marks import Run, find_runs, paragraphs
from annotator.analysis.quotation_kinds import KindFinder, QuotationKind, Verdict
from annotator.core.segments import Segment, Segments, trim

_LONGEST_ATTRIBUTION = 300
# "WALLACE: Let's start": each paragraph of a transcript has a speaker of its own.
_TRANSCRIPT_SPEAKER = re.compile(r"\(?[A-Z]{2}[A-Z .'’-]*[:)]")


class Quotation(NamedTuple):
    """What marks set off in a text: one segment, or several where it is interrupted or goes on in a next paragraph.

    `segments` include the marks, `inner` leaves them and the space beside them out. `unclosed`: the last closing mark
    is missing. `confidence`, from 0 to 1, is how likely a person marks it as a quote; `reason` says what it rests on.
    """

    segments: Segments
    inner: Segments
    kind: QuotationKind
    unclosed: bool
    confidence: float
    reason: str

    @property
    def start(self) -> int:
        """The first character of the whole."""
        return self.segments[0].start

    @property
    def end(self) -> int:
        """The end of the whole (exclusive)."""
        return self.segments[-1].end


class _Part(NamedTuple):
    """An outer run with its paragraph and what it is by itself."""

    run: Run
    paragraph: Segment
    verdict: Verdict


def find_quotations(text: str) -> list[Quotation]:
    """Return the quotations of a text in order of their starts; one within another follows it, with kind "nested".

    Positions are code points. Takes time proportional to the text's length, whatever marks it holds, and never raises.
    """
    others: list[Quotation] = []
    found = [*_joined(text, _outer(text, others)), *others]
    found.sort(key=attrgetter("end"), reverse=True)
    found.sort(key=attrgetter("start"))
    return found


def quotation_at(quotations: Iterable[Quotation], position: int) -> Quotation | None:
    """Return the smallest quotation with a segment round a caret, its marks included, or None.

    A caret right after the closing mark still counts, because that is where walking over it leaves the caret; a
    quotation that begins there has precedence.
    """
    held = [
        (position == segment.end, segment.end - segment.start, i, quotation)
        for i, quotation in enumerate(quotations)
        for segment in quotation.segments
        if segment.start <= position <= segment.end
    ]
    return min(held)[-1] if held else None


def _outer(text: str, others: list[Quotation]) -> Iterator[_Part]:
    """Yield the outer runs of a text one by one; `others` gets what can be no part of anything longer."""
    kinds = KindFinder(text)
    for paragraph in paragraphs(text):
        runs = find_runs(text, paragraph)
        if not runs and (dialogue := find_dialogue(text, paragraph)):
            others.append(_after_dash(text, dialogue))
        for run in runs:
            verdict = kinds.verdict(run)
            if run.depth:
                others.append(_alone(run, verdict))
            else:
                yield _Part(run, paragraph, verdict)


def _alone(run: Run, verdict: Verdict) -> Quotation:
    own = (Segment(run.start, run.end),)
    return Quotation(own, (run.inner,), verdict.kind, not run.closed, verdict.confidence, verdict.reason)


def _after_dash(text: str, segments: Segments) -> Quotation:
    first = Segment(segments[0].start + 1, segments[0].end)
    return Quotation(
        segments=segments,
        inner=trim(text, (first, *segments[1:])),
        kind="direct",
        unclosed=False,
        confidence=0.5,
        reason="a dash opens the paragraph",
    )


def _joined(text: str, parts: Iterable[_Part]) -> Iterator[Quotation]:
    """Yield the quotations of outer runs: neighbours that belong together as one."""
    before: list[Run] = []
    reason = ""
    last: _Part | None = None
    for part in parts:
        if last is not None:
            why = _why_continued(text, last, part)
            if why:
                before.append(last.run)
            else:
                yield _one(before, last, reason)
                before = []
            reason = why
        last = part
    if last is not None:
        yield _one(before, last, reason)


def _one(before: list[Run], last: _Part, reason: str) -> Quotation:
    """Return the quotation that ends with a part; `before` are the runs before it that belong to it."""
    if not before:
        return _alone(last.run, last.verdict)
    runs = [*before, last.run]
    return Quotation(
        segments=tuple(Segment(run.start, run.end) for run in runs),
        inner=tuple(run.inner for run in runs),
        kind="direct",
        unclosed=not last.run.closed,
        confidence=0.9 if last.run.closed else 0.6,
        reason=reason,
    )


def _why_continued(text: str, first: _Part, second: _Part) -> str:
    """Return why the second of two neighbouring runs goes on with the first; empty where it does not."""
    if first.verdict.kind == "title":
        return ""
    stops_for_attribution = first.run.closed and text[first.run.inner.end - 1] in ",?!…—–-"
    if first.paragraph == second.paragraph:
        between = text[first.run.end : min(second.run.start, first.run.end + _LONGEST_ATTRIBUTION + 1)]
        attributed = len(between) <= _LONGEST_ATTRIBUTION and between.rstrip()[-1:] in (".", ",")
        return "interrupted by who says it" if stops_for_attribution and attributed else ""
    opens_next = second.run.start == second.paragraph.start and text[first.paragraph.end : second.run.start].isspace()
    if not opens_next:
        return ""
    if not first.run.closed:
        another = first.run.mark != second.run.mark or _TRANSCRIPT_SPEAKER.match(text, second.run.inner.start)
        return "" if another else "goes on in the next paragraph"
    attribution = first.paragraph.end - first.run.end
    fills_next = second.run.end == second.paragraph.end and second.run.closed
    if stops_for_attribution and 0 < attribution <= _LONGEST_ATTRIBUTION and fills_next:
        return "the next paragraph is nothing but a quotation"
    return ""
