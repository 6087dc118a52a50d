"""The page of the settings for the letters of the article; each change shows in the open article at once."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QFont, QFontInfo
from PySide6.QtWidgets import QDoubleSpinBox, QFontComboBox, QFormLayout, QHBoxLayout, QPushButton, QSpinBox, QWidget

from annotator.settings import RANGES, Settings
from annotator.ui.article_view.reading_text import serif
from annotator.ui.preferences import Preferences


class AppearancePage(QWidget):
    """Font, size and line spacing."""

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self.family = QFontComboBox(self)
        self.family.setAccessibleName("Font")
        self.points = QSpinBox(self)
        self.points.setAccessibleName("Size in points")
        self.points.setRange(*(int(end) for end in RANGES["font_points"]))
        self.points.setSuffix(" pt")
        self.spacing = QDoubleSpinBox(self)
        self.spacing.setAccessibleName("Line spacing")
        self.spacing.setRange(*RANGES["line_spacing"])
        self.spacing.setSingleStep(0.05)
        self.reset = QPushButton("&Reset", self)
        form = QFormLayout(self)
        form.addRow("&Font", self.family)
        form.addRow("&Size", self.points)
        form.addRow("&Line spacing", self.spacing)
        beside = QHBoxLayout()
        beside.addWidget(self.reset)
        beside.addStretch(1)
        form.addRow("", beside)
        self._show()
        self.family.currentFontChanged.connect(lambda font: preferences.change(font_family=font.family()))
        self.points.valueChanged.connect(lambda points: preferences.change(font_points=points))
        self.spacing.valueChanged.connect(lambda factor: preferences.change(line_spacing=round(factor, 2)))
        self.reset.clicked.connect(self._reset)

    def _show(self) -> None:
        now = self._preferences.now
        with QSignalBlocker(self.family), QSignalBlocker(self.points), QSignalBlocker(self.spacing):
            # Without a choice it is the system's serif, whatever that is.
            self.family.setCurrentFont(QFont(now.font_family or QFontInfo(serif()).family()))
            self.points.setValue(now.font_points)
            self.spacing.setValue(now.line_spacing)

    def _reset(self) -> None:
        own = Settings()
        self._preferences.change(
            font_family=own.font_family, font_points=own.font_points, line_spacing=own.line_spacing
        )
        self._show()
