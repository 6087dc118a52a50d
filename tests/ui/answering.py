"""Answering what a window asks: dialogs and menus that wait for the person."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from tests.ui.driving import Driver


def meanwhile(kind: type, do: Callable[..., object]) -> list[object]:
    """Do something in a dialog or menu once it is open; the list fills when it was."""
    met: list[object] = []

    def look() -> None:
        QApplication.processEvents()
        found = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if isinstance(found, kind):
            met.append(found)
            try:
                do(found)
            except BaseException:
                # Whoever waits for the dialog would do so for ever, and nobody would see what failed.
                found.close()
                raise
        elif found is not None:
            found.close()

    QTimer.singleShot(0, look)
    return met


def back(person: Driver) -> None:
    """Give the focus to the article again: not every platform does once a dialog is closed."""
    person.window.activateWindow()
    QApplication.processEvents()
    person.view.setFocus()


def keys_into(dialog: QDialog, *keys: Qt.Key, text: str = "") -> None:
    """Press keys where the focus of a dialog is."""
    for character in text:
        QTest.keyClicks(_focus_in(dialog), character)
    for key in keys:
        QTest.keyClick(_focus_in(dialog), key)


def _focus_in(dialog: QDialog) -> QWidget:
    focus = dialog.focusWidget()
    assert focus is not None
    return focus
