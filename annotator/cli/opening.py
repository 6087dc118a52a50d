"""Opening the project that a command works on, as the annotator who acts."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from annotator import settings
from annotator.cli.output import say
from annotator.core.errors import Refused
from annotator.core.records import Annotator
from annotator.services import people, projects
from annotator.services.projects import Project

_UNKNOWN = "It is not known who annotates; name yourself with --annotator NAME"


@contextlib.contextmanager
def open_for_reading(name: str, annotator: str | None = None) -> Iterator[Project]:
    """Open a project that nothing is written to, and close it. Raises ProjectError, Refused for an unknown name."""
    with contextlib.closing(projects.open_project(name, read_only=True)) as project:
        project.acting = people.acting(project, annotator, settings.load(say).annotator())
        yield project


@contextlib.contextmanager
def open_for_writing(name: str, annotator: str | None = None, *, joins: bool = False) -> Iterator[Project]:
    """Open a project as the acting annotator, and close it. `joins`: somebody new becomes one of its annotators.

    Raises ProjectError, Refused where it is not known who acts or where there is no annotator of that name.
    """
    with contextlib.closing(projects.open_project(name)) as project:
        acting = people.acting(project, annotator, settings.load(say).annotator(), joins=joins)
        if acting is None:
            names = ", ".join(sorted(one.name for one in projects.annotators(project)))
            raise Refused(f"{_UNKNOWN}; there are {names}.")
        if joins:
            projects.join(project, acting)
        project.acting = acting
        yield project


def founder(name: str | None) -> Annotator:
    """Return who makes a new project: the one named, else the settings' annotator. Raises Refused without either.

    Where the settings have nobody yet, the one named is kept there: a person's id is the same in every project.
    """
    kept = settings.load(say)
    mine = kept.annotator()
    if name is None:
        if mine is None:
            raise Refused(f"{_UNKNOWN}.")
        return mine
    if mine is not None:
        return mine if mine.name == name else people.new(name)
    kept = kept.with_annotator(people.new(name).name)
    try:
        settings.save(kept)
    except OSError as error:
        say(f"The settings cannot be saved: {error.strerror or error}; in your next project you are somebody else.")
    return Annotator(kept.annotator_id, kept.annotator_name)
