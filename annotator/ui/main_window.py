"""The main window: assembles the pages, the menus and the status bar, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QStackedWidget

from annotator import __version__, settings
from annotator.core.records import Changed
from annotator.services import projects
from annotator.services.projects import Project
from annotator.ui import opening, plain, theme
from annotator.ui.actions import SPECS, Actions, Spec, Target, tag_specs
from annotator.ui.context_menu import context_menu
from annotator.ui.dialogs.import_dialog import dropped_files
from annotator.ui.dialogs.keys_dialog import KeysDialog
from annotator.ui.project import OpenProject
from annotator.ui.project_page import ProjectPage
from annotator.ui.runner import Runner
from annotator.ui.start_page import StartPage
from annotator.ui.status import Status
from annotator.ui.window_state import WindowState

_ZOOM_STEP = 10


class MainWindow(QMainWindow):
    """One window with at most one project."""

    def __init__(self, kept: settings.Settings | None = None) -> None:
        super().__init__()
        self._kept = kept or settings.load()
        self._state = WindowState()
        self._runner = Runner(self)
        self.page: ProjectPage | None = None
        self.actions_ = Actions(self)
        self.actions_.make(SPECS, {spec.id: partial(self._run, spec.id) for spec in SPECS})
        self.pages = QStackedWidget(self)
        self.start_page = StartPage([self.actions_[key] for key in ("new", "open", "sample")], self)
        self.start_page.recentChosen.connect(self.open_name)
        self.pages.addWidget(self.start_page)
        self.setCentralWidget(self.pages)
        self.status = Status(self.statusBar())
        self._methods: Mapping[str, Callable[[], object]] = self._own_methods()
        self._recent = QMenu("Open &recent", self)
        self._make_menus()
        self._group_schemes()
        self.setAcceptDrops(True)
        self.resize(QSize(1280, 800).boundedTo(self.screen().availableSize()))
        if (geometry := self._state.bytes("geometry")) is not None:
            self.restoreGeometry(geometry)
        self._show_no_project()

    # Actions

    def _own_methods(self) -> dict[str, Callable[[], object]]:
        return {
            "new": lambda: self._take(opening.new_project(self)),
            "open": self._open,
            "sample": lambda: self._take(opening.open_sample(self)),
            "close": self.close_project,
            "quit": self.close,
            "zoom_in": partial(self._zoom, _ZOOM_STEP),
            "zoom_out": partial(self._zoom, -_ZOOM_STEP),
            "zoom_reset": partial(self._zoom, 0),
            "left_pane": partial(self._toggle_pane, "left_pane"),
            "right_pane": partial(self._toggle_pane, "right_pane"),
            **{scheme: partial(self._set_scheme, scheme) for scheme in settings.SCHEMES},
            "keys": lambda: KeysDialog(self.actions_, self).exec(),
            "about": self._about,
        }

    def _run(self, key: str) -> None:
        self._methods[key]()

    def _make_menus(self) -> None:
        self.menuBar().clear()
        menus: dict[str, QMenu] = {}
        for spec, action in self._in_menu_order():
            menu = menus.get(spec.menu)
            if menu is None:
                menu = menus[spec.menu] = self.menuBar().addMenu(spec.menu)
            if spec.separated and not menu.isEmpty():
                menu.addSeparator()
            menu.addAction(action)
            if spec.id == "open":
                menu.addMenu(self._recent)

    def _in_menu_order(self) -> list[tuple[Spec, QAction]]:
        tags = [pair for pair in self.actions_ if pair[0].id.startswith("tag:")]
        others = [pair for pair in self.actions_ if not pair[0].id.startswith("tag:")]
        place = next(number for number, pair in enumerate(others) if pair[0].id == "next_candidate")
        return [*others[:place], *tags, *others[place:]]

    def _group_schemes(self) -> None:
        group = QActionGroup(self)
        for scheme in settings.SCHEMES:
            group.addAction(self.actions_[scheme])
        self.actions_[self._kept.scheme].setChecked(True)
        self.actions_["left_pane"].setChecked(self._state.flag("left_pane", default=True))
        self.actions_["right_pane"].setChecked(self._state.flag("right_pane", default=True))

    # Projects

    def _open(self) -> None:
        name = opening.choose_project(self)
        if name is not None:
            self.open_name(name)

    def open_name(self, name: str) -> None:
        """Open a project by its name; what goes wrong is said, and what was open stays open."""
        self._take(opening.open_project(self, name))

    def _take(self, project: Project | None) -> None:
        if project is not None:
            self.show_project(project)

    def show_project(self, project: Project) -> None:
        """Show an open project in place of the one before."""
        self.close_project()
        opened = OpenProject(project, self)
        opened.failed.connect(lambda text: self._say(text, failed=True))
        opened.unsaved.connect(lambda: self.status.set_saved("Not saved ✗"))
        opened.changed.connect(self._changed)
        page = self.page = ProjectPage(opened, self._runner, self)
        page.said.connect(self._say)
        page.targetChanged.connect(self._show_target)
        self.actions_.make(
            tag_specs(opened.tags), {f"tag:{t.id}": partial(self._run, f"tag:{t.id}") for t in opened.tags}
        )
        self._methods = {**self._own_methods(), **page.methods()}
        self._make_menus()
        view = page.page.view
        view.addActions(self.actions_.of_scope("article"))
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(
            lambda at: context_menu(self.actions_, page.page, at).popup(view.viewport().mapToGlobal(at))
        )
        view.set_text_font(self._kept.font_family, self._kept.font_points)
        view.set_line_spacing(round(self._kept.line_spacing * 100))
        view.set_zoom(self._kept.zoom)
        view.zoomChanged.connect(self._zoomed)
        self._zoomed(view.zoom())
        self.status.set_scheme(opened.tags)
        self.status.show()
        self.status.set_saved("Read-only" if project.read_only else "Saved ✓")
        self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)
        if (split := self._state.bytes("split")) is not None:
            page.page.split.restoreState(split)
        self._show_panes()
        page.page.articleOpened.connect(partial(self._keep_article, opened.info.id))
        page.page.start(self._state.text(f"article/{opened.info.id}"))
        opening.remember(project.name)
        self._kept = settings.load()
        self._show_target()

    def close_project(self) -> None:
        """Close the project that is open, if one is."""
        page = self.page
        if page is None:
            return
        page.leave()
        self._state.keep("split", page.page.split.saveState())
        self.page = None
        self._methods = self._own_methods()
        self.actions_.drop([spec.id for spec, _action in self.actions_ if spec.id.startswith("tag:")])
        self._make_menus()
        self.pages.removeWidget(page)
        page.project.close()
        page.deleteLater()
        page.project.deleteLater()
        self._show_no_project()

    def _show_no_project(self) -> None:
        self.pages.setCurrentWidget(self.start_page)
        self._kept = settings.load()
        self.start_page.show_recent(self._kept.recent)
        self._recent.clear()
        for name in self._kept.recent:
            self._recent.addAction(name.replace("&", "&&"), partial(self.open_name, name))
        self._recent.setEnabled(bool(self._kept.recent))
        self.status.set_scheme([])
        self.status.hide()
        self.statusBar().clearMessage()
        self._show_target()

    def _changed(self, changed: Changed) -> None:
        self.status.set_saved("Saved ✓")
        page = self.page
        if page is not None and "tag" in changed.tables:
            self.status.set_scheme(page.project.tags)

    def _keep_article(self, project: str, key: str) -> None:
        self._state.keep(f"article/{project}", key)

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
        self.actions_["reopen"].setEnabled(page.page.article.done)
        acting = page.project.acting
        self.status.show_place(page.page.place(), acting.name if acting else "nobody annotates")
        self.setWindowTitle(f"{page.project.info.title} – annotator")

    def _say(self, text: str, *, failed: bool = False) -> None:
        self.status.say(text, failed=failed)

    def _zoom(self, step: int) -> None:
        if self.page is not None:
            view = self.page.page.view
            view.set_zoom(view.zoom() + step if step else 100)

    def _zoomed(self, percent: int) -> None:
        self.status.set_zoom(percent)
        if percent != self._kept.zoom:
            self._kept = replace(self._kept, zoom=percent)

    def _toggle_pane(self, key: str) -> None:
        self._state.keep(key, self.actions_[key].isChecked())
        self._show_panes()

    def _show_panes(self) -> None:
        if self.page is not None:
            self.page.page.list.setVisible(self.actions_["left_pane"].isChecked())
            self.page.page.right.setVisible(self.actions_["right_pane"].isChecked())

    def _set_scheme(self, scheme: settings.Scheme) -> None:
        theme.apply(_application(), scheme)
        self.actions_[scheme].setChecked(True)
        self._kept = replace(settings.load(), scheme=scheme, zoom=self._kept.zoom)
        settings.save(self._kept)

    def follow_system(self) -> None:
        """Take the system's light or dark look, where that is what the person wants."""
        if self._kept.scheme == "system":
            theme.apply(_application(), "system")

    def _about(self) -> None:
        plain.tell(self, "About", f"annotator {__version__}", "Annotate news articles by hand. MIT licence.")

    # Qt's events

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if dropped_files(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open a project, or import files into the one that is open."""
        found = dropped_files(event)
        event.acceptProposedAction()
        if len(found) == 1 and found[0].suffix == projects.SUFFIX:
            self.open_name(str(found[0]))
        elif self.page is None:
            self._say("Open or make a project first, then drop articles on it.", failed=True)
        else:
            self.page.import_files(found)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close the project, and remember how the window stood."""
        self._state.keep("geometry", self.saveGeometry())
        zoom = self._kept.zoom
        self.close_project()
        self._state.write()
        if settings.load().zoom != zoom:
            settings.save(replace(settings.load(), zoom=zoom))
        self._runner.shut_down()
        super().closeEvent(event)


def _application() -> QApplication:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app
