"""`annotator upgrade`."""

from __future__ import annotations

from contextlib import closing

import click

from annotator.cli.options import json_option
from annotator.cli.output import print_json, print_line, progress, say
from annotator.core.errors import ProjectError
from annotator.services import projects, searching


@click.command()
@click.argument("project")
@json_option
def upgrade(project: str, as_json: bool) -> None:
    """Upgrade a project that an older version made.

    A file is backed up beside itself first. A project on a server is upgraded by this command only, for everybody who
    works on it. The search index is made anew in any case.
    """
    done = projects.upgrade(project)
    indexed = True
    with closing(projects.open_project(project)) as opened, progress() as show:
        try:
            searching.remake_index(opened, show)
        except ProjectError as error:
            indexed = False
            say(f"The search index cannot be made, and articles are searched without it: {error}")
    if as_json:
        backup = None if done.backup is None else str(done.backup)
        print_json({"upgraded": done.needed, "backup": backup, "indexed": indexed})
        return
    if not done.needed:
        print_line("The project is of this version already.")
    elif done.backup is None:
        print_line("The project is upgraded.")
    else:
        print_line(f"The project is upgraded; as it was, it is kept in {done.backup}.")
