"""The settings: what is changed holds at once, and is saved at once."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QTabWidget, QVBoxLayout, QWidget

from annotator.ui.dialogs.appearance_page import AppearancePage
from annotator.ui.dialogs.general_page import GeneralPage
from annotator.ui.dialogs.keyboard_page import KeyboardPage
from annotator.ui.dialogs.staying import StayingDialog
from annotator.ui.preferences import Preferences
from annotator.ui.window_actions import Actions


class SettingsDialog(StayingDialog):
    """Pages by what they are about; it only has to be closed."""

    def __init__(self, preferences: Preferences, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("settingsDialog")
        self.setWindowTitle("Settings")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        preferences.refresh()
        self.general = GeneralPage(preferences, self)
        self.appearance = AppearancePage(preferences, self)
        self.keyboard = KeyboardPage(preferences, actions, self)
        self.pages = QTabWidget(self)
        self.pages.setAccessibleName("Settings")
        self.pages.addTab(self.general, "&General")
        self.pages.addTab(self.appearance, "&Appearance")
        self.pages.addTab(self.keyboard, "&Keyboard")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, parent=self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.pages)
        layout.addWidget(buttons)
        # Enter in a field, or on an action, is for what it stands in.
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)
        self.resize(QSize(640, 560).boundedTo(self.screen().availableSize()))

    def done(self, result: int) -> None:
        """Take the name that was typed last, and close."""
        self.general.take_name()
        super().done(result)
