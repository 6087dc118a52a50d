"""Which rows the entity picker shows for a span, and in which order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from annotator.analysis.entity_kinds import likely_kind
from annotator.analysis.speakers import Proposal
from annotator.core.records import Entity, Span
from annotator.core.segments import Segment
from annotator.services import linking
from annotator.services.linking import MOST_MATCHES
from annotator.ui.entity_picker import Choice, entity_choice, kind_and_name, new_choice, new_choices
from annotator.ui.open_article import OpenArticle
from annotator.ui.project import OpenProject

_PROPOSALS = 3
_LONGEST_NAME = 8
"""Words; a longer proposal is a misread sentence, not somebody."""


class Picking:
    """The rows for one span: who is named beside it, who spoke in this article last, everybody who matches."""

    def __init__(self, project: OpenProject, article: OpenArticle, span: Span) -> None:
        self._project, self._article, self._span = project, article, span
        self._key = article.article.id if article.article else None
        self._matched: dict[str, list[Entity]] = {}
        self._recent = self._recent_entities()
        self._proposed = article.proposals(span.segments)[:_PROPOSALS]

    def _recent_entities(self) -> list[Entity]:
        linked = (span for span in self._article.spans.values() if span.links)
        spans = sorted(linked, key=lambda span: span.updated, reverse=True)
        found = {
            link.entity: self._article.entities[link.entity]
            for span in spans
            for link in span.links
            if link.entity in self._article.entities
        }
        return list({entity.id: entity for entity in found.values()}.values())

    def _matching(self, text: str) -> list[Entity]:
        """Return the entities whose names hold a text; a text is asked for once while the picker is open."""
        everybody = self._matched.get("")
        if text and everybody is not None and len(everybody) < MOST_MATCHES:
            return [entity for entity in everybody if _holds(entity, text.casefold())]
        if text not in self._matched:
            self._matched[text] = linking.matching_entities(self._project.project, text, self._key)
        return self._matched[text]

    def rows(self, typed: str) -> list[Choice]:
        """Return the rows for what was typed."""
        kind, name = kind_and_name(typed)
        if not name:
            return [*self._without_words(), *self._fixed("")]
        folded = name.casefold()
        ranked = [entity for entity in self._recent if folded in entity.name.casefold()]
        ranked += self._matching(name)
        ranked.sort(key=lambda entity: _rank(entity, folded))
        chosen = _unique(entity for entity in ranked if kind in (None, entity.kind))
        named = self._mentions()
        rows = [entity_choice(entity, *named.get(entity.name.casefold(), ())) for entity in chosen]
        return [*rows, *self._fixed(folded), *new_choices(typed)]

    def _without_words(self) -> Iterator[Choice]:
        others = self._matching("")
        seen: set[str] = set()
        for proposal in self._proposed:
            if len(proposal.name.split()) > _LONGEST_NAME:
                continue
            entity = self._known(proposal)
            if entity is None:
                yield new_choice(likely_kind(proposal.name), proposal.name, mention=proposal.mention, cue=proposal.cue)
            elif entity.id not in seen:
                seen.add(entity.id)
                yield entity_choice(entity, proposal.mention, proposal.cue)
        for entity in _unique([*self._recent, *others]):
            if entity.id not in seen:
                yield entity_choice(entity)

    def _known(self, proposal: Proposal) -> Entity | None:
        """Return the entity that has exactly the proposed name, or has it as an alias."""
        folded = proposal.name.casefold()
        for entity in self._matching(proposal.name):
            if folded in (name.casefold() for name in (entity.name, *entity.aliases)):
                return entity
        return None

    def _mentions(self) -> dict[str, tuple[Segment, Segment | None]]:
        return {one.name.casefold(): (one.mention, one.cue) for one in self._proposed}

    def _fixed(self, folded: str) -> Iterator[Choice]:
        """Rows that every span has: who is never known, and who wrote the article."""
        article = self._article.article
        if folded in "unknown" and not self._has_kind("unknown", folded):
            yield Choice("Unknown: nobody can say", None, "Unknown", "unknown")
        if folded in "author of the article" and article and not self._has_kind("author", folded):
            name = article.byline.removeprefix("By ").strip() or "The author"
            yield Choice(f"The article's author ({name})", None, name, "author", scoped=True)

    def _has_kind(self, kind: str, folded: str) -> bool:
        known = [*self._recent, *self._matching(folded)]
        return any(entity.kind == kind for entity in known)


def _unique(entities: Iterator[Entity] | Sequence[Entity]) -> list[Entity]:
    return list({entity.id: entity for entity in entities}.values())


def _holds(entity: Entity, folded: str) -> bool:
    return any(folded in name.casefold() for name in (entity.name, *entity.aliases))


def _rank(entity: Entity, folded: str) -> int:
    name = entity.name.casefold()
    if name.startswith(folded):
        return 0
    if any(word.startswith(folded) for word in name.split()):
        return 1
    if any(alias.casefold().startswith(folded) for alias in entity.aliases):
        return 2
    return 3
