"""The start of the window."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.ui.environment import obstacle

if TYPE_CHECKING:
    from PySide6.QtCore import QMessageLogContext, QtMsgType
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
    from annotator.core.project_names import is_url
    from annotator.ui.main_window import MainWindow

    kept = settings.load()
    window = MainWindow(kept)
    window.show()
    name = command or kept.last_project
    if command or (name and (is_url(name) or Path(name).exists())):
        window.say_opening(name)
        _open_once_shown(window, name)
    return app.exec()


def open_window(
    project: str | Path | Project, annotator: str | Annotator | None = None, *, remember: bool = True
) -> MainWindow:
    """Show a window on a project, in an application that there is already.

    `project` is a file, a URL or an open project, which keeps the annotator that acts in it unless another is named.
    `annotator` is a record, or a name as on the command line: whoever has it joins the project; without it the settings
    say who acts. `remember`: the project is one to come back to. Raises ProjectError, Refused.
    """
    from annotator.core.errors import AnnotatorError
    from annotator.services import projects
    from annotator.services.projects import Project
    from annotator.ui.main_window import MainWindow

    opened = project if isinstance(project, Project) else projects.open_project(str(project))
    if annotator is not None or opened is not project:
        try:
            _let_act(opened, annotator)
        except AnnotatorError:
            opened.close()
            raise
    window = MainWindow()
    # Shown first: where in the article the person was can be shown again once it has its size.
    window.show()
    window.show_project(opened, remember=remember)
    return window


def _let_act(project: Project, annotator: str | Annotator | None) -> None:
    from annotator import settings
    from annotator.core.records import Annotator
    from annotator.services import people, projects

    if not isinstance(annotator, Annotator):
        annotator = people.acting(project, annotator, settings.load().annotator(), joins=True)
    if annotator is None or project.read_only:
        project.acting = annotator
    else:
        projects.join(project, annotator)


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
    if picture is not None:
        with tempfile.TemporaryDirectory(prefix="annotator-demo-") as folder:
            return _draw(app, Path(folder), picture)
    from annotator.services import sample

    path = Path(tempfile.mkdtemp(prefix="annotator-demo-")) / "sample.annotator"
    _window = open_window(sample.make_sample(path), remember=False)  # held: it would be gone at once
    sys.stderr.write(f"The sample project is {path}.\n")
    return app.exec()


def _draw(app: QApplication, folder: Path, picture: Path) -> int:
    """Draw the sample project into a picture; all that has to be on disk for it is in `folder`."""
    from PySide6.QtCore import qInstallMessageHandler

    from annotator import settings
    from annotator.services import sample
    from annotator.ui.main_window import MainWindow
    from annotator.ui.window_state import WindowState

    before = qInstallMessageHandler(_say_what_matters)
    window = MainWindow(settings.load(), WindowState(folder / "window.ini"))
    window.show()
    window.show_project(sample.make_sample(folder / "sample.annotator"), remember=False)
    window.resize(*_PICTURE_SIZE)
    app.processEvents()
    drawn = window.grab().save(str(picture), "PNG")
    window.close()
    app.processEvents()
    qInstallMessageHandler(before)
    if not drawn:
        sys.stderr.write(f"{picture}: the picture cannot be written.\n")
        return _WRONG_USE
    return 0


def _say_what_matters(_kind: QtMsgType, _where: QMessageLogContext, text: str) -> None:
    # A window that is only drawn has no use for what its platform does with hints for window managers.
    if "propagateSizeHints" not in text:
        sys.stderr.write(f"{text}\n")
