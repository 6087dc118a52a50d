"""A copy of a span under way: what is changed before it is accepted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from annotator.core import segments as rules
from annotator.core.ids import new_id
from annotator.core.records import Link, Span
from annotator.core.scheme import Tag
from annotator.core.segments import Segment
from annotator.services.review.final_layer import retagged


class Draft:
    """A span as it was seen, and as it is edited; nothing is written."""

    def __init__(self, span: Span, text: str) -> None:
        self.seen = self.edited = span
        self._text = text

    @property
    def is_changed(self) -> bool:
        """Tell whether anything was edited."""
        return self.edited != self.seen

    def retag(self, old: Tag, new: Tag) -> None:
        """Give the copy another tag; its link in the old tag's role and shared attributes follow."""
        self.edited = retagged(self.edited, old, new)

    def anchor(self, parts: Iterable[Segment]) -> bool:
        """Let the copy stand elsewhere, white space at its ends cut; tell whether any words are there."""
        place = rules.trim(self._text, parts)
        if place:
            self.edited = replace(self.edited, segments=place)
        return bool(place)

    def add_segment(self, part: Segment) -> bool:
        """Add a segment to the copy; tell whether any words are there."""
        return self.anchor([*self.edited.segments, part])

    def set_attribute(self, name: str, value: str | None) -> None:
        """Set an attribute, or take it away."""
        held = {**self.edited.attributes, name: value}
        self.edited = replace(self.edited, attributes={key: one for key, one in held.items() if one is not None})

    def set_note(self, note: str) -> None:
        """Write the note."""
        self.edited = replace(self.edited, note=note)

    def set_unsure(self, unsure: bool) -> None:
        """Flag the copy, or take the flag away."""
        self.edited = replace(self.edited, unsure=unsure)

    def link(self, entity: str, role: str, mention: Segment | None, cue: Segment | None) -> None:
        """Link the copy to an entity; a link in this role is made to point there."""
        links = list(self.edited.links)
        place = next((number for number, one in enumerate(links) if one.role == role), len(links))
        links[place : place + 1] = [Link(new_id(), entity, role, mention, cue)]
        self.edited = replace(self.edited, links=tuple(links))

    def unlink(self) -> None:
        """Take all links away."""
        self.edited = replace(self.edited, links=())
