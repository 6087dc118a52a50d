"""The line round what has the focus."""

from __future__ import annotations

import gc

from PySide6.QtWidgets import QApplication, QMainWindow, QProgressDialog, QPushButton
from pytestqt.qtbot import QtBot

from annotator.ui.focus_ring import FocusRing, FocusRings


def test_a_button_that_qt_made_keeps_its_ring(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    FocusRings(window)
    window.show()
    box = QProgressDialog("Ferries…", "Cancel", 0, 10, window)
    box.show()
    box.activateWindow()
    qtbot.waitUntil(lambda: box.isAncestorOf(QApplication.focusWidget()))
    gc.collect()
    box.grab()
    button = box.findChild(QPushButton)
    assert [type(child) for child in button.children()] == [FocusRing]
