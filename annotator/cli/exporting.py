"""`annotator export`."""

from __future__ import annotations

from collections.abc import Set
from pathlib import Path

import click

from annotator.cli.opening import open_for_reading
from annotator.cli.output import output_stream, print_line, progress, say
from annotator.core.errors import Refused
from annotator.core.text import counted
from annotator.services import exporting, formats
from annotator.services.anonymising import with_merged
from annotator.services.projects import Project

_STANDARD_OUTPUT = "-"


class _Export(click.Command):
    """The command whose `--anonymise` may stand alone: its entities are given with `=`, never as a next word."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, ["--anonymise=" if one == "--anonymise" else one for one in args])


@click.command(cls=_Export)
@click.argument("project")
@click.option("-o", "--output", metavar="OUT", default=_STANDARD_OUTPUT, help="The file; without it, standard output.")
@click.option("--format", "format_name", metavar="FORMAT", help="The format; else by the suffix of OUT, else json.")
@click.option("--article", "articles", metavar="ID", multiple=True, help="Only this article; may be repeated.")
@click.option("--annotator", metavar="NAME", help="Only this annotator's spans.")
@click.option("--final", is_flag=True, help="Only the spans of the final layer.")
@click.option("--tag", "tags", metavar="TAG", multiple=True, help="Only spans of this tag; may be repeated.")
@click.option(
    "--anonymise",
    "anonymous",
    metavar="[=ENTITY]",
    multiple=True,
    help="Replace what is told of all entities, or with =ID of that one; may be repeated.",
)
def export(
    project: str,
    output: str,
    format_name: str | None,
    articles: tuple[str, ...],
    annotator: str | None,
    final: bool,
    tags: tuple[str, ...],
    anonymous: tuple[str, ...],
) -> None:
    """Export a project, or a part of it, into a file.

    A file that is there already is replaced once the new one is whole.
    """
    if annotator is not None and final:
        raise click.UsageError("--annotator and --final exclude each other.")
    target = None if output == _STANDARD_OUTPUT else Path(output)
    if target is not None and _is_same_file(target, Path(project)):
        raise Refused(f"{output}: this is the project itself; choose another name.")
    format_name = format_name or (formats.format_for(target) if target else formats.DEFAULT)
    for loss in formats.losses(format_name):
        say(f"{format_name}: {loss}")
    with open_for_reading(project) as opened, progress() as show:
        part = exporting.scope(
            opened, articles=articles, annotator_names=[annotator] if annotator is not None else [], final=final,
            tags=tags,
        )  # fmt: skip
        entities = _chosen(opened, anonymous)
        if target is not None:
            report = exporting.export_file(opened, target, format_name, part, anonymous=entities, progress=show)
        else:
            with output_stream() as stream:
                report = exporting.export_stream(opened, stream, format_name, part, anonymous=entities, progress=show)
    for warning in report.warnings:
        say(warning)
    if target is not None:
        articles_and_spans = f"{counted(report.articles, 'article')}, {counted(report.spans, 'span')}"
        print_line(f"{target}: {articles_and_spans} ({report.unlinked:,} not linked).")


def _chosen(project: Project, anonymous: tuple[str, ...]) -> Set[str] | None:
    """Return whom to anonymise: nobody without the option, everybody where it stands alone once."""
    if not anonymous:
        return None
    return exporting.EVERYBODY if "" in anonymous else with_merged(project, anonymous)


def _is_same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False
