"""Which rows the entity picker shows for a span, and in which order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from annotator.analysis.anonymity import stated_reason
from annotator.analysis.attribution_words import PRONOUNS
from annotator.analysis.entity_kinds import likely_kind
from annotator.analysis.name_index import WORD, NameIndex
from annotator.analysis.speakers import Proposal
from annotator.core.listing import NamedEntity
from annotator.core.records import EntityKind, Span
from annotator.core.segments import Segment
from annotator.core.text import snippet
from annotator.ui.annotate.open_article import OpenArticle
from annotator.ui.picker.choices import Asked, Choice, completions, known_choice, new_choice, typed_choices
from annotator.ui.project import OpenProject

_MOST = 40
_PROPOSALS = 3
_NEAR = 2
_RECENT = 6
_NEWEST = 1_000
_ALIKE = 3
_LONGEST_NAME = 8
_LEAST = 0.3
_SURELY_BESIDE = 0.6
_ENOUGH = 4
"""Letters of "unknown" and "author": with fewer it may be anybody's name."""

_UNKNOWN, _AUTHOR = "unknown", ("author of the article", "article's author")
_FIRST_PERSON = re.compile(r"\b(?:I|my|me)\b")


class Picking:
    """The rows for one span: who is named beside it, who spoke in this article last, everybody who matches.

    `mention` is where a person pointed at a name: it belongs to whoever is picked. Raises ProjectError where the
    project cannot be read.
    """

    def __init__(self, project: OpenProject, article: OpenArticle, span: Span, mention: Segment | None = None) -> None:
        self._known, self._article, self._mention = project.known, article, mention
        self._known.refresh()
        self._key = article.article.id if article.article else None
        self._recent = self._recent_speakers(span)
        proposed = [one for one in article.speakers().proposals(span.segments) if _is_somebody(one)]
        self._loose = next(iter(proposed), None)
        named = [one for one in proposed if one.name.lower() not in PRONOUNS][:_PROPOSALS]
        self._proposed = named or article.speakers().named_before(span.start, _NEAR)
        self._is_authors = self._speaks_of_author(span)
        self._people: tuple[NameIndex, dict[str, Segment]] | None = None

    def _recent_speakers(self, span: Span) -> list[str]:
        """Return whom spans of this article are linked to, the newest first.

        The speaker of the span before is seldom right: never the first, where there are others.
        """
        newest = islice(reversed(self._article.linked.values()), _NEWEST)
        keys = dict.fromkeys(link.entity for one in newest if one.id != span.id for link in one.links)
        named = (entity.id for key in keys if (entity := self._article.entities.get(key)) is not None)
        found = list(dict.fromkeys(key for key in named if key in self._known))
        before = self._article.linked_before(span)
        speaker = self._article.entity_of(before) if before else None
        if speaker is not None and found[:1] == [speaker.id]:
            found[:2] = reversed(found[:2])
        return found

    def rows(self, asked: Asked) -> list[Choice]:
        """Return the rows for what was typed and the kind that was chosen."""
        if signs := completions(asked.name):
            return signs
        found = self._without_words(asked.kind) if not asked.name else self._with_words(asked)
        return [self._with_parts(choice) for choice in found]

    # Nothing typed yet

    def _without_words(self, kind: EntityKind | None) -> Iterator[Choice]:
        offered: dict[str, None] = {}
        recent = (known_choice(self._known[key]) for key in self._recent[:_RECENT])
        fixed = [self._unknown(), *self._author()] if kind is None else []
        first, last = (fixed[1:], fixed[:1]) if self._is_authors else ([], fixed)
        for choice in [*first, *self._proposals(kind), *recent, *last]:
            if choice.entity is None:
                yield choice
            elif choice.entity not in offered and kind in (None, self._known[choice.entity].kind):
                offered[choice.entity] = None
                yield choice
        everybody = (one for one in self._known.in_article(self._key) if kind in (None, one.kind))
        yield from (known_choice(one) for one in islice(everybody, _MOST) if one.id not in offered)

    def _proposals(self, kind: EntityKind | None) -> Iterator[Choice]:
        """Yield who is named beside the span: whoever is known by just that name, else somebody new."""
        for proposal in self._proposed:
            yield from self._choices_of(proposal, kind)

    def _choices_of(self, proposal: Proposal, kind: EntityKind | None) -> Iterator[Choice]:
        said = snippet(self._article.text[slice(*proposal.mention)], 20)
        before, after = (f"{said} → ", "?") if proposal.assumed else ("", "")
        known = self._known.called(proposal.name, self._key)
        for entity in known:
            yield self._found_by(proposal, known_choice(entity, before=before, after=after))
        if not known:
            yield self._found_by(proposal, new_choice(proposal.name, kind, before=before, after=after))
            for entity in self._namesakes(proposal.name):
                yield self._found_by(
                    proposal, replace(known_choice(entity, before=f"{said} → ", after="?"), sure=False)
                )

    def _namesakes(self, name: str) -> list[NamedEntity]:
        """Return persons whose surname a name ends with: "Sheriff Orlo" may be Ada Orlo, whom another article named."""
        if likely_kind(name) != "person" or not name[:1].isupper():
            return []
        surname = name.split()[-1]
        found = self._known.matching(surname, self._key, "person", self._recent, _MOST)
        known = (self._known[match.key] for match in found)
        same = (one for one in known if one.name.split()[-1:] == [surname] and one.name != surname)
        return list(islice(same, _NEAR))

    def _found_by(self, proposal: Proposal, choice: Choice) -> Choice:
        said = snippet(self._article.text[slice(*proposal.mention)])
        why = f"“{said}”: {proposal.reason}"
        return replace(choice, mention=proposal.mention, cue=proposal.cue, why=why)

    # Something typed

    def _with_words(self, asked: Asked) -> Iterator[Choice]:
        proposed = {
            choice.entity or choice.name: choice
            for one in self._proposed
            for choice in self._choices_of(one, asked.kind)
        }
        people, places = self._named_in_text()
        found = [
            (match.tier, match.key, known_choice(self._known[match.key]))
            for match in self._known.matching(asked.name, self._key, asked.kind, [*proposed, *self._recent], _MOST)
        ] + [
            (match.tier, match.key, replace(new_choice(match.key, asked.kind), mention=places[match.key]))
            for match in people.matching(asked.name, _MOST, self._is_new, self._rank(proposed))
        ]
        found += self._said_beside(asked, proposed, {key for _tier, key, _choice in found})
        # Who is named beside the span comes first, whichever word of the name was typed.
        found.sort(key=lambda one: (one[1] not in proposed or one[0] > WORD, one[0]))
        rows = [replace(proposed.get(key, choice), sure=True) for _tier, key, choice in found[:_MOST]]
        yield from rows
        taken = {choice.entity for choice in rows}
        if asked.kind is None:
            fixed = self._fixed(asked.name.casefold())
            yield from (one for one in fixed if one.entity is None or one.entity not in taken)
        if len(rows) < _ALIKE:
            for match in self._known.alike(asked.name, self._key, asked.kind, [key for key in taken if key], _ALIKE):
                yield known_choice(self._known[match.key], before="≈ ", sure=False)
        yield from typed_choices(asked)

    def _said_beside(self, asked: Asked, proposed: dict[str, Choice], found: set[str]) -> list[tuple[int, str, Choice]]:
        """Return who is proposed, but not found by a name, where the words for them in the text were typed.

        "Sheriff" or "she" finds Ada Orlo where one of these stands beside the verb.
        """
        words = NameIndex()
        for key, choice in proposed.items():
            fits = choice.entity is None or asked.kind in (None, self._known[choice.entity].kind)
            if key not in found and fits and choice.sure and choice.mention is not None:
                words.put(key, [self._article.text[slice(*choice.mention)]])
        matches = words.matching(asked.name, _PROPOSALS, lambda _key: True, self._rank(proposed))
        return [(match.tier, match.key, proposed[match.key]) for match in matches]

    def _named_in_text(self) -> tuple[NameIndex, dict[str, Segment]]:
        """Return whom the article names, to be found by what is typed, and where it does so first."""
        if self._people is None:
            index, places = NameIndex(), self._article.speakers().everybody()
            places = {one.name: one.mention for one in self._proposed} | places
            for name in places:
                index.put(name, [name])
            self._people = index, places
        return self._people

    def _is_new(self, name: str) -> bool:
        return not self._known.called(name, self._key)

    @staticmethod
    def _rank(proposed: dict[str, Choice]) -> Callable[[str], int]:
        ranks = {name: rank for rank, name in enumerate(proposed)}
        return lambda name: ranks.get(name, len(ranks))

    # Rows that every span has, and what belongs to all rows

    def _fixed(self, folded: str) -> Iterator[Choice]:
        """Yield who is never known, and who wrote the article, where that was typed; surely once enough of it was."""
        sure = len(folded) >= _ENOUGH
        if _UNKNOWN.startswith(folded):
            yield replace(self._unknown(), sure=sure)
        if any(words.startswith(folded) for words in _AUTHOR):
            yield from (replace(choice, sure=sure) for choice in self._author())

    def _unknown(self) -> Choice:
        known = self._known.of_kind("unknown", self._key)
        return known_choice(known) if known else Choice("Unknown: nobody can say", None, "Unknown", "unknown")

    def _author(self) -> Iterator[Choice]:
        article = self._article.article
        if article is None:
            return
        byline = article.byline.removeprefix("By ").strip()
        name = byline or "The author"
        known = self._known.of_kind("author", self._key)
        if known is not None and (known.article == self._key or known in self._known.called(name, self._key)):
            yield known_choice(known, before="The article's author: ")
        else:
            who = f" ({snippet(byline, 40)})" if byline else ""
            yield Choice(f"The article's author{who}", None, name, "author", scoped=True)

    def _speaks_of_author(self, span: Span) -> bool:
        """Tell whether a span has an "I" that nobody is quoted with."""
        found = (_FIRST_PERSON.search(self._article.text, *segment) for segment in span.segments)
        return any(one is not None and self._article.quotation_at(one.start()) is None for one in found)

    def _with_parts(self, choice: Choice) -> Choice:
        """Return a row with the mention and cue that it has from the text, and an anonymous one with the reason."""
        if self._mention is not None:
            choice = replace(choice, mention=self._mention, cue=choice.cue)
        elif choice.mention is None and self._loose is not None and self._speaks_for_anybody(self._loose):
            choice = replace(choice, mention=self._loose.mention, cue=self._loose.cue)
        if choice.makes and choice.kind == "anonymous" and choice.mention is not None:
            choice = replace(choice, reason=stated_reason(self._article.text, choice.mention))
        return choice

    def _speaks_for_anybody(self, proposal: Proposal) -> bool:
        """Tell whether a pronoun surely stands beside the verb: whoever it is, that is where they are mentioned."""
        word = self._article.text[slice(*proposal.mention)].lower()
        return word in PRONOUNS and proposal.confidence >= _SURELY_BESIDE


def _is_somebody(proposal: Proposal) -> bool:
    """Tell whether a proposal is not a misread sentence: too many words, or weak and not even a name."""
    is_weak = proposal.confidence < _LEAST and not proposal.name[:1].isupper()
    return len(proposal.name.split()) <= _LONGEST_NAME and not is_weak
