"""How often the one who is proposed as the speaker of a quote is right: counted on articles that people annotated.

The truth are the spans of PolNeAR's brat files that stand in marks, with the source that an annotator gave them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from annotator.analysis.quotations import Quotation, find_quotations
from annotator.analysis.speakers import SpeakerFinder
from annotator.core.segments import Segment, Segments, join
from annotator.core.text import store_text
from tests.conftest import SHARED

POLNEAR = SHARED / "polnear-dev"

_SPAN = re.compile(r"(T\d+)\t(\w+) ([\d ;]+)\t")
_EVENT = re.compile(r"\b(Source|Content)\d*:(T\d+)")
_HEAD = re.compile(r"[^\W_]+(?:[-’'&.][^\W_]+)*")
# What follows these words, or a sign, only describes the head before it: "a friend of the mayor".
_AFTER_HEAD = re.compile(r"[,(;:—–]|\b(?:of|in|at|for|who|that|which|with|from|on|by|to|whose|familiar|close|as|and)\b")


@dataclass(slots=True)
class Ranking:
    """Of `all` quotes with a source, for how many it is the first proposal, one of the first three, or any."""

    all: int = 0
    first: int = 0
    three: int = 0
    offered: int = 0


def rank_speakers(folder: Path) -> Ranking:
    """Return how the proposals for the quotes of a folder with `text/` and `attributions/` rank whoever is right."""
    found = Ranking()
    for path in sorted((folder / "text").glob("*.txt")):
        notes = sorted((folder / "attributions").glob(f"{path.stem}_*.ann"))
        if notes:
            text = store_text(path.read_text(encoding="utf-8-sig")).text
            _count(text, notes[0].read_text(encoding="utf-8"), found)
    return found


def _count(text: str, notes: str, found: Ranking) -> None:
    quotations = [one for one in find_quotations(text) if one.kind in ("direct", "mixed")]
    finder = SpeakerFinder(text, quotations)
    for quotation, sources in _quotes(quotations, notes):
        heads = {_head(text, source) for source in sources}
        names = {finder.name_of(source) for source in sources}
        right = [
            any(place.mention.start <= head < place.mention.end for head in heads) or place.name in names
            for place in finder.proposals(quotation)
        ]
        found.all += 1
        found.first += any(right[:1])
        found.three += any(right[:3])
        found.offered += any(right)


def _quotes(quotations: list[Quotation], notes: str) -> Iterator[tuple[Segments, list[Segment]]]:
    """Yield the quotations in marks that an annotator gave a source, each with its sources."""
    spans: dict[str, Segments] = {}
    for key, _kind, places in _SPAN.findall(notes):
        spans[key] = join(tuple(map(int, place.split()))[:2] for place in places.split(";"))  # type: ignore[misc]
    attributed: dict[str, list[Segment]] = {}
    for line in notes.splitlines():
        if line.startswith("E"):
            roles = _EVENT.findall(line)
            sources = [spans[key][0] for role, key in roles if role == "Source" and key in spans]
            for role, key in roles:
                if role == "Content" and key in spans and sources:
                    attributed.setdefault(key, []).extend(sources)
    for quotation in quotations:
        for key, sources in attributed.items():
            if _share(quotation.segments, spans[key]) >= 0.8:
                yield quotation.segments, sources
                break


def _share(inner: Segments, outer: Segments) -> float:
    """Return how much of `inner` lies in `outer`."""
    inside = sum(max(0, min(b, d) - max(a, c)) for a, b in inner for c, d in outer)
    return inside / sum(end - start for start, end in inner)


def _head(text: str, source: Segment) -> int:
    """Return where the head word of a source begins: the last word before what only describes it."""
    cut = _AFTER_HEAD.search(text, source.start + 1, source.end)
    words = list(_HEAD.finditer(text, source.start, cut.start() if cut else source.end))
    return words[-1].start() if words else source.start
