"""`annotator merge`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from annotator.cli.opening import open_for_writing
from annotator.cli.options import annotator_option, json_option
from annotator.cli.output import print_json, print_line, print_table, progress, say
from annotator.core.errors import Refused
from annotator.core.merging import Clash, Outcome, Preview, counted_clashes
from annotator.core.project_names import is_url, shown_name
from annotator.services import merging

_NAMED = ("new", "changed", "deleted", "clashing", "kept", "left out")


@click.command()
@click.argument("project")
@click.argument("other")
@click.option("--theirs", is_flag=True, help="Where both sides changed the same thing, take the other side.")
@click.option("--mine", is_flag=True, help="Settle it as it is here: not listed again, and the other copy takes it.")
@annotator_option("Who merges; somebody new becomes one of the project's annotators.")
@json_option
@click.pass_context
def merge(
    context: click.Context, project: str, other: str, theirs: bool, mine: bool, annotator: str | None, as_json: bool
) -> None:
    """Merge a colleague's exported JSON, JSON Lines or project file.

    What is newer there is taken, what is newer here stays. What both sides changed is listed, stays as it is here
    unless --theirs is given, and is listed again next time unless --mine is given. Nothing goes but what its own
    annotator deleted. Everything is one step that undo takes back; merging the same file again changes nothing. The
    exit status is 1 where a part of the file could not be read and the rest was merged.
    """
    if theirs and mine:
        raise Refused("--mine and --theirs contradict each other; give one of them.")
    if is_url(other):
        raise Refused(f"{shown_name(other)}: merging takes a file: export that project, or have it exported, first.")
    path = Path(other)
    with (
        open_for_writing(project, annotator, joins=True) as opened,
        progress() as show,
        merging.prepare(opened, path, show) as prepared,
    ):
        preview = prepared.preview
        outcome = merging.apply(
            opened, prepared, theirs=preview.clashes if theirs else (), mine=preview.clashes if mine else (),
            progress=show,
        )  # fmt: skip
    for message in preview.messages:
        say(f"{path.name}: {message.removeprefix(f'{path.name}: ')}")
    if as_json:
        print_json({"changed": outcome.changed, "whole": preview.is_whole, **_listed(preview, outcome, theirs=theirs)})
    else:
        _tell(preview, path.name, outcome, theirs=theirs, mine=mine)
    context.exit(0 if preview.is_whole else 1)


def _listed(preview: Preview, outcome: Outcome, *, theirs: bool) -> dict[str, object]:
    return {
        "counts": {table: asdict(counts) for table, counts in preview.counts.items()},
        "clashes": [{**asdict(clash), "kept": _side(clash, outcome, theirs=theirs)} for clash in preview.clashes],
        "notices": [asdict(notice) for notice in preview.notices],
        "unifications": [asdict(one) for one in preview.unifications],
    }


def _side(clash: Clash, outcome: Outcome, *, theirs: bool) -> str:
    return "theirs" if theirs and clash not in outcome.not_taken else "mine"


def _tell(preview: Preview, name: str, outcome: Outcome, *, theirs: bool, mine: bool) -> None:
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
        side = _side(clash, outcome, theirs=theirs)
        print_line(f"Clash ({side} {'taken' if side == 'theirs' else 'kept'}): {_where(clash)}")
        for one in clash.differences:
            print_line(f"  {one.name}: mine {one.mine}; theirs {one.theirs}")
    for clash in outcome.not_taken:
        print_line(f"Not taken: {_where(clash)}: what it is there, something else here is already or needs it.")
    for clash in outcome.still_open:
        print_line(f"Not settled: {_where(clash)}: its links are others there; it is listed again next time.")
    for notice in preview.notices:
        where = f" in “{notice.article}”" if notice.article else ""
        print_line(f"Not taken: {notice.table} {notice.what}{where}: {notice.reason}.")
    for unification in preview.unifications:
        print_line(f"May be one: {unification.named}.")
    print_line(_summary(preview, name, outcome, theirs=theirs, mine=mine))


def _where(clash: Clash) -> str:
    where = f" in “{clash.article}”" if clash.article else ""
    return f"{clash.table.replace('_', ' ')} {clash.what}{where}"


def _summary(preview: Preview, name: str, outcome: Outcome, *, theirs: bool, mine: bool) -> str:
    clashes = counted_clashes(len(preview.clashes))
    if not outcome.changed:
        return f"{name}: nothing changes" + (f"; {clashes}." if preview.clashes else ".")
    counts = preview.counts.values()
    side = "theirs taken" if theirs else "mine settled" if mine else "mine kept"
    if but := outcome.not_taken or outcome.still_open:
        side += f" but for {len(but):,}"
    kept = f"; {clashes}, {side}" if preview.clashes else ""
    return (
        f"Merged {name}: {sum(one.new for one in counts):,} new, {sum(one.changed for one in counts):,} changed,"
        f" {sum(one.deleted for one in counts):,} deleted{kept}."
    )
