"""Exports without the names of sources: names, aliases, addresses, reasons and notes of entities are replaced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import replace

from annotator.core.errors import Refused
from annotator.core.records import Article, Entity
from annotator.formats.interface import Record
from annotator.store import assemble
from annotator.store.project import Project


def with_merged(project: Project, chosen: Iterable[str]) -> frozenset[str]:
    """Return the ids of the chosen entities and of all that are merged with them: those are the same people.

    Raises Refused for an id that no entity has: a name must not get out because of a slip.
    """
    with project.read() as session:
        targets = {one.id: one.merged_into for one in assemble.entities(session)}
    family = set(chosen)
    unknown = family - targets.keys()
    if unknown:
        raise Refused(f"There is no entity {min(unknown)} in the project.")
    size = 0
    while size < len(family):
        size = len(family)
        family.update(target for key in tuple(family) if (target := targets[key]) is not None)
        family.update(key for key, target in targets.items() if target in family)
    return frozenset(family)


def anonymise(records: Iterable[Record], chosen: Set[str] | None, warn: Callable[[str], None]) -> Iterator[Record]:
    """Yield the records with entities replaced by kind and number; all of them, or those whose ids are chosen.

    The texts stay as they are: `warn` gets a sentence for each article in which a replaced name stands still.
    """
    numbers: Counter[str] = Counter()
    names: set[str] = set()
    for record in records:
        match record:
            case Entity() if chosen is None or record.id in chosen:
                numbers[record.kind] += 1
                names.update(name for name in (record.name, *record.aliases) if name)
                yield replace(
                    record, name=f"{record.kind.capitalize()} {numbers[record.kind]}", aliases=(), uri=None, reason="",
                    note="", extra={},
                )  # fmt: skip
            case Article():
                places = _places(record, names)
                if places:
                    warn(f"“{record.title}” still holds a replaced name in its {' and '.join(places)}.")
                yield record
            case _:
                yield record


def _places(article: Article, names: Set[str]) -> list[str]:
    notes = [article.note, *(span.note for layer in article.layers for span in layer.spans)]
    notes += [comment.text for layer in article.layers for span in layer.spans for comment in span.comments]
    parts = {"text": [article.text], "title": [article.title, article.byline], "notes": notes}
    return [
        place for place, texts in parts.items()
        if any(name.casefold() in text.casefold() for text in texts for name in names)
    ]  # fmt: skip
