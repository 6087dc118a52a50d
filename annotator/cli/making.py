"""`annotator new`."""

from __future__ import annotations

import click

from annotator.cli.opening import founder
from annotator.cli.options import annotator_option
from annotator.cli.output import print_line
from annotator.core.project_names import shown_name
from annotator.services import projects


@click.command()
@click.argument("project")
@annotator_option("Who annotates; without it, the annotator of the settings.")
def new(project: str, annotator: str | None) -> None:
    """Make a new project.

    PROJECT is a file that is not there yet, or the URL of an empty database.
    """
    acting = founder(annotator)
    projects.create(project, acting).close()
    print_line(f"Made {shown_name(project)}; {acting.name} annotates.")
