"""Who an attribution verb makes the speaker: the noun phrase before it, or after it where the two are inverted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from annotator.analysis.attribution_words import (
    ALSO_NOUNS,
    INVERTIBLE,
    NOUN_MARKERS,
    PARTICIPLES,
    RELATIVES,
    REPORTING,
    TIMES,
    VERBS,
)
from annotator.analysis.noun_phrases import (
    QUOTED,
    Phrase,
    Token,
    is_between,
    is_pronoun,
    is_word,
    opening,
    phrase_after,
    phrase_before,
)

_MOST_VERBS = 4
_MOST_COMMAS = 3
# A verb so few words from the end of a line counts as beside what follows; farther ones are less and less sure.
_BESIDE = 6
_FARTHER = 0.1


class Found(NamedTuple):
    """A speaker in a line: the tokens from `first` to `last` name it, `cue` is that of the verb.

    `confidence`, from 0 to 1, is how likely it is right; `reason` says how it stands to the span.
    """

    first: int
    last: int
    cue: int | None
    confidence: float
    reason: str


def after_span(line: Sequence[Token]) -> Iterator[Found]:
    """Yield the speakers in what follows a span in its sentence, nearest first."""
    begin = next((i for i, token in enumerate(line) if is_word(token)), len(line))
    for verb in islice(_verbs(line, range(begin, len(line))), _MOST_VERBS):
        if phrase := _according(line, verb):
            yield Found(*phrase, verb, 0.9, "according to")
        elif verb == begin and line[verb].word in INVERTIBLE and (phrase := phrase_after(line, verb + 1)):
            yield Found(*phrase, verb, 0.92, "the verb and then the name follow it")
        elif phrase := _subject(line, verb):
            if phrase[0] == begin:
                yield Found(*phrase, verb, 0.95, "the name and then the verb follow it")
            else:
                yield Found(*phrase, verb, 0.55, "speaks later in the sentence")


def before_span(line: Sequence[Token]) -> Iterator[Found]:
    """Yield the speakers in what precedes a span in its sentence: by verbs, nearest first, then the subject."""
    first = opening(line)
    loss = 0.0
    for verb in islice(_verbs(line, range(len(line) - 1, -1, -1)), _MOST_VERBS):
        if found := _by_verb_before(line, verb, first):
            yield found._replace(confidence=found.confidence - loss)
            loss += _FARTHER
    if first:
        yield Found(*first, None, 0.5, "opens the sentence")


def signature(line: Sequence[Token]) -> Iterator[Found]:
    """Yield the name that the line after a dash begins with."""
    if line and line[0].capital and (phrase := phrase_after(line, 0)):
        yield Found(*phrase, None, 0.9, "the name follows it after a dash")


def _by_verb_before(line: Sequence[Token], verb: int, first: Phrase | None) -> Found | None:
    if phrase := _according(line, verb):
        return Found(*phrase, verb, 0.85, "according to")
    beside = len(line) - verb <= _BESIDE or line[-1].word in (",", ":")
    if phrase := _subject(line, verb):
        impersonal = line[phrase[0]].word == "it"
        confidence = 0.3 if impersonal else 0.9 if beside else 0.82 if line[verb].word in REPORTING else 0.6
        return Found(*phrase, verb, confidence, "the name and then the verb precede it")
    if verb == 0 and line[verb].word in INVERTIBLE and (phrase := phrase_after(line, 1)):
        return Found(*phrase, verb, 0.85, "the verb and then the name precede it")
    if first and first[1] < verb:
        return Found(*first, verb, 0.65 if beside else 0.6, "opens the sentence, and the verb precedes it")
    return None


def _verbs(line: Sequence[Token], order: Iterable[int]) -> Iterator[int]:
    return (at for at in order if line[at].word == "according" or _is_verb(line, at))


def _is_verb(line: Sequence[Token], at: int) -> bool:
    """Tell whether a token is an attribution verb: no noun ("the claims"), name ("States") or passive ("was told")."""
    token = line[at]
    if token.word not in VERBS:
        return token.word in PARTICIPLES
    if token.capital and at:
        return False
    before = at - 1
    while before > 0 and line[before].word in TIMES:
        before -= 1
    if before < 0:
        return True
    word = line[before].word
    if token.word in ALSO_NOUNS:
        return is_pronoun(line[before]) or word in RELATIVES or (line[before].capital and not word.endswith("'s"))
    return word not in NOUN_MARKERS


def _according(line: Sequence[Token], at: int) -> Phrase | None:
    is_followed = line[at].word == "according" and at + 1 < len(line) and line[at + 1].word == "to"
    return phrase_after(line, at + 2) if is_followed else None


def _subject(line: Sequence[Token], verb: int) -> Phrase | None:
    """Return the noun phrase before a verb, over adverbs, a bracket, an apposition or a relative pronoun."""
    at = verb - 1
    while at >= 0 and is_between(line[at]):
        at -= 1
    if line[verb].word in PARTICIPLES and at == verb - 1:
        return None  # "arrived late, saying": the sentence's subject speaks
    if at > 0 and line[at].word == ")":
        at = next((i for i in range(at, -1, -1) if line[i].word == "("), 0) - 1
    if at < 0:
        return None
    if line[at].word == ",":
        return _before_apposition(line, at)
    if line[at].word in RELATIVES:
        at -= 2 if at and line[at - 1].word == "," else 1
    return phrase_before(line, at)


def _before_apposition(line: Sequence[Token], comma: int) -> Phrase | None:
    """Return what an apposition before a comma explains: the farthest phrase of a few that end with a comma."""
    best = None
    at = comma - 1
    for _ in range(_MOST_COMMAS):
        while at >= 0 and line[at].word not in (",", QUOTED):
            at -= 1
        if at < 0 or line[at].word == QUOTED:
            break
        best = phrase_before(line, at - 1) or best
        at -= 1
    return best
