"""Find the sentences, clauses and words of a text, and those round a position."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from annotator.analysis.abbreviations import BEFORE_A_NAME, BEFORE_A_NUMBER, SENTENCE_OPENERS, WITHIN_A_SENTENCE
from annotator.analysis.marks import paragraphs
from annotator.core.segments import Segment

_CLOSERS = "\"”’'»›“)\\]」』﹂﹄〞"
_END = re.compile(rf"(?:\.(?:[ \u00a0]?\.)+|[.!?…؟।॥۔։።])+[{_CLOSERS}]*(?=\s|\Z)|[。！？｡][。！？｡]*[{_CLOSERS}]*")
_LETTER = re.compile(r"[^\W_]")
_TOKEN_BEFORE = re.compile(r"[^\s(\[“”„\"«»‘’'—–―/]+\Z")
# “FAIRVIEW, W.Va. - The coal”: a dateline's dash goes on with the sentence, whatever word follows.
_DASH = re.compile(r"\s*(?:--?|[—–―])\s")
_WORD_AFTER = re.compile(r"\w+")
_NUMBERED = re.compile(r"\(?(?:\d{1,3}|[A-Za-z])\Z")
# “Why now?” Mayor Orlo asked: what follows the mark says who asks, and belongs to the sentence.
_ASKED_BY = re.compile(
    r"\s(?:[A-Z][\w.’'-]*\s){1,4}(?:said|says|asked|asks|told|tells|added|wrote|writes|replied|shouted)\b"
)
_LOOK = 48

# Marks that combine with letters and joiners are no word characters to `re`, yet stand inside words.
LETTERS = (
    r"\w\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u06d6-\u06ed"
    r"\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e\u200c\u200d"
)
"""What a word goes on with after its first letter, for a class of `re`."""

_WORD = re.compile(rf"\w[{LETTERS}]*(?:['’\-‐‑.·]\w[{LETTERS}]*)*")
_CLAUSE_END = re.compile(
    rf"[,;:](?=\s)|(?<=[,;:][{_CLOSERS}])(?=\s)|\s(?:--?|[—–])(?=\s)|(?<=\w)(?:[—–]|--)|[()\[\]]|[，；：、،؛]"
)
_CLAUSE_OPENER = re.compile(
    r"\s(?=(?:that|because|although|though|while|whereas|unless|until|but|which|who|whose|when|where|if)\s)"
)


def sentences(text: str) -> list[Segment]:
    """Return the sentences of a text in order, without the white space between them.

    Together they hold every character that is not white space. A newline always ends a sentence; closing marks belong
    to the sentence that they close. Takes time proportional to the text's length.
    """
    return [sentence for paragraph in paragraphs(text) for sentence in _sentences_of(text, paragraph)]


def sentence_at(text: str, position: int) -> Segment | None:
    """Return the sentence round a position, or the nearest before it in its paragraph; None outside of paragraphs."""
    paragraph = paragraph_at(text, position)
    return _at(list(_sentences_of(text, paragraph)), position) if paragraph else None


def paragraph_at(text: str, position: int) -> Segment | None:
    """Return the paragraph in whose line a position stands, without white space at its ends; None in an empty line."""
    position = max(0, min(position, len(text)))
    start = text.rfind("\n", 0, position) + 1
    end = text.find("\n", position)
    line = next(paragraphs(text[start : end if end >= 0 else len(text)]), None)
    return Segment(start + line.start, start + line.end) if line else None


def words(text: str) -> list[Segment]:
    """Return the words of a text in order; apostrophes, hyphens and points inside a word belong to it.

    Scripts that put no space between words (Chinese, Japanese, Thai) are not taken apart.
    """
    return [Segment(*match.span()) for match in _WORD.finditer(text)]


def word_at(text: str, position: int) -> Segment | None:
    """Return the word that a position stands in, at the start of, or else at the end of; None between words."""
    paragraph = paragraph_at(text, position)
    if paragraph is None:
        return None
    found = [Segment(*match.span()) for match in _WORD.finditer(text, *paragraph)]
    touching = [word for word in found if word.start <= position <= word.end]
    return touching[-1] if touching else None


def clause_at(text: str, start: int, end: int | None = None) -> Segment | None:
    """Return the clause round a position, or round the range `[start, end)`; None outside of sentences.

    A clause ends at a comma, semicolon, colon, dash or bracket, and before a word such as "that", "because" or "but";
    it never reaches over its sentence's ends.
    """
    end = start if end is None else end
    sentence = sentence_at(text, start)
    if sentence is None:
        return None
    cuts = [match.span() for pattern in (_CLAUSE_END, _CLAUSE_OPENER) for match in pattern.finditer(text, *sentence)]
    left = max((after for _, after in cuts if after <= start), default=sentence.start)
    right = min((before for before, _ in cuts if before >= end and before > left), default=max(end, sentence.end))
    return _trimmed(text, left, right) or sentence


def _sentences_of(text: str, paragraph: Segment) -> Iterator[Segment]:
    start = paragraph.start
    for match in _END.finditer(text, *paragraph):
        if match.end() < paragraph.end and _ends_sentence(text, paragraph, match):
            if sentence := _trimmed(text, start, match.end()):
                yield sentence
            start = match.end()
    if last := _trimmed(text, start, paragraph.end):
        yield last


def _ends_sentence(text: str, paragraph: Segment, match: re.Match[str]) -> bool:
    """Tell whether a stop inside a paragraph ends a sentence, from the word before and the word after it."""
    mark = match.group()
    if mark[0] in "。！？｡":
        return True
    following = text[match.end() : min(paragraph.end, match.end() + _LOOK)]
    letter = _LETTER.search(following)
    if letter and letter.group().islower():
        return False
    if len(mark) > 1 and mark[0] in "?!" and _ASKED_BY.match(following):
        return False
    return mark != "." or not _is_abbreviation(text, paragraph, match.start(), following)


def _is_abbreviation(text: str, paragraph: Segment, stop: int, following: str) -> bool:
    before = _TOKEN_BEFORE.search(text[max(paragraph.start, stop - _LOOK) : stop])
    after = _WORD_AFTER.search(following)
    if before is None or after is None:
        return False
    token = before.group()
    if token in BEFORE_A_NAME:
        return True
    if _NUMBERED.match(token) and stop - len(token) <= paragraph.start + 1:
        return True  # "3. Later": the number of a paragraph
    if token in BEFORE_A_NUMBER:
        return after.group()[0].isdigit()
    initial = len(token) == 1 and token.isupper() and token != "I"
    may_go_on = initial or token in WITHIN_A_SENTENCE or "." in token
    return may_go_on and (after.group() not in SENTENCE_OPENERS or _DASH.match(following) is not None)


def _trimmed(text: str, start: int, end: int) -> Segment | None:
    part = text[start:end]
    left = start + len(part) - len(part.lstrip())
    right = start + len(part.rstrip())
    return Segment(left, right) if left < right else None


def _at(segments: Sequence[Segment], position: int) -> Segment | None:
    if not segments:
        return None
    index = bisect_right(segments, position, key=lambda segment: segment.start) - 1
    return segments[max(0, index)]
