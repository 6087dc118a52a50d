"""Find the parts of a text that have a kind of their own by plain rules on its lines: credits, datelines, bylines.

Each rule says in its reason what it saw. Rules for lines that are not the article's own text look at lines of at most
300 characters, so that no paragraph is ever taken for one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from annotator.analysis.marks import paragraphs
from annotator.core.records import RegionKind
from annotator.core.segments import Segment, Segments, join


@dataclass(frozen=True, slots=True)
class ProposedRegion:
    """A part of a text that may be a region of this kind; `confidence` is how likely a person agrees, from 0 to 1."""

    kind: RegionKind
    segment: Segment
    confidence: float
    reason: str


_LONGEST_LINE = 300
_HEAD = 8
"""Headline, byline and dateline stand among so many lines at the start."""
_LONGEST_DATELINE = 120
_LONGEST_HEADLINE = 140
_SHORTEST_PARAGRAPH = 120
_WORDS_OF_A_HEADLINE = range(6, 26)
"""Fewer words are rather a heading of the article's own."""

# Whole lines, told by how they begin; brackets around them do not matter.
_LINES: tuple[tuple[RegionKind, float, str, str], ...] = (
    ("credit", 0.9, "names who made a picture",
     r"(?:featured?\s+|cover\s+|top\s+|lead\s+|main\s+)?(?:image|photo(?:graph|s)?|picture|illustration|video)s?\s?"
     r"(?:credit|courtesy)?s?\s*(?::|\bby\b|\bcourtesy\s+of\b|©)"),
    ("credit", 0.85, "says whose the rights are", r"©|\(c\)\s?\d{4}\b|copyright\s+(?:©|\(c\)|\d{4}|by\b)"),
    ("credit", 0.8, "says who worked on the article",
     r"(?:additional\s+)?(?:reporting|writing|editing|compiled|edited)\s+by\s+\S|"
     r".{1,100}\bcontributed\s+to\s+this\s+(?:report|article|story)\b"),
    ("boilerplate", 0.9, "says where the text was published as well",
     r"cross-?\s?posted\s+(?:at|from|on|to|with)\b|(?:this\s+(?:article|story|post|column|piece)\s+)?(?:was\s+)?"
     r"(?:first|originally)\s+(?:appeared|published|posted)\b"),
    ("boilerplate", 0.9, "asks to follow somebody",
     r"follow\s+.{1,80}?\son\s+(?:twitter|x|facebook|instagram|threads|bluesky|mastodon|linkedin|telegram|youtube|"
     r"tiktok)\b.{0,60}$"),
    ("boilerplate", 0.85, "asks to subscribe",
     r"(?:sign\s+up\s+(?:for|to|here|now|today)|subscribe\s+(?:to|for|here|now|today))\b(?=.{0,160}$)"),
    ("boilerplate", 0.8, "leads to another page",
     r"(?:read|see|learn|find\s+out|watch)\s+(?:more|also|next|the\s+full\s+\w+)\b.{0,40}?:|also\s+(?:read|see)\s*:|"
     r"(?:read\s+more|continue\s+reading|click\s+here|tap\s+here)\b(?=.{0,80}$)"),
    ("boilerplate", 0.8, "is furniture of a page",
     r"(?:advertisement|sponsored(?:\s+content)?|story\s+continues\s+below.{0,40}|all\s+rights\s+reserved|"
     r"share\s+(?:this|on)\b.{0,40}|print\s+this\b.{0,20}|leave\s+a\s+comment|\d*\s?comments?)\s*[.:!]?$"),
    ("related", 0.8, "names another article",
     r"related(?:\s\w+){0,2}\s?:|more\s+(?:on|from)\b.{1,30}?:|you\s+(?:may|might)\s+also\s+like\b.{0,20}$"),
)  # fmt: skip
_LINE = re.compile(
    r"[\[(*•>\s]*(?:" + "|".join(f"(?P<l{number}>{line[3]})" for number, line in enumerate(_LINES)) + ")", re.IGNORECASE
)

_DASH = r"(?:--?|[–—―])"
_AGENCY = r"(?:[A-Z]{2,6}|Reuters|Bloomberg|Xinhua|dpa)"
_TOWN = r"(?:[A-ZÀ-ÖØ-Þ][\w.'’-]*(?:,?\s(?!\())?){1,5}"
_CAPITALS = r"[A-ZÀ-ÖØ-Þ]{2}[A-ZÀ-ÖØ-Þ.'’-]*(?:,?\s[A-ZÀ-ÖØ-Þ][A-ZÀ-ÖØ-Þ.'’-]+){0,4}"
_DAY = r"(?:,?\s(?:[A-Z][a-z]{2,8}\.?\s\d{1,2}|\d{1,2}\s[A-Z][a-z]{2,8}))?"
_DATELINES: tuple[tuple[re.Pattern[str], float, str], ...] = (
    (re.compile(rf"(?:{_TOWN}{_DAY}\s?)?\({_AGENCY}\)(?:\s?{_DASH}(?=\s))?(?=\s\S)"), 0.9, "begins with an agency"),
    (re.compile(rf"{_TOWN}{_DAY}\s?\([A-Z][\w .&-]{{1,30}}\)\s?{_DASH}(?=\s\S)"), 0.85, "begins with place and source"),
    (re.compile(rf"{_CAPITALS}(?:,\s[A-Z][\w.]*)?{_DAY}\s?{_DASH}(?=\s\S)"), 0.75, "begins with a place in capitals"),
)

_NAME = r"[A-ZÀ-ÖØ-Þ][\w.'’-]*(?:\s(?:[a-z]{2,3}\s){0,2}[A-ZÀ-ÖØ-Þ][\w.'’-]*){1,3}"
_BYLINE = re.compile(
    rf"(?:By|BY|by|Written by|Story by|Text by)[:\s]\s?{_NAME}(?:(?:,\s|\s(?:and|&|AND)\s|,\sand\s){_NAME}){{0,5}}"
    r"(?:\s?[,|–—-]\s?[\w .&'’-]{1,60})?"
)

_ENDED = re.compile(r"[.!?…。！？:;,][\"'”’»)\]]*\Z")
_FULL_STOP = re.compile(r"[.!?…。！？][\"'”’»)\]]*\Z")
_LISTED = re.compile(r"[-–—•*·▪‣]\s|\(?\d{1,3}[.)]\s|\(?[a-z][.)]\s")
_TITLE_LIKE = re.compile(r"[\"'“‘«]?[A-ZÀ-ÖØ-Þ\d]")


def propose_regions(text: str, regions: Iterable[tuple[int, int]] = ()) -> list[ProposedRegion]:
    """Return the parts of a text that may be regions, in order, without overlap. Linear in the text's length.

    Left out is what overlaps one of `regions`: ranges of code points whose kind is known already.
    """
    known = join(regions)
    return [one for one in _proposals(text) if not _overlaps(one.segment, known)]


def _overlaps(segment: Segment, known: Segments) -> bool:
    place = bisect_right(known, segment.start, key=lambda one: one.end)
    return place < len(known) and known[place].start < segment.end


def _proposals(text: str) -> Iterator[ProposedRegion]:
    lines = list(paragraphs(text))
    dated = False
    for number, line in enumerate(lines):
        found = _of_whole_line(text, lines, number)
        if found is None and number < _HEAD and not dated:
            found = _dateline(text, line)
            dated = found is not None
        if found is not None:
            yield found


def _of_whole_line(text: str, lines: list[Segment], number: int) -> ProposedRegion | None:
    line = lines[number]
    if line.end - line.start > _LONGEST_LINE:
        return None
    words = text[line.start : line.end]
    if match := _LINE.match(words):
        kind, confidence, reason, _expression = _LINES[int((match.lastgroup or "l0")[1:])]
        return ProposedRegion(kind, line, confidence, f"a line that {reason}")
    if number < _HEAD and _BYLINE.fullmatch(words):
        return ProposedRegion("byline", line, 0.9, "a line near the start that names who wrote the article")
    if number == 0 and _is_headline(words, _words_of(text, lines, 1)):
        return ProposedRegion("headline", line, 0.7, "a short first line without a full stop")
    if number and _stands_between(words, _words_of(text, lines, number - 1), _words_of(text, lines, number + 1)):
        return ProposedRegion("related", line, 0.4, "a line like a headline between two paragraphs")
    return None


def _words_of(text: str, lines: list[Segment], number: int) -> str:
    """Return the words of a line, none where there is no such line."""
    return text[slice(*lines[number])] if number < len(lines) else ""


def _dateline(text: str, line: Segment) -> ProposedRegion | None:
    beginning = text[line.start : min(line.end, line.start + _LONGEST_DATELINE)]
    for expression, confidence, reason in _DATELINES:
        if match := expression.match(beginning):
            return ProposedRegion(
                "dateline", Segment(line.start, line.start + match.end()), confidence, f"the text {reason}"
            )
    return None


def _is_headline(words: str, following: str) -> bool:
    # What goes on with a small letter was one sentence, broken into lines.
    return (
        len(words) <= _LONGEST_HEADLINE
        and not words.endswith((".", ",", ";", ":"))
        and _TITLE_LIKE.match(words) is not None
        and following != ""
        and not following[0].islower()
    )


def _stands_between(words: str, before: str, after: str) -> bool:
    return (
        len(words) <= _LONGEST_HEADLINE
        and len(words.split()) in _WORDS_OF_A_HEADLINE
        and _TITLE_LIKE.match(words) is not None
        and _ENDED.search(words) is None
        and _LISTED.match(words) is None
        and _is_paragraph(before)
        and _is_paragraph(after)
    )


def _is_paragraph(words: str) -> bool:
    return len(words) >= _SHORTEST_PARAGRAPH and _FULL_STOP.search(words) is not None and _LISTED.match(words) is None
