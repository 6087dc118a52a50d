"""Asking a person what to import: files, a folder, a text from the clipboard, addresses of the web."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from annotator.services.metadata import is_web_address
from annotator.ui import plain
from annotator.ui.announce import Told
from annotator.ui.dropping import inputs_in


class PasteDialog(QDialog):
    """Takes a text and its title."""

    def __init__(self, parent: QWidget | None = None, pasted: str = "") -> None:
        super().__init__(parent)
        self.setObjectName("pasteDialog")
        self.setWindowTitle("Paste a text")
        self.title = QLineEdit(self)
        self.title.setPlaceholderText("else its first line")
        self.text = _box("The article's text", self)
        form = QFormLayout()
        form.addRow("T&itle", self.title)
        form.addRow("&Text", self.text)
        self.buttons = _buttons(self, "&Add")
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.buttons)
        self.resize(560, 400)
        self.text.setPlainText(pasted)
        self.text.setFocus()
        self.text.textChanged.connect(self._check)
        self._check()

    def _check(self) -> None:
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(bool(self.text.toPlainText().strip()))


class AddressDialog(QDialog):
    """Takes addresses, one a line; only those of the web are let through."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("addressDialog")
        self.setWindowTitle("Import web pages")
        self.text = _box("Addresses, one a line", self)
        self.told = Told()
        self.buttons = _buttons(self, "&Fetch")
        layout = QVBoxLayout(self)
        layout.addWidget(plain.label("Addresses, one a line:"))
        layout.addWidget(self.text, 1)
        layout.addWidget(self.told)
        layout.addWidget(self.buttons)
        self.resize(560, 260)
        self.text.textChanged.connect(self._check)
        self._check()

    def addresses(self) -> list[str]:
        """Return what was typed, a line each."""
        return [line.strip() for line in self.text.toPlainText().splitlines() if line.strip()]

    def _check(self) -> None:
        typed = self.addresses()
        wrong = next((one for one in typed if not is_web_address(one)), None)
        self.told.setText(f"“{wrong}” does not begin with http:// or https://." if wrong else "")
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(bool(typed) and wrong is None)


def files(parent: QWidget) -> list[Path]:
    """Return the files that the person chooses."""
    names, _filter = QFileDialog.getOpenFileNames(parent, "Import files")
    return [Path(name) for name in names]


def pasted_inputs() -> list[Path | str]:
    """Return the files, folders and addresses of the web that are on the clipboard."""
    return inputs_in(QGuiApplication.clipboard().mimeData())


def pasted_text() -> str:
    """Return the text that is on the clipboard."""
    return QGuiApplication.clipboard().text()


def folder(parent: QWidget) -> list[Path]:
    """Return the folder that the person chooses, if any."""
    name = QFileDialog.getExistingDirectory(parent, "Import a folder")
    return [Path(name)] if name else []


def addresses(parent: QWidget) -> list[str]:
    """Return the addresses that the person types, none where they think better of it."""
    dialog = AddressDialog(parent)
    found = dialog.addresses() if dialog.exec() else []
    dialog.deleteLater()
    return found


def text(parent: QWidget, pasted: str = "") -> tuple[str, str]:
    """Return the text that the person pastes, or has pasted, and its title; nothing where they think better of it."""
    dialog = PasteDialog(parent, pasted)
    found = (dialog.text.toPlainText(), dialog.title.text().strip()) if dialog.exec() else ("", "")
    dialog.deleteLater()
    return found


def whether_to_close(parent: QWidget) -> bool:
    """Ask whether to close without importing, and tell what the person wants."""
    detail = "What you pasted, corrected and left out here would be lost."
    return plain.ask(parent, "Import articles", "Close without importing?", detail, "Close")


def _box(name: str, parent: QWidget) -> QPlainTextEdit:
    box = QPlainTextEdit(parent)
    box.setAccessibleName(name)
    box.setTabChangesFocus(True)
    return box


def _buttons(dialog: QDialog, yes: str) -> QDialogButtonBox:
    kind = QDialogButtonBox.StandardButton
    buttons = QDialogButtonBox(kind.Ok | kind.Cancel, parent=dialog)
    buttons.button(kind.Ok).setText(yes)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons
