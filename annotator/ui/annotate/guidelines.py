"""The guidelines beside the text: those of the project, and below them those of each tag."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QImage,
    QShowEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from annotator.core.scheme import Attribute, Tag
from annotator.services import scheme
from annotator.ui import theme
from annotator.ui.project import OpenProject

_FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML


class _Document(QTextDocument):
    """A document that loads nothing: guidelines come from files of others, and could name any picture."""

    def loadResource(self, _kind: int, _url: QUrl | str) -> QImage:
        """Return an empty picture, whatever is asked for."""
        picture = QImage(1, 1, QImage.Format.Format_ARGB32)
        picture.fill(Qt.GlobalColor.transparent)
        return picture


class EditableText(QWidget):
    """A text to be read, and its source to be edited in its place: Save writes it, Cancel forgets it."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._write: Callable[[str], bool] | None = None
        self.view = QTextEdit(self)
        self.view.setReadOnly(True)
        # A link is text here: it is selected and copied, never opened.
        self.view.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.view.setAccessibleName(name)
        self.view.setTabChangesFocus(True)
        self.document = _Document(self.view)
        self.document.setIndentWidth(2 * self.fontMetrics().averageCharWidth())
        self.view.setDocument(self.document)
        self.editor = QPlainTextEdit(self)
        self.editor.setTabChangesFocus(True)
        self.edit, self.save, self.cancel = QPushButton(self), QPushButton("Save", self), QPushButton("Cancel", self)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.view)
        self.stack.addWidget(self.editor)
        buttons = QHBoxLayout()
        for button in (self.edit, self.save, self.cancel):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.stack, 1)
        column.addLayout(buttons)
        self.save.clicked.connect(self._save)
        self.cancel.clicked.connect(self.close_editor)
        self.close_editor()

    def open_editor(self, name: str, source: str, write: Callable[[str], bool]) -> None:
        """Show the source; `write` takes what was typed, and tells whether it was written."""
        self._write = write
        self.editor.setAccessibleName(name)
        self.editor.setPlainText(source)
        self.editor.document().setModified(False)
        self._show(editing=True)
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_editor(self) -> None:
        """Show the text again."""
        focused = self.editor.hasFocus() or self.cancel.hasFocus() or self.save.hasFocus()
        self._write = None
        self._show(editing=False)
        if focused:
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, *, editing: bool) -> None:
        self.stack.setCurrentIndex(1 if editing else 0)
        self.edit.setHidden(editing)
        self.save.setVisible(editing)
        self.cancel.setVisible(editing)

    def _save(self) -> None:
        if self._write is not None and (
            not self.editor.document().isModified() or self._write(self.editor.toPlainText())
        ):
            self.close_editor()

    def leave(self) -> None:
        """Save what was typed, where something was."""
        self._save()


class Guidelines(QWidget):
    """The pane. `said(str)` is for the status line."""

    said = Signal(str)

    def __init__(self, project: OpenProject, parent: QWidget) -> None:
        super().__init__(parent)
        self._project = project
        self._current: str | None = None
        self.ours = EditableText("Guidelines of the project", self)
        self.ours.edit.setText("Edit guidelines")
        self.tags = EditableText("Guidelines of the tags", self)
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.setChildrenCollapsible(False)
        split.addWidget(self.ours)
        split.addWidget(self.tags)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 8, 8)
        column.addWidget(split)
        self.ours.edit.clicked.connect(self._edit_ours)
        self.tags.edit.clicked.connect(self._edit_tag)
        self.show_scheme()

    def show_scheme(self) -> None:
        """Show the guidelines as they are now; what is being edited stays."""
        self.ours.document.setMarkdown(self._project.info.guidelines, _FEATURES)
        _lower_headings(self.ours.document)
        for text in (self.ours, self.tags):
            text.edit.setEnabled(self._project.can_write)
        self._show_tags()

    def show_tag(self, key: str | None) -> None:
        """Put the guideline of a tag, that of the current span, before those of the others."""
        if key != self._current:
            self._current = key
            self._show_tags()

    def leave(self) -> None:
        """Save what was typed still."""
        self.ours.leave()
        self.tags.leave()

    def showEvent(self, event: QShowEvent) -> None:
        """Show what changed while this was hidden: writing it out for each current span would slow every key down."""
        super().showEvent(event)
        if self._is_behind:
            self._show_tags()

    def changeEvent(self, event: QEvent) -> None:
        """Take the colours of the new look."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.show_scheme()

    def _in_order(self) -> list[Tag]:
        return sorted(self._project.tags, key=lambda tag: tag.id != self._current)

    def _show_tags(self) -> None:
        self._is_behind = not self.isVisible()
        if self._is_behind:
            return
        document = self.tags.document
        document.clear()
        cursor = QTextCursor(document)
        for place, tag in enumerate(self._in_order()):
            if place:
                cursor.insertBlock()
            self._insert(cursor, tag)
        first = self._in_order()[0]
        self.tags.edit.setText(f"Edit that of “{first.name}”".replace("&", "&&"))
        self.tags.view.verticalScrollBar().setValue(0)

    def _insert(self, cursor: QTextCursor, tag: Tag) -> None:
        """Write a tag's name, its guideline and its attributes; on its tint where a span of it is current."""
        colours = theme.colours_of(self.palette())
        block = QTextBlockFormat()
        block.setTopMargin(8)
        if tag.id == self._current:
            block.setBackground(colours.tint(tag))
        heading = QTextCharFormat()
        heading.setFontWeight(QFont.Weight.Bold)
        heading.setForeground(colours.line(tag))
        text, small = QTextCharFormat(), QTextCharFormat()
        text.setForeground(QColor(colours.text))
        small.setForeground(QColor(colours.text if tag.id == self._current else colours.muted))
        cursor.setBlockFormat(block)
        cursor.insertText(f"{self._project.letters[tag.id]}  {tag.name}", heading)
        block.setTopMargin(0)
        for line in tag.guideline.splitlines() or ["There is no guideline yet."]:
            cursor.insertBlock(block)
            cursor.insertText(line, text if tag.guideline else small)
        if tag.attributes:
            cursor.insertBlock(block)
            cursor.insertText("; ".join(_told(one) for one in tag.attributes), small)

    def _edit_ours(self) -> None:
        before = self._project.info.guidelines

        def write(typed: str) -> bool:
            return self._write(lambda: scheme.set_guidelines(self._project.project, before, typed))

        self.ours.open_editor("Guidelines of the project, Markdown", before, write)

    def _edit_tag(self) -> None:
        tag = self._in_order()[0]

        def write(typed: str) -> bool:
            return self._write(lambda: scheme.edit_tag(self._project.project, tag, replace(tag, guideline=typed)))

        self.tags.open_editor(f"Guideline of {tag.name}", tag.guideline, write)

    def _write(self, change: Callable[[], object]) -> bool:
        written = self._project.did(change)
        if written:
            self.said.emit("Guidelines written")
        return written


def _lower_headings(document: QTextDocument) -> None:
    """Make headings only a little larger than the text: in a narrow pane, Qt's would break inside words."""
    cursor, block = QTextCursor(document), document.begin()
    while block.isValid():
        if level := block.blockFormat().headingLevel():
            size = QTextCharFormat()
            size.setProperty(QTextFormat.Property.FontSizeAdjustment, max(0, 2 - level))
            cursor.setPosition(block.position())
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(size)
        block = block.next()


def _told(attribute: Attribute) -> str:
    return f"{attribute.name}: {', '.join(attribute.values)}" if attribute.values else attribute.name
