"""What is done to entities from their view: each verb asks what it has to, and is one undoable step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from annotator.core.entity_listing import ListedEntity
from annotator.core.errors import AnnotatorError
from annotator.core.text import snippet
from annotator.services.entities import links, listing, lists
from annotator.services.entities.links import Linked
from annotator.services.entities.lists import ListFormat, ListImport
from annotator.ui import plain
from annotator.ui.entities.delete_dialog import DeleteEntityDialog
from annotator.ui.entities.duplicates_dialog import DuplicatesDialog
from annotator.ui.entities.edit_dialog import EntityDialog
from annotator.ui.entities.entity_list import EntityList
from annotator.ui.entities.list_dialog import EntityListDialog
from annotator.ui.entities.merge_dialog import MergeDialog
from annotator.ui.entities.page import EntityPage
from annotator.ui.entities.split_dialog import SplitDialog
from annotator.ui.entities.unmerge_dialog import UnmergeDialog
from annotator.ui.project import OpenProject
from annotator.ui.runner import Runner

NOBODY = "Choose an entity first."

_LISTS = "Lists of entities (*.csv *.tsv *.json);;All files (*)"
_CSV, _JSON = "CSV for spreadsheets (*.csv)", "JSON (*.json)"


class EntityVerbs(QObject):
    """Binds the actions of the view to the services; `said(str)` tells what was done."""

    said = Signal(str)

    def __init__(
        self, project: OpenProject, runner: Runner, entities: EntityList, page: EntityPage, view: QWidget
    ) -> None:
        super().__init__(view)
        self._project, self._runner = project, runner
        self._list, self._page, self._view = entities, page, view

    def methods(self) -> Mapping[str, Callable[[], object]]:
        """Return what each action does."""
        return {
            "entity_new": self.make,
            "entity_edit": self.edit,
            "entity_merge": self.merge,
            "entity_unmerge": self.unmerge,
            "entity_split": self.split,
            "entity_delete": self.delete,
            "entity_duplicates": self.find_duplicates,
            "entity_search": self.search,
            "import_entities": self.import_list,
            "export_entities": self.export_list,
        }

    def search(self) -> None:
        """Go to the field that narrows the list."""
        self._list.search.setFocus()
        self._list.search.selectAll()

    def make(self) -> None:
        """Ask for the fields of a new entity."""
        dialog = EntityDialog(self._project, None, self._view)
        if self._done(dialog):
            self._list.go_to(dialog.made)
            self.said.emit("Entity made.")

    def edit(self) -> None:
        """Show the fields of the current entity, to change them."""
        row = self._current()
        if row is not None and self._done(EntityDialog(self._project, row, self._view)):
            self.said.emit("Entity changed.")

    def merge(self) -> None:
        """Merge the selected entities, or the current one with another."""
        keys = self._list.selected()
        if not keys:
            self.said.emit(NOBODY)
            return
        dialog = MergeDialog(self._project, keys, self._view)
        if self._done(dialog):
            self._list.go_to(dialog.into)
            self.said.emit("Merged. It can be taken back at any time.")

    def unmerge(self) -> None:
        """Take something out again that was merged into the current entity."""
        row, merged = self._current(), self._page.merged
        if row is None:
            return
        if not merged:
            self.said.emit(f"Nothing is merged into “{_named(row)}”.")
            return
        dialog = UnmergeDialog(self._project, row.entity, merged, self._view)
        if self._done(dialog):
            self._list.go_to(dialog.taken)
            self.said.emit("Taken out again.")

    def split(self) -> None:
        """Give some spans of the current entity to a new one."""
        row = self._current()
        if row is None:
            return
        if not listing.span_ids(self._project.project, row.entity.id, own=True):
            whose = "None of its spans is yours to change" if row.spans else "Nothing is linked to it"
            self.said.emit(f"{whose}: there is nothing to split.")
            return
        dialog = SplitDialog(self._project, row, self._view)
        if self._done(dialog):
            self._list.go_to(dialog.made)
            self.said.emit("Split.")

    def delete(self) -> None:
        """Delete the current entity; what becomes of its links is asked where there are any."""
        row = self._current()
        if row is None:
            return
        if not row.spans:
            question, detail = f"Delete “{_named(row)}”?", "Nothing is linked to it. Undo brings it back."
            if not plain.ask(self._view, "Delete entity", question, detail, "Delete"):
                return
        try:
            links.delete(self._project.project, row.entity.id)
        except Linked as linked:
            if not self._done(DeleteEntityDialog(self._project, row, linked, self._view)):
                return
        except AnnotatorError as error:
            self._project.failed.emit(str(error))
            return
        self.said.emit(f"“{_named(row)}” is deleted. Undo brings it back.")

    def find_duplicates(self) -> None:
        """Show who may be the same as somebody else."""
        self._done(DuplicatesDialog(self._project, self._runner, self._view))

    def import_list(self) -> None:
        """Ask for a file, and show what importing it would do."""
        path, _filter = QFileDialog.getOpenFileName(self._view, "Import entity list", "", _LISTS)
        if path:
            dialog = EntityListDialog(self._project, self._runner, Path(path), self._view)
            dialog.imported.connect(self._imported)
            self._done(dialog)

    def _imported(self, done: ListImport) -> None:
        told = f"{done.made:,} {'entity' if done.made == 1 else 'entities'} made"
        self.said.emit(f"{told}, {done.extended:,} extended.")

    def export_list(self) -> None:
        """Ask for a file, and write all entities that the list shows into it."""
        path, chosen = QFileDialog.getSaveFileName(self._view, "Export entity list", "entities.csv", f"{_CSV};;{_JSON}")
        if not path:
            return
        form: ListFormat = "json" if path.casefold().endswith(".json") or chosen == _JSON else "csv"
        target = Path(path) if Path(path).suffix else Path(path).with_suffix(f".{form}")
        project, keys = self._project.project, list(self._list.model.keys)
        job = self._runner.run(lambda _progress: lists.export(project, target, form, keys))
        job.succeeded.connect(lambda number: self._exported(number, len(keys), target))
        job.failed.connect(self._failed)

    def _exported(self, number: int, listed: int, target: Path) -> None:
        left_out = f"; {listed - number:,} left out, known in one article only" if number < listed else ""
        self.said.emit(f"{number:,} {'entity' if number == 1 else 'entities'} written to {target.name}{left_out}.")

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, AnnotatorError):
            raise error
        self._project.failed.emit(str(error))

    def _current(self) -> ListedEntity | None:
        if self._page.row is None:
            self.said.emit(NOBODY)
        return self._page.row

    def _done(self, dialog: QDialog) -> bool:
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return accepted


def _named(row: ListedEntity) -> str:
    return plain.isolated(snippet(row.entity.name))
