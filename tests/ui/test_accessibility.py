"""Every control can be reached without the mouse, and says what it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDialog,
    QLineEdit,
    QPushButton,
    QTableView,
)
from pytestqt.qtbot import QtBot

from annotator.core.records import Article
from annotator.ui.accessible import enable
from annotator.ui.announce import Told
from annotator.ui.dialogs.article_dialog import ArticleDialog
from annotator.ui.dialogs.assign_dialog import AssignDialog
from annotator.ui.dialogs.collect_dialog import CollectDialog
from annotator.ui.dialogs.collections_dialog import CollectionsDialog
from annotator.ui.dialogs.export_dialog import ExportDialog
from annotator.ui.dialogs.history_dialog import HistoryDialog
from annotator.ui.dialogs.import_dialog import ImportDialog
from annotator.ui.dialogs.keys_dialog import KeysDialog
from annotator.ui.dialogs.merge_dialog import MergeDialog
from annotator.ui.dialogs.name_dialog import NameDialog
from annotator.ui.dialogs.settings_dialog import SettingsDialog
from annotator.ui.scheme import SchemeDialog
from tests.ui.driving import Driver
from tests.ui.reading import (
    check_dialog,
    check_focus_seen,
    check_names,
    check_stops,
    name_of,
    reachable,
    shown,
    spoken,
)

VIEWS = ("Ctrl+1", "Ctrl+2", "Ctrl+3", "Ctrl+4", "Ctrl+5")


@pytest.mark.parametrize("key", VIEWS)
def test_every_view_can_be_read(linked: Driver, key: str) -> None:
    linked.press(key)
    QApplication.processEvents()
    check_names(linked.window)


@pytest.fixture
def linked(person: Driver) -> Driver:
    """One span with a link is current: the panel beside the text shows all that it can."""
    person.press("N", "1", "Return")
    return person


def test_tab_leads_all_round_the_window_and_back(linked: Driver) -> None:
    there = check_stops(linked.window)
    assert {linked.view, linked.article_list, linked.span_list, linked.page.page.details.note} <= set(there)
    assert reachable(linked.window) <= set(there)


def opened(person: Driver) -> Article:
    article = person.page.page.article.article
    assert article is not None
    return article


DIALOGS: dict[str, Callable[[Driver], QDialog]] = {
    "import": lambda person: ImportDialog(person.page.project, person.window._runner, person.window),
    "export": lambda person: ExportDialog(person.page.project, person.window._runner, None, person.window),
    "settings": lambda person: SettingsDialog(person.window._preferences, person.window.actions_, person.window),
    "scheme": lambda person: SchemeDialog(person.page.project, person.window._runner, person.window),
    "history": lambda person: HistoryDialog(person.page.project, person.window),
    "keys": lambda person: KeysDialog(person.window.actions_, person.window),
    "collections": lambda person: CollectionsDialog(person.page.project, person.window),
    "article": lambda person: ArticleDialog(person.page.project, opened(person), person.window),
    "assign": lambda person: AssignDialog(person.page.project, [opened(person).id], "this article", person.window),
    "merge": lambda person: MergeDialog(person.page.project, person.window._runner, person.window),
    "name": lambda person: NameDialog("Rename project", "The title of the project.", "News", person.window),
    "collect": lambda person: CollectDialog("Add to collection", "Which one?", [], new=True, parent=person.window),
}


@pytest.mark.parametrize("key", VIEWS)
def test_the_focus_can_be_seen_on_every_control(linked: Driver, key: str) -> None:
    linked.press(key)
    QApplication.processEvents()
    check_focus_seen(linked.window)


@pytest.mark.parametrize("which", DIALOGS)
def test_the_focus_can_be_seen_in_every_dialog(linked: Driver, which: str) -> None:
    dialog = DIALOGS[which](linked)
    dialog.show()
    dialog.activateWindow()
    QApplication.processEvents()
    check_focus_seen(dialog)
    dialog.done(0)


def test_everything_in_the_window_has_a_name_and_a_role(linked: Driver) -> None:
    linked.press("Ctrl+F", "F1")
    check_names(linked.window)


def test_the_find_bar_is_reached_and_left_by_tab(person: Driver) -> None:
    person.press("Ctrl+F")
    person.type("we")
    there = {name_of(control) for control in check_stops(person.window)}
    assert {"Find in this article", "Previous hit", "Next hit", "Tag for all hits", "Close"} <= there


def test_the_picker_says_what_it_is_and_what_is_chosen(person: Driver) -> None:
    person.press("N", "1")
    assert QApplication.focusWidget() is person.picker.edit
    check_names(person.picker)
    rows = QAccessible.queryAccessibleInterface(person.picker.rows)
    assert rows.childCount() >= 3
    assert "Ines Calloway" in rows.child(0).text(QAccessible.Text.Name)


def test_tab_goes_round_the_start_page(person: Driver) -> None:
    person.press("Ctrl+W")
    page = person.window.start_page
    assert QApplication.focusWidget() is not None
    there = check_stops(person.window)
    assert {name_of(one) for one in there} >= {"New project", "Open project", "Recent projects"}
    check_names(page)


@pytest.mark.parametrize("which", DIALOGS)
def test_every_dialog_can_be_walked_and_read(linked: Driver, which: str) -> None:
    dialog = DIALOGS[which](linked)
    check_dialog(dialog)


@pytest.mark.parametrize("which", DIALOGS)
def test_enter_presses_the_button_that_has_the_focus(linked: Driver, which: str) -> None:
    dialog = DIALOGS[which](linked)
    dialog.show()
    dialog.activateWindow()
    QApplication.processEvents()
    for button in shown(dialog, QPushButton):
        if button.isEnabled():
            pressed: list[str] = []
            button.clicked.disconnect()
            button.clicked.connect(lambda _checked=False, pressed=pressed: pressed.append("pressed"))
            button.setFocus()
            QTest.keyClick(button, Qt.Key.Key_Return)
            assert pressed == ["pressed"], button.text()
            assert dialog.isVisible(), button.text()
    dialog.done(0)


@pytest.mark.parametrize("which", ["collections", "settings", "scheme", "import"])
def test_enter_does_not_close_a_dialog_in_which_more_can_be_done(linked: Driver, which: str) -> None:
    dialog = DIALOGS[which](linked)
    dialog.show()
    dialog.activateWindow()
    QApplication.processEvents()
    for field in (*shown(dialog, QAbstractItemView), *shown(dialog, QLineEdit)):
        field.setFocus()
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert dialog.isVisible(), field.accessibleName()
    dialog.done(0)


def test_what_is_done_to_spans_is_announced(person: Driver, announced: list[str]) -> None:
    person.press("N", "1", "Return", "F", "Shift+L", "2", "Del", "N", "X")
    told = [text for text in announced if not text.startswith(("Candidate", "Quote", "New person"))]
    assert told == [
        "Linked to Ines Calloway",
        "Flagged as unsure",
        "Unlinked",
        "Now a claim",
        "Span deleted",
        "Dismissed",
    ]


def test_where_keys_lead_is_announced_in_words(linked: Driver, announced: list[str]) -> None:
    linked.press("F")
    announced.clear()
    linked.press("J")
    words = "Quote: “We act,” … “We do not wait.”"
    assert announced == [f"{words}, Ines Calloway, unsure"]
    linked.press("2", "O")
    assert announced[-1] == f"Claim: {words.removeprefix('Quote: ')}, Ines Calloway, unsure"
    announced.clear()
    linked.press("Ctrl+PgDown")
    assert announced == ["Bridge closed, 0 spans"]
    linked.press("Ctrl+PgUp", "Ctrl+Return", "Ctrl+PgUp")
    assert announced[-1] == "Mayor answers critics, 1 span, done"


def test_what_the_status_line_says_is_announced_once(person: Driver, announced: list[str]) -> None:
    person.press("1")
    assert announced == [person.message()]
    announced.clear()
    person.page.project.failed.emit("The disk is full.")
    assert announced == ["The disk is full."]


def test_the_status_line_is_read_with_its_words(linked: Driver) -> None:
    status = linked.window.status
    heard = [spoken(one, QAccessible.Text.Name) for one in (status.place, status.who, status.saved, status.zoom)]
    assert heard == [
        f"Place: {status.place.text()}", "Acting annotator: Ada Ferris", "Changes: Saved", "Zoom: 100%"
    ]  # fmt: skip


def test_a_line_that_tells_is_announced_once_it_stands(person: Driver, announced: list[str], qtbot: QtBot) -> None:
    told = Told(parent=person.window)
    told.setText("Hidden")
    told.show()
    for number in range(50):
        told.setText(f"{number} of 50")
    told.setText("<b>Done</b>")
    qtbot.waitUntil(lambda: bool(announced))
    assert announced == ["<b>Done</b>"]
    assert told.textFormat() == Qt.TextFormat.PlainText


def test_a_control_that_is_disabled_says_why(person: Driver) -> None:
    button = QPushButton("Do", person.window)
    enable(button, False, "<i>nothing</i> to do")
    assert (button.isEnabled(), spoken(button, QAccessible.Text.Description)) == (False, "<i>nothing</i> to do")
    assert "&lt;i&gt;" in button.toolTip()
    enable(button, True, "nothing to do")
    assert (button.isEnabled(), spoken(button, QAccessible.Text.Description), button.toolTip()) == (True, "", "")


@pytest.fixture
def large_letters() -> Iterator[None]:
    """Have the system's letters half as large again."""
    before = QApplication.font()
    larger = QFont(before)
    larger.setPointSizeF(before.pointSizeF() * 1.5)
    QApplication.setFont(larger)
    yield
    QApplication.setFont(before)


@pytest.mark.usefixtures("large_letters")
class TestLargeLetters:
    """What is shown has room for them."""

    @pytest.mark.parametrize("key", VIEWS)
    def test_the_window_still_fits_a_small_screen(self, linked: Driver, key: str) -> None:
        linked.press(key)
        QApplication.processEvents()
        assert linked.window.minimumSizeHint().width() <= 1280
        assert linked.window.minimumSizeHint().height() <= 720

    @pytest.mark.parametrize("which", DIALOGS)
    def test_the_columns_of_dialogs_grow_with_them(self, linked: Driver, which: str) -> None:
        dialog = DIALOGS[which](linked)
        dialog.resize(1280, 720)
        dialog.show()
        QApplication.processEvents()
        for table in shown(dialog, QTableView):
            header, model = table.horizontalHeader(), table.model()
            for column in range(model.columnCount()):
                title = str(model.headerData(column, Qt.Orientation.Horizontal) or "")
                cell = str(model.index(0, column).data() or "")
                width = max(map(table.fontMetrics().horizontalAdvance, (title, cell)))
                assert header.sectionSize(column) >= width, (title, cell)
            assert table.rowHeight(0) >= table.fontMetrics().height() or not model.rowCount()
        dialog.done(0)
