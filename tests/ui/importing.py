"""Driving the import dialog: what its rows show, and letting it import."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from annotator.ui.dialogs.import_dialog import ImportDialog
from annotator.ui.importing.rows import FILE, HEADINGS


def rows(dialog: ImportDialog, below: QModelIndex | None = None) -> list[list[str]]:
    """Return what the cells of all rows show, or of those below a row."""
    parent = below or QModelIndex()
    model = dialog.rows
    return [
        [model.index(row, column, parent).data() for column in range(len(HEADINGS))]
        for row in range(model.rowCount(parent))
    ]


def read(dialog: ImportDialog, qtbot: QtBot) -> None:
    """Wait until nothing runs."""
    qtbot.waitUntil(lambda: dialog._job is None, timeout=20_000)


def take_in(dialog: ImportDialog, qtbot: QtBot) -> None:
    """Click on the button that imports, and wait."""
    QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    read(dialog, qtbot)


def click_check_box(dialog: ImportDialog, index: QModelIndex) -> None:
    """Click on the check box of a row."""
    dialog.table.setCurrentIndex(index.siblingAtColumn(FILE))
    QTest.keyClick(dialog.table, Qt.Key.Key_Space)
