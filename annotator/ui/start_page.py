"""What stands where no project is open: make one, open one, or look at the sample."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QFont
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QToolButton, QVBoxLayout, QWidget

from annotator.core.project_names import is_url, shown_name
from annotator.ui import plain


class StartPage(QWidget):
    """Buttons for the actions that make sense without a project, and the projects opened last."""

    recentChosen = Signal(str)

    def __init__(self, actions: Sequence[QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = plain.label("Annotate news articles by hand")
        font = QFont(title.font())
        font.setPointSizeF(font.pointSizeF() * 1.7)
        title.setFont(font)
        under = plain.label("Quotes, claims, hedges and opinions, and who they belong to.")
        buttons = QHBoxLayout()
        for action in actions:
            button = QToolButton(self)
            button.setDefaultAction(action)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            button.setMinimumHeight(button.fontMetrics().height() * 2 + 6)
            button.setMinimumWidth(150)
            buttons.addWidget(button)
        buttons.addStretch(1)
        self.recent = QListWidget(self)
        self.recent.setAccessibleName("Recent projects")
        self.recent.itemActivated.connect(self._activated)
        self.recent.itemClicked.connect(self._activated)
        self.recent_title = plain.label("Recent projects")
        column = QVBoxLayout()
        for widget in (title, under):
            column.addWidget(widget)
        column.addSpacing(18)
        column.addLayout(buttons)
        column.addSpacing(18)
        column.addWidget(self.recent_title)
        column.addWidget(self.recent, 100)
        column.addStretch(1)
        middle = QWidget(self)
        middle.setLayout(column)
        middle.setMaximumWidth(760)
        row = QHBoxLayout(self)
        row.setContentsMargins(40, 56, 40, 40)
        row.addStretch(1)
        row.addWidget(middle, 6)
        row.addStretch(1)

    def show_recent(self, names: Sequence[str]) -> None:
        """List the projects opened last, the newest first."""
        self.recent.clear()
        for name in names:
            here, shown = is_url(name) or Path(name).exists(), shown_name(name)
            item = QListWidgetItem(shown if here else f"{name}  (not there any more)", self.recent)
            item.setData(Qt.ItemDataRole.UserRole, name)
            item.setSizeHint(QSize(0, self.recent.fontMetrics().height() + 12))
            if not here:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.recent.setVisible(bool(names))
        self.recent_title.setVisible(bool(names))

    def _activated(self, item: QListWidgetItem) -> None:
        self.recentChosen.emit(item.data(Qt.ItemDataRole.UserRole))
