"""Propose who speaks: whom the words beside a span name as the one who says, claims or thinks what it holds."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from annotator.analysis.attribution import Found, after_span, before_span, signature
from annotator.analysis.attribution_words import PRONOUNS
from annotator.analysis.noun_phrases import Token, tokens
from annotator.analysis.people import People
from annotator.analysis.quotations import Quotation
from annotator.analysis.sentences import sentences
from annotator.core.segments import Segment, Segments, join

_REACH = 300
_MOST = 5
_MOST_GAPS = 4
_MOST_PASSAGES = 8
_READINGS = 2
_SIGNATURE = 100
# Below it the sentence before is asked, too.
_SURE = 0.6
_LEAST = 0.05
# What a mention that is a pronoun loses, and each further reading of it.
_PRONOUN = 0.75
_NEXT_READING = 0.2
_SIGNED = re.compile(r"[ \t\u00a0]*\n?\n?[ \t\u00a0]*(?:--|[–—―-])[ \t\u00a0]*(?=[^\W\d_])")
# A possessive, or a verb drawn together with its subject.
_ENDING = re.compile(r"(?<=\w)['’](?:s|d|ll|ve|re|m)\Z", re.IGNORECASE)
_COLON = re.compile(r"[ \t]?:[ \t\u00a0]*[\"“„«‘']?")
# A quotation mark and a space may stand before the name of who takes a turn.
_BEFORE_TURN = 3
_RESOLVED = frozenset(["he", "she", "they", "it"])


@dataclass(frozen=True, slots=True)
class Proposal:
    """Somebody who may be the speaker of a span.

    `mention` is where the text names the speaker near the span, `name` what an entity should be called, `cue` the verb
    that tells it. `confidence`, from 0 to 1, is how likely the mention is right; `reason` says what it rests on.
    `assumed`: the mention is a pronoun, and the name that of somebody whom it may stand for.
    """

    mention: Segment
    name: str
    cue: Segment | None
    confidence: float
    reason: str
    assumed: bool = False


class _Mention(NamedTuple):
    """Where somebody is named, before it is asked who that is."""

    place: Segment
    cue: Segment | None
    confidence: float
    reason: str


def propose_speakers(
    text: str, segments: Segments, quotations: Sequence[Quotation] = (), known: Sequence[str] = ()
) -> list[Proposal]:
    """Return who may be the speaker of a span, best first, at most five; empty where nobody is named near it.

    `quotations` are those of the text: what they hold is not searched. `known` are names of entities, which complete
    surnames. For many spans of one text, a `SpeakerFinder` looks the text's names up only once.
    """
    return SpeakerFinder(text, quotations, known).proposals(segments)


class SpeakerFinder:
    """Proposes the speakers of the spans of one text. Takes bounded time for each span, and never raises."""

    def __init__(self, text: str, quotations: Sequence[Quotation] = (), known: Sequence[str] = ()) -> None:
        self._text = text
        self._people = People(text, known)
        self._sentences = sentences(text)
        self._marked = join(segment for quotation in quotations for segment in quotation.segments)
        self._quotations = sorted(
            (quotation for quotation in quotations if quotation.kind in ("direct", "mixed")),
            key=lambda quotation: quotation.start,
        )
        self._quoted = join(segment for quotation in self._quotations for segment in quotation.segments)

    def proposals(self, segments: Segments) -> list[Proposal]:
        """Return who may be the speaker of a span, best first, at most five.

        Within a quotation, whoever is quoted speaks.
        """
        own = join(segments)
        if not own or not self._sentences:
            return []
        best: dict[Segment, _Mention] = {}
        for found in chain(self._turn(own[0].start), self._found(self._around(own) or own)):
            if found.place not in best or best[found.place].confidence < found.confidence:
                best[found.place] = found
        surest = sorted(best.values(), key=lambda found: -found.confidence)[:_MOST]
        named = [proposal for found in surest for proposal in self._named(found)]
        return sorted(named, key=lambda proposal: -proposal.confidence)[:_MOST]

    def named_before(self, position: int, most: int) -> list[Proposal]:
        """Return who is named last before a position, the nearest first: where nobody is named beside a span.

        Nothing says that they speak; their confidence is the least there is.
        """
        found: dict[str, Proposal] = {}
        for name, place in self._people.before(position, "they", self._sentences, self._is_quoted):
            found.setdefault(name, Proposal(place, name, None, _LEAST, "named last before it"))
            if len(found) == most:
                break
        return list(found.values())

    def name_of(self, mention: Segment) -> str:
        """Return what an entity should be called that the text mentions there: a person by the fullest name."""
        return self._people.named(mention)

    def named_between(self, start: int, end: int) -> list[tuple[str, Segment]]:
        """Return the names that begin between two positions, each with its fullest form ("Orlo": Ada Orlo)."""
        return [(self._people.named(place), place) for place in self._people.within(start, end)]

    def everybody(self) -> dict[str, Segment]:
        """Return whom the text names, persons by their fullest names, and where it does so first."""
        return self._people.everybody()

    def _around(self, own: Segments) -> Segments | None:
        """Return the segments of the quotation that holds a span, or None where none does."""
        index = bisect_right(self._quotations, own[0].start, key=lambda quotation: quotation.start) - 1
        if index < 0:
            return None
        held = self._quotations[index].segments
        holders = ((held[max(0, bisect_right(held, (start, len(self._text))) - 1)], end) for start, end in own)
        return held if all(end <= holder.end for holder, end in holders) else None

    def _turn(self, start: int) -> Iterator[_Mention]:
        """Yield the name that the paragraph begins with, where a colon and then the span follow it."""
        line = self._text.rfind("\n", 0, start) + 1
        for name in self._people.within(line, line + _BEFORE_TURN)[:1]:
            colon = _COLON.match(self._text, name.end)
            if colon and start <= colon.end():
                yield _Mention(name, None, 0.7, "its turn begins with the name")

    def _found(self, segments: Segments) -> Iterator[_Mention]:
        """Yield what all rules find; the same mention may come several times."""
        surest = 0.0
        for mention in self._beside(segments):
            surest = max(surest, mention.confidence)
            yield mention
        if surest < _SURE:
            yield from self._in_sentence_before(segments[0].start)

    def _beside(self, segments: Segments) -> Iterator[_Mention]:
        """Yield who is named in the sentences that a span begins and ends in, and in those between its segments."""
        start, end = segments[0].start, segments[-1].end
        limits = [*(segment.start for segment in segments[1 : _MOST_GAPS + 1]), len(self._text)]
        for segment, limit in zip((*segments[: len(limits) - 1], segments[-1]), limits, strict=True):
            line = self._line(segment.end, min(limit, self._sentence(segment.end - 1).end))
            yield from self._mentions(after_span(line), line)
        if signed := _SIGNED.match(self._text, end):
            line = self._line(signed.end(), min(len(self._text), signed.end() + _SIGNATURE))
            yield from self._mentions(signature(line), line)
        sentence = self._sentence(start)
        line = self._line(sentence.start, start, from_end=True)
        yield from self._mentions(before_span(line), line)
        names = self._people.within(max(sentence.start, start - _REACH), start)
        for name in [name for name in names if name.end <= start and not self._is_quoted(name.start)][-1:]:
            yield _Mention(name, None, 0.35, "named before it in the sentence")

    def _in_sentence_before(self, start: int) -> Iterator[_Mention]:
        """Yield whom the sentence before speaks of; surer where it ends with a colon."""
        index = bisect_left(self._sentences, self._sentence(start)) - 1
        if index < 0:
            return
        before = self._sentences[index]
        line = self._line(before.start, before.end, from_end=True)
        trust = 0.6 if self._text[before.end - 1] == ":" else 0.4
        for found in self._mentions(before_span(line), line):
            yield found._replace(confidence=found.confidence * trust, reason="speaks in the sentence before")

    def _named(self, found: _Mention) -> Iterator[Proposal]:
        """Yield the proposals of a mention: one, or several where a pronoun may stand for several people."""
        word = self._text[slice(*found.place)].lower()
        trust = found.confidence * (_PRONOUN if word in PRONOUNS else 1)
        meant = self._meant(found.place.start, word)
        for rank, name in enumerate(meant or [self._people.named(found.place)]):
            confidence = round(max(_LEAST, trust - _NEXT_READING * rank), 2)
            yield Proposal(found.place, name, found.cue, confidence, found.reason, assumed=bool(meant))

    def _meant(self, position: int, pronoun: str) -> list[str]:
        """Return the names that a pronoun may stand for, likeliest first; none for another word."""
        found: list[str] = []
        if pronoun not in _RESOLVED:
            return found
        for name, _place in self._people.before(position, pronoun, self._sentences, self._is_quoted):
            if name not in found:
                found.append(name)
            if len(found) == _READINGS:
                break
        return found

    def _sentence(self, position: int) -> Segment:
        index = bisect_right(self._sentences, position, key=lambda sentence: sentence.start) - 1
        return self._sentences[max(0, index)]

    def _is_quoted(self, position: int) -> bool:
        index = bisect_right(self._quoted, position, key=lambda segment: segment.start) - 1
        return index >= 0 and position < self._quoted[index].end

    def _line(self, start: int, end: int, from_end: bool = False) -> list[Token]:
        """Return the tokens of a stretch, bounded in length, with one token for each passage that is spoken."""
        if end - start > _REACH:
            if from_end:
                start = _next_gap(self._text, end - _REACH, end)
            else:
                end = start + _REACH
        first, last = bisect_left(self._marked, (start,)), bisect_left(self._marked, (end,))
        if last - first > _MOST_PASSAGES:
            if from_end:
                start = self._marked[last - _MOST_PASSAGES].start
            else:
                end = self._marked[first + _MOST_PASSAGES].start
        if start >= end:
            return []
        near = self._quoted[max(0, bisect_right(self._quoted, (start,)) - 1) : bisect_left(self._quoted, (end,))]
        covered = [Segment(max(start, a), min(end, b)) for a, b in near if b > start]
        return tokens(self._text, Segment(start, end), covered)

    def _mentions(self, speakers: Iterable[Found], line: Sequence[Token]) -> Iterator[_Mention]:
        for found in speakers:
            start, end = line[found.first].start, line[found.last].end
            if ending := _ENDING.search(self._text, line[found.last].start, end):
                end = ending.start()
            cue = None if found.cue is None else Segment(line[found.cue].start, line[found.cue].end)
            yield _Mention(Segment(start, end), cue, found.confidence, found.reason)


def _next_gap(text: str, start: int, end: int) -> int:
    """Return the first place from `start` on, at most `end`, that is not in the middle of a word."""
    while start < end and text[start - 1].isalnum() and text[start].isalnum():
        start += 1
    return start
