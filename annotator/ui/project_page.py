"""An open project in the window: its panes, its dialogs and its actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from annotator.core.records import Changed
from annotator.core.text import counted, snippet
from annotator.services import articles, projects
from annotator.ui import opening, plain
from annotator.ui.actions import Target
from annotator.ui.annotate_page import AnnotatePage
from annotator.ui.dialogs.export_dialog import ExportDialog
from annotator.ui.dialogs.history_dialog import HistoryDialog
from annotator.ui.dialogs.import_dialog import ImportDialog
from annotator.ui.dialogs.name_dialog import ask_name
from annotator.ui.project import OpenProject
from annotator.ui.runner import Runner
from annotator.ui.undoing import Undoing


class ProjectPage(QWidget):
    """Everything that needs a project; made when one is opened, gone when it is closed."""

    said = Signal(str)
    targetChanged = Signal()

    def __init__(self, project: OpenProject, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.project, self._runner = project, runner
        self.undoing = Undoing(project, runner, self)
        self.page = AnnotatePage(project, self._empty(), self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.page)
        self.page.said.connect(self.said)
        self.page.targetChanged.connect(self.targetChanged)
        self.undoing.reverted.connect(self._reverted)
        project.changed.connect(self._refresh)

    def _empty(self) -> QWidget:
        empty = QWidget(self)
        button = QPushButton("&Import…", empty)
        button.clicked.connect(lambda: self.import_files())
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(button)
        row.addStretch(1)
        title = plain.label("No articles yet")
        title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        told = plain.label("Import text files or annotated JSON, or drop them on this window.", wrap=True)
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
            **self.page.moving.methods(),
            **{f"tag:{tag.id}": partial(self.page.annotating.tag, tag.id) for tag in self.project.tags},
            "copy_project": self._save_copy,
            "rename_project": self._rename,
            "rename_annotator": self._rename_annotator,
            "import": self.import_files,
            "export": self._export,
            "undo": self.undoing.undo,
            "redo": self.undoing.redo,
            "history": lambda: HistoryDialog(self.project, self).exec(),
            "next_article": partial(self.page.go_beside, 1),
            "previous_article": partial(self.page.go_beside, -1),
            "done": self.page.finish,
            "reopen": self.page.reopen,
            "remove_article": self._remove_article,
            "next_pane": self.page.next_pane,
        }

    def target(self) -> Target:
        """Return what an action would be done to."""
        return self.page.annotating.target()

    def _refresh(self, changed: Changed) -> None:
        if self.project.refresh(changed):
            self.page.scheme_changed()
        self.page.refresh(changed)
        self.targetChanged.emit()

    def _reverted(self, told: str, changed: Changed) -> None:
        """Go where something changed, so that nobody has to look for it."""
        opened = self.page.article.article
        for key in changed.articles:
            if len(changed.articles) == 1 and (opened is None or opened.id != key):
                row = self.page.list.model.row_of(key)
                if row is not None:
                    self.page.open(key)
        for key in changed.spans:
            if len(changed.spans) == 1 and key in self.page.article.spans:
                self.page.annotating.go_to(key)
        self.said.emit(told)

    def import_files(self, paths: list[Path] | None = None) -> None:
        """Open the import dialog, with files that were dropped on the window."""
        dialog = ImportDialog(self.project, self._runner, self)
        if paths:
            dialog.take(paths)
        dialog.exec()
        dialog.deleteLater()

    def _export(self) -> None:
        article = self.page.article.article
        self.page.details.write_note()
        dialog = ExportDialog(self.project, self._runner, article.id if article else None, self)
        dialog.written.connect(self.said)
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

    def _remove_article(self) -> None:
        article = self.page.article.article
        if article is None:
            return
        project = self.project.project
        spans = articles.count_spans(project, [article.id])
        detail = f"{counted(spans, 'span')} of all annotators go with it. Undo brings everything back."
        if not plain.ask(self, "Remove article", f"Remove “{snippet(article.title)}”?", detail, "Remove"):
            return
        following = self.page.list.beside(article.id, 1) or self.page.list.beside(article.id, -1)
        if self.project.attempt(lambda: articles.remove(project, [article.id])):
            self.page.open(following)
            self.said.emit(f"“{snippet(article.title)}” is removed, with {counted(spans, 'span')}.")

    def leave(self) -> None:
        """Write what is typed still, before the project is closed."""
        self.page.details.write_note()
