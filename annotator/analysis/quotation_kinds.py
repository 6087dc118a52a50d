"""What the marks round a run are there for: a statement, somebody's words within a sentence, a distance, a title."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from annotator.analysis.marks import Run
from annotator.analysis.sentences import sentences
from annotator.analysis.speech_words import SPEECH_WORDS

QuotationKind: TypeAlias = Literal["direct", "mixed", "scare", "title", "nested"]

_REACH = 40
_FEW_WORDS = 2
_TITLE_WORDS = 9
_SMALL_WORDS = frozenset(
    {"a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "vs", "with"}
)
_TITLE_MARKS = "《〈"
_BEFORE_A_TITLE = re.compile(
    r"(?:\b(?:on|titled|entitled|watch(?:ed|es|ing)?|hosts?"
    r"|book|film|movie|documentary|show|program|programme|series|song|single|album|novel|play|podcast"
    r"|(?:episode|broadcast|edition|host|star|author|performance|version|copy) of)|['’]s),?\s\Z",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+")


class Verdict(NamedTuple):
    """What a run is, how likely a person marks it as a quote (from 0 to 1), and why, in a few words."""

    kind: QuotationKind
    confidence: float
    reason: str


_NESTED = Verdict("nested", 0.3, "marks within a quotation")
_UNCLOSED = Verdict("direct", 0.6, "the closing mark is missing")
_TITLE = Verdict("title", 0.3, "reads as a title")
_STATEMENT = Verdict("direct", 0.95, "a whole statement in marks")
_SCARE = Verdict("scare", 0.4, "few words, and none in the sentence that tells who says them")
_WORDS = Verdict("mixed", 0.9, "words in marks within a sentence")


class KindFinder:
    """Tells what the runs of one text are; looks the text's sentences and words of speech up once, for all of them."""

    def __init__(self, text: str) -> None:
        self._text = text

    # Looked up where a run is closed and outermost: without such a run, nobody asks.
    @cached_property
    def _sentence_starts(self) -> list[int]:
        return [sentence.start for sentence in sentences(self._text)]

    @cached_property
    def _speech(self) -> list[int]:
        return [m.start() for m in _WORD.finditer(self._text) if m.group().lower() in SPEECH_WORDS]

    def verdict(self, run: Run) -> Verdict:
        """Tell what the marks of a run are there for; the first rule that fits counts."""
        if run.depth:
            return _NESTED
        if not run.closed:
            return _UNCLOSED
        words = self._text[run.inner.start : run.inner.end].split(maxsplit=_TITLE_WORDS)
        before = self._text[max(0, run.start - _REACH) : run.start].rpartition("\n")[2]
        if run.mark in _TITLE_MARKS or (_is_capitalised(words) and _BEFORE_A_TITLE.search(before)):
            return _TITLE
        if self._is_statement(run, before):
            return _STATEMENT
        if len(words) <= _FEW_WORDS and not self._is_attributed(run):
            return _SCARE
        return _WORDS

    def _is_statement(self, run: Run, before: str) -> bool:
        """Tell whether a run stands where a statement does, and begins or ends as one."""
        at_start = self._sentence_starts[bisect_right(self._sentence_starts, run.start) - 1] == run.start
        introduced = before.rstrip()[-1:] in tuple(",:—–-：，")
        letters = (character for character in self._text[run.inner.start : run.inner.end] if character.isalnum())
        begins = not next(letters, "a").islower()
        return (at_start or introduced) and (begins or self._text[run.inner.end - 1] in ",?!")

    def _is_attributed(self, run: Run) -> bool:
        """Tell whether the sentence round a run has a word of speech outside of it."""
        first = bisect_right(self._sentence_starts, run.start) - 1
        after_last = bisect_left(self._sentence_starts, run.end)
        end = self._sentence_starts[after_last] if after_last < len(self._sentence_starts) else len(self._text)
        return self._speaks(self._sentence_starts[first], run.start) or self._speaks(run.end, end)

    def _speaks(self, start: int, end: int) -> bool:
        return bisect_left(self._speech, start) < bisect_left(self._speech, end)


def _is_capitalised(words: list[str]) -> bool:
    """Tell whether words are written as in a title."""
    if not words or len(words) > _TITLE_WORDS:
        return False
    bare = [word.strip(".,:;!?'’()") for word in words]
    return not bare[0][:1].islower() and all(word in _SMALL_WORDS or not word[:1].islower() for word in bare)
