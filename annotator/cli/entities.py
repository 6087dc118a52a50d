"""`annotator entities`: list, search, show and merge, lists in and out; without one of these words it lists."""

from __future__ import annotations

from typing import Any

import click

from annotator.cli import entity_lists
from annotator.cli.opening import open_for_reading, open_for_writing
from annotator.cli.options import annotator_option, json_option, query_option
from annotator.cli.output import print_json, print_line, print_table
from annotator.core.entity_listing import EntityQuery, ListedEntity, SpanInContext
from annotator.core.errors import Refused
from annotator.core.records import Entity
from annotator.core.text import counted, snippet
from annotator.services.entities import listing, merging
from annotator.services.entities.merging import MergePreview
from annotator.services.projects import Project

_MOST_NAMED = 5
_LONGEST = 60
"""Characters of a name in a table; JSON has the whole."""


class _Verbs(click.Group):
    """The group whose verb may be left out: `entities PROJECT` lists, as the other lists do."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put in the verb where there is none."""
        if not args or args[0] not in {*self.commands, *ctx.help_option_names}:
            args = ["list", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_Verbs)
def entities() -> None:
    """List, search, show and merge the entities of a project; import and export lists of them.

    Without one of these words it lists them.
    """


for _command in (entity_lists.import_, entity_lists.export):
    entities.add_command(_command)


@entities.command("list")
@click.argument("project")
@query_option
@json_option
def list_(project: str, query: str, as_json: bool) -> None:
    """List the entities of a project, most used first.

    --query looks into names and aliases, also of entities that are merged into others.
    """
    _list(project, query, as_json=as_json)


@entities.command()
@click.argument("project")
@click.argument("text")
@json_option
def search(project: str, text: str, as_json: bool) -> None:
    """List the entities with a text in a name or alias."""
    _list(project, text, as_json=as_json)


@entities.command()
@click.argument("project")
@click.argument("entity")
@json_option
def show(project: str, entity: str, as_json: bool) -> None:
    """Show an entity with all spans that are linked to it.

    It is named by its id or by a name.
    """
    with open_for_reading(project) as opened:
        row = listing.find(opened, entity_named(opened, entity))
        merged = listing.merged_into(opened, row.entity.id)
        shared = listing.shared_names(opened, row.entity.id)
        keys = listing.span_ids(opened, row.entity.id)
        found = listing.spans_in_context(opened, row.entity.id, keys)
    spans = [found[key] for key in keys if key in found]
    if as_json:
        print_json({
            "entity": _entity(row),
            "merged": [{"id": one.id, "name": one.name, "merged_into": one.merged_into} for one in merged],
            "shared_names": [{"name": one.name, "id": one.other.id} for one in shared],
            "spans": [_span(one) for one in spans],
        })  # fmt: skip
        return
    for line in _told(row, merged):
        print_line(line)
    for one in shared:
        print_line(f"“{one.name}” is a name of “{one.other.name}” as well ({one.other.id}).")
    print_table(
        ("tag", "role", "annotator", "text", "article"),
        [
            (one.tag, ", ".join(one.roles), one.annotator or "final layer", snippet(one.words),
             snippet(one.title, 40))
            for one in spans
        ],
        "No spans are linked to it.",
    )  # fmt: skip


@entities.command()
@click.argument("project")
@click.argument("entity", nargs=-1, required=True)
@click.option("--into", metavar="ENTITY", required=True, help="The one that stays.")
@click.option("--preview", is_flag=True, help="Say what it would change, and change nothing.")
@annotator_option("Who merges; without it, who acts.")
@json_option
def merge(
    project: str, entity: tuple[str, ...], into: str, preview: bool, annotator: str | None, as_json: bool
) -> None:
    """Merge entities into another one.

    Each is named by its id or by a name. Links stay as they are, so that it can be taken back at any time: by
    `annotator undo`, or in the window.
    """
    opening = open_for_reading(project, annotator) if preview else open_for_writing(project, annotator)
    with opening as opened:
        keys = [entity_named(opened, one) for one in entity]
        seen = merging.preview(opened, keys, entity_named(opened, into))
        if not preview:
            merging.merge(opened, seen)
    if as_json:
        print_json(_merge(seen, merged=not preview))
        return
    parts = ", ".join(f"“{part.entity.name}” ({counted(part.spans, 'span')})" for part in seen.parts)
    print_line(f"{parts} {'would be merged' if preview else 'merged'} into “{seen.into.entity.name}”.")
    print_line(f"It has {counted(seen.spans, 'span')} in {counted(seen.articles, 'article')} then.")
    for warning in seen.warnings:
        print_line(warning)


def _list(project: str, text: str, *, as_json: bool) -> None:
    with open_for_reading(project) as opened:
        keys = listing.entity_ids(opened, EntityQuery(text, sort="spans", descending=True))
        found = listing.listed(opened, keys)
    rows = [found[key] for key in keys if key in found]
    if as_json:
        print_json({"entities": [_entity(row) for row in rows]})
        return
    print_table(
        ("spans", "articles", "id", "kind", "name", "other names"),
        [
            (
                row.spans,
                row.articles,
                row.entity.id,
                row.entity.kind,
                snippet(row.entity.name, _LONGEST),
                snippet(", ".join(row.other_names), _LONGEST),
            )
            for row in rows
        ],
        "No entities match." if text else "There are no entities.",
    )


def entity_named(project: Project, name: str) -> str:
    """Return the id of the one entity that an id or a name means. Raises Refused where none or several are meant."""
    keys = listing.entity_ids(project, EntityQuery(name))
    rows = listing.listed(project, keys).values()
    folded = name.casefold()
    exact = [row for row in rows if folded in (one.casefold() for one in (row.entity.name, *row.other_names))]
    if len(exact) > 1:
        ids = ", ".join(row.entity.id for row in exact[:_MOST_NAMED])
        raise Refused(f"{len(exact)} entities are called “{snippet(name)}”; name one by id: {ids}.")
    if exact:
        return exact[0].entity.id
    try:
        return listing.find(project, name).entity.id
    except Refused:
        raise Refused(f"There is no entity “{snippet(name)}” in the project.") from None


def _told(row: ListedEntity, merged: list[Entity]) -> list[str]:
    entity = row.entity
    tags = ", ".join(f"{tag} {number:,}" for tag, number in sorted(row.tags.items()))
    told = [f"{entity.name} · {entity.kind} · {entity.id}"]
    told += [f"also called {', '.join(row.other_names)}"] if row.other_names else []
    told += [f"merged: {', '.join(f'{one.name} ({one.id})' for one in merged)}"] if merged else []
    told += [entity.uri] if entity.uri else []
    told += [f"known in one article only ({entity.article})"] if entity.article else []
    told += [f"anonymous: {entity.reason}"] if entity.reason else []
    told += [f"note: {entity.note}"] if entity.note else []
    return [*told, f"{counted(row.spans, 'span')} in {counted(row.articles, 'article')}{f': {tags}' if tags else ''}"]


def _entity(row: ListedEntity) -> dict[str, Any]:
    entity = row.entity
    return {
        "id": entity.id,
        "name": entity.name,
        "kind": entity.kind,
        "aliases": list(entity.aliases),
        "other_names": list(row.other_names),
        "uri": entity.uri,
        "article": entity.article,
        "reason": entity.reason,
        "note": entity.note,
        "spans": row.spans,
        "tags": dict(row.tags),
        "articles": row.articles,
    }


def _span(span: SpanInContext) -> dict[str, Any]:
    return {
        "id": span.span,
        "tag": span.tag,
        "roles": list(span.roles),
        "article": span.article,
        "title": span.title,
        "annotator": span.annotator,
        "text": span.words,
        "context": span.context,
    }


def _merge(seen: MergePreview, *, merged: bool) -> dict[str, Any]:
    return {
        "merged": merged,
        "into": _entity(seen.into),
        "entities": [_entity(part) for part in seen.parts],
        "names": list(seen.names),
        "spans": seen.spans,
        "articles": seen.articles,
        "warnings": list(seen.warnings),
    }
