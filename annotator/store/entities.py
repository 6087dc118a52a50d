"""Questions about entities. One that is merged is read as the one that it was merged into, however far that goes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.entity_listing import EntityQuery, ListedEntity
from annotator.core.records import Entity
from annotator.store import assemble
from annotator.store.history import chunks
from annotator.store.matching import Folded, in_json, like, matches
from annotator.store.tables import AUDITED

_ENTITY, _LINK, _SPAN, _LAYER = (AUDITED[name] for name in ("entity", "link", "span", "layer"))
_ALIASES = sa.cast(_ENTITY.c.aliases, sa.Text)


def roots(session: Session) -> dict[str, str]:
    """Return, for each merged entity, the one at the end of its way.

    There are few of them: with this at hand, questions about all entities need no walk in the database. A way that
    leads in a circle, which no verb makes, ends where it would be closed.
    """
    merged = sa.select(_ENTITY.c.id, _ENTITY.c.merged_into).where(_ENTITY.c.merged_into.is_not(None))
    targets = {row.id: row.merged_into for row in session.execute(merged)}
    ends: dict[str, str] = {}
    for key in targets:
        seen, end = {key}, targets[key]
        while end in targets and targets[end] not in seen:
            seen.add(end)
            end = targets[end]
        ends[key] = end
    return ends


def in_circle(session: Session) -> str | None:
    """Return the name of an entity that is, by way of others, merged into itself; None where there is none."""
    ends = roots(session)
    key = next((key for key, end in ends.items() if end in ends), None)
    return None if key is None else session.scalar(sa.select(_ENTITY.c.name).where(_ENTITY.c.id == key))


def all_names(session: Session) -> list[tuple[str, str]]:
    """Return each name and alias after the id of its entity, also of those that are merged into others."""
    names = session.execute(sa.select(_ENTITY.c.id, _ENTITY.c.name))
    others = session.execute(sa.select(_ENTITY.c.id, _ENTITY.c.aliases).where(_ALIASES != "[]"))
    found = [(key, name) for key, name in names]
    return found + [(key, alias) for key, aliases in others for alias in aliases]


def entity_ids(session: Session, query: EntityQuery, named: Collection[str] | None = None) -> list[str]:
    """Return the ids of the entities of a kind, in order; with `named` only these, and those they are merged into."""
    statement = sa.select(_ENTITY.c.id).where(_ENTITY.c.merged_into.is_(None))
    ends = roots(session)
    if query.kind is not None:
        statement = statement.where(_ENTITY.c.kind == query.kind)
    name = Folded(_ENTITY.c.name)
    key = {"kind": _ENTITY.c.kind, "aliases": Folded(_ALIASES)}.get(query.sort, name)
    by_column = query.sort in ("name", "kind", "aliases")
    order = key.desc() if query.descending and by_column else key
    wanted = None if named is None else {ends.get(key, key) for key in named}
    ordered = session.scalars(statement.order_by(order, name, _ENTITY.c.id))
    keys = [one for one in ordered if wanted is None or one in wanted]
    if by_column:
        return keys
    numbers = _numbers_of(session, query.sort, ends)
    sign = -1 if query.descending else 1
    return sorted(keys, key=lambda one: sign * numbers.get(one, 0))


def _numbers_of(session: Session, what: str, ends: Mapping[str, str]) -> dict[str, int]:
    """Return how much belongs to each entity, for sorting: "spans", "articles", or the spans of one tag ("tag:…")."""
    if what == "articles":
        return _articles_of_each(session, ends)
    links = sa.select(_LINK.c.entity_id)
    if what != "spans":
        links = links.join(_SPAN, _SPAN.c.id == _LINK.c.span_id).where(_SPAN.c.tag_id == what.removeprefix("tag:"))
    numbers: Counter[str] = Counter()
    for row in session.execute(links.add_columns(sa.func.count().label("number")).group_by(_LINK.c.entity_id)):
        numbers[ends.get(row.entity_id, row.entity_id)] += row.number
    # To count links, along their index, is ten times as fast as to count spans; a span that is linked to an entity more
    # than once is rare, and taken off again.
    several = sa.select(_LINK.c.span_id).group_by(_LINK.c.span_id).having(sa.func.count() > 1)
    again = session.execute(links.add_columns(_LINK.c.span_id).where(_LINK.c.span_id.in_(several)))
    for (key, _span), number in Counter((ends.get(row.entity_id, row.entity_id), row.span_id) for row in again).items():
        numbers[key] -= number - 1
    return numbers


def _articles_of_each(session: Session, ends: Mapping[str, str]) -> dict[str, int]:
    tables = _LINK.join(_SPAN, _SPAN.c.id == _LINK.c.span_id).join(_LAYER, _LAYER.c.id == _SPAN.c.layer_id)
    articles: dict[str, set[str]] = defaultdict(set)
    for key, article in session.execute(sa.select(_LINK.c.entity_id, _LAYER.c.article_id).select_from(tables)):
        articles[ends.get(key, key)].add(article)
    return {key: len(held) for key, held in articles.items()}


def listed(session: Session, keys: Sequence[str]) -> dict[str, ListedEntity]:
    """Return the rows of a page of the list; keys of merged entities, and those that are not there, are left out."""
    found: dict[str, ListedEntity] = {}
    for chunk in chunks(keys):
        families = families_of(session, chunk)
        spans, articles = _linked(session, families)
        for key, (head, *others) in families.items():
            tags = {tag: len(ids) for tag, ids in spans[key].items()}
            names = other_names(head, others)
            found[key] = ListedEntity(head, names, sum(tags.values()), tags, len(articles[key]))
    return found


def _linked(
    session: Session, families: Mapping[str, Sequence[Entity]]
) -> tuple[dict[str, dict[str, set[str]]], dict[str, set[str]]]:
    """Return, by the head of a family, its spans by tag, and its articles."""
    heads = {one.id: head for head, family in families.items() for one in family}
    spans: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    articles: dict[str, set[str]] = defaultdict(set)
    tables = _LINK.join(_SPAN, _SPAN.c.id == _LINK.c.span_id).join(_LAYER, _LAYER.c.id == _SPAN.c.layer_id)
    statement = sa.select(_LINK.c.entity_id, _LINK.c.span_id, _SPAN.c.tag_id, _LAYER.c.article_id).select_from(tables)
    for chunk in chunks(heads):
        for entity, span, tag, article in session.execute(statement.where(_LINK.c.entity_id.in_(chunk))):
            spans[heads[entity]][tag].add(span)
            articles[heads[entity]].add(article)
    return spans, articles


def other_names(head: Entity, others: Iterable[Entity]) -> tuple[str, ...]:
    """Return the names that an entity has besides its own: its aliases, and all names of those merged into it."""
    names = [*head.aliases, *(name for one in others for name in (one.name, *one.aliases))]
    return tuple(name for name in dict.fromkeys(names) if name != head.name)


def families_of(session: Session, keys: Iterable[str]) -> dict[str, list[Entity]]:
    """Return, by its key, each entity that is not merged with all that are merged into it, itself first."""
    wanted, ends = set(keys), roots(session)
    members = {key: key for key in wanted - ends.keys()} | {key: end for key, end in ends.items() if end in wanted}
    families: dict[str, list[Entity]] = {}
    for one in _entities(session, members):
        family = families.setdefault(members[one.id], [])
        family.insert(0 if one.id == members[one.id] else len(family), one)
    return families


def _entities(session: Session, keys: Iterable[str]) -> list[Entity]:
    rows = [row for chunk in chunks(keys) for row in session.execute(
        sa.select(_ENTITY).where(_ENTITY.c.id.in_(chunk))
    ).mappings()]  # fmt: skip
    return sorted(map(assemble.entity, rows), key=lambda one: (one.name.casefold(), one.id))


def family_of(session: Session, key: str) -> list[Entity]:
    """Return an entity and all that are merged into it, itself first; nothing where it is gone, or merged itself."""
    return families_of(session, [key]).get(key, [])


def head_of(session: Session, key: str) -> Entity | None:
    """Return what an entity is read as: itself, or what it was merged into; None where there is none with this id."""
    return next(iter(_entities(session, [roots(session).get(key, key)])), None)


def of_kind(session: Session, kind: str, but: Sequence[str]) -> str | None:
    """Return the oldest entity of a kind that the whole project knows, and that is not merged; `but` none of these."""
    return session.scalar(
        sa.select(_ENTITY.c.id)
        .where(_ENTITY.c.kind == kind, _ENTITY.c.article_id.is_(None), _ENTITY.c.merged_into.is_(None))
        .where(_ENTITY.c.id.not_in(but))
        .order_by(_ENTITY.c.created, _ENTITY.c.id)
        .limit(1)
    )


def heads(session: Session) -> list[tuple[Entity, tuple[str, ...]]]:
    """Return every entity that is not merged, in order of id, with its other names."""
    ends = roots(session)
    found: list[Entity] = []
    below: dict[str, list[Entity]] = defaultdict(list)
    for one in assemble.entities(session):
        if one.id in ends:
            below[ends[one.id]].append(one)
        else:
            found.append(one)
    return [(one, other_names(one, below[one.id]) if one.id in below else one.aliases) for one in found]


def read_as(session: Session, keys: Iterable[str] | None = None) -> dict[str, Entity]:
    """Return, by id, what entities are read as: themselves, or those that they are merged into; without `keys`, all.

    The names of all that are merged into one are among its aliases.
    """
    ends = roots(session)
    if keys is None:
        named = {one.id: replace(one, aliases=names) for one, names in heads(session)}
        wanted: Iterable[str] = [*named, *ends]
    else:
        wanted = list(keys)
        families = families_of(session, {ends.get(key, key) for key in wanted})
        named = {key: replace(head, aliases=other_names(head, others)) for key, (head, *others) in families.items()}
    return {key: named[end] for key in wanted if (end := ends.get(key, key)) in named}


def namesakes(session: Session, names: Iterable[str], but: Iterable[str]) -> list[tuple[str, Entity]]:
    """Return each name with every entity, `but` these, that has it as well (case folded)."""
    ends, others = roots(session), _ENTITY.c.id.not_in(list(but))
    found: dict[tuple[str, str], None] = {}
    for name in dict.fromkeys(names):
        is_alias = matches(_ALIASES, like(f'"{in_json(name)}"'))
        having = sa.select(_ENTITY.c.id).where(sa.or_(matches(_ENTITY.c.name, like(name)[1:-1]), is_alias), others)
        found |= dict.fromkeys((name, ends.get(key, key)) for key in session.scalars(having))
    heads = {one.id: one for one in _entities(session, dict.fromkeys(key for _name, key in found))}
    return [(name, heads[key]) for name, key in found]
