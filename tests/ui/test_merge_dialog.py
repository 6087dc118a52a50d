"""The merge dialog: a file is compared, looked at and merged, with keys and the mouse; and it never blocks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QPushButton, QTreeWidget, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator
from annotator.services import annotate, articles, history, linking, metadata, projects
from annotator.services.projects import Project
from annotator.ui.dialogs.merge_dialog import MergeDialog
from annotator.ui.runner import Runner
from tests.listed import entity_rows
from tests.services.merging.copies import handed, handed_over
from tests.ui.answering import meanwhile
from tests.ui.driving import Driver

MINE, THEIRS = 1, 2


@pytest.fixture
def runner() -> Iterator[Runner]:
    made = Runner()
    yield made
    made.shut_down()


@pytest.fixture
def project(person: Driver) -> Project:
    return person.page.project.project


@pytest.fixture
def theirs(project: Project, tmp_path: Path, bo: Annotator) -> Iterator[Project]:
    """Bo's copy, in which the title of the first article is another one than meanwhile in Ada's."""
    made = handed_over(project, tmp_path, bo)
    first, second = articles.article_ids(made)
    annotate.add_span(made, second, "hedge", [(15, 29)])
    linking.create_entity(made, "PIA HOLM")
    linking.create_entity(project, "Pia Holm")
    for one, title in ((project, "Mine"), (made, "<b>Theirs</b>")):
        metadata.edit(one, first, {"title": title})
    yield made
    made.close()


@pytest.fixture
def file(theirs: Project, tmp_path: Path) -> Path:
    return handed(theirs, tmp_path / "bo.json")


@pytest.fixture
def dialog(person: Driver, runner: Runner, qtbot: QtBot) -> Iterator[MergeDialog]:
    made = MergeDialog(person.page.project, runner, person.window)
    qtbot.addWidget(made)
    made.show()
    yield made
    wait(made, qtbot)
    made.reject()


def wait(dialog: MergeDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: dialog.job is None, timeout=20_000)


def compare(dialog: MergeDialog, qtbot: QtBot, file: Path) -> None:
    dialog.take(file)
    wait(dialog, qtbot)


def click(button: QAbstractButton) -> None:
    assert button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def row(tree: QTreeWidget, place: int = 0) -> QTreeWidgetItem:
    item = tree.topLevelItem(place)
    assert item is not None
    return item


def tabs(dialog: MergeDialog) -> list[str]:
    """The tabs that are to be seen."""
    found = dialog.tabs
    return [found.tabText(place).replace("&", "") for place in range(found.count()) if found.isTabVisible(place)]


def title(project: Project) -> str:
    return articles.whole_article(project, articles.article_ids(project)[0]).title


def test_both_sides_of_a_clash_are_shown_and_mine_stays(
    dialog: MergeDialog, qtbot: QtBot, project: Project, file: Path
) -> None:
    compare(dialog, qtbot, file)
    assert tabs(dialog) == ["What comes", "Clashes (1)", "May be one (1)"]
    assert dialog.told.text().startswith("bo.json: 4 new, 0 changed, 0 deleted. Nothing is merged yet. 1 clash;")
    tree = dialog.clashes.tree
    assert tree.isVisible()
    difference = row(tree).child(0)
    assert difference is not None
    assert [difference.text(column) for column in range(3)] == ["title", "Mine", "<b>Theirs</b>"]
    assert (difference.font(MINE).bold(), difference.font(THEIRS).bold()) == (True, False)
    click(dialog.go)
    wait(dialog, qtbot)
    assert title(project) == "Mine"
    assert len(list(articles.span_rows(project))) == 1
    assert (
        dialog.told.text() == "Merged bo.json: 4 rows; 1 clash, 0 taken from there, 1 kept as here. Undo takes it back."
    )
    assert not dialog.go.isEnabled()


def test_a_clash_is_decided_with_the_space_bar_and_all_of_them_with_a_button(
    dialog: MergeDialog, qtbot: QtBot, project: Project, file: Path
) -> None:
    compare(dialog, qtbot, file)
    tree = dialog.clashes.tree
    tree.setFocus()
    QTest.keyClick(tree, Qt.Key.Key_Space)
    difference = row(tree).child(0)
    assert difference is not None
    assert (difference.font(MINE).bold(), difference.font(THEIRS).bold()) == (False, True)
    click(dialog.clashes.mine)
    assert dialog.clashes.chosen() == []
    click(dialog.clashes.theirs)
    click(dialog.go)
    wait(dialog, qtbot)
    assert title(project) == "<b>Theirs</b>"
    history.undo(project)
    assert title(project) == "Mine"


def test_keys_alone_decide_a_clash_merge_and_close(
    dialog: MergeDialog, qtbot: QtBot, project: Project, file: Path
) -> None:
    compare(dialog, qtbot, file)
    assert dialog.focusWidget() is dialog.clashes.tree
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Space):
        QTest.keyClick(dialog.focusWidget(), key)
    assert len(dialog.clashes.chosen()) == 1  # from the difference below the clash
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    wait(dialog, qtbot)
    assert title(project) == "<b>Theirs</b>"
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert not dialog.isVisible()


def test_what_stays_mine_is_settled_where_that_is_ticked_and_not_asked_again(
    dialog: MergeDialog, qtbot: QtBot, project: Project, file: Path
) -> None:
    compare(dialog, qtbot, file)
    click(dialog.go)
    wait(dialog, qtbot)
    compare(dialog, qtbot, file)
    assert not dialog.go.isEnabled()
    click(dialog.clashes.settle)
    click(dialog.go)
    wait(dialog, qtbot)
    assert dialog.told.text() == (
        "Merged bo.json: 0 rows; 1 clash, 0 taken from there, 1 kept as here (1 settled). Undo takes it back."
    )
    compare(dialog, qtbot, file)
    assert "Clashes (1)" not in tabs(dialog)
    assert title(project) == "Mine"


def test_a_choice_that_something_here_stands_against_is_not_counted_as_taken(
    dialog: MergeDialog, qtbot: QtBot, project: Project, tmp_path: Path, ada: Annotator
) -> None:
    first = articles.article_ids(project)[0]
    quote = annotate.add_span(project, first, "quote", [(0, 9)])
    elsewhere = handed_over(project, tmp_path, ada, "elsewhere")
    annotate.set_note(project, quote, "here")
    annotate.add_span(project, first, "opinion", [(0, 9)])
    annotate.retag(elsewhere, [quote], "opinion")
    compare(dialog, qtbot, handed(elsewhere, tmp_path / "elsewhere.json"))
    elsewhere.close()
    click(dialog.clashes.theirs)
    click(dialog.go)
    wait(dialog, qtbot)
    assert "1 clash, 0 taken from there, 1 kept as here" in dialog.told.text()
    assert "Not taken, since something here is that already or needs it: Quote:" in dialog.told.text()


def test_entities_are_unified_only_where_they_are_ticked(
    dialog: MergeDialog, qtbot: QtBot, project: Project, file: Path
) -> None:
    compare(dialog, qtbot, file)
    offered = dialog.unifications.widget
    dialog.tabs.setCurrentWidget(offered)
    assert row(offered).text(0) == "PIA HOLM (person) → Pia Holm (person)"
    offered.setFocus()
    offered.setCurrentItem(row(offered))
    QTest.keyClick(offered, Qt.Key.Key_Space)
    click(dialog.go)
    wait(dialog, qtbot)
    assert [one.entity.name for one in entity_rows(project)] == ["Pia Holm"]


def test_a_file_that_was_merged_has_nothing_new(
    dialog: MergeDialog, qtbot: QtBot, project: Project, file: Path
) -> None:
    compare(dialog, qtbot, file)
    click(dialog.go)
    wait(dialog, qtbot)
    compare(dialog, qtbot, file)
    assert dialog.told.text().startswith("bo.json: nothing in it is newer than what is here.")
    assert not dialog.go.isEnabled()
    click(dialog.clashes.theirs)
    assert dialog.go.isEnabled()


def test_what_stays_out_is_listed_with_its_reason(
    dialog: MergeDialog, qtbot: QtBot, project: Project, theirs: Project, tmp_path: Path
) -> None:
    compare(dialog, qtbot, handed(theirs, tmp_path / "bo.json"))
    click(dialog.go)
    wait(dialog, qtbot)
    articles.remove(theirs, articles.article_ids(theirs)[:1])
    compare(dialog, qtbot, handed(theirs, tmp_path / "bo.json"))
    found = row(dialog.notices.widget)
    assert found.text(0) == "article “Mine”"
    assert found.text(2).startswith("removed there")


def test_what_cannot_be_merged_is_said_in_the_dialog(dialog: MergeDialog, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("A text.", encoding="utf-8")
    compare(dialog, qtbot, tmp_path / "notes.txt")
    assert "neither annotated JSON nor a project" in dialog.told.text()
    assert not dialog.go.isEnabled()


def test_comparing_can_be_stopped_and_nothing_is_changed(
    dialog: MergeDialog, qtbot: QtBot, project: Project, file: Path
) -> None:
    steps = len(history.rows(project))
    dialog.take(file)
    assert not dialog.file.isEnabled()
    click(dialog.stop)
    wait(dialog, qtbot)
    assert dialog.told.text() == "Stopped; nothing was merged."
    assert len(history.rows(project)) == steps


def test_a_project_that_changed_meanwhile_is_compared_again(
    dialog: MergeDialog, qtbot: QtBot, project: Project, file: Path
) -> None:
    compare(dialog, qtbot, file)
    metadata.edit(project, articles.article_ids(project)[0], {"title": "Mine still"})
    click(dialog.go)
    wait(dialog, qtbot)
    assert dialog.told.text().endswith("This is what holds now.")
    difference = row(dialog.clashes.tree).child(0)
    assert difference is not None
    assert difference.text(MINE) == "Mine still"
    click(dialog.go)
    wait(dialog, qtbot)
    assert len(list(articles.span_rows(project))) == 1


def test_the_menu_asks_for_the_file_and_the_window_shows_what_came(
    person: Driver, qtbot: QtBot, project: Project, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args, **_named: (str(file), ""))

    def merge(dialog: MergeDialog) -> None:
        qtbot.waitUntil(lambda: dialog.go.isEnabled(), timeout=20_000)
        click(dialog.go)
        wait(dialog, qtbot)
        close = dialog.buttons.button(dialog.buttons.StandardButton.Close)
        assert isinstance(close, QPushButton)
        click(close)

    met = meanwhile(MergeDialog, merge)
    person.press("Ctrl+Shift+G")
    assert met
    assert person.message().startswith("Merged bo.json")
    person.page.switch(next(one.id for one in projects.annotators(project) if one.name == "Bo Lindqvist"))
    person.open_row(1)
    assert [tag for tag, _texts, _entity in person.texts()] == ["hedge"]


def test_every_control_has_a_name(dialog: MergeDialog, qtbot: QtBot, file: Path) -> None:
    compare(dialog, qtbot, file)
    for tree in dialog.findChildren(QTreeWidget):
        assert tree.accessibleName()
    for button in dialog.findChildren(QPushButton):
        assert button.text()
