"""`annotator merge`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from annotator.cli.opening import open_for_writing
from annotator.cli.options import annotator_option, json_option
from annotator.cli.output import print_json, print_line, print_table, progress, say
from annotator.core.merging import Clash, counted_clashes
from annotator.services import merging
from annotator.services.merging import Preview

_NAMED = ("new", "changed", "deleted", "clashing", "kept", "left out")


@click.command()
@click.argument("project")
@click.argument("other", type=click.Path(path_type=Path))
@click.option("--theirs", is_flag=True, help="Where both sides changed the same thing, take the other side.")
@annotator_option("Who merges; somebody new becomes one of the project's annotators.")
@json_option
@click.pass_context
def merge(
    context: click.Context, project: str, other: Path, theirs: bool, annotator: str | None, as_json: bool
) -> None:
    """Merge a colleague's exported JSON, JSON Lines or project file.

    What is newer there is taken, what is newer here stays. What both sides changed is listed, and stays as it is here
    unless --theirs is given. Nothing goes but what its own annotator deleted. Everything is one step that undo takes
    back; merging the same file again changes nothing. The exit status is 1 where a part of the file could not be read
    and the rest was merged.
    """
    with (
        open_for_writing(project, annotator, joins=True) as opened,
        progress() as show,
        merging.prepare(opened, other, show) as prepared,
    ):
        preview = prepared.preview
        changed = merging.apply(opened, prepared, theirs=preview.clashes if theirs else (), progress=show)
    for message in preview.messages:
        say(f"{other.name}: {message.removeprefix(f'{other.name}: ')}")
    if as_json:
        print_json({"changed": changed, "whole": preview.is_whole, **_listed(preview, theirs=theirs)})
    else:
        _tell(preview, other.name, changed=changed, theirs=theirs)
    context.exit(0 if preview.is_whole else 1)


def _listed(preview: Preview, *, theirs: bool) -> dict[str, object]:
    side = "theirs" if theirs else "mine"
    return {
        "counts": {table: asdict(counts) for table, counts in preview.counts.items()},
        "clashes": [{**asdict(clash), "kept": side} for clash in preview.clashes],
        "notices": [asdict(notice) for notice in preview.notices],
        "unifications": [asdict(one) for one in preview.unifications],
    }


def _tell(preview: Preview, name: str, *, changed: bool, theirs: bool) -> None:
    if preview.counts:
        print_table(
            ("", *_NAMED),
            [
                (table.replace("_", " "), counts.new, counts.changed, counts.deleted, counts.clashing, counts.kept,
                 counts.left_out)
                for table, counts in preview.counts.items()
            ],
            "",
        )  # fmt: skip
    for clash in preview.clashes:
        print_line(f"Clash ({'theirs taken' if theirs else 'mine kept'}): {_where(clash)}")
        for one in clash.differences:
            print_line(f"  {one.name}: mine {one.mine}; theirs {one.theirs}")
    for notice in preview.notices:
        where = f" in “{notice.article}”" if notice.article else ""
        print_line(f"Not taken: {notice.table} {notice.what}{where}: {notice.reason}.")
    for unification in preview.unifications:
        print_line(f"May be one: {unification.named}.")
    print_line(_summary(preview, name, changed=changed, theirs=theirs))


def _where(clash: Clash) -> str:
    where = f" in “{clash.article}”" if clash.article else ""
    return f"{clash.table.replace('_', ' ')} {clash.what}{where}"


def _summary(preview: Preview, name: str, *, changed: bool, theirs: bool) -> str:
    clashes = counted_clashes(len(preview.clashes))
    if not changed:
        return f"{name}: nothing changes" + (f"; {clashes}." if preview.clashes else ".")
    counts = preview.counts.values()
    side = "theirs" if theirs else "mine"
    kept = f"; {clashes}, {side} kept" if preview.clashes else ""
    return (
        f"Merged {name}: {sum(one.new for one in counts):,} new, {sum(one.changed for one in counts):,} changed,"
        f" {sum(one.deleted for one in counts):,} deleted{kept}."
    )
