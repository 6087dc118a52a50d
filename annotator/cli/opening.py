"""Opening the project that a command works on, as the annotator who acts."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

from annotator import settings
from annotator.cli.output import say
from annotator.core.errors import Refused
from annotator.core.ids import new_id
from annotator.core.records import Annotator
from annotator.services import projects
from annotator.services.projects import Project

_UNKNOWN = "It is not known who annotates; name yourself with --annotator NAME"


@contextlib.contextmanager
def open_for_reading(name: str, annotator: str | None = None) -> Iterator[Project]:
    """Open a project that nothing is written to, and close it. Raises ProjectError, Refused for an unknown name."""
    with contextlib.closing(projects.open_project(name, read_only=True)) as project:
        project.acting = _acting(project, annotator)
        yield project


@contextlib.contextmanager
def open_for_writing(name: str, annotator: str | None = None, *, joins: bool = False) -> Iterator[Project]:
    """Open a project as the acting annotator, and close it. `joins`: somebody new becomes one of its annotators.

    Raises ProjectError, Refused where it is not known who acts or where there is no annotator of that name.
    """
    with contextlib.closing(projects.open_project(name)) as project:
        acting = _acting(project, annotator, or_new=joins)
        if acting is None:
            raise Refused(f"{_UNKNOWN}; there are {_names(projects.annotators(project))}.")
        if joins:
            projects.join(project, acting)
        project.acting = acting
        yield project


def founder(name: str | None) -> Annotator:
    """Return who makes a new project: the one named, else the settings' annotator. Raises Refused without either."""
    mine = _from_settings()
    if name is not None:
        return mine if mine and mine.name == name else _new(name)
    if mine is None:
        raise Refused(f"{_UNKNOWN}.")
    return mine


def annotator_named(project: Project, name: str) -> Annotator | None:
    """Return the project's annotator of that name or id, or None. Raises Refused where the name could mean several."""
    found = [one for one in projects.annotators(project) if name in (one.name, one.id)]
    if len(found) > 1:
        keys = ", ".join(one.id for one in found)
        raise Refused(f"There are {len(found)} annotators called “{name}”; name one by id: {keys}.")
    return found[0] if found else None


def _acting(project: Project, name: str | None, *, or_new: bool = False) -> Annotator | None:
    mine = _from_settings()
    if name is None:
        return mine or project.acting
    found = annotator_named(project, name)
    if found is not None:
        return found
    if mine is not None and mine.name == name:
        return mine
    if or_new:
        return _new(name)
    raise Refused(f"There is no annotator “{name}”; there are {_names(projects.annotators(project))}.")


def _new(name: str) -> Annotator:
    name = " ".join(name.split())
    if not name:
        raise Refused("An annotator needs a name.")
    return Annotator(new_id(), name)


def _from_settings() -> Annotator | None:
    found = settings.load(say)
    return Annotator(found.annotator_id, found.annotator_name) if found.annotator_id else None


def _names(everyone: Sequence[Annotator]) -> str:
    return ", ".join(sorted(one.name for one in everyone))
