"""Entities over all articles: listing them, what is linked to one, and editing it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from annotator.analysis.name_index import folded_name
from annotator.core.entity_listing import EntityQuery, ListedEntity, SharedName, SpanInContext
from annotator.core.errors import Conflict, Refused
from annotator.core.ids import new_id
from annotator.core.records import ENTITY_KINDS, Entity
from annotator.core.text import one_line, snippet, store_text
from annotator.core.wikidata import item_address
from annotator.store import entities, entity_spans, tables
from annotator.store.project import CHANGED, Project, Session, Writing

GONE = "This entity is not in the project any more."

_BETWEEN = "\0"
"""A character that no stored name has."""

_COLUMNS = {
    **{field: field for field in ("name", "kind", "aliases", "uri", "note", "reason")},
    "article": "article_id",
}
"""What of an entity can be changed, and the column that holds it."""


def entity_ids(project: Project, query: EntityQuery | None = None) -> list[str]:
    """Return the ids of the entities that match, in order; those that are merged into others are not among them."""
    query = query or EntityQuery()
    wanted = folded_name(query.text)
    with project.read() as session:
        return entities.entity_ids(session, query, _named(session, wanted) if wanted else None)


def _named(session: Session, wanted: str) -> set[str]:
    """Return the ids of those whose names hold a text that is folded, as all names are: at once, which is faster."""
    names = entities.all_names(session)
    folded = folded_name(_BETWEEN.join(name for _key, name in names)).split(_BETWEEN)
    return {key for (key, _name), name in zip(names, folded, strict=True) if wanted in name}


def listed(project: Project, keys: Sequence[str]) -> dict[str, ListedEntity]:
    """Return the rows of a page of the list, by id; counts are those of all layers."""
    with project.read() as session:
        return entities.listed(session, keys)


def find(project: Project, key: str) -> ListedEntity:
    """Return an entity with what belongs to it; of one that is merged, that is the one it was merged into.

    Raises Refused where there is none with this id.
    """
    with project.read() as session:
        head = entities.head_of(session, key)
        row = entities.listed(session, [head.id]).get(head.id) if head is not None else None
    if row is None:
        raise Refused(GONE)
    return row


def merged_into(project: Project, key: str) -> list[Entity]:
    """Return all that are merged into an entity, also by way of others, by name."""
    with project.read() as session:
        return entities.family_of(session, key)[1:]


def span_ids(project: Project, key: str, tag: str | None = None, *, own: bool = False) -> list[str]:
    """Return the ids of the spans that are linked to an entity, with one tag or all, in the order of the articles.

    `own`: only those that the acting annotator can change now.
    """
    changed_by = project.me if own else None
    with project.read() as session:
        return entity_spans.linked_spans(session, _ids(entities.family_of(session, key)), tag, changed_by)


def spans_in_context(project: Project, key: str, spans: Sequence[str]) -> dict[str, SpanInContext]:
    """Return spans that are linked to an entity, by id, with the text round them."""
    acting = project.acting.id if project.acting else None
    with project.read() as session:
        return entity_spans.in_context(session, spans, _ids(entities.family_of(session, key)), acting)


def shared_names(project: Project, key: str) -> list[SharedName]:
    """Return the names of an entity that others have as well (case folded), each with its other entity."""
    with project.read() as session:
        family = entities.family_of(session, key)
        names = [name for one in family for name in (one.name, *one.aliases)]
        return [SharedName(name, other) for name, other in entities.namesakes(session, names, _ids(family))]


def create(project: Project, entity: Entity) -> str:
    """Make an entity of the fields of a record, as one step. Returns its id. Raises Refused as `edit` does."""
    with project.write("create entity") as writing:
        row = tables.Entity(id=new_id(), name="", aliases=[])
        for field in _COLUMNS:
            _set(writing, row, field, getattr(entity, field))
        row.aliases = [alias for alias in row.aliases if alias != row.name]
        writing.session.add(row)
        return row.id


def edit(project: Project, before: Entity, after: Entity) -> None:
    """Change an entity from what it was (as it was read) to what it is to be, as one step.

    Raises Refused for a name that is empty, a kind that there is not, an address that is none of Wikidata, or an
    article outside which it is linked; Conflict where somebody else changed the same, or merged the entity, meanwhile.
    """
    with project.write("edit entity") as writing:
        row = writing.session.get(tables.Entity, before.id)
        if row is None:
            raise Refused(GONE)
        if row.merged_into is not None:
            raise Conflict("This entity was merged into another one meanwhile; nothing was changed.")
        for field, column in _COLUMNS.items():
            wanted, was, held = getattr(after, field), getattr(before, field), getattr(row, column)
            if wanted == was:
                continue
            if held != (list(was) if field == "aliases" else was):
                raise Conflict(CHANGED)
            _set(writing, row, field, wanted)
        row.aliases = [alias for alias in row.aliases if alias != row.name]


def _set(writing: Writing, row: tables.Entity, field: str, value: str | Sequence[str] | None) -> None:
    match field:
        case "name":
            row.name = checked_name(str(value))
        case "kind":
            if value not in ENTITY_KINDS:
                raise Refused(f"There is no kind “{value}” of entities; there are {', '.join(ENTITY_KINDS)}.")
            row.kind = str(value)
        case "aliases":
            row.aliases = checked_aliases(value or ())
        case "uri":
            row.uri = checked_uri(str(value or ""))
        case "article":
            _scope(writing, row, str(value) if value else None)
        case _:
            setattr(row, field, store_text(str(value)).text.strip())


def checked_name(name: str) -> str:
    """Return a name as it is stored. Raises Refused where nothing of it is left."""
    name = one_line(name)
    if not name:
        raise Refused("An entity needs a name.")
    return name


def checked_aliases(aliases: Iterable[str]) -> list[str]:
    """Return aliases as they are stored: each once, in their order, without those that are empty."""
    return list(dict.fromkeys(alias for alias in map(one_line, aliases) if alias))


def checked_uri(text: str) -> str | None:
    """Return the address that is stored for an address or a number of Wikidata, None for nothing. Raises Refused."""
    if not text.strip():
        return None
    address = item_address(text)
    if address is None:
        raise Refused(
            f"“{snippet(text)}” is no address of Wikidata; write a number such as Q42, "
            "or an address such as https://www.wikidata.org/wiki/Q42."
        )
    return address


def _scope(writing: Writing, row: tables.Entity, article: str | None) -> None:
    if article is not None:
        if writing.session.get(tables.Article, article) is None:
            raise Refused(f"There is no article {article} in the project.")
        family = _ids(entities.family_of(writing.session, row.id))
        if entity_spans.is_linked_outside(writing.session, family, article):
            raise Refused(f"“{snippet(row.name)}” is linked in other articles; it cannot be known in one only.")
    row.article_id = article


def _ids(family: Sequence[Entity]) -> list[str]:
    return [one.id for one in family]
