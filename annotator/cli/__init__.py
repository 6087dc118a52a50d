"""The command line: thin commands over the services.

What stands here is all that the start of the program needs to know; click and the services are imported once a command
runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Listed(NamedTuple):
    """A command in the list: the module and the name that it is found under there, and its line of help."""

    module: str
    name: str
    summary: str


COMMANDS: Mapping[str, Listed] = {
    "new": Listed("annotator.cli.making", "new", "Make a new project."),
    "import": Listed("annotator.cli.importing", "import_sources", "Import files, folders and web pages as articles."),
    "export": Listed("annotator.cli.exporting", "export", "Export a project, or a part of it, into a file."),
    "merge": Listed("annotator.cli.merging", "merge", "Merge a colleague's exported JSON, JSON Lines or project file."),
    "articles": Listed("annotator.cli.listing", "articles", "List the articles of a project."),
    "spans": Listed("annotator.cli.listing", "spans", "List the spans of all articles."),
    "entities": Listed(
        "annotator.cli.entities",
        "entities",
        "List, search, show and merge the entities of a project; import and export lists of them.",
    ),
    "search": Listed("annotator.cli.searching", "search", "Find words and phrases in all articles."),
    "suggest": Listed("annotator.cli.suggesting", "suggest", "Propose spans that nobody has tagged: quotations."),
    "compare": Listed("annotator.cli.comparing", "compare", "Show how two layers differ, and how far they agree."),
    "history": Listed("annotator.cli.history", "history", "List who did what when, newest first."),
    "undo": Listed("annotator.cli.history", "undo", "Take back the acting annotator's newest step."),
    "redo": Listed("annotator.cli.history", "redo", "Bring back what the newest undo took."),
    "check": Listed("annotator.cli.checking", "check", "Check that a project is whole."),
    "upgrade": Listed("annotator.cli.upgrading", "upgrade", "Upgrade a project that an older version made."),
    "formats": Listed("annotator.cli.formats", "formats", "List what can be read and written."),
}
"""The commands in the order of the help."""


def main(arguments: Sequence[str]) -> int:
    """Run a command and return its exit status.

    0: done; 1: some inputs failed, or a project is not whole; 2: wrong use, or nothing done; 130: interrupted; 141: who
    read the output went away.
    """
    from annotator.cli.commands import run

    return run(arguments)
