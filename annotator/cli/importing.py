"""`annotator import`."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict

import click

from annotator.cli.opening import open_for_writing
from annotator.cli.options import annotator_option, json_option
from annotator.cli.output import print_json, print_line, progress, say
from annotator.core.errors import Refused
from annotator.core.text import counted
from annotator.services import importing
from annotator.services.importing import ImportReport, inputs, piping
from annotator.services.importing.inputs import Found, Input
from annotator.services.importing.regions import WANTED, Wanted


def _pairs(_context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for one in given:
        name, equals, value = one.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(f"“{one}” should look like {option.metavar}.")
        pairs[name.strip()] = value.strip()
    return pairs


@click.command("import")
@click.argument("project")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option("--format", "format_name", metavar="FORMAT", help="The format of all sources; else found out from each.")
@click.option("--encoding", help="The text encoding of all sources; else found out from each.")
@click.option(
    "--column", "columns", metavar="FIELD=COLUMN", multiple=True, callback=_pairs,
    help="Which column of a table holds the text, title, byline …; else found out from its header. FIELD= takes none.",
)  # fmt: skip
@click.option(
    "--map", "mapped", metavar="LABEL=TAG", multiple=True, callback=_pairs,
    help="What a label of annotated sources becomes: a tag (a new one is made), entity or cue; LABEL= leaves it out.",
)  # fmt: skip
@click.option(
    "--as", "name", metavar="NAME", help="Who annotated, where annotated sources do not say; else who imports."
)
@click.option("--stubs", is_flag=True, help="Keep rows of tables that have a title and no text.")
@click.option(
    "--regions", type=click.Choice(WANTED), default="none", show_default=True,
    help="Mark headlines, datelines, credits, related headlines and boilerplate in texts: all that is found, or what is"
    " likely only.",
)  # fmt: skip
@annotator_option("Who imports; somebody new becomes one of the project's annotators.")
@json_option
@click.pass_context
def import_sources(
    context: click.Context,
    project: str,
    sources: tuple[str, ...],
    format_name: str | None,
    encoding: str | None,
    columns: dict[str, str],
    mapped: dict[str, str],
    name: str | None,
    stubs: bool,
    regions: Wanted,
    annotator: str | None,
    as_json: bool,
) -> None:
    """Import files, folders and web pages as articles.

    SOURCE is a file, a folder (its files of known kinds, at any depth), an address (http:// or https://), or - for
    standard input. Everything is one step that undo takes back. The exit status is 1 where some inputs failed and the
    rest was imported.
    """
    with open_for_writing(project, annotator, joins=True) as opened, ExitStack() as stack:
        show = stack.enter_context(progress())
        report = importing.import_sources(
            opened, _found(stack, sources), format_name=format_name, encoding=encoding, columns=columns,
            labels=mapped, annotator=name, stubs=stubs, regions=regions, progress=show,
        )  # fmt: skip
    if not report.inputs:
        raise Refused("There is no file of a known kind in what was named; nothing was imported.")
    for one in report.inputs:
        for message in one.messages:
            say(_named(one, message))
    if report.labels:
        became = "; ".join(f"{label} → {target}" for label, target in report.labels.items())
        say(f"Labels: {became} (--map LABEL=TAG changes this).")
    if as_json:
        print_json(asdict(report))
    else:
        skipped = sum(one.status == "skipped" for one in report.inputs)
        print_line(
            f"Imported {counted(report.articles, 'article')} with {counted(report.spans, 'span')}"
            f" from {counted(len(report.inputs), 'input')}; {skipped} skipped, {_failures(report)} failed."
        )
    context.exit(_status(report))


def _found(stack: ExitStack, sources: tuple[str, ...]) -> Iterator[Found]:
    for is_piped, group in itertools.groupby(sources, lambda source: source == "-"):
        if is_piped:
            yield from (stack.enter_context(piping.piped(sys.stdin.buffer)) for _source in group)
        else:
            yield from inputs.expand(group)


def _named(one: Input, message: str) -> str:
    return message if message.startswith(f"{one.name}:") else f"{one.name}: {message}"


def _failures(report: ImportReport) -> int:
    return sum(one.status == "failed" for one in report.inputs)


def _status(report: ImportReport) -> int:
    if not _failures(report):
        return 0
    return 1 if report.articles or _failures(report) < len(report.inputs) else 2
