"""`annotator formats`."""

from __future__ import annotations

from dataclasses import asdict

import click

from annotator.cli.options import json_option
from annotator.cli.output import print_json, print_line, print_table
from annotator.services.formats import installed


@click.command()
@json_option
def formats(as_json: bool) -> None:
    """List what can be read and written.

    Of each writer it says what its format can never hold.
    """
    found = installed()
    if as_json:
        print_json(asdict(found))
        return
    print_line("Read:")
    print_table(
        ("name", "files", "what it is"),
        [(one.name, " ".join(one.suffixes), one.title) for one in found.readers],
        "Nothing can be read.",
    )
    print_line("")
    print_line("Written:")
    print_table(
        ("name", "files", "what it is", "leaves out"),
        [(one.name, one.suffix, one.title, " ".join(one.losses) or "nothing") for one in found.writers],
        "Nothing can be written.",
    )
    for name, reason in found.unavailable.items():
        print_line(f"Unavailable: {name}: {reason}.")
