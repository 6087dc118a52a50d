"""Walking a window by Tab, and reading it as a screen reader does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenuBar,
    QPlainTextEdit,
    QSpinBox,
    QTabBar,
    QTableView,
    QTabWidget,
    QToolButton,
    QWidget,
)

Shown = TypeVar("Shown", bound=QWidget)

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


def shown(top: QWidget, kind: type[Shown]) -> list[Shown]:
    """Return the widgets of a kind that can be seen in a window."""
    return [one for one in top.findChildren(kind) if one.isVisible() and one.window() is top]


def spoken(widget: QWidget, what: QAccessible.Text) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(what)


def check_words(top: QWidget) -> None:
    """Check that no name stands in the place of words that are shown, and that no markup is read aloud."""
    for label in shown(top, QLabel):
        # Of a letter with a mnemonic, only the letter is read.
        words = label.text().replace("&", "") if label.buddy() else label.text()
        name = spoken(label, QAccessible.Text.Name)
        assert all(one in name for one in words.split() if one.isalnum()), (label.text(), name)
    for widget in shown(top, QWidget):
        description = spoken(widget, QAccessible.Text.Description)
        assert "<" not in description, (name_of(widget), description)


def check_boxes(top: QWidget) -> None:
    """Check that each box says what is to be chosen in it, also where its name is what is chosen, as on Linux."""
    for box in shown(top, QComboBox):
        labels = [label for label in top.findChildren(QLabel) if label.buddy() is box]
        heard = spoken(box, QAccessible.Text.Name), spoken(box, QAccessible.Text.Description)
        assert labels or box.accessibleName() in heard, (box.accessibleName(), heard)


def check_headings(top: QWidget) -> None:
    """Check that each column of a table has a name, be it shown or not."""
    for table in shown(top, QTableView):
        model = table.model()
        for column in range(model.columnCount()):
            roles = Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole
            names = [model.headerData(column, Qt.Orientation.Horizontal, role) for role in roles]
            # A number is what Qt gives where nobody gave a name.
            assert any(isinstance(name, str) and name.strip() for name in names), (table.accessibleName(), column)


def mnemonics(top: QWidget) -> list[tuple[str, str]]:
    """Return each letter that acts with Alt in a window as it is shown, with the text that it stands in."""
    texts = [button.text() for button in shown(top, QAbstractButton) if not is_of_action(button)]
    texts += [label.text() for label in shown(top, QLabel) if label.buddy() is not None]
    texts += [box.title() for box in shown(top, QGroupBox)]
    texts += [action.text() for bar in shown(top, QMenuBar) for action in bar.actions()]
    texts += [bar.tabText(tab) for bar in shown(top, QTabBar) for tab in range(bar.count()) if bar.isTabVisible(tab)]
    return [(key, text) for text in texts if (key := QKeySequence.mnemonic(text).toString())]


def is_of_action(button: QAbstractButton) -> bool:
    return isinstance(button, QToolButton) and button.defaultAction() is not None


def check_mnemonics(top: QWidget) -> None:
    """Check that no letter stands for two things: Qt would act on none of them."""
    held: dict[str, str] = {}
    for key, text in mnemonics(top):
        assert key not in held, f"{key}: {held.get(key)} and {text}"
        held[key] = text


def check_disabled(top: QWidget) -> None:
    """Check that what cannot be used says why."""
    for kind in (QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit, QAbstractSpinBox):
        for one in shown(top, kind):
            if not one.isEnabled() and not isinstance(one.parent(), QAbstractSpinBox):
                assert spoken(one, QAccessible.Text.Description), (type(one).__name__, name_of(one))


def check_names(top: QWidget) -> None:
    """Check that everything that can be seen has a role, and a name where a person can act on it."""
    for check in (check_words, check_boxes, check_headings, check_mnemonics, check_disabled):
        check(top)
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


def check_focus_seen(top: QWidget) -> None:
    """Check that each control looks another while it has the focus."""
    for _number in range(len(stops(top))):
        control = QApplication.focusWidget()
        assert control is not None
        QApplication.processEvents()
        focused = control.grab().toImage()
        QTest.keyClick(control, Qt.Key.Key_Tab)
        QApplication.processEvents()
        assert control.grab().toImage() != focused, (type(control).__name__, name_of(control))


def check_dialog(dialog: QDialog) -> None:
    """Walk a dialog by Tab and read it; Esc leaves it."""
    dialog.show()
    dialog.activateWindow()
    QApplication.processEvents()
    assert dialog.windowTitle()
    assert dialog.isAncestorOf(QApplication.focusWidget())
    for tabs in dialog.findChildren(QTabWidget):
        for tab in range(tabs.count() - 1, -1, -1):
            if tabs.isTabVisible(tab):
                tabs.setCurrentIndex(tab)
                check_names(dialog)
    check_names(dialog)
    there = check_stops(dialog)
    assert reachable(dialog) <= set(there)
    QTest.keyClick(there[0], Qt.Key.Key_Escape)
    assert not dialog.isVisible()
