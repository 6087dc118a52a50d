"""`annotator history`, `undo` and `redo`."""

from __future__ import annotations

from collections.abc import Callable

import click

from annotator.cli.opening import open_for_reading, open_for_writing
from annotator.cli.options import annotator_option, json_option
from annotator.cli.output import print_json, print_line, print_table
from annotator.core.errors import Conflict
from annotator.services import history as service
from annotator.services import people, projects
from annotator.services.projects import Project

_skip_option = click.option("--skip", is_flag=True, help="Leave the step out where it cannot be reverted.")


@click.command()
@click.argument("project")
@annotator_option("Only what this annotator did.")
@json_option
def history(project: str, annotator: str | None, as_json: bool) -> None:
    """List who did what when, newest first.

    Times are UTC. A step that takes back another names its number.
    """
    with open_for_reading(project, annotator) as opened:
        author = people.named(opened, annotator) if annotator is not None else None
        rows = service.rows(opened, by=author.id if author else None)
        names = {one.id: one.name for one in projects.annotators(opened)}
    if as_json:
        print_json({"history": [
            {"number": row.number, "at": row.at.isoformat(), "by": row.by, "name": names.get(row.by),
             "kind": row.kind, "reverts": row.reverts, "rows": row.rows}
            for row in rows
        ]})  # fmt: skip
        return
    print_table(
        ("step", "at", "by", "rows", "what"),
        [
            (row.number, f"{row.at:%Y-%m-%d %H:%M:%S}", names.get(row.by, row.by), row.rows,
             row.kind if row.reverts is None else f"{row.kind} (takes back {row.reverts})")
            for row in rows
        ],
        "There is no history.",
    )  # fmt: skip


@click.command()
@click.argument("project")
@annotator_option("Whose step; without it, that of who acts.")
@_skip_option
def undo(project: str, annotator: str | None, skip: bool) -> None:
    """Take back the acting annotator's newest step."""
    _revert(project, annotator, service.undo, "Undone", skip=skip)


@click.command()
@click.argument("project")
@annotator_option("Whose step; without it, that of who acts.")
@_skip_option
def redo(project: str, annotator: str | None, skip: bool) -> None:
    """Bring back what the newest undo took."""
    _revert(project, annotator, service.redo, "Redone", skip=skip)


def _revert(project: str, annotator: str | None, verb: Callable[[Project], str], done: str, *, skip: bool) -> None:
    with open_for_writing(project, annotator) as opened:
        try:
            print_line(f"{done}: {verb(opened)}.")
        except service.StepConflict as error:
            if not skip:
                raise Conflict(f"{error} (--skip leaves the step out.)") from error
            service.skip(opened, error.revision)
            print_line(f"Left out step {error.revision}: {error}")
