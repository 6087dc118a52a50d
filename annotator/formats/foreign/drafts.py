"""Spans in the making: what the annotations of a file become before they are records."""

from __future__ import annotations

from dataclasses import dataclass, field

from annotator.core.ids import derived_id, new_id
from annotator.core.records import Annotator, Layer, Link, Span
from annotator.core.segments import Segment, Segments, trim
from annotator.core.text import snippet
from annotator.formats.foreign.records import ForeignSpan


@dataclass(slots=True, eq=False)
class Part:
    """A span that became none of ours: what an entity is called in the text, or a cue."""

    span: ForeignSpan
    place: Segment
    text: str
    used: bool = False


@dataclass(slots=True, eq=False)
class Ties:
    """The mentions and cues that belong to a span together."""

    mentions: list[Part] = field(default_factory=list)
    cues: list[Part] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Draft:
    """A span of ours in the making."""

    tag: str
    segments: Segments
    id: str = field(default_factory=new_id)
    attributes: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)

    def span(self) -> Span:
        """Return the record."""
        note = "\n".join(self.notes)
        return Span(self.id, self.tag, self.segments, tuple(self.links), self.attributes, note)


class DraftLayer:
    """The drafts of one annotator, by what makes two spans identical."""

    def __init__(self, name: str) -> None:
        self.annotator = Annotator(derived_id("annotator", name), name)
        self.drafts: dict[tuple[str, Segments], Draft] = {}

    def layer(self) -> Layer:
        """Return the record, its spans in the order of the text."""
        order = sorted(self.drafts.values(), key=lambda one: (one.segments[0].start, one.segments[-1].end, one.tag))
        return Layer(self.annotator.id, spans=tuple(draft.span() for draft in order))


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a span stands, nothing where it cannot; and the sentence that says what was wrong with it, if anything."""

    segments: Segments = ()
    wrong: str = ""


def place(text: str, span: ForeignSpan) -> Placed:
    """Find out where a span stands in a text: its ranges in order, joined, without white space at their ends."""
    for start, end in span.ranges:
        if not 0 <= start < end <= len(text):
            where = f"{start}–{end} lies outside the text of {len(text)} characters or is empty"
            return Placed(wrong=f"{where}; it was left out")
    # Formats differ in what they put between parts and in place of line ends: white space is not compared.
    found = " ".join(text[start:end] for start, end in span.ranges)
    if span.text is not None and "".join(found.split()) != "".join(span.text.split()):
        return Placed(wrong=f"the text there is “{snippet(found)}”, not “{snippet(span.text)}”; it was left out")
    segments = trim(text, span.ranges)
    if not segments:
        return Placed(wrong="it holds nothing but white space; it was left out")
    return Placed(segments, "its touching parts were joined" if len(segments) < len(span.ranges) else "")
