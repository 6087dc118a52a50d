"""`annotator articles` and `spans`: lists for people, and for scripts as JSON."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import click

from annotator.cli.opening import open_for_reading
from annotator.cli.options import annotator_option, json_option, query_option
from annotator.cli.output import print_json, print_json_list, print_table
from annotator.core.listing import ArticleQuery, SpanRow
from annotator.core.records import Entity
from annotator.core.segments import excerpt
from annotator.core.text import snippet
from annotator.services import articles as service
from annotator.services import linking, projects
from annotator.services.projects import Project

_PART = 500
"""Spans whose entities are asked for at once."""


@click.command()
@click.argument("project")
@query_option
@annotator_option("Whose spans are counted; without it, those of who acts.")
@json_option
def articles(project: str, query: str, annotator: str | None, as_json: bool) -> None:
    """List the articles of a project.

    --query looks into title, file, publication and byline.
    """
    with open_for_reading(project, annotator) as opened:
        keys = service.article_ids(opened, ArticleQuery(query))
        found = service.article_rows(opened, keys)
    rows = [found[key] for key in keys if key in found]
    if as_json:
        names = ("id", "order", "title", "spans", "status", "unusable")
        print_json({"articles": [{name: getattr(row, name) for name in names} for row in rows]})
        return
    print_table(
        ("order", "id", "spans", "status", "title"),
        [(row.order, row.id, row.spans, "unusable" if row.unusable else row.status, row.title) for row in rows],
        "No articles match." if query else "There are no articles.",
    )


@click.command()
@click.argument("project")
@query_option
@json_option
def spans(project: str, query: str, as_json: bool) -> None:
    """List the spans of all articles.

    --query looks into the spans' own text and their notes.
    """
    with open_for_reading(project) as opened:
        names = {one.id: one.name for one in projects.annotators(opened)}
        entities: dict[str, Entity] = {}
        rows = _with_entities(opened, service.span_rows(opened, query), entities)
        if as_json:
            print_json_list("spans", (_span(row, entities, names) for row in rows))
            return
        print_table(
            ("tag", "place", "entity", "annotator", "text", "article"),
            (_span_cells(row, entities, names) for row in rows),
            "No spans match." if query else "There are no spans.",
        )


def _with_entities(project: Project, rows: Iterator[SpanRow], entities: dict[str, Entity]) -> Iterator[SpanRow]:
    """Yield rows; before each of them, those whom it is linked to are among the entities."""
    while part := list(itertools.islice(rows, _PART)):
        missing = {link.entity for row in part for link in row.span.links} - entities.keys()
        entities.update(linking.entities_by_id(project, sorted(missing)))
        yield from part


def _span(row: SpanRow, entities: Mapping[str, Entity], names: Mapping[str, str]) -> dict[str, Any]:
    span, text = row.span, row.article.text
    return {
        "id": span.id,
        "tag": span.tag,
        "article": row.article.id,
        "title": row.article.title,
        "layer": "annotator" if row.annotator else "final",
        "annotator": names.get(row.annotator) if row.annotator else None,
        "segments": [{"start": start, "end": end, "text": text[start:end]} for start, end in span.segments],
        "links": [
            {"entity": entities[link.entity].id, "name": entities[link.entity].name, "role": link.role}
            for link in span.links
        ],
        "attributes": dict(span.attributes),
        "note": span.note,
        "unsure": span.unsure,
    }


def _span_cells(row: SpanRow, entities: Mapping[str, Entity], names: Mapping[str, str]) -> tuple[str, ...]:
    span, text = row.span, row.article.text
    return (
        span.tag,
        f"{span.start}–{span.end}",
        ", ".join(entities[link.entity].name for link in span.links) or "–",
        names.get(row.annotator, row.annotator) if row.annotator else "final layer",
        snippet(excerpt(text, span.segments)),
        snippet(row.article.title, 40),
    )
