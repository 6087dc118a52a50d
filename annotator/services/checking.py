"""Whether a project is whole."""

from __future__ import annotations

from annotator.store import checking
from annotator.store.project import Project


def check(project: Project) -> list[str]:
    """Return a sentence for each thing that is wrong: database, foreign keys, offsets against texts, links."""
    return list(checking.problems(project))
