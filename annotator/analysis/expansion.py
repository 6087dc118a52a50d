"""Widen a selection step by step: word, clause, quotation, sentence, paragraph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from annotator.analysis.quotations import Quotation
from annotator.analysis.sentences import clause_at, paragraph_at, sentence_at, word_at
from annotator.core.segments import Segment


def expanded(text: str, selection: Segment, quotations: Iterable[Quotation]) -> Segment:
    """Return the smallest unit of the text that holds the selection and more; the selection itself where none does.

    An empty selection is a caret. Units are words, clauses, quotations without and with their marks, sentences and
    paragraphs; a selection over several sentences or paragraphs goes on to the whole of them.
    """
    larger = [
        unit
        for unit in _units(text, selection, quotations)
        if unit.start <= selection.start and selection.end <= unit.end and unit != selection
    ]
    return min(larger, key=lambda unit: unit.end - unit.start, default=selection)


def _units(text: str, selection: Segment, quotations: Iterable[Quotation]) -> Iterator[Segment]:
    start, end = selection
    last = max(start, end - 1)
    pairs = (
        (word_at(text, start), word_at(text, last)),
        (clause_at(text, start, end), clause_at(text, start, end)),
        (sentence_at(text, start), sentence_at(text, last)),
        (paragraph_at(text, start), paragraph_at(text, last)),
    )
    for first, second in pairs:
        if first and second:
            yield Segment(first.start, second.end)
    for quotation in quotations:
        yield from quotation.segments
        yield from quotation.inner
