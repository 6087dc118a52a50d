"""Making, opening, copying and naming projects."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from annotator import paths
from annotator.core.errors import ProjectError, Refused
from annotator.core.ids import new_id
from annotator.core.project_names import is_url, plain_title
from annotator.core.records import Annotator, ProjectInfo
from annotator.core.scheme import Attribute, Tag
from annotator.core.text import store_text
from annotator.store import assemble, opening, sqlite_file, tables
from annotator.store.project import Project as Project  # what the window and the commands hand around

SUFFIX = paths.PROJECT_SUFFIX


def default_tags() -> list[Tag]:
    """Return the tags that a new project begins with, from the bundled scheme."""
    data = json.loads((paths.resources() / "scheme.json").read_text(encoding="utf-8"))
    return [
        Tag(
            id=item["id"],
            name=item["name"],
            key=item["key"],
            role=item["role"],
            light=item["colour"]["light"],
            dark=item["colour"]["dark"],
            line=item["line"],
            guideline=item["guideline"],
            attributes=tuple(Attribute(each["name"], tuple(each["values"])) for each in item["attributes"]),
            order=order,
        )
        for order, item in enumerate(data["tags"], start=1)
    ]


def default_guidelines() -> str:
    """Return the guidelines that a new project begins with."""
    return (paths.resources() / "guidelines.md").read_text(encoding="utf-8")


def create(name: str, acting: Annotator, title: str = "") -> Project:
    """Make a new project with the default scheme, and open it. Raises ProjectError; nothing is left behind then."""
    # A file's name may hold bytes that are no text.
    title = store_text(title or plain_title(name)).text
    return opening.create(name, ProjectInfo(new_id(), title, default_guidelines()), default_tags(), acting)


def open_project(name: str, acting: Annotator | None = None, *, read_only: bool = False) -> Project:
    """Open a project and make sure that the acting annotator is one of its annotators.

    Without `acting`, a project of one annotator is theirs. Raises ProjectError with one sentence.
    """
    project = opening.open_project(name, acting, read_only=read_only)
    try:
        if acting is None:
            everyone = annotators(project)
            project.acting = everyone[0] if len(everyone) == 1 else None
        elif not read_only:
            join(project, acting)
    except BaseException:
        project.close()
        raise
    return project


class Upgrade(NamedTuple):
    """Whether a project was of an older version, and the backup that was made of it where it is a file."""

    needed: bool
    backup: Path | None


def upgrade(name: str) -> Upgrade:
    """Upgrade a project of an older version. Raises ProjectError with one sentence; the project is as it was then."""
    if is_url(name):
        return Upgrade(opening.upgrade_server(name), None)
    backup = opening.upgrade_file(Path(name))
    return Upgrade(backup is not None, backup)


def annotators(project: Project) -> list[Annotator]:
    """Return the project's annotators in order of id."""
    with project.read() as session:
        return assemble.annotators(session)


def join(project: Project, annotator: Annotator) -> None:
    """Let an annotator act in the project; their row is made, or their new name written, where that is needed."""
    project.acting = annotator
    with project.read() as session:
        row = session.get(tables.Annotator, annotator.id)
    if row is None:
        with project.write("new annotator") as writing:
            writing.session.add(tables.Annotator(id=annotator.id, name=annotator.name))
    elif row.name != annotator.name:
        with project.write("rename annotator") as writing:
            writing.session.get_one(tables.Annotator, annotator.id).name = annotator.name


def info(project: Project) -> ProjectInfo:
    """Return what the project says of itself."""
    with project.read() as session:
        return assemble.project_info(session)


def scheme(project: Project) -> list[Tag]:
    """Return the project's tags in their order."""
    with project.read() as session:
        return assemble.tags(session)


def rename(project: Project, title: str) -> None:
    """Give the project another title. Raises Refused for an empty one."""
    title = store_text(title).text.strip()
    if not title:
        raise Refused("A project needs a title.")
    with project.write("rename project") as writing:
        writing.session.get_one(tables.Project, info(project).id).title = title


def save_copy(project: Project, target: Path) -> None:
    """Copy the project, with its history, into a new file. Raises ProjectError; the target is as it was then."""
    if is_url(project.name):
        raise ProjectError("A project on a server cannot be saved as a file; export it as JSON instead.")
    if is_own_file(project, target):
        raise ProjectError(f"{target}: this is the open project itself; choose another name.")
    project.copy_to(target)


def is_own_file(project: Project, path: Path) -> bool:
    """Tell whether a path leads to the file of the open project, which nothing else may be written over."""
    if is_url(project.name):
        return False
    here = sqlite_file.identity(path)
    return here is not None and here == sqlite_file.identity(Path(project.name))
