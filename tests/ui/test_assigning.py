"""Articles given to annotators in the window: by hand, in turn, and the list of one's own."""

from __future__ import annotations

from PySide6.QtCore import Qt

from annotator.core.records import Annotator
from annotator.services import articles, people
from annotator.services.review import assigning
from annotator.store.project import Project
from annotator.ui.dialogs.assign_dialog import AssignDialog
from tests.ui.answering import back, keys_into, meanwhile
from tests.ui.driving import Driver


def project_of(person: Driver) -> Project:
    return person.page.project.project


def titles(person: Driver) -> list[str]:
    model = person.article_list.model()
    return [model.index(row, 1).data() for row in range(model.rowCount())]


def test_an_article_is_given_by_hand_and_found_among_mine(person: Driver, ada: Annotator) -> None:
    first, _second = articles.article_ids(project_of(person))
    bo = people.add(project_of(person), "Bo Lindqvist")

    def give_to_both(dialog: AssignDialog) -> None:
        assert [dialog.people.item(row).text() for row in range(2)] == [
            "Ada Ferris  (0 articles assigned)", "Bo Lindqvist  (0 articles assigned)",
        ]  # fmt: skip
        dialog.people.setFocus()
        dialog.people.setCurrentRow(0)
        keys_into(dialog, Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_Space)
        dialog.accept()

    met = meanwhile(AssignDialog, give_to_both)
    person.window.actions_["assign"].trigger()
    assert met
    assert assigning.assigned(project_of(person), [first]) == {first: sorted([ada.id, bo.id])}
    assert titles(person)[0].startswith("◆ ")
    tip = person.article_list.model().index(0, 1).data(Qt.ItemDataRole.ToolTipRole)
    assert "Assigned to Ada Ferris, Bo Lindqvist" in tip
    status = person.page.page.list.status
    status.setCurrentIndex(status.findText("mine"))
    assert len(titles(person)) == 1
    back(person)
    person.press("Ctrl+Z")
    assert titles(person) == []
    status.setCurrentIndex(0)
    assert not any("◆" in title for title in titles(person))


def test_articles_are_dealt_in_turn(person: Driver, ada: Annotator) -> None:
    keys = articles.article_ids(project_of(person))
    bo = people.add(project_of(person), "Bo Lindqvist")
    person.article_list.selectAll()

    def deal(dialog: AssignDialog) -> None:
        for row in range(2):
            dialog.people.item(row).setCheckState(Qt.CheckState.Checked)
        dialog.turns.setChecked(True)
        assert "Each article gets 1 annotator of the 2 ticked" in dialog.told.text()
        dialog.accept()

    met = meanwhile(AssignDialog, deal)
    person.window.actions_["assign"].trigger()
    assert met
    assert assigning.assigned(project_of(person), keys) == {keys[0]: [ada.id], keys[1]: [bo.id]}
    assert person.message() == "2 articles assigned."


def test_whoever_has_some_of_the_articles_keeps_just_those(person: Driver, ada: Annotator) -> None:
    first, second = articles.article_ids(project_of(person))
    bo = people.add(project_of(person), "Bo Lindqvist")
    assigning.assign(project_of(person), [first], [ada.id])
    assigning.assign(project_of(person), [first, second], [bo.id])
    person.article_list.selectAll()

    def take_from_bo(dialog: AssignDialog) -> None:
        states = [dialog.people.item(row).checkState() for row in range(2)]
        assert states == [Qt.CheckState.PartiallyChecked, Qt.CheckState.Checked]
        dialog.people.item(1).setCheckState(Qt.CheckState.Unchecked)
        dialog.accept()

    met = meanwhile(AssignDialog, take_from_bo)
    person.window.actions_["assign"].trigger()
    assert met
    assert assigning.assigned(project_of(person), [first, second]) == {first: [ada.id]}
