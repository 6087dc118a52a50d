"""Undo, redo, and who did what when."""

from __future__ import annotations

from annotator.core.errors import Refused
from annotator.core.listing import HistoryRow
from annotator.store import queries
from annotator.store import undo as reverting
from annotator.store.project import Project
from annotator.store.undo import StepConflict

__all__ = ["StepConflict", "can_redo", "can_undo", "redo", "rows", "skip", "undo"]


def undo(project: Project) -> str:
    """Take back the acting annotator's newest step. Returns its kind.

    Raises Refused where there is none, StepConflict where somebody else changed or needs what it made.
    """
    step = _next_undo(project)
    if step is None:
        raise Refused("There is nothing to undo.")
    return reverting.revert(project, step)


def redo(project: Project) -> str:
    """Bring back what the newest undo took. Returns its kind. Raises as `undo` does."""
    step = _next_redo(project)
    if step is None:
        raise Refused("There is nothing to redo.")
    return reverting.revert(project, step)


def skip(project: Project, step: int) -> None:
    """Leave out a step that cannot be taken back, so that the one before it can be; the history says so."""
    reverting.skip(project, step)


def can_undo(project: Project) -> bool:
    """Tell whether the acting annotator has a step to take back."""
    return possible(project)[0]


def can_redo(project: Project) -> bool:
    """Tell whether the acting annotator has a step to bring back."""
    return possible(project)[1]


def undo_size(project: Project) -> int:
    """Return how many rows the next undo would change."""
    return queries.step_size(project, _next_undo(project))


def redo_size(project: Project) -> int:
    """Return how many rows the next redo would change."""
    return queries.step_size(project, _next_redo(project))


def possible(project: Project) -> tuple[bool, bool]:
    """Tell whether the acting annotator has a step to take back, and one to bring back."""
    if project.acting is None:
        return False, False
    with project.read() as session:
        undo_step, redo_step = project.steps.next_steps(session, project.acting.id)
    return undo_step is not None, redo_step is not None


def rows(project: Project, most: int | None = None, by: str | None = None) -> list[HistoryRow]:
    """Return the newest revisions first."""
    return queries.history_rows(project, most, by)


def newest(project: Project) -> int:
    """Return the number of the newest revision, whoever made it; 0 before the first."""
    return queries.newest_step(project)


def _next_undo(project: Project) -> int | None:
    if project.acting is None:
        return None
    with project.read() as session:
        return project.steps.next_undo(session, project.acting.id)


def _next_redo(project: Project) -> int | None:
    if project.acting is None:
        return None
    with project.read() as session:
        return project.steps.next_redo(session, project.acting.id)
