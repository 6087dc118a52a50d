"""Whether a project is whole."""

from __future__ import annotations

from annotator.services import searching
from annotator.store import checking
from annotator.store.project import Project


def check(project: Project) -> list[str]:
    """Return a sentence for each thing that is wrong: database, foreign keys, offsets, links, search index."""
    found = list(checking.problems(project))
    # A database that is damaged is not asked for more.
    return found or searching.index_problems(project)
