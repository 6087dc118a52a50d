"""A field that is written when it is left; what is refused stays in it, with the reason below."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from annotator.core.errors import AnnotatorError
from annotator.ui import plain
from annotator.ui.announce import announce

Editor = QLineEdit | QPlainTextEdit | QComboBox


class Field(QWidget):
    """An editor with a sentence below it. `write` is called with what was typed, and raises what is to be said."""

    def __init__(
        self, name: str, editor: Editor, write: Callable[[str], object], parent: QWidget, beside: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.editor, self._write = editor, write
        self._stored = ""
        self._writing = self._warned = False
        editor.setAccessibleName(name)
        self.told = plain.label(wrap=True)
        self.told.hide()
        row = QHBoxLayout()
        row.addWidget(editor, 1)
        if beside is not None:
            row.addWidget(beside)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(row, 1)
        column.addWidget(self.told)
        # Only a text takes what height is left.
        grows = isinstance(editor, QPlainTextEdit)
        vertical = QSizePolicy.Policy.Expanding if grows else QSizePolicy.Policy.Maximum
        self.setSizePolicy(QSizePolicy.Policy.Preferred, vertical)
        if isinstance(editor, QComboBox):
            editor.activated.connect(self.flush)
            return
        editor.installEventFilter(self)
        editor.textChanged.connect(self._forget)
        if isinstance(editor, QLineEdit):
            editor.returnPressed.connect(self.flush)

    def text(self) -> str:
        """Return what stands in the field."""
        if isinstance(self.editor, QComboBox):
            return str(self.editor.currentData())
        return self.editor.toPlainText() if isinstance(self.editor, QPlainTextEdit) else self.editor.text()

    def show_text(self, text: str, *, fresh: bool = False) -> None:
        """Show what is stored; what is being typed stays, unless the field is shown afresh for something else."""
        typing = self._writing or self.text() != self._stored
        self._stored = text
        if fresh or not typing:
            self._put(text)

    def _put(self, text: str) -> None:
        if isinstance(self.editor, QComboBox):
            self.editor.setCurrentIndex(self.editor.findData(text))
        elif isinstance(self.editor, QPlainTextEdit) and self.text() != text:
            self.editor.setPlainText(text)
        elif isinstance(self.editor, QLineEdit) and self.text() != text:
            self.editor.setText(text)
        self._say("")

    def flush(self) -> bool:
        """Write what was typed, where it differs; tell whether the field holds what is stored now."""
        typed = self.text()
        if typed == self._stored:
            self._say("")
            return True
        if self._writing or not self.isEnabled():
            return True
        self._writing = True
        try:
            self._write(typed)
        except AnnotatorError as error:
            self._say(str(error))
            return False
        finally:
            self._writing = False
        self._put(self._stored)
        return True

    def leave(self) -> bool:
        """Write, and tell whether one may go on: what is refused holds a person up once, and is dropped then."""
        if self.flush():
            return True
        if self._warned or isinstance(self.editor, QComboBox):
            self._put(self._stored)
            return True
        self._warned = True
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        return False

    def _forget(self) -> None:
        self._warned = False

    def _say(self, text: str) -> None:
        shown = f"✗ {text}" if text else ""
        if text and shown != self.told.text():
            announce(self.editor, text)
        if not text:
            self._warned = False
        self.told.setText(shown)
        self.told.setVisible(bool(text))
        self.editor.setAccessibleDescription(text)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Write when the editor is left."""
        if watched is self.editor and event.type() == QEvent.Type.FocusOut:
            self.flush()
        return super().eventFilter(watched, event)
