"""What is known about an article: metadata and a note to edit, and where its text came from."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from annotator.core.errors import AnnotatorError
from annotator.core.records import Article
from annotator.services import collections, metadata
from annotator.services.metadata import Field
from annotator.ui import plain
from annotator.ui.accessible import name_shown
from annotator.ui.announce import Told
from annotator.ui.project import OpenProject

_LINES: dict[Field, tuple[str, str]] = {
    "title": ("&Title", ""),
    "byline": ("&Byline", ""),
    "publication": ("&Publication", ""),
    "url": ("&Address", "https://…"),
    "published": ("P&ublished", "2018-02-23, or with the time 2018-02-23T14:05"),
    "language": ("&Language", "en"),
}


class ArticleDialog(QDialog):
    """Saves what was changed as one step; what makes no sense is said here, and nothing is lost."""

    def __init__(self, project: OpenProject, article: Article, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("articleDialog")
        self.setWindowTitle("Article details")
        self._project, self._article = project, article
        self.lines = {field: QLineEdit(self._before(field), self) for field in _LINES}
        self.note = QPlainTextEdit(article.note, self)
        self.note.setTabChangesFocus(True)
        self.note.setMinimumHeight(self.fontMetrics().height() * 4)
        self.told = Told()
        self.told.setObjectName("told")
        self.facts = plain.label(_facts(project, article), wrap=True)
        name_shown(self.facts, "Where the text came from", self.facts.text())
        self.facts.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for field, (name, example) in _LINES.items():
            self.lines[field].setAccessibleName(name.replace("&", ""))
            self.lines[field].setPlaceholderText(example)
            form.addRow(name, self.lines[field])
        self.note.setAccessibleName("Note")
        form.addRow("&Note", self.note)
        form.addRow("Source", self.facts)
        buttons = QDialogButtonBox(self._buttons(), parent=self)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(form, 1)
        layout.addWidget(self.told)
        layout.addWidget(buttons)
        self.resize(640, self.sizeHint().height())

    def _buttons(self) -> QDialogButtonBox.StandardButton:
        if self._project.can_write:
            return QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        for line in self.lines.values():
            line.setReadOnly(True)
        self.note.setReadOnly(True)
        self.told.setText("The project is open for reading only: nothing can be changed here.")
        return QDialogButtonBox.StandardButton.Close

    def _before(self, field: Field) -> str:
        return str(getattr(self._article, field) or "")

    def changes(self) -> dict[Field, str]:
        """Return what differs from what the article has."""
        typed: dict[Field, str] = {field: line.text() for field, line in self.lines.items()}
        typed["note"] = self.note.toPlainText()
        return {field: text for field, text in typed.items() if text != self._before(field)}

    def accept(self) -> None:
        """Save and close; where that is refused, say why and stay."""
        changes = self.changes()
        try:
            if changes:
                metadata.edit(self._project.project, self._article.id, changes)
        except AnnotatorError as error:
            self.told.setText(str(error))
            return
        super().accept()


def _facts(project: OpenProject, article: Article) -> str:
    source = article.source
    parts = [source.file or "no file", *(part for part in (source.format, source.encoding) if part)]
    size = f"{len(article.text):,} characters, {len(article.text.split()):,} words"
    held = [row.name for row in collections.rows(project.project, [article.id])]
    lines = [", ".join(parts), size, *(["Marked as unusable"] if article.unusable else [])]
    return "\n".join([*lines, *([f"In {', '.join(held)}"] if held else [])])
