"""An open project in the window: its panes, its dialogs and its actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from annotator.core.records import Changed
from annotator.core.search import Hit
from annotator.services import people, projects
from annotator.ui import opening, plain
from annotator.ui.accessible import READ_ONLY, enable
from annotator.ui.actions import Target
from annotator.ui.annotate.page import AnnotatePage
from annotator.ui.articles.article_actions import ArticleActions
from annotator.ui.dialogs.export_dialog import ExportDialog
from annotator.ui.dialogs.history_dialog import HistoryDialog
from annotator.ui.dialogs.import_dialog import ImportDialog
from annotator.ui.dialogs.merge_dialog import MergeDialog
from annotator.ui.dialogs.name_dialog import ask_name
from annotator.ui.people_menu import PeopleMenu
from annotator.ui.project import OpenProject
from annotator.ui.runner import Runner
from annotator.ui.scheme import SchemeDialog
from annotator.ui.undoing import Undoing
from annotator.ui.views import Views


class ProjectPage(QWidget):
    """Everything that needs a project; made when one is opened, gone when it is closed."""

    said = Signal(str)
    targetChanged = Signal()
    schemeChanged = Signal()

    def __init__(self, project: OpenProject, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.project, self._runner = project, runner
        self.undoing = Undoing(project, runner, self)
        self.page = AnnotatePage(project, runner, self._empty(), self)
        self.articles = ArticleActions(project, self.page, runner, self)
        self.people = PeopleMenu(project, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self.views = Views(project, runner, self.page, self)
        layout.addWidget(self.views)
        for panes in (self.page, self.views):
            panes.said.connect(self.said)
            panes.targetChanged.connect(self.targetChanged)
        self.views.goAsked.connect(self.go_to)
        self.views.placeAsked.connect(self.go_to_place)
        self.articles.said.connect(self.said)
        self.people.said.connect(self.said)
        self.people.renameAsked.connect(self._rename_annotator)
        self.people.switchAsked.connect(self.switch)
        self.undoing.reverted.connect(self._reverted)
        project.changed.connect(self._refresh)

    def _empty(self) -> QWidget:
        empty = QWidget(self)
        button = QPushButton("&Import…", empty)
        button.clicked.connect(lambda: self.import_files())
        enable(button, self.project.can_write, READ_ONLY)
        button.setAutoDefault(True)
        empty.setFocusProxy(button)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(button)
        row.addStretch(1)
        title = plain.label("No articles yet")
        title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        told = plain.label(
            "Import files, folders, pasted text or web addresses, or drop files on this window.", wrap=True
        )
        told.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(empty)
        column.addStretch(2)
        column.addWidget(title)
        column.addWidget(told)
        column.addLayout(row)
        column.addStretch(3)
        return empty

    def methods(self) -> Mapping[str, Callable[[], object]]:
        """Return what each action that needs a project does."""
        return {
            **self.page.annotating.methods(),
            **self.page.linking.methods(),
            **self.page.naming.methods(),
            **self.page.walking.methods(),
            **self.page.moving.methods(),
            **self.page.regions.methods(),
            **self.articles.methods(),
            **self.views.methods(),
            **{f"tag:{tag.id}": partial(self.page.annotating.tag, tag.id) for tag in self.project.tags},
            "copy_project": self._save_copy,
            "rename_project": self._rename,
            "rename_annotator": self._rename_annotator,
            "import": self.import_files,
            "export": self._export,
            "merge": self.merge_file,
            "undo": self.undoing.undo,
            "redo": self.undoing.redo,
            "scheme": self._edit_scheme,
            "history": self._show_history,
            "find": self.page.find_bar.open,
            "find_next": partial(self.page.find_bar.step, 1),
            "find_previous": partial(self.page.find_bar.step, -1),
            "go_to": self.page.go_to_position,
            "next_article": partial(self.page.go_beside, 1),
            "previous_article": partial(self.page.go_beside, -1),
            "done": self.page.finish,
            "reopen": self.page.reopen,
            "next_pane": self.page.next_pane,
        }

    def method(self, key: str) -> Callable[[], object] | None:
        """Return what an action does in the view that is shown, where it is something of its own."""
        view = self.views.current
        return view.methods().get(key) if view else None

    def target(self) -> Target:
        """Return what an action would be done to."""
        view = self.views.current
        return view.target() if view else self.page.annotating.target()

    def place(self) -> str:
        """Return where the person is, for the status bar."""
        view = self.views.current
        return view.place() if view else self.page.place()

    def go_to(self, article: str, span: str) -> None:
        """Show an article in the view for annotating, and a span of it where one is named; another's: in reviewing."""
        self.views.show_view("annotate_view")
        opened = self.page.article.article
        if opened is None or opened.id != article:
            self.page.open(article)
        if span in self.page.article.spans:
            self.page.walking.go_to(span)
        elif span:
            self.views.look_at(article, span)

    def go_to_place(self, place: Hit) -> None:
        """Show an article in the view for annotating, with a place of it selected."""
        self.views.show_view("annotate_view")
        if (opened := self.page.article.article) is None or opened.id != place.article:
            self.page.open(place.article)
        if (opened := self.page.article.article) is not None and opened.id == place.article:
            self.page.show_part(place.start, place.end)

    def _refresh(self, changed: Changed) -> None:
        if self.project.refresh(changed):
            self.page.scheme_changed()
            self.schemeChanged.emit()
        if "annotator" in changed.tables:
            opening.keep_name(self.project.project)
        self.page.refresh(changed)
        self.views.refresh(changed)
        self.targetChanged.emit()

    def switch(self, annotator: str) -> None:
        """Let another annotator act, and show their layers; what is typed still is the one's before."""
        self.leave()
        if self.project.did(lambda: people.switch(self.project.project, annotator)):
            self.page.show_layers()
            self.views.refresh(Changed(frozenset({"annotator", "span", "layer"}), bulk=True))
            self.targetChanged.emit()
            acting = self.project.acting
            self.said.emit(f"{acting.name if acting else 'Nobody'} annotates now.")

    def _reverted(self, told: str, changed: Changed) -> None:
        """Go where something changed, so that nobody has to look for it."""
        view = self.views.current
        if view is not None:
            view.show_reverted(changed)
            self.said.emit(told)
            return
        opened = self.page.article.article
        for key in changed.articles:
            if len(changed.articles) == 1 and (opened is None or opened.id != key):
                row = self.page.list.model.row_of(key)
                if row is not None:
                    self.page.open(key)
        for key in changed.spans:
            if len(changed.spans) == 1 and key in self.page.article.spans:
                self.page.walking.go_to(key)
        self.said.emit(told)

    def import_files(self) -> None:
        """Open the import dialog."""
        self.import_inputs([])

    def import_inputs(self, inputs: Sequence[Path | str]) -> None:
        """Open the import dialog, with files and addresses of the web that were dropped on the window."""
        if not self.project.can_write:
            self.said.emit("The project is open for reading only; nothing can be imported.")
            return
        dialog = ImportDialog(self.project, self._runner, self)
        dialog.take(inputs)
        dialog.exec()
        dialog.deleteLater()

    def _export(self) -> None:
        article = self.page.article.article
        self.page.details.write_note()
        dialog = ExportDialog(self.project, self._runner, article.id if article else None, self)
        dialog.written.connect(self.said)
        dialog.exec()
        dialog.deleteLater()

    def merge_file(self, path: Path | None = None) -> None:
        """Open the dialog that merges a colleague's file; without one it asks which."""
        self.leave()
        dialog = MergeDialog(self.project, self._runner, self)
        dialog.merged.connect(self.said)
        if path is None:
            QTimer.singleShot(0, dialog, dialog.choose)
        else:
            dialog.take(path)
        dialog.exec()
        dialog.deleteLater()

    def _show_history(self) -> None:
        dialog = HistoryDialog(self.project, self)
        dialog.exec()
        dialog.deleteLater()

    def _save_copy(self) -> None:
        self.page.details.write_note()
        target = opening.save_copy(self, self.project.project)
        if target is not None:
            self.said.emit(f"Copied to {target}.")

    def _rename(self) -> None:
        title = ask_name(self, "Rename project", "The title of the project.", self.project.info.title)
        if title is not None:
            self.project.attempt(lambda: projects.rename(self.project.project, title))

    def _rename_annotator(self) -> None:
        if self.project.attempt(lambda: opening.rename_annotator(self, self.project.project)):
            self.targetChanged.emit()

    def take_name(self, annotator: str, name: str) -> None:
        """Let an annotator have another name here too, where it is the one who acts."""
        acting = self.project.acting
        if self.project.can_write and acting and acting.id == annotator and acting.name != name:
            self.project.attempt(lambda: people.rename(self.project.project, annotator, name))
            self.targetChanged.emit()

    def _edit_scheme(self) -> None:
        self.page.details.write_note()
        dialog = SchemeDialog(self.project, self._runner, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def leave(self) -> None:
        """Write what is typed still, before the project is closed."""
        self.page.details.write_note()
        self.page.guidelines.leave()
        self.page.naming.leave()
        self.views.leave()
