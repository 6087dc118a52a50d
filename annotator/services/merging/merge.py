"""Merging a colleague's work: the file is compared with the project, shown, and taken in as one undoable step.

Articles match by id, then by text; all else by id. What is newer there is taken, what is newer here stays, what changed
on both sides is a clash that a person decides; nothing goes but what its own annotator deleted. Merging the same file
again changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from types import TracebackType

from annotator.core.errors import ReadOnly
from annotator.core.merging import Clash, Outcome, Preview, Unification
from annotator.core.text import one_line, snippet
from annotator.formats.interface import Progress, no_progress
from annotator.services.merging.entities import unifications
from annotator.services.merging.source import Other, open_other
from annotator.store import assemble, lineage
from annotator.store.merging.compare import Comparison
from annotator.store.merging.plan import Plan
from annotator.store.merging.words import Words
from annotator.store.merging.writing import Carrying
from annotator.store.project import Project


class Merge:
    """A file that was compared with the project: `preview` says what merging it would do. Close it when done."""

    def __init__(self, other: Other, me: str) -> None:
        self._other, self._me = other, me
        self.name = other.name
        self.plan: Plan | None = None
        self.preview = Preview()

    @property
    def other(self) -> Project:
        """The other copy, as a project of its own."""
        return self._other.project

    def show(self, project: Project, progress: Progress) -> None:
        """Compare the other copy with the project as it is now."""
        other = self._other
        with project.read() as ours, other.project.read() as theirs:
            plan = Comparison(ours, theirs, self._me, progress).run(other.deleted)
            words = Words(ours, theirs, plan)
            out = plan.out["entity"]
            arriving = (one for one in assemble.entities(theirs) if one.id not in out)
            self.preview = Preview(
                plan.counts(), words.clashes(), words.notices(),
                unifications(assemble.entities(ours), arriving, plan.renaming.names["article"]), other.messages,
                other.is_whole,
            )  # fmt: skip
        self.plan = plan

    def __enter__(self) -> Merge:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the disk space back that the other copy takes."""
        self._other.close()


def prepare(project: Project, path: Path, progress: Progress = no_progress) -> Merge:
    """Read a colleague's file and compare it with the project; nothing is written, and nobody has to wait.

    Raises Refused where nobody acts or the file is of another kind, InputError or ProjectError where it cannot be read,
    Cancelled where `progress` does.
    """
    if project.read_only:
        raise ReadOnly("The project is open for reading only; nothing can be merged into it.")
    me = project.me
    merge = Merge(open_other(project, path, progress), me)
    try:
        merge.show(project, progress)
    except BaseException:
        merge.close()
        raise
    return merge


def compare(project: Project, merge: Merge, progress: Progress = no_progress) -> None:
    """Compare again, after the project changed. Raises Cancelled where `progress` does."""
    merge.show(project, progress)


def apply(
    project: Project,
    merge: Merge,
    *,
    theirs: Collection[Clash] = (),
    mine: Collection[Clash] = (),
    unite: Collection[Unification] = (),
    progress: Progress = no_progress,
) -> Outcome:
    """Do what the preview says, in one step; of the clashes in `theirs` take their side, of all others keep ours.

    `mine`: clashes that are settled as they are here: they are not asked about again, and the other copy takes ours
    when it merges. `unite`: entities that are one, merged into ours. Where there is nothing to do, there is no step.
    Raises Conflict where the project changed since the comparison, Cancelled where `progress` does; then nothing was
    changed.
    """
    plan = merge.plan
    assert plan is not None
    if not (merge.preview.writes or theirs or mine or unite):
        return Outcome(changed=False)
    with merge.other.read() as there, project.write(f"{lineage.KIND}{snippet(one_line(merge.name))}”") as writing:
        carrying = Carrying(writing, there, plan, progress)
        not_taken = tuple(one for one in theirs if not carrying.choose((one.table, one.key)))
        still_open = tuple(one for one in mine if not carrying.settle((one.table, one.key)))
        return Outcome(carrying.run({one.theirs: one.mine for one in unite}), not_taken, still_open)
