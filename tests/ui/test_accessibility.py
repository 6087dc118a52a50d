"""Every control can be reached without the mouse, and says what it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QLabel, QSpinBox, QWidget

from annotator.core.records import Article
from annotator.ui import walking
from annotator.ui.dialogs.article_dialog import ArticleDialog
from annotator.ui.dialogs.collect_dialog import CollectDialog
from annotator.ui.dialogs.collections_dialog import CollectionsDialog
from annotator.ui.dialogs.export_dialog import ExportDialog
from annotator.ui.dialogs.history_dialog import HistoryDialog
from annotator.ui.dialogs.import_dialog import ImportDialog
from annotator.ui.dialogs.keys_dialog import KeysDialog
from annotator.ui.dialogs.settings_dialog import SettingsDialog
from annotator.ui.scheme import SchemeDialog
from tests.ui.driving import Driver

MOST_STOPS = 200
ROLE = QAccessible.Role
NAMELESS = {
    ROLE.Client, ROLE.Pane, ROLE.Grouping, ROLE.Splitter, ROLE.LayeredPane, ROLE.ScrollBar, ROLE.Grip, ROLE.Border,
    ROLE.Separator, ROLE.Cell, ROLE.StaticText, ROLE.MenuBar, ROLE.StatusBar, ROLE.Whitespace, ROLE.Row, ROLE.Column,
    ROLE.RowHeader, ROLE.ColumnHeader, ROLE.ListItem, ROLE.TreeItem, ROLE.Indicator, ROLE.Graphic, ROLE.PopupMenu,
    ROLE.ProgressBar, ROLE.Window, ROLE.Dialog, ROLE.ToolBar, ROLE.PageTabList,
}  # fmt: skip
"""Roles of what only holds other things, or is read with them."""


def name_of(thing: QObject) -> str:
    """Return the name; of a box, what is chosen in it is no name, though Qt says so on some platforms."""
    if isinstance(thing, QComboBox):
        buddies = [label.text() for label in thing.window().findChildren(QLabel) if label.buddy() is thing]
        return thing.accessibleName() or "".join(buddies)
    return QAccessible.queryAccessibleInterface(thing).text(QAccessible.Text.Name)


def interfaces(top: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Yield what can be seen below an interface; the rows of tables and lists are not looked at."""
    for number in range(top.childCount()):
        child = top.child(number)
        if child is None or not child.isValid() or child.state().invisible:
            continue
        yield child
        if child.role() not in (ROLE.Table, ROLE.List, ROLE.Tree, ROLE.ComboBox):
            yield from interfaces(child)


def check_names(top: QWidget) -> None:
    """Check that everything that can be seen has a role, and a name where a person can act on it."""
    seen = 0
    for one in interfaces(QAccessible.queryAccessibleInterface(top)):
        thing = one.object()
        where = (one.role(), type(thing).__name__, thing.objectName() if thing else "")
        assert one.role() != ROLE.NoRole, where
        if one.role() not in NAMELESS:
            assert (name_of(thing) if isinstance(thing, QComboBox) else one.text(QAccessible.Text.Name)).strip(), where
            seen += 1
    assert seen


def stops(top: QWidget, back: bool = False) -> list[QWidget]:
    """Return where Tab, or Shift+Tab, leads from the focused control on, until it is there again."""
    key = Qt.Key.Key_Backtab if back else Qt.Key.Key_Tab
    first = QApplication.focusWidget()
    assert first is not None
    found = [first]
    for _number in range(MOST_STOPS):
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key)
        there = QApplication.focusWidget()
        assert there is not None
        assert there.window() is top
        assert there is not focus, name_of(there)
        if there is first:
            return found
        found.append(there)
    raise AssertionError("Tab does not come back to where it began")


def check_stops(top: QWidget) -> list[QWidget]:
    """Walk all round, forwards and back; check that each stop can be seen, and says what it is."""
    there, back = stops(top), stops(top, back=True)
    assert there == [there[0], *reversed(back[1:])]
    for control in there:
        assert control.isVisible()
        assert control.isEnabled()
        assert not control.visibleRegion().isEmpty(), name_of(control)
        assert name_of(control).strip(), type(control).__name__
    return there


def reachable(top: QWidget) -> set[QWidget]:
    """Return what should be reached by Tab."""
    return {
        one
        for one in top.findChildren(QWidget)
        if one.isVisible() and one.isEnabled() and one.focusPolicy() & Qt.FocusPolicy.TabFocus
        and one.focusProxy() is None and one.window() is top and not isinstance(one.parent(), QSpinBox)
    }  # fmt: skip


@pytest.fixture
def linked(person: Driver) -> Driver:
    """One span with a link is current: the panel beside the text shows all that it can."""
    person.press("N", "1", "Return")
    return person


def test_tab_leads_all_round_the_window_and_back(linked: Driver) -> None:
    there = check_stops(linked.window)
    assert {linked.view, linked.article_list, linked.span_list, linked.page.page.details.note} <= set(there)
    assert reachable(linked.window) <= set(there)


def test_the_focus_can_be_seen_on_every_control(linked: Driver) -> None:
    for _number in range(len(stops(linked.window))):
        control = QApplication.focusWidget()
        assert control is not None
        QApplication.processEvents()
        focused = control.grab().toImage()
        QTest.keyClick(control, Qt.Key.Key_Tab)
        QApplication.processEvents()
        assert control.grab().toImage() != focused, name_of(control)


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
    "collect": lambda person: CollectDialog("Add to collection", "Which one?", [], new=True, parent=person.window),
}


def check_dialog(dialog: QDialog) -> None:
    """Walk a dialog by Tab and read it; Esc leaves it."""
    dialog.show()
    dialog.activateWindow()
    QApplication.processEvents()
    assert dialog.windowTitle()
    assert dialog.isAncestorOf(QApplication.focusWidget())
    there = check_stops(dialog)
    assert reachable(dialog) <= set(there)
    check_names(dialog)
    QTest.keyClick(there[0], Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.mark.parametrize("which", DIALOGS)
def test_every_dialog_can_be_walked_and_read(linked: Driver, which: str) -> None:
    dialog = DIALOGS[which](linked)
    check_dialog(dialog)


def test_what_is_done_to_spans_is_announced(person: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(walking, "announce", lambda _source, text: said.append(text))
    person.press("N", "1", "Return", "F", "Shift+L", "2", "Del", "N", "X")
    told = [text for text in said if not text.startswith(("Candidate", "Quote"))]
    assert told == [
        "Linked to Ines Calloway",
        "Flagged as unsure",
        "Unlinked",
        "Now a claim",
        "Span deleted",
        "Dismissed",
    ]
