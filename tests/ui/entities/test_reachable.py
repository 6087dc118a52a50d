"""The view of the entities and its dialogs without a mouse: every control is reached by Tab, and says what it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QMessageBox

from annotator.core.errors import Refused
from annotator.services.entities import links, merging
from annotator.services.entities import listing as entity_listing
from annotator.services.entities.links import Linked
from annotator.ui.entities.delete_dialog import DeleteEntityDialog
from annotator.ui.entities.duplicates_dialog import DuplicatesDialog
from annotator.ui.entities.edit_dialog import EntityDialog
from annotator.ui.entities.list_dialog import EntityListDialog
from annotator.ui.entities.merge_dialog import MergeDialog
from annotator.ui.entities.split_dialog import SplitDialog
from annotator.ui.entities.unmerge_dialog import UnmergeDialog
from annotator.ui.entities.view import EntityView
from tests.services.quoted import Quoted
from tests.ui.answering import meanwhile
from tests.ui.driving import Driver
from tests.ui.entities.looking import choose
from tests.ui.reading import check_dialog, check_names, check_stops, reachable


def deleting(view: EntityView) -> QDialog:
    assert view.page.row is not None
    with pytest.raises(Linked) as raised:
        links.delete(view.project.project, view.page.row.entity.id)
    assert isinstance(raised.value, Refused)
    return DeleteEntityDialog(view.project, view.page.row, raised.value, view)


def splitting(view: EntityView) -> QDialog:
    assert view.page.row is not None
    return SplitDialog(view.project, view.page.row, view)


def unmerging(view: EntityView) -> QDialog:
    assert view.page.row is not None
    other = view.list.model.keys[-1]
    seen = merging.preview(view.project.project, [other], view.list.current())
    merging.merge(view.project.project, seen)
    merged = entity_listing.merged_into(view.project.project, view.list.current())
    return UnmergeDialog(view.project, view.page.row.entity, merged, view)


def listing(view: EntityView) -> QDialog:
    path = Path(view.project.project.name).with_name("list.json")
    path.write_text('[{"name": "Aldo Brix"}]', encoding="utf-8")
    return EntityListDialog(view.project, view.runner, path, view)


DIALOGS: dict[str, Callable[[EntityView], QDialog]] = {
    "edit": lambda view: EntityDialog(view.project, view.page.row, view),
    "new": lambda view: EntityDialog(view.project, None, view),
    "merge one": lambda view: MergeDialog(view.project, [view.list.current()], view),
    "merge several": lambda view: MergeDialog(view.project, view.list.model.keys[2:4], view),
    "duplicates": lambda view: DuplicatesDialog(view.project, view.runner, view),
    "split": splitting,
    "delete": deleting,
    "unmerge": unmerging,
    "list": listing,
}


def test_tab_leads_all_round_the_view_and_everything_has_a_name(entities: EntityView, person: Driver) -> None:
    choose(entities, "Mayor Venn")
    there = check_stops(person.window)
    assert {entities.list.view, entities.list.search, entities.page.view, entities.page.tabs} <= set(there)
    assert reachable(person.window) <= set(there)
    check_names(person.window)


@pytest.mark.parametrize("which", DIALOGS)
def test_every_dialog_can_be_walked_and_read(entities: EntityView, which: str) -> None:
    choose(entities, "Mayor Venn")
    dialog = DIALOGS[which](entities)
    check_dialog(dialog)


def test_what_is_done_is_announced(entities: EntityView, person: Driver, quoted: Quoted, announced: list[str]) -> None:
    choose(entities, "Calder")
    meanwhile(QMessageBox, lambda box: QTest.keyClick(box, Qt.Key.Key_Return))
    person.press("Del")
    assert announced == ["“Calder” is deleted. Undo brings it back."]
