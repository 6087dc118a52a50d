"""Entities of two copies that may be one: independent annotators make different ids for the same person."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from annotator.analysis.same_entities import folded_names
from annotator.core.merging import Unification
from annotator.core.records import Entity


def unifications(
    ours: Iterable[Entity], theirs: Iterable[Entity], articles: Mapping[str, str]
) -> tuple[Unification, ...]:
    """Return the pairs that a person may want to unify, by name: kind and folded name, or an alias, agree.

    Nothing is proposed for entities that both copies have, or that are merged already. An entity that is known in one
    article only is proposed for another of that article, or for one that is known everywhere. `articles` has the ids
    that articles of theirs have here, where those are others.
    """
    here, there = {one.id: one for one in ours}, {one.id: one for one in theirs}
    by_name: dict[tuple[str, str], list[Entity]] = defaultdict(list)
    for one in here.values():
        if one.id not in there and one.merged_into is None:
            for name in folded_names(one):
                by_name[one.kind, name].append(one)
    found = []
    for one in sorted(there.values(), key=lambda entity: (entity.name.casefold(), entity.id)):
        kept = here.get(one.id, one)
        if one.merged_into is not None or kept.merged_into is not None:
            continue
        article = articles.get(one.article, one.article) if one.article else None
        likely = {
            twin.id: twin
            for name in folded_names(one)
            for twin in by_name.get((one.kind, name), ())
            if _can_be(one, article, twin)
        }
        if likely:
            best = min(likely.values(), key=lambda twin: (twin.name != one.name, twin.article is None, twin.id))
            found.append(Unification(one.id, best.id, f"{_named(one)} → {_named(best)}"))
    return tuple(found)


def _can_be(one: Entity, article: str | None, twin: Entity) -> bool:
    if one.kind == "anonymous":
        # "A person close to the board" is another one in each article.
        return article is not None and twin.article == article
    return twin.article in (None, article)


def _named(entity: Entity) -> str:
    aliases = f", also {', '.join(entity.aliases[:3])}" if entity.aliases else ""
    return f"{entity.name} ({entity.kind}{aliases})"
