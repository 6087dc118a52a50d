"""Collections: articles gathered under a name. An article may be in several; what is done to one leaves articles be."""

from __future__ import annotations

from collections.abc import Sequence

from annotator.core.errors import Refused
from annotator.core.ids import derived_id, new_id
from annotator.core.listing import CollectionRow
from annotator.core.text import counted, one_line
from annotator.services.articles import refuse_missing
from annotator.store import groups, tables
from annotator.store.project import Project, Writing


def rows(project: Project, holding: Sequence[str] | None = None) -> list[CollectionRow]:
    """Return the collections with the number of their articles, by name; those that hold any of `holding`, else all."""
    with project.read() as session:
        found = groups.collection_rows(session)
        if holding is None:
            return found
        holders = groups.holders(session, holding)
    return [row for row in found if row.id in holders]


def create(project: Project, name: str, articles: Sequence[str] = ()) -> str:
    """Make a collection, with these articles in it. Returns its id. Raises Refused for a name that is none or taken."""
    with project.write("new collection") as writing:
        name = _free_name(writing, name)
        row = tables.Collection(id=new_id(), name=name)
        writing.session.add(row)
        writing.session.flush()
        _put_in(writing, row.id, articles)
        return row.id


def rename(project: Project, collection: str, name: str) -> None:
    """Give a collection another name. Raises Refused as `create` does."""
    with project.write("rename collection") as writing:
        row = _collection(writing, collection)
        row.name = _free_name(writing, name, but=collection)


def delete(project: Project, collection: str) -> int:
    """Delete a collection; its articles stay in the project. Returns how many were in it."""
    with project.write("delete collection") as writing:
        row = _collection(writing, collection)
        held = writing.bulk_delete("collection_article", list(groups.members(writing.session, collection).values()))
        writing.session.delete(row)
        return held


def add(project: Project, collection: str, articles: Sequence[str]) -> int:
    """Put articles into a collection, as one step. Returns how many were not in it yet. Raises Refused."""
    with project.write(_step("add", articles, "to collection")) as writing:
        return _put_in(writing, _collection(writing, collection).id, articles)


def take_out(project: Project, collection: str, articles: Sequence[str]) -> int:
    """Take articles out of a collection, as one step. Returns how many were in it. Raises Refused."""
    with project.write(_step("take", articles, "out of collection")) as writing:
        held = groups.members(writing.session, _collection(writing, collection).id)
        return writing.bulk_delete("collection_article", [held[key] for key in articles if key in held])


def _step(verb: str, articles: Sequence[str], where: str) -> str:
    return f"{verb} {'article' if len(articles) == 1 else counted(len(articles), 'article')} {where}"


def _collection(writing: Writing, key: str) -> tables.Collection:
    row = writing.session.get(tables.Collection, key)
    if row is None:
        raise Refused("This collection is not in the project any more.")
    return row


def _free_name(writing: Writing, name: str, but: str | None = None) -> str:
    name = one_line(name)
    if not name:
        raise Refused("A collection needs a name.")
    for row in groups.collection_rows(writing.session):
        if row.id != but and row.name.casefold() == name.casefold():
            raise Refused(f"There is a collection “{row.name}” already.")
    return name


def _put_in(writing: Writing, collection: str, articles: Sequence[str]) -> int:
    refuse_missing(writing, articles)
    held = groups.members(writing.session, collection)
    return writing.bulk_insert("collection_article", [
        {"id": derived_id("collection", collection, key), "collection_id": collection, "article_id": key}
        for key in dict.fromkeys(articles) if key not in held
    ])  # fmt: skip
