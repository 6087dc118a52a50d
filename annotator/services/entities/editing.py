"""Entities made and edited, and what their fields may be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from annotator.core.errors import Conflict, Refused
from annotator.core.ids import new_id
from annotator.core.records import ENTITY_KINDS, Entity
from annotator.core.text import one_line, snippet, store_text
from annotator.core.wikidata import item_address
from annotator.services.entities.listing import GONE
from annotator.store import entities, entity_spans, tables
from annotator.store.project import CHANGED, Project, Writing

_COLUMNS = {
    **{field: field for field in ("name", "kind", "aliases", "uri", "note", "reason")},
    "article": "article_id",
}
"""What of an entity can be changed, and the column that holds it."""


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
        family = [one.id for one in entities.family_of(writing.session, row.id)]
        if entity_spans.is_linked_outside(writing.session, family, article):
            raise Refused(f"“{snippet(row.name)}” is linked in other articles; it cannot be known in one only.")
    row.article_id = article
