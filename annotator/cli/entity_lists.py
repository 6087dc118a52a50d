"""`annotator entities import` and `export`: lists of entities, such as newsrooms keep, in and out of a project."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import get_args

import click

from annotator.cli.opening import open_for_reading, open_for_writing
from annotator.cli.options import annotator_option, json_option
from annotator.cli.output import print_json, print_line, print_table, say
from annotator.core.text import counted, snippet
from annotator.services.entities import lists
from annotator.services.entities.lists import ListFormat, ListImport, ListRead, ListRow

_SOME_LEFT_OUT, _NOTHING_TAKEN = 1, 2


@click.command("import")
@click.argument("project")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--preview", is_flag=True, help="Say what becomes of each line, and change nothing.")
@annotator_option("Who imports; without it, who acts.")
@json_option
@click.pass_context
def import_(
    context: click.Context, project: str, file: Path, preview: bool, annotator: str | None, as_json: bool
) -> None:
    """Import a list of entities from CSV or JSON.

    Its columns are name, kind, aliases and uri; only name must be there. Whoever is in the project already gets the
    names and the address that are new; nobody is merged. It is one step.
    The exit status is 1 where some lines were left out, 2 where all were.
    """
    opening = open_for_reading(project, annotator) if preview else open_for_writing(project, annotator)
    with opening as opened:
        read = lists.read(opened, file)
        has_news = any(row.outcome in ("new", "adds") for row in read.rows)
        done = lists.take(opened, read) if has_news and not preview else ListImport(0, 0)
    wrong = [row for row in read.rows if row.outcome == "wrong"]
    for warning in read.warnings:
        say(warning)
    for row in wrong:
        say(f"{file.name}: {row.place}: {row.told}")
    if as_json:
        print_json({"imported": not preview, **asdict(done), "lines": [_line(row) for row in read.rows]})
    elif preview:
        _preview(read)
    else:
        made = f"{done.made:,} {'entity' if done.made == 1 else 'entities'} made, {done.extended:,} extended"
        print_line(f"{made}; {counted(len(wrong), 'line')} left out.")
    if wrong:
        context.exit(_NOTHING_TAKEN if len(wrong) == len(read.rows) else _SOME_LEFT_OUT)


@click.command()
@click.argument("project")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(get_args(ListFormat)), help="Without it, by the suffix of FILE.")
def export(project: str, file: Path, form: ListFormat | None) -> None:
    """Export the entities of a project as CSV or JSON.

    Those that are known in one article only are left out. A file that is there already is replaced.
    """
    with open_for_reading(project) as opened:
        by_suffix: ListFormat = "json" if file.suffix.casefold() == ".json" else "csv"
        number = lists.export(opened, file, form or by_suffix)
    print_line(f"{number:,} {'entity' if number == 1 else 'entities'} written to {file}.")


def _preview(read: ListRead) -> None:
    taken = [(row, row.line) for row in read.rows if row.line is not None and row.outcome != "wrong"]
    print_table(
        ("line", "becomes", "kind", "name", "other names", "remark"),
        [
            (row.place, row.outcome, line.kind, snippet(line.name), snippet(", ".join(line.aliases)), row.told)
            for row, line in taken
        ],
        "Nothing of the list can be taken.",
    )


def _line(row: ListRow) -> dict[str, object]:
    return {
        "place": row.place,
        "outcome": row.outcome,
        "told": row.told,
        "name": row.line.name if row.line else None,
        "kind": row.line.kind if row.line else None,
        "entity": row.entity,
    }
