"""What a person goes through to get a project on the screen: who annotates, which file, what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtWidgets import QFileDialog, QWidget

from annotator import paths, settings
from annotator.core.errors import AnnotatorError
from annotator.core.project_names import is_url
from annotator.core.records import Annotator
from annotator.services import people, projects, sample
from annotator.services.projects import Project
from annotator.ui import plain
from annotator.ui.dialogs.name_dialog import ask_name

T = TypeVar("T")

_FILTER = f"Projects (*{projects.SUFFIX});;All files (*)"


def acting_annotator(parent: QWidget) -> Annotator | None:
    """Return who annotates; the name is asked once and kept. None where the person does not say."""
    kept = settings.load()
    if kept.annotator() is None:
        why = "Your name stands beside each of your annotations, so that colleagues can tell them apart."
        name = ask_name(parent, "Who annotates?", why)
        if name is None:
            return None
        kept = kept.with_annotator(name)
        try:
            settings.save(kept)
        except OSError as error:
            # With another id in each session, the person would be somebody else in each.
            plain.tell(parent, "Your name cannot be kept", f"The settings cannot be saved: {error.strerror or error}.")
            return None
    return kept.annotator()


def rename_annotator(parent: QWidget, project: Project) -> bool:
    """Ask for another name of the acting annotator, and use it from now on; tell whether it changed."""
    acting = project.acting
    name = ask_name(parent, "Your name", "The name beside your annotations.", acting.name if acting else "")
    if name is None or acting is None or name == acting.name:
        return False
    people.rename(project, acting.id, name)
    return True


def keep_name(project: Project) -> None:
    """Use the name that the acting annotator has now in other projects as well, where it is the person's own."""
    kept, acting = settings.load(), project.acting
    if acting is not None and kept.annotator_id == acting.id and kept.annotator_name != acting.name:
        settings.save(replace(kept, annotator_name=acting.name))


def new_project(parent: QWidget) -> Project | None:
    """Ask where, and make a project. None where the person stops or it cannot be made (which is said)."""
    acting = acting_annotator(parent)
    if acting is None:
        return None
    name, _filter = QFileDialog.getSaveFileName(parent, "New project", f"news{projects.SUFFIX}", _FILTER)
    if not name:
        return None
    path = Path(name)
    path = path if path.suffix else path.with_suffix(projects.SUFFIX)
    return _told(parent, "The project cannot be made", lambda: projects.create(str(path), acting))


def open_chosen(parent: QWidget, *, read_only: bool = False) -> Project | None:
    """Ask which project to open, and open it."""
    name, _filter = QFileDialog.getOpenFileName(parent, "Open project", "", _FILTER)
    if not name:
        return None
    return open_read_only(parent, name) if read_only else open_project(parent, name)


def open_project(parent: QWidget, name: str) -> Project | None:
    """Open a project for whoever annotates here; what goes wrong is said."""
    acting = acting_annotator(parent)
    if acting is None:
        return None
    return _told(parent, "The project cannot be opened", lambda: projects.open_project(name, acting))


def open_read_only(parent: QWidget, name: str) -> Project | None:
    """Open a project to look at it: nobody joins it, nothing in it is changed. What goes wrong is said."""

    def opened() -> Project:
        project = projects.open_project(name, read_only=True)
        project.acting = people.reader(project, settings.load().annotator_id)
        return project

    return _told(parent, "The project cannot be opened", opened)


def open_sample(parent: QWidget) -> Project | None:
    """Open the sample project; it is made at the first time, and what was done in it stays."""
    acting = acting_annotator(parent)
    if acting is None:
        return None
    path = paths.data_folder() / f"sample{projects.SUFFIX}"

    def made() -> Project:
        path.parent.mkdir(parents=True, exist_ok=True)
        return projects.open_project(str(path), acting) if path.exists() else sample.make_sample(path, acting)

    return _told(parent, "The sample project cannot be opened", made)


def save_copy(parent: QWidget, project: Project) -> Path | None:
    """Ask where, and copy the project there; None where that does not happen."""
    name, _filter = QFileDialog.getSaveFileName(parent, "Save a copy", f"copy{projects.SUFFIX}", _FILTER)
    if not name:
        return None

    def copied() -> Path:
        projects.save_copy(project, Path(name))
        return Path(name)

    return _told(parent, "The copy cannot be written", copied)


def remembered(project: Project) -> dict[str, Any]:
    """Return the settings with which a project is the first of the recent ones, by name.

    One that is only looked at is not the one that the next start opens.
    """
    name = project.name
    after = settings.load().with_project(name if is_url(name) else str(Path(name).resolve()))
    return {"recent": after.recent} | ({} if project.read_only else {"last_project": after.last_project})


def _told(parent: QWidget, title: str, action: Callable[[], T]) -> T | None:
    try:
        return action()
    except (AnnotatorError, OSError) as error:
        plain.tell(parent, title, str(error))
        return None
