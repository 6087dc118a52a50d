"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
query_option = click.option("--query", metavar="TEXT", default="", help="Only those that hold this text.")


def annotator_option(text: str) -> Callable[[Command], Command]:
    """Return the option that names an annotator, with its line of help."""
    return click.option("--annotator", metavar="NAME", help=text)
