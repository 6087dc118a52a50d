"""The page of the settings for who annotates, and for light and dark."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit, QWidget

from annotator.core.text import one_line
from annotator.settings import Scheme
from annotator.ui.preferences import Preferences

_LOOKS: tuple[tuple[str, Scheme], ...] = (("As the system", "system"), ("Light", "light"), ("Dark", "dark"))


class GeneralPage(QWidget):
    """The annotator's name, taken when its field is left, and the look."""

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self.name = QLineEdit(preferences.now.annotator_name, self)
        self.name.setAccessibleName("Your name")
        self.name.setPlaceholderText("The name beside your annotations")
        self.look = QComboBox(self)
        self.look.setAccessibleName("Look")
        for text, scheme in _LOOKS:
            self.look.addItem(text, scheme)
        self.look.setCurrentIndex(self.look.findData(preferences.now.scheme))
        form = QFormLayout(self)
        form.addRow("Your &name", self.name)
        form.addRow("&Look", self.look)
        self.name.editingFinished.connect(self.take_name)
        self.look.currentIndexChanged.connect(lambda _row: preferences.change(scheme=self.look.currentData()))

    def take_name(self) -> None:
        """Take the name that stands there; without one, the one before stays."""
        name = one_line(self.name.text())
        now = self._preferences.now
        if name and name != now.annotator_name:
            named = now.with_annotator(name)
            self._preferences.change(annotator_id=named.annotator_id, annotator_name=name)
        self.name.setText(self._preferences.now.annotator_name)
