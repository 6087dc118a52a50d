"""What is done to articles as a whole: details, unusable, collections, removal; to one or to all that are selected."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from annotator.core.text import counted, snippet
from annotator.services import articles, collections
from annotator.ui import plain
from annotator.ui.annotate.page import AnnotatePage
from annotator.ui.dialogs.article_dialog import ArticleDialog
from annotator.ui.dialogs.assign_dialog import AssignDialog
from annotator.ui.dialogs.collect_dialog import CollectDialog
from annotator.ui.dialogs.collections_dialog import CollectionsDialog
from annotator.ui.project import OpenProject
from annotator.ui.runner import Runner
from annotator.ui.waiting import wait_for

CONTEXT = ("article_details", "unusable", "collect", "uncollect", "collections", "assign", "remove_article")
"""The actions in the menu of the list, in their order."""

_MANY = 100
"""Articles; what is done to more of them can take longer than a blink, and runs in the background."""


class ArticleActions(QObject):
    """Binds the menu Article to the services; `said(str)` is for the status line."""

    said = Signal(str)

    def __init__(self, project: OpenProject, page: AnnotatePage, runner: Runner, window: QWidget) -> None:
        super().__init__(window)
        self._project, self._page, self._runner, self._window = project, page, runner, window

    def methods(self) -> Mapping[str, Callable[[], object]]:
        """Return what each action does."""
        return {
            "article_details": self.show_details,
            "unusable": self.toggle_unusable,
            "collect": self.collect,
            "uncollect": self.uncollect,
            "collections": self.manage_collections,
            "assign": self.assign,
            "remove_article": self.remove,
        }

    def _targets(self) -> list[str]:
        """Return the selected articles, else the open one."""
        opened = self._page.article.article
        return self._page.list.selected() or ([opened.id] if opened else [])

    def _named(self, keys: Sequence[str]) -> str:
        """Return the title of the one article, or how many there are."""
        if len(keys) > 1:
            return counted(len(keys), "article")
        row = articles.article_rows(self._project.project, keys).get(keys[0])
        return f"“{snippet(row.title if row else '')}”"

    def show_details(self) -> None:
        """Show metadata and note of the open article, and save what is changed there."""
        article = self._page.article.article
        if article is None:
            return
        dialog = ArticleDialog(self._project, article, self._window)
        dialog.exec()
        dialog.deleteLater()

    def toggle_unusable(self) -> None:
        """Mark what is selected as unusable, or as usable again where the open article is marked so."""
        article, keys, project = self._page.article.article, self._targets(), self._project.project
        if article is None:
            return
        unusable = not article.unusable
        told = f"{self._named(keys)} {'is' if len(keys) == 1 else 'are'} {'unusable' if unusable else 'usable'} now."
        self._do(keys, lambda: articles.set_unusable(project, keys, unusable), lambda: self.said.emit(told))

    def collect(self) -> None:
        """Put what is selected into a collection, an old or a new one."""
        keys, project = self._targets(), self._project.project
        if not keys:
            return
        named = self._named(keys)
        dialog = CollectDialog(
            "Add to collection", f"Add {named} to", collections.rows(project), new=True, parent=self._window
        )
        if not _accepted(dialog):
            return
        chosen, name = dialog.chosen, dialog.name

        def collected() -> object:
            return collections.add(project, chosen, keys) if chosen else collections.create(project, name, keys)

        self._do(keys, collected, lambda: self.said.emit(f"{named} added to the collection."))

    def uncollect(self) -> None:
        """Take what is selected out of the collection that the list shows, else out of one that is asked for."""
        keys, project = self._targets(), self._project.project
        if not keys:
            return
        named, chosen = self._named(keys), self._page.list.model.query.collection
        if chosen is None:
            held = collections.rows(project, keys)
            if not held:
                self.said.emit(f"{named}: in no collection.")
                return
            dialog = CollectDialog(
                "Take out of collection", f"Take {named} out of", held, new=False, parent=self._window
            )  # fmt: skip
            if not _accepted(dialog) or (chosen := dialog.chosen) is None:
                return
        collection = chosen
        told = f"{named} taken out of the collection."
        self._do(keys, lambda: collections.take_out(project, collection, keys), lambda: self.said.emit(told))

    def manage_collections(self) -> None:
        """Make, rename and delete collections."""
        dialog = CollectionsDialog(self._project, self._window)
        dialog.exec()
        dialog.deleteLater()

    def assign(self) -> None:
        """Give what is selected to annotators, or take it from them."""
        keys = self._targets()
        if not keys:
            return
        dialog = AssignDialog(self._project, keys, self._named(keys), self._window)
        if _accepted(dialog):
            self._do(keys, dialog.step(), lambda: self.said.emit(f"{self._named(keys)} assigned."))

    def remove(self) -> None:
        """Remove what is selected, after saying how many spans go with it."""
        keys, project = self._targets(), self._project.project
        if not keys:
            return
        named, spans = self._named(keys), articles.count_spans(project, keys)
        detail = (
            f"{counted(spans, 'span')} of all annotators {'goes' if spans == 1 else 'go'} with "
            f"{'it' if len(keys) == 1 else 'them'}. Undo brings everything back."
        )
        title = "Remove article" if len(keys) == 1 else "Remove articles"
        if not plain.ask(self._window, title, f"Remove {named}?", detail, "Remove"):
            return
        following = self._page.list.beside_all(keys)
        opened = self._page.article.article

        def removed() -> None:
            if opened is None or opened.id in keys:
                self._page.open(following)
            self.said.emit(
                f"{named} {'is' if len(keys) == 1 else 'are'} removed, with {counted(spans, 'span')}."
            )  # fmt: skip

        self._do(keys, lambda: articles.remove(project, keys), removed)

    def _do(self, keys: Sequence[str], step: Callable[[], object], done: Callable[[], object]) -> None:
        """Do one step to articles, in the background where they are many; tell once it is done."""
        if len(keys) <= _MANY:
            if self._project.did(step):
                done()
            return
        job = wait_for(self._runner, self._window, f"{counted(len(keys), 'article')}…", step)
        job.succeeded.connect(lambda _result: done())
        job.failed.connect(lambda error: self._project.failed.emit(str(error)))


def _accepted(dialog: QDialog) -> bool:
    dialog.finished.connect(dialog.deleteLater)
    return dialog.exec() == QDialog.DialogCode.Accepted
