"""One file's annotations on their way into an annotator's layer."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from annotator.core.ids import new_id
from annotator.core.records import Link, Relation
from annotator.core.scheme import SET
from annotator.core.text import counted, snippet
from annotator.formats.foreign.drafts import Draft, DraftLayer, Part, Ties, place
from annotator.formats.foreign.entities import ForeignEntities
from annotator.formats.foreign.records import ForeignLayer, ForeignRelation, ForeignSpan
from annotator.formats.interface import Warn
from annotator.formats.label_map import CUE, ENTITY, IGNORED, LabelMap

_MOST_EVENTS = 100
"""How many events may stand in each other: each is looked for from all those that it stands in."""


@dataclass(slots=True)
class _Ends:
    """What a relation ties together, by what became of it."""

    spans: list[Draft] = field(default_factory=list)
    mentions: list[Part] = field(default_factory=list)
    cues: list[Part] = field(default_factory=list)


class Taking:
    """Takes a file's annotations into `layer`; what does not fit is in `warnings` afterwards."""

    def __init__(
        self, text: str, file: ForeignLayer, labels: LabelMap, layer: DraftLayer, entities: ForeignEntities
    ) -> None:
        self._text, self._file, self._labels, self._layer, self._entities = text, file, labels, layer, entities
        self._spans: dict[str, Draft] = {}
        self._parts: dict[str, Part] = {}
        self._left_out: set[str] = set()
        self._events = {relation.key: relation for relation in file.relations}
        self._ties: dict[Draft, list[Ties]] = {}
        self._loose: dict[Draft, Ties] = {}
        self.relations: list[Relation] = []
        self.warnings: list[Warn] = []

    def take(self) -> None:
        """Take all of the file: spans first, then what ties them, then the links that come of it."""
        for span in self._file.spans:
            self._span(span)
        for relation in self._file.relations:
            self._relation(relation)
        for draft, together in self._ties.items():
            for ties in together:
                self._link(draft, ties)
        self._references()
        self._remains()

    def _warn(self, key: str, reason: str) -> None:
        self.warnings.append(Warn(self._file.file, reason, f"{self._file.file}: {key}" if key else self._file.file))

    def _span(self, span: ForeignSpan) -> None:
        target = self._labels.spans[span.label]
        if target == IGNORED:
            self._left_out.add(span.key)
            return
        placed = place(self._text, span)
        if placed.wrong:
            self._warn(span.key, placed.wrong)
        if not placed.segments:
            self._left_out.add(span.key)
        elif target in (ENTITY, CUE):
            if len(placed.segments) > 1:
                self._warn(span.key, f"of its {len(placed.segments)} parts, only the first is kept as the place")
            text = " ".join(self._text[start:end] for start, end in placed.segments)
            self._parts[span.key] = Part(span, placed.segments[0], text)
        else:
            draft = self._layer.drafts.get((target, placed.segments))
            if draft is not None:
                self._warn(span.key, f"the same span stands there already as “{target}”; it was taken once")
            else:
                draft = self._layer.drafts[target, placed.segments] = Draft(target, placed.segments)
            self._spans[span.key] = draft
            self._describe(span.key, draft, span)

    def _describe(self, key: str, draft: Draft, source: ForeignSpan | ForeignRelation) -> None:
        """Give a span the attributes and the note of an annotation."""
        if source.note and source.note not in draft.notes:
            draft.notes.append(source.note)
        for name, value in source.attributes.items():
            ours = self._labels.attributes[name]
            if ours and draft.attributes.setdefault(ours, value or SET) != (value or SET):
                self._warn(key, f"“{ours}” is “{draft.attributes[ours]}” already; “{value or SET}” was left out")

    def _relation(self, relation: ForeignRelation) -> None:
        ends = self._ends(relation)
        anchor = self._parts.get(relation.anchor or "")
        if anchor is not None:
            anchor.used = True
        if not ends.spans:
            self._warn(relation.key, f"“{relation.label}” ties no span that is here; it was left out")
        elif ends.mentions or ends.cues or anchor is not None:
            for draft in ends.spans:
                ties = self._new_ties(draft, relation)
                ties.mentions += ends.mentions
                ties.cues += ends.cues or ([anchor] if anchor else [])
                self._describe(relation.key, draft, relation)
            for part in (*ends.mentions, *ends.cues):
                part.used = True
        else:
            self._relate(relation, ends.spans)

    def _new_ties(self, draft: Draft, relation: ForeignRelation) -> Ties:
        """Return where to put what a relation ties to a span: relations of two ends count together as one event."""
        together = self._ties.setdefault(draft, [])
        if relation.anchor is None and len(relation.ends) == 2 and draft in self._loose:
            return self._loose[draft]
        ties = Ties()
        together.append(ties)
        if relation.anchor is None and len(relation.ends) == 2:
            self._loose[draft] = ties
        return ties

    def _ends(self, relation: ForeignRelation) -> _Ends:
        ends = _Ends()
        waiting, seen = [key for _role, key in relation.ends], {relation.key}
        if relation.anchor is not None and relation.anchor not in self._parts:
            waiting.insert(0, relation.anchor)
        while waiting:
            key = waiting.pop(0)
            if key in self._spans:
                if self._spans[key] not in ends.spans:
                    ends.spans.append(self._spans[key])
            elif key in self._parts:
                part = self._parts[key]
                (ends.mentions if self._labels.spans[part.span.label] == ENTITY else ends.cues).append(part)
            elif key in self._events:
                # An event that stands in another one's role is what is said there, without who says it.
                if len(seen) == _MOST_EVENTS:
                    self._warn(relation.key, f"“{relation.label}” ties over {_MOST_EVENTS} others; it is cut there")
                    break
                if key not in seen:
                    seen.add(key)
                    waiting[:0] = [end for _role, end in self._events[key].ends if end not in self._parts]
            elif key not in self._left_out:
                self._warn(relation.key, f"“{relation.label}” ties {key}, which is not there")
        return ends

    def _relate(self, relation: ForeignRelation, spans: list[Draft]) -> None:
        kind = self._labels.relations.get(relation.label)
        if kind is None:
            self._warn(relation.key, f"the relation “{relation.label}” was left out, as its label is")
        elif len(spans) != 2:
            self._warn(relation.key, f"“{relation.label}” ties {counted(len(spans), 'span')}, not two; it was left out")
        else:
            source, target = spans
            self.relations.append(Relation(new_id(), kind, source.id, target.id, self._layer.annotator.id))
            if relation.note or relation.attributes:
                self._warn(relation.key, "a relation has no notes and attributes here; its own were left out")

    def _link(self, draft: Draft, ties: Ties) -> None:
        cue = ties.cues[0].place if ties.cues else None
        for part in ties.cues[1:]:
            self._warn(part.span.key, f"a link has one cue here; “{snippet(part.text)}” was left out")
        for part in ties.mentions:
            reference = next(iter(part.span.references), None)
            entity = self._entities.named(part.text, reference, self._layer.annotator.id)
            if any(link.entity == entity for link in draft.links):
                self._warn(part.span.key, f"the entity of “{snippet(part.text)}” is linked to this span already")
            else:
                draft.links.append(Link(new_id(), entity, "", part.place, cue))
        if cue is not None and not ties.mentions:
            # A cue stands on a link, and that nobody is named is what the file says.
            draft.links.append(Link(new_id(), self._entities.unknown(), "", None, cue))

    def _references(self) -> None:
        """Link spans to what they stand for in a knowledge base."""
        for span in self._file.spans:
            draft = self._spans.get(span.key)
            for reference in span.references if draft else ():
                entity = self._entities.named("", reference, self._layer.annotator.id)
                if draft and all(link.entity != entity for link in draft.links):
                    draft.links.append(Link(new_id(), entity, ""))

    def _remains(self) -> None:
        """Name what was tied to nothing, and what its label leaves out."""
        for key, part in self._parts.items():
            if not part.used:
                self._warn(key, f"“{part.span.label}” is tied to no span; it was left out")
            if part.span.note or part.span.attributes:
                self._warn(key, f"“{part.span.label}” is no span here; its note and attributes were left out")
        ignored = Counter(span.label for span in self._file.spans if self._labels.spans[span.label] == IGNORED)
        for label, number in sorted(ignored.items()):
            self._warn("", f"{counted(number, 'span')} labelled “{label}” left out, as the map of labels says")
