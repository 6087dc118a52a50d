"""The main window: assembles the pages, the menus and the status bar, and nothing else."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget

from annotator import __version__, paths, settings
from annotator.core.errors import AnnotatorError
from annotator.core.project_names import shown_name
from annotator.ui import plain
from annotator.ui.actions import SPECS, Spec, Target, tag_specs
from annotator.ui.appearance import Appearance
from annotator.ui.arrangement import Arrangement
from annotator.ui.command_palette import CommandPalette
from annotator.ui.dropping import inputs_in
from annotator.ui.focus_ring import FocusRings
from annotator.ui.keyboard.digit_row import digit_meant
from annotator.ui.menus import Menus
from annotator.ui.preferences import Preferences
from annotator.ui.runner import Runner
from annotator.ui.start_page import StartPage
from annotator.ui.status import Status
from annotator.ui.view_switch import ViewSwitch
from annotator.ui.window_actions import Actions
from annotator.ui.window_state import WindowState

# What needs the database is imported where it is needed first: it takes longer than all the rest of the start, and
# the window is on the screen meanwhile.
if TYPE_CHECKING:
    from annotator.services.projects import Project
    from annotator.ui.project_page import ProjectPage


class MainWindow(QMainWindow):
    """One window with at most one project."""

    def __init__(self, kept: settings.Settings | None = None, state: WindowState | None = None) -> None:
        super().__init__()
        self._preferences = Preferences(kept or settings.load(), self)
        self._state = state or WindowState()
        self._runner = Runner(self)
        self.page: ProjectPage | None = None
        self.actions_ = Actions(self, self._preferences.now.keys)
        self.actions_.make(SPECS, {spec.id: partial(self._run, spec.id) for spec in SPECS})
        self.pages = QStackedWidget(self)
        self.start_page = StartPage([self.actions_[key] for key in ("new", "open", "sample")], self)
        self.start_page.recentChosen.connect(self.open_name)
        self.pages.addWidget(self.start_page)
        self.setCentralWidget(self.pages)
        self.status = Status(self.statusBar())
        FocusRings(self)
        self._appearance = Appearance(self._preferences, self.actions_, self)
        self._arrangement = Arrangement(self._state, self.actions_)
        self._palette = CommandPalette(self.actions_, self)
        self._palette.chosen.connect(self._run_chosen)
        self._palette.lost.connect(self._focus_view)
        self._methods: Mapping[str, Callable[[], object]] = self._own_methods()
        self._menus = Menus(self.menuBar(), self.actions_, self.open_name)
        self._menus.make()
        self._switch = ViewSwitch(self.actions_, self.menuBar())
        self._preferences.failed.connect(lambda text: self._say(text, failed=True))
        self._preferences.changed.connect(self._prefer)
        self.setAcceptDrops(True)
        self.resize(QSize(1280, 800).boundedTo(self.screen().availableSize()))
        if (geometry := self._state.bytes("geometry")) is not None:
            self.restoreGeometry(geometry)
        self._show_no_project()
        self._say_refused()

    # Actions

    def _own_methods(self) -> dict[str, Callable[[], object]]:
        return {
            "new": lambda: self._take(_opening().new_project(self)),
            "open": lambda: self._take(_opening().open_chosen(self)),
            "open_read_only": lambda: self._take(_opening().open_chosen(self, read_only=True)),
            "sample": lambda: self._take(_opening().open_sample(self)),
            "close": self.close_project,
            "quit": self.close,
            **self._appearance.methods(),
            **self._arrangement.methods(),
            "settings": self._settings,
            "palette": self._palette.ask,
            "keys": self._keys,
            "about": self._about,
        }

    def _run(self, key: str) -> None:
        own = self.page.method(key) if self.page is not None else None
        (own or self._methods[key])()

    def _run_chosen(self, spec: Spec) -> None:
        """Run what was chosen in the palette, on the article where it belongs to the article."""
        if spec.scope == "article" and self.page is not None:
            self.page.views.show_view("annotate_view")
        self.actions_[spec.id].trigger()

    def _focus_view(self) -> None:
        if self.page is not None:
            self.page.views.focus()

    # Projects

    def say_opening(self, name: str) -> None:
        """Say what is about to be opened."""
        self._say(f"Opening {shown_name(name)}…")

    def open_name(self, name: str) -> None:
        """Open a project by its name; what goes wrong is said, and what was open stays open."""
        self._take(_opening().open_project(self, name))

    def _take(self, project: Project | None) -> None:
        if project is not None:
            self.show_project(project)

    def show_project(self, project: Project, *, remember: bool = True) -> None:
        """Show an open project in place of the one before; `remember`: it is one to come back to."""
        from annotator.ui.annotate.context_menu import offer_context_menu
        from annotator.ui.articles.article_actions import CONTEXT
        from annotator.ui.project import OpenProject
        from annotator.ui.project_page import ProjectPage

        self.close_project()
        # What was said while it was opened is over.
        self.statusBar().clearMessage()
        opened = OpenProject(project, self)
        opened.failed.connect(lambda text: self._say(text, failed=True))
        opened.unsaved.connect(lambda: self.status.set_saved("Not saved ✗"))
        opened.changed.connect(lambda _changed: self.status.set_saved("Saved ✓"))
        page = self.page = ProjectPage(opened, self._runner, self)
        page.said.connect(self._say)
        page.targetChanged.connect(self._show_target)
        page.schemeChanged.connect(self._show_scheme)
        self._show_scheme()
        self.status.offer_people(page.people)
        page.views.offer(self.actions_)
        self._switch.show()
        page.page.list.view.addActions([self.actions_[key] for key in CONTEXT])
        view = page.page.view
        view.addActions(self.actions_.of_scope("article"))
        offer_context_menu(self.actions_, page.page)
        view.zoomChanged.connect(self.status.set_zoom)
        self._appearance.dress(view)
        page.views.textMade.connect(self._appearance.dress)
        self.status.set_zoom(view.zoom())
        self.status.show()
        self.status.set_saved("Read-only" if project.read_only else "Saved ✓")
        self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)
        self._arrangement.take_up(page)
        if remember:
            self._preferences.change(**_opening().remembered(project))
        self._preferences.refresh()
        self._show_target()
        self._say_refused()

    def close_project(self) -> None:
        """Close the project that is open, if one is."""
        page = self.page
        if page is None:
            return
        page.leave()
        self._arrangement.leave()
        self._appearance.leave()
        self.page = None
        self._methods = self._own_methods()
        self.actions_.drop([spec.id for spec, _action in self.actions_ if spec.is_tag])
        self._menus.make()
        self.pages.removeWidget(page)
        page.project.close()
        page.deleteLater()
        page.project.deleteLater()
        self._show_no_project()

    def _show_no_project(self) -> None:
        self.pages.setCurrentWidget(self.start_page)
        self._preferences.refresh()
        self.start_page.show_recent(self._preferences.now.recent)
        self._menus.show_recent(self._preferences.now.recent)
        self.status.set_scheme([])
        self.status.hide()
        self._switch.hide()
        self.actions_["annotate_view"].setChecked(True)
        self.statusBar().clearMessage()
        self._show_target()

    def _prefer(self, names: frozenset[str]) -> None:
        if "keys" in names:
            self.actions_.remap(self._preferences.now.keys)
        if "annotator_name" in names and self.page is not None:
            self.page.take_name(self._preferences.now.annotator_id, self._preferences.now.annotator_name)

    # What is shown

    def _show_target(self) -> None:
        page = self.page
        if page is None:
            self.actions_.enable(Target())
            self.setWindowTitle("annotator")
            return
        self.actions_.enable(page.target())
        self.actions_["undo"].setEnabled(page.undoing.can_undo())
        self.actions_["redo"].setEnabled(page.undoing.can_redo())
        article = page.page.article
        self.actions_["reopen"].setEnabled(page.project.can_write and article.done)
        self.actions_["unusable"].setChecked(article.article is not None and article.article.unusable)
        self.actions_["known_names"].setChecked(page.page.naming.is_on)
        acting = page.project.acting
        self.status.show_place(page.place(), acting.name if acting else "nobody annotates")
        how = " (read-only)" if page.project.project.read_only else ""
        self.setWindowTitle(f"{page.project.info.title}{how} – annotator")

    def _show_scheme(self) -> None:
        """Follow the scheme: the keys of its tags, the menu, the legend."""
        page = self.page
        if page is None:
            return
        specs = tag_specs(page.project.tags)
        shown = [spec for spec, _action in self.actions_ if spec.is_tag]
        self._methods = {**self._own_methods(), **page.methods(), "switch_annotator": self.status.who.showMenu}
        if specs != shown:
            self.actions_.drop([spec.id for spec in shown])
            self.actions_.make(specs, {spec.id: partial(self._run, spec.id) for spec in specs})
            page.page.view.addActions([self.actions_[spec.id] for spec in specs])
            self._menus.make()
        self.status.set_scheme(page.project.tags)

    def _say(self, text: str, *, failed: bool = False) -> None:
        self.status.say(text, failed=failed)

    def _say_refused(self) -> None:
        if self.actions_.refused:
            self._say(" ".join(self.actions_.refused), failed=True)

    def _settings(self) -> None:
        from annotator.ui.dialogs.settings_dialog import SettingsDialog

        SettingsDialog(self._preferences, self.actions_, self).open()

    def _keys(self) -> None:
        from annotator.ui.dialogs.keys_dialog import KeysDialog

        dialog = KeysDialog(self.actions_, self)
        dialog.exec()
        dialog.deleteLater()

    def _about(self) -> None:
        plain.tell(self, "About", f"annotator {__version__}", "Annotate news articles by hand. MIT licence.")

    # Qt's events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the keys of the digit row that nobody else took: not every keyboard writes digits with them."""
        key = digit_meant(event)
        action = self.actions_.of_key(key, self.focusWidget()) if key else None
        if action is None:
            super().keyPressEvent(event)
        else:
            action.trigger()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files, and addresses of the web."""
        if inputs_in(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open a project, or import files and pages of the web into the one that is open."""
        found = inputs_in(event.mimeData())
        event.acceptProposedAction()
        if len(found) == 1 and isinstance(found[0], Path) and found[0].suffix == paths.PROJECT_SUFFIX:
            self.open_name(str(found[0]))
        elif self.page is None:
            self._say("Open or make a project first, then drop articles on it.", failed=True)
        else:
            self.page.import_inputs(found)

    def changeEvent(self, event: QEvent) -> None:
        """Look, when the person comes back from somewhere else, whether the scheme was changed there."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow() and self.page is not None:
            # What cannot be read now is said when something is done to it.
            with contextlib.suppress(AnnotatorError):
                self.page.project.look_again()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close the project, and remember how the window stood; work that is on its way is stopped first."""
        self._runner.shut_down()
        self._state.keep("geometry", self.saveGeometry())
        self.close_project()
        self._state.write()
        super().closeEvent(event)


def _opening() -> ModuleType:
    from annotator.ui import opening

    return opening
