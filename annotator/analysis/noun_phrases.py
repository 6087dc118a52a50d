"""Find the noun phrases in a line of words that may name a speaker: before a place, after one, at the beginning."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from annotator.analysis.attribution_words import (
    ARTICLES,
    AUXILIARIES,
    BREAKS,
    CLAUSE_VERBS,
    CONNECTING,
    COORDINATING,
    NUMBERS,
    PREPOSITIONS,
    PRONOUNS,
    TIMES,
    VERBS,
)
from annotator.analysis.name_words import TITLES
from annotator.analysis.sentences import LETTERS
from annotator.core.segments import Segment

Phrase: TypeAlias = tuple[int, int]
"""The first and the last token of a noun phrase."""

_LONGEST = 25
_LONGEST_OPENING = 6
_MOST_BEFORE_NAME = 3
_LY = 5

_TOKEN = re.compile(rf"\w[{LETTERS}]*(?:['’&.\-‑]\w[{LETTERS}]*)*|[^\w\s]")
_INSIDE = frozenset(".'’&/")
QUOTED = "\ufffc"
"""The word of a token that stands for a quoted passage."""

_NO_BEGINNING = PREPOSITIONS | BREAKS | TIMES | AUXILIARIES | CONNECTING
_ADVERBIAL = (PREPOSITIONS | BREAKS | CONNECTING) - COORDINATING
_AFTER_OPENING = PREPOSITIONS | ARTICLES | VERBS | TIMES | AUXILIARIES
_NO_WAY_BACK = BREAKS | CLAUSE_VERBS
_WITHIN = frozenset(["of", "for", "with", "from"])
_NO_WAY_ON = _NO_WAY_BACK | TIMES | (PREPOSITIONS - _WITHIN)


class Token(NamedTuple):
    """A word, a sign, or a quoted passage. `word` is in small letters with straight apostrophes; `capital`: it was not.

    `start` and `end` are positions in the text.
    """

    start: int
    end: int
    word: str
    capital: bool


def tokens(text: str, stretch: Segment, quoted: Sequence[Segment]) -> list[Token]:
    """Return the words and signs of a stretch of text, with one token for each of the quoted passages in it."""
    line = []
    start = stretch.start
    for passage in (*quoted, Segment(stretch.end, stretch.end)):
        for match in _TOKEN.finditer(text, start, passage.start):
            written = match.group()
            word = written.lower()
            line.append(Token(match.start(), match.end(), word.replace("’", "'"), word != written))
        if passage.start < passage.end:
            line.append(Token(*passage, QUOTED, False))
        start = passage.end
    return line


def is_word(token: Token) -> bool:
    """Tell whether a token is a word, not a sign or a quoted passage."""
    return token.word[0].isalnum() or token.word[0] == "_"


def is_pronoun(token: Token) -> bool:
    """Tell whether a token is a personal pronoun, perhaps drawn together with a verb ("he's")."""
    return token.word.partition("'")[0] in PRONOUNS


def is_between(token: Token) -> bool:
    """Tell whether a token may stand between a subject and its verb: an adverb or an auxiliary."""
    word = token.word
    return word in TIMES or word in AUXILIARIES or (word.endswith("ly") and len(word) >= _LY and not token.capital)


def phrase_before(line: Sequence[Token], last: int) -> Phrase | None:
    """Return the noun phrase that ends with token `last`: back to a sign, a conjunction or another verb."""
    if last < 0 or not is_word(line[last]) or line[last].word in BREAKS:
        return None
    if is_pronoun(line[last]):
        return last, last
    first = last
    while first and last - first < _LONGEST and _holds(line[first - 1], _NO_WAY_BACK):
        first -= 1
    while first < last and (is_between(line[first]) or is_pronoun(line[first]) or not is_word(line[first])):
        first += 1
    return None if line[first].word in PREPOSITIONS or line[first].word in TIMES else (first, last)


def phrase_after(line: Sequence[Token], first: int) -> Phrase | None:
    """Return the noun phrase that begins with token `first`: up to a sign, a conjunction or a word of place or time."""
    if first >= len(line) or not is_word(line[first]):
        return None
    if is_pronoun(line[first]):
        return first, first
    if line[first].word in _NO_BEGINNING:
        return None
    last = first
    while last + 1 < len(line) and last - first < _LONGEST and _holds(line[last + 1], _NO_WAY_ON):
        last += 1
    while not is_word(line[last]):
        last -= 1
    return first, last


def opening(line: Sequence[Token]) -> Phrase | None:
    """Return the noun phrase that a sentence begins with, after an adverbial up to a comma."""
    first = 0
    if line and line[0].word in _ADVERBIAL:
        first = _after_comma(line, len(line))
    elif line and line[0].word in NUMBERS:
        first = _after_comma(line, 0)  # "Two days later, Ada Orlo …"
    while first < len(line) and (line[first].word in TIMES or line[first].word in COORDINATING):
        first += 1
    if first >= len(line) or not is_word(line[first]) or line[first].word in _NO_BEGINNING:
        return None
    last = first
    while not is_pronoun(line[first]) and last + 1 < len(line) and _is_in_opening(line, first, last + 1):
        last += 1
    return first, last


def _after_comma(line: Sequence[Token], otherwise: int) -> int:
    return next((i + 1 for i, token in enumerate(line) if token.word == ","), otherwise)


def _holds(token: Token, borders: frozenset[str]) -> bool:
    return (is_word(token) or token.word in _INSIDE) and token.word not in borders


def _is_in_opening(line: Sequence[Token], first: int, at: int) -> bool:
    """Tell whether a token still belongs to the noun phrase that begins with token `first`."""
    token, before = line[at], line[at - 1]
    if token.capital or (token.word in _INSIDE and before.capital):
        return True
    if not is_word(token) or token.word in _AFTER_OPENING or token.word in BREAKS or is_between(token):
        return False
    if before.capital and before.word not in ARTICLES:
        name = next((i for i in range(at + 1, min(at + 1 + _MOST_BEFORE_NAME, len(line))) if line[i].capital), at)
        return line[name - 1].word in TITLES  # "Democratic presidential nominee Ada Orlo"
    return not token.word.endswith("ed") and at - first < _LONGEST_OPENING
