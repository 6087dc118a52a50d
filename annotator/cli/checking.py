"""`annotator check`."""

from __future__ import annotations

import click

from annotator.cli.opening import open_for_reading
from annotator.cli.options import json_option
from annotator.cli.output import print_json, print_line
from annotator.services import checking


@click.command()
@click.argument("project")
@json_option
@click.pass_context
def check(context: click.Context, project: str, as_json: bool) -> None:
    """Check that a project is whole.

    Checks the database itself, every offset against its text, the links, and the search index. The exit status is 1
    where something is wrong; each problem is a line then.
    """
    with open_for_reading(project) as opened:
        problems = checking.check(opened)
    if as_json:
        print_json({"whole": not problems, "problems": problems})
    else:
        for problem in problems or ["The project is whole."]:
            print_line(problem)
    context.exit(1 if problems else 0)
