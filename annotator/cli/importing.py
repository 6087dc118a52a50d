"""`annotator import`."""

from __future__ import annotations

import itertools
import re
import sys
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

import click

from annotator.cli.opening import open_for_writing
from annotator.cli.options import annotator_option, json_option
from annotator.cli.output import print_json, print_line, progress, say
from annotator.core.errors import Refused
from annotator.core.text import counted
from annotator.services import importing, inputs, piping
from annotator.services.importing import ImportReport
from annotator.services.inputs import Input
from annotator.services.projects import Project

_ADDRESS = re.compile("https?://", re.IGNORECASE)


@click.command("import")
@click.argument("project")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option("--format", "format_name", metavar="FORMAT", help="The format of all sources; else found out from each.")
@click.option("--encoding", help="The text encoding of all sources; else found out from each.")
@annotator_option("Who imports; somebody new becomes one of the project's annotators.")
@json_option
@click.pass_context
def import_sources(
    context: click.Context,
    project: str,
    sources: tuple[str, ...],
    format_name: str | None,
    encoding: str | None,
    annotator: str | None,
    as_json: bool,
) -> None:
    """Import files and folders as articles.

    SOURCE is a file, a folder (its files of known kinds, at any depth), or - for standard input. Everything is one
    step that undo takes back. The exit status is 1 where some inputs failed and the rest was imported.
    """
    for source in sources:
        if _ADDRESS.match(source):
            raise Refused(f"{source}: addresses cannot be imported; save the page, and import the file.")
    with open_for_writing(project, annotator, joins=True) as opened:
        report = _import(opened, sources, format_name, encoding)
    if not report.inputs:
        raise Refused("There is no file of a known kind in what was named; nothing was imported.")
    for one in report.inputs:
        for message in one.messages:
            say(_named(one, message))
    if as_json:
        print_json(asdict(report))
    else:
        skipped = sum(one.status == "skipped" for one in report.inputs)
        print_line(
            f"Imported {counted(report.articles, 'article')} with {counted(report.spans, 'span')}"
            f" from {counted(len(report.inputs), 'input')}; {skipped} skipped, {_failures(report)} failed."
        )
    context.exit(_status(report))


def _import(project: Project, sources: tuple[str, ...], format_name: str | None, encoding: str | None) -> ImportReport:
    with ExitStack() as stack:
        found = itertools.chain.from_iterable(
            [stack.enter_context(piping.piped(sys.stdin.buffer))] if source == "-" else inputs.expand([Path(source)])
            for source in sources
        )
        show = stack.enter_context(progress())
        return importing.import_sources(project, found, format_name=format_name, encoding=encoding, progress=show)


def _named(one: Input, message: str) -> str:
    return message if message.startswith(f"{one.name}:") else f"{one.name}: {message}"


def _failures(report: ImportReport) -> int:
    return sum(one.status == "failed" for one in report.inputs)


def _status(report: ImportReport) -> int:
    if not _failures(report):
        return 0
    return 1 if report.articles or _failures(report) < len(report.inputs) else 2
