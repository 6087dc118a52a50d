"""Asking once who annotates."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from annotator.ui import plain
from annotator.ui.accessible import enable


class NameDialog(QDialog):
    """Asks for one line of text; OK is possible once there is some."""

    def __init__(self, title: str, why: str, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.edit = QLineEdit(name, self)
        self.edit.setAccessibleName(title)
        self.edit.selectAll()
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, parent=self
        )
        self._ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(plain.label(why, wrap=True))
        layout.addWidget(self.edit)
        layout.addWidget(buttons)
        self.setMinimumWidth(420)
        self.edit.textChanged.connect(self._check)
        self._check(name)

    def _check(self, text: str) -> None:
        enable(self._ok, bool(text.strip()), "Type a name first")

    def name(self) -> str:
        """Return what was typed."""
        return " ".join(self.edit.text().split())


def ask_name(parent: QWidget | None, title: str, why: str, name: str = "") -> str | None:
    """Ask for a name; None where the person does not want to give one."""
    dialog = NameDialog(title, why, name, parent)
    return dialog.name() if dialog.exec() == QDialog.DialogCode.Accepted else None
