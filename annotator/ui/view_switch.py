"""Buttons for the views, at the end of the menu bar: what their keys do, for the mouse."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenuBar, QToolButton, QWidget

from annotator.ui.actions import VIEW_OF
from annotator.ui.window_actions import Actions


class ViewSwitch(QWidget):
    """One button a view, that of the view shown pressed."""

    def __init__(self, actions: Actions, bar: QMenuBar) -> None:
        super().__init__(bar)
        group = QActionGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 4, 0)
        row.setSpacing(2)
        for key in VIEW_OF:
            action = actions[key]
            group.addAction(action)
            button = QToolButton(self)
            button.setDefaultAction(action)
            button.setAutoRaise(True)
            # As in the menu bar itself: Tab goes to the panes.
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            row.addWidget(button)
        next(iter(group.actions())).setChecked(True)
        bar.setCornerWidget(self)
