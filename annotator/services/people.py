"""The annotators of a project, and who of them acts: who is named, else whose settings these are, else the only one."""

from __future__ import annotations

from annotator.core.errors import Refused
from annotator.core.ids import new_id
from annotator.core.listing import AnnotatorRow
from annotator.core.records import Annotator
from annotator.core.text import one_line
from annotator.services.projects import annotators
from annotator.store import assemble, groups, tables
from annotator.store.project import Project, Writing


def acting(project: Project, name: str | None, mine: Annotator | None, *, joins: bool = False) -> Annotator | None:
    """Return who is to act in a project: the one of this name or id, without `name` the settings' annotator (`mine`).

    Without either it is the project's only annotator, or None where there are several. Nothing is written. A name that
    no annotator of the project has can be `mine`, or with `joins` somebody new. Raises Refused for any other, and for
    one that several have.
    """
    everyone = annotators(project)
    if name is None:
        return mine or (everyone[0] if len(everyone) == 1 else None)
    found = named(project, name)
    if found is not None:
        return found
    if mine is not None and mine.name == name:
        return mine
    if joins:
        return new(name)
    raise Refused(f"There is no annotator “{name}”; there are {', '.join(sorted(one.name for one in everyone))}.")


def named(project: Project, name: str) -> Annotator | None:
    """Return the project's annotator of that name or id, or None. Raises Refused where the name could mean several."""
    found = [one for one in annotators(project) if name in (one.name, one.id)]
    if len(found) > 1:
        keys = ", ".join(one.id for one in found)
        raise Refused(f"There are {len(found)} annotators called “{name}”; name one by id: {keys}.")
    return found[0] if found else None


def new(name: str) -> Annotator:
    """Return an annotator of that name who was not there before. Raises Refused for a name that is none."""
    name = one_line(name)
    if not name:
        raise Refused("An annotator needs a name.")
    return Annotator(new_id(), name)


def rows(project: Project) -> list[AnnotatorRow]:
    """Return the annotators with the numbers of their layers and spans, by name."""
    with project.read() as session:
        return groups.annotator_rows(session)


def add(project: Project, name: str) -> Annotator:
    """Add an annotator; who acts stays. Raises Refused for a name that is none, or that another annotator has."""
    with project.write("add annotator") as writing:
        annotator = new(_free_name(writing, name))
        writing.session.add(tables.Annotator(id=annotator.id, name=annotator.name))
        return annotator


def rename(project: Project, annotator: str, name: str) -> Annotator:
    """Give an annotator another name. Raises Refused as `add` does."""
    with project.write("rename annotator") as writing:
        row = writing.session.get(tables.Annotator, annotator)
        if row is None:
            raise Refused("This annotator is not in the project any more.")
        row.name = _free_name(writing, name, but=annotator)
        renamed = Annotator(row.id, row.name, row.extra)
    follow(project)
    return renamed


def switch(project: Project, annotator: str) -> Annotator:
    """Let another annotator of the project act: what is read and written from now on is theirs. Raises Refused."""
    found = next((one for one in annotators(project) if one.id == annotator), None)
    if found is None:
        raise Refused("This annotator is not in the project any more.")
    project.acting = found
    return found


def follow(project: Project) -> bool:
    """Let who acts bear the name that the project has for them now; tell whether it is another one."""
    acting = project.acting
    found = next((one for one in annotators(project) if acting and one.id == acting.id), acting)
    project.acting = found
    return found != acting


def reader(project: Project, annotator: str) -> Annotator | None:
    """Return whose layers to show first to the annotator of that id: their own, else those of who has most spans."""
    found = rows(project)
    own = (row for row in found if row.annotator.id == annotator)
    best = next(own, None) or max(found, key=lambda row: row.spans, default=None)
    return best.annotator if best else None


def _free_name(writing: Writing, name: str, but: str | None = None) -> str:
    name = one_line(name)
    if not name:
        raise Refused("An annotator needs a name.")
    for one in assemble.annotators(writing.session):
        if one.id != but and one.name.casefold() == name.casefold():
            raise Refused(f"There is an annotator “{one.name}” already; choose a name that tells them apart.")
    return name
