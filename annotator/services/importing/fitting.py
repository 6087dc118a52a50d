"""Fitting what was annotated elsewhere into a project: its tags, its annotators, and the attributes of its spans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from annotator.core.records import Annotator, Article, Span
from annotator.core.scheme import Attribute, Tag
from annotator.core.text import counted
from annotator.services.importing.inputs import Read
from annotator.services.scheme import first_id, new_tag
from annotator.store import assemble
from annotator.store.project import Writing


class Fitting:
    """What the tags and annotators of one input are in the project; `new_tags` and `new_annotators` are to be made.

    A tag is known by its id or, in any case, its name; an annotator likewise.
    """

    def __init__(self, writing: Writing, found: Read) -> None:
        self.new_tags: list[Tag] = []
        self.new_annotators: list[Annotator] = []
        self._input = found.input
        self._writing = writing
        present = assemble.tags(writing.session)
        wanted = found.mapped.tags if found.mapped else {}
        self._tags = {name: _tag(present, name) or self._made(name, attributes) for name, attributes in wanted.items()}
        self._people = self._known(found.annotators)

    def _made(self, name: str, attributes: Sequence[Attribute]) -> Tag:
        tag = replace(new_tag(self._writing, name), attributes=tuple(attributes))
        self.new_tags.append(tag)
        return tag

    def _known(self, annotators: Sequence[Annotator]) -> dict[str, str]:
        """Return, by the ids that the input has, those of the project."""
        present = assemble.annotators(self._writing.session)
        people = {one.id: one.id for one in annotators if any(one.id == other.id for other in present)}
        for one in annotators:
            names = (other.id for other in present if other.name.casefold() == one.name.casefold())
            namesake = next((key for key in names if key not in people.values()), None)
            if one.id not in people and namesake is None:
                self.new_annotators.append(one)
            people.setdefault(one.id, namesake or one.id)
        return people

    def annotator(self, key: str | None) -> str | None:
        """Return the id in the project of one of the input's annotators."""
        return self._people.get(key, key) if key is not None else None

    def article(self, article: Article) -> Article:
        """Return an article that refers to what the project has; says which attributes its tags do not have."""
        lost: Counter[str] = Counter()
        layers = tuple(
            replace(
                layer,
                annotator=self.annotator(layer.annotator),
                spans=tuple(self._span(span, lost) for span in layer.spans),
            )
            for layer in article.layers
        )
        for what, number in sorted(lost.items()):
            self._input.messages.append(f"{what}; it was left out of {counted(number, 'span')}.")
        return replace(article, layers=layers)

    def _span(self, span: Span, lost: Counter[str]) -> Span:
        tag = self._tags[span.tag]
        links = tuple(replace(link, role=link.role or tag.role) for link in span.links)
        return replace(span, tag=tag.id, links=links, attributes=_attributes(span.attributes, tag, lost))


def _tag(present: Sequence[Tag], name: str) -> Tag | None:
    """Return the tag of that name or id, else the one that had the name when it was made."""
    named = {tag.name.casefold(): tag for tag in present}
    by_id = {tag.id: tag for tag in present}
    return by_id.get(name) or named.get(name.casefold()) or by_id.get(first_id(name))


def _attributes(held: Mapping[str, str], tag: Tag, lost: Counter[str]) -> dict[str, str]:
    """Return those attributes that a tag has too, as it writes them; count the others."""
    kept = {}
    for name, value in held.items():
        ours = next((one for one in tag.attributes if one.name.casefold() == name.casefold()), None)
        values = ours.choices if ours else ()
        fitting = next((one for one in values if one.casefold() == value.casefold()), None)
        if ours is None:
            lost[f"The tag “{tag.name}” has no attribute “{name}”"] += 1
        elif fitting is None:
            lost[f"The attribute “{ours.name}” of the tag “{tag.name}” cannot be “{value}”"] += 1
        else:
            kept[ours.name] = fitting
    return kept
