"""Who an attribution verb makes the speaker: the noun phrase before it, or after it where the two are inverted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from annotator.analysis.attribution_words import (
    ALSO_NOUNS,
    ARTICLES,
    AUXILIARIES,
    BREAKS,
    CLAUSE_VERBS,
    INVERTIBLE,
    PASSIVE,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    SAY,
    TIMES,
    VERBS,
)
from annotator.analysis.names import TITLES
from annotator.analysis.speech_words import SPEECH_WORDS
from annotator.core.segments import Segment

_LONGEST_PHRASE = 25
_COMMAS = 3
_MOST_VERBS = 4
_BESIDE = 6
_FARTHER = 0.1
_COORDINATING = frozenset(["and", "but"])

_TOKEN = re.compile(r"\w+(?:['’&.\-‑]\w+)*|[^\w\s]")
_QUOTED = "\ufffc"


class Token(NamedTuple):
    """A word, a sign, or a passage that is quoted; `word` is in small letters, `capital`: it was not."""

    start: int
    end: int
    word: str
    capital: bool


class Found(NamedTuple):
    """A speaker among tokens: those from `first` to `last` name it, `cue` is the verb's; how sure, and why."""

    first: int
    last: int
    cue: int | None
    confidence: float
    reason: str


def tokens(text: str, stretch: Segment, covered: Sequence[Segment]) -> list[Token]:
    """Return the words and signs of a stretch of text, with one token for each of the `covered` passages in it."""
    line = []
    start = stretch.start
    for passage in (*covered, Segment(stretch.end, stretch.end)):
        for match in _TOKEN.finditer(text, start, passage.start):
            written = match.group()
            word = written.lower()
            line.append(Token(match.start(), match.end(), word.replace("’", "'"), word != written))
        if passage.start < passage.end:
            line.append(Token(*passage, _QUOTED, False))
        start = passage.end
    return line


def after_quote(line: Sequence[Token]) -> Iterator[Found]:
    """Yield the speakers in what follows a span in its sentence, nearest first."""
    begin = next((i for i, token in enumerate(line) if _is_word(token)), len(line))
    for verb in islice(_verbs(line, range(begin, len(line))), _MOST_VERBS):
        if phrase := _according(line, verb):
            yield Found(*phrase, verb, 0.9, "according to")
        elif verb == begin and line[verb].word in INVERTIBLE and (phrase := _phrase_after(line, verb + 1)):
            yield Found(*phrase, verb, 0.92, "the verb and then the name follow it")
        elif phrase := _subject(line, verb):
            if phrase[0] == begin:
                yield Found(*phrase, verb, 0.95, "the name and then the verb follow it")
            else:
                yield Found(*phrase, verb, 0.55, "speaks later in the sentence")


def before_quote(line: Sequence[Token]) -> Iterator[Found]:
    """Yield the speakers in what precedes a span in its sentence: beside verbs, nearest first, then its subject."""
    opening = _opening(line)
    loss = 0.0
    for verb in islice(_verbs(line, range(len(line) - 1, -1, -1)), _MOST_VERBS):
        found = _before_quote(line, verb, opening)
        if found:
            yield found._replace(confidence=found.confidence - loss)
            loss += _FARTHER
    if opening:
        yield Found(*opening, None, 0.5, "opens the sentence")


def _before_quote(line: Sequence[Token], verb: int, opening: tuple[int, int] | None) -> Found | None:
    if phrase := _according(line, verb):
        return Found(*phrase, verb, 0.85, "according to")
    beside = len(line) - verb <= _BESIDE or line[-1].word in ",:"
    if phrase := _subject(line, verb):
        impersonal = line[phrase[0]].word == "it"
        confidence = 0.3 if impersonal else 0.9 if beside else 0.82 if line[verb].word in SAY else 0.6
        return Found(*phrase, verb, confidence, "the name and then the verb precede it")
    if verb == 0 and line[verb].word in INVERTIBLE and (phrase := _phrase_after(line, 1)):
        return Found(*phrase, verb, 0.85, "the verb and then the name precede it")
    if opening and opening[1] < verb:
        return Found(*opening, verb, 0.65 if beside else 0.6, "opens the sentence, and the verb precedes it")
    return None


def _opening(line: Sequence[Token]) -> tuple[int, int] | None:
    """Return the noun phrase that a sentence begins with, after an adverbial up to a comma."""
    first = 0
    if line and line[0].word in PREPOSITIONS | BREAKS and line[0].word not in _COORDINATING:
        first = next((i + 1 for i, token in enumerate(line) if token.word == ","), len(line))
    while first < len(line) and (line[first].word in TIMES | _COORDINATING or not _is_word(line[first])):
        first += 1
    last = first
    if first >= len(line) or line[first].word in PREPOSITIONS | BREAKS:
        return None
    while not _is_pronoun(line[first]) and last + 1 < len(line) and _is_in_opening(line, first, last + 1):
        last += 1
    return first, last


def _is_in_opening(line: Sequence[Token], first: int, at: int) -> bool:
    """Tell whether a token still belongs to the noun phrase that begins with token `first`."""
    token = line[at]
    if token.capital or (token.word in ".&'’" and line[at - 1].capital):
        return True
    if not _continues(token) or token.word in PREPOSITIONS | ARTICLES | VERBS | TIMES or _is_skipped(token):
        return False
    if line[at - 1].capital and line[at - 1].word not in ARTICLES:
        name = next((i for i in range(at + 1, min(at + 4, len(line))) if line[i].capital), 0)
        return name > 0 and line[name - 1].word in TITLES  # "Democratic presidential nominee Ada Orlo"
    return not token.word.endswith("ed") and at - first < 5


def signature(line: Sequence[Token]) -> Iterator[Found]:
    """Yield the name that the line after a dash begins with."""
    if line and line[0].capital and (phrase := _phrase_after(line, 0)):
        yield Found(*phrase, None, 0.9, "the name follows it after a dash")


def _verbs(line: Sequence[Token], order: Iterable[int]) -> Iterator[int]:
    return (at for at in order if line[at].word == "according" or _is_verb(line, at))


def _according(line: Sequence[Token], at: int) -> tuple[int, int] | None:
    is_followed = line[at].word == "according" and at + 1 < len(line) and line[at + 1].word == "to"
    return _phrase_after(line, at + 2) if is_followed else None


def _is_word(token: Token) -> bool:
    """Tell whether a token is a word, not a sign or quoted text."""
    return token.word[0].isalnum() or token.word[0] == "_"


def _is_pronoun(token: Token) -> bool:
    """Tell whether a token is a personal pronoun, perhaps drawn together with a verb ("he's")."""
    return token.word.partition("'")[0] in PRONOUNS


def _is_verb(line: Sequence[Token], at: int) -> bool:
    """Tell whether a token is an attribution verb here: no noun ("the claims"), name ("States") or passive ("was told")."""
    token = line[at]
    if token.capital and at:
        return False
    if token.word.endswith("ing"):
        return token.word in SPEECH_WORDS
    if token.word not in VERBS:
        return False
    before = at - 1
    while before > 0 and line[before].word in TIMES:
        before -= 1
    if before < 0:
        return True
    word = line[before].word
    if token.word in ALSO_NOUNS:
        return _is_pronoun(line[before]) or word in RELATIVES or (line[before].capital and not word.endswith("'s"))
    return word not in PASSIVE and word not in PREPOSITIONS and word not in ARTICLES - {"that", "this", "some", "many"}


def _subject(line: Sequence[Token], verb: int) -> tuple[int, int] | None:
    """Return the noun phrase before a verb, over adverbs, an apposition between commas or a relative pronoun."""
    at = verb - 1
    while at >= 0 and _is_skipped(line[at]):
        at -= 1
    if line[verb].word.endswith("ing") and at == verb - 1:
        return None  # "arrived late, saying": the sentence's subject speaks
    if at > 0 and line[at].word == ")":
        at = next((i for i in range(at, -1, -1) if line[i].word == "("), 0) - 1
    if at < 0:
        return None
    if line[at].word in RELATIVES:
        at -= 2 if at and line[at - 1].word == "," else 1
        return _phrase_before(line, at)
    if line[at].word == ",":
        return _before_apposition(line, at)
    return _phrase_before(line, at)


def _before_apposition(line: Sequence[Token], comma: int) -> tuple[int, int] | None:
    """Return the phrase that an apposition before a comma explains: the farthest of a few that is none itself."""
    best = None
    at = comma - 1
    for _ in range(_COMMAS):
        while at >= 0 and line[at].word != "," and line[at].word != _QUOTED:
            at -= 1
        if at < 0 or line[at].word != ",":
            break
        best = _phrase_before(line, at - 1) or best
        at -= 1
    return best


def _is_skipped(token: Token) -> bool:
    word = token.word
    return word in TIMES or word in AUXILIARIES or (word.endswith("ly") and len(word) > 4 and word != "family")


def _phrase_before(line: Sequence[Token], last: int) -> tuple[int, int] | None:
    """Return the noun phrase that ends with token `last`: back to a sign, a conjunction or another verb."""
    if last < 0 or not _is_word(line[last]) or line[last].word in BREAKS:
        return None
    if _is_pronoun(line[last]):
        return last, last
    first = last
    while first and last - first < _LONGEST_PHRASE and _continues(line[first - 1]):
        first -= 1
    while first < last and (_is_skipped(line[first]) or _is_pronoun(line[first])):
        first += 1
    if line[first].word in PREPOSITIONS | TIMES:
        return None
    return first, last


def _continues(token: Token) -> bool:
    return (_is_word(token) or token.word in ".'’&/") and token.word not in BREAKS and token.word not in CLAUSE_VERBS


def _phrase_after(line: Sequence[Token], first: int) -> tuple[int, int] | None:
    """Return the noun phrase that begins with token `first`: up to a sign, a conjunction or a word of place or time."""
    if first >= len(line) or not _is_word(line[first]):
        return None
    if _is_pronoun(line[first]):
        return first, first
    if line[first].word in PREPOSITIONS | BREAKS | TIMES | AUXILIARIES:
        return None
    last = first
    while last + 1 < len(line) and last - first < _LONGEST_PHRASE:
        word = line[last + 1].word
        goes_on = _continues(line[last + 1]) and word not in TIMES
        if not goes_on or (word in PREPOSITIONS and word not in ("of", "for", "with", "from")):
            break
        last += 1
    while last > first and not _is_word(line[last]):
        last -= 1
    return first, last
