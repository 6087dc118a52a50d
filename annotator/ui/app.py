"""The start of the window."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.ui.environment import obstacle

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from annotator.core.records import Annotator
    from annotator.services.projects import Project
    from annotator.ui.main_window import MainWindow

_WRONG_USE = 2
_PICTURE_SIZE = (1280, 800)


def main(arguments: list[str]) -> int:
    """Open the window: `[PROJECT]`, or `demo [--picture FILE]`. Returns the exit status."""
    command = arguments[0] if arguments else ""
    if command == "demo":
        return _demo(arguments[1:])
    if not _possible(command):
        return _WRONG_USE
    app = make_application()
    from annotator import settings
    from annotator.ui.main_window import MainWindow

    window = MainWindow(settings.load())
    window.show()
    name = command or settings.load().last_project
    if command or (name and ("://" in name or Path(name).exists())):
        window.say_opening(name)
        _open_once_shown(window, name)
    return app.exec()


def open_window(project: str | Path | Project, annotator: str | Annotator | None = None) -> MainWindow:
    """Show a window on a project, in an application that there is already.

    `project` is a file, a URL or an open project; `annotator` a name or a record: whoever has that name in the
    project acts, else they join it. Raises ProjectError.
    """
    from annotator.services import projects
    from annotator.services.projects import Project
    from annotator.ui.main_window import MainWindow

    opened = project if isinstance(project, Project) else projects.open_project(str(project))
    if annotator is not None:
        projects.act_as(opened, annotator)
    window = MainWindow()
    # Shown first: where in the article the person was can be shown again once it has its size.
    window.show()
    window.show_project(opened)
    return window


def _open_once_shown(window: MainWindow, name: str, looks: int = 200) -> None:
    """Open a project as soon as the window is on the screen: loading the database takes longer than all the rest.

    After a second it is opened all the same: a minimised window is never on the screen.
    """
    from PySide6.QtCore import QTimer

    if looks and not window.windowHandle().isExposed():
        QTimer.singleShot(5, lambda: _open_once_shown(window, name, looks - 1))
    else:
        QTimer.singleShot(0, lambda: window.open_name(name))


def make_application() -> QApplication:
    """Make the application, with its look."""
    from PySide6.QtWidgets import QApplication

    from annotator import settings
    from annotator.ui import theme

    app = QApplication(sys.argv[:1])
    app.setApplicationName("annotator")
    app.setDesktopFileName("annotator")
    theme.apply(app, settings.load().scheme)
    return app


def _possible(command: str) -> bool:
    reason = obstacle(command)
    if reason is not None:
        sys.stderr.write(f"{reason}\n")
    return reason is None


def _demo(arguments: list[str]) -> int:
    picture: Path | None = None
    if len(arguments) == 2 and arguments[0] == "--picture":
        picture = Path(arguments[1])
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    elif arguments:
        sys.stderr.write("Usage: annotator demo [--picture FILE]\n")
        return _WRONG_USE
    if not _possible("demo"):
        return _WRONG_USE
    app = make_application()
    from annotator.services import sample

    folder = Path(tempfile.mkdtemp(prefix="annotator-demo-"))
    window = open_window(sample.make_sample(folder / "sample.annotator"))
    if picture is None:
        sys.stderr.write(f"The sample project is {folder / 'sample.annotator'}.\n")
        return app.exec()
    return _draw(app, window, picture)


def _draw(app: QApplication, window: MainWindow, picture: Path) -> int:
    window.resize(*_PICTURE_SIZE)
    app.processEvents()
    drawn = window.grab().save(str(picture), "PNG")
    window.close()
    app.processEvents()
    if not drawn:
        sys.stderr.write(f"{picture}: the picture cannot be written.\n")
        return _WRONG_USE
    return 0
