"""The group of all commands: finds them when they are asked for, and says in one sentence what went wrong."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import IO, Any

import click

from annotator import __version__
from annotator.cli import COMMANDS
from annotator.cli.output import drop_output, say
from annotator.core.errors import AnnotatorError

PROGRAM = "annotator"
_INTERRUPTED = 130
_NOBODY_READS = 141
_WINDOW = [
    ("[PROJECT]", "Open the window on a project, else on the last one or the start page."),
    ("demo [--picture FILE]", "Open the window on a fresh copy of the sample project, or draw it into a PNG."),
]


class Failed(click.ClickException):
    """An expected failure as the command line tells it: its sentence, and nothing done."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the sentence on standard error."""
        say(self.message)


class Commands(click.Group):
    """The group that imports a command's module only once that command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, or None where there is none of that name."""
        listed = COMMANDS.get(cmd_name)
        if listed is None:
            return None
        command = getattr(import_module(listed.module), listed.name)
        assert isinstance(command, click.Command)
        return command

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write both ways of use: the window and the commands."""
        formatter.write_usage(PROGRAM, "[PROJECT] | COMMAND [OPTIONS] …")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the window's calls, then the commands, without importing any of them."""
        with formatter.section("Window"):
            formatter.write_dl(_WINDOW)
        with formatter.section("Commands"):
            formatter.write_dl([(name, listed.summary) for name, listed in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except AnnotatorError as error:
            raise Failed(str(error)) from error
        except BrokenPipeError:
            drop_output()
            ctx.exit(_NOBODY_READS)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="PROJECT is a file (news.annotator) or a database's URL (postgresql+psycopg://…).",
)
@click.version_option(__version__, prog_name=PROGRAM)
def commands() -> None:
    """Annotate news articles by hand: quotes, claims, hedges and opinions, and who they belong to."""


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit status; see `annotator.cli.main`."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status = commands.main(list(arguments), PROGRAM, standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        return _INTERRUPTED
    return int(status or 0)
