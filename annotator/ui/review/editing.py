"""The fields in which a copy of a span is changed before it is accepted, or a span of the final layer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from annotator.core.records import Link
from annotator.core.scheme import SET, Attribute
from annotator.ui import plain
from annotator.ui.accessible import name_box
from annotator.ui.keyboard.key_names import with_key
from annotator.ui.project import OpenProject
from annotator.ui.review.draft import Draft
from annotator.ui.review.marking import words_of


class Editing(QFrame):
    """Shows and changes a draft. `changed()`, `accepted()`, `left()`; the others ask for what only the view can do."""

    changed = Signal()
    accepted = Signal()
    left = Signal()
    linkAsked = Signal()
    anchorAsked = Signal()
    segmentAsked = Signal()

    def __init__(self, project: OpenProject, name_of: Callable[[Link], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAccessibleName("Edit the copy")
        self._project, self._name_of = project, name_of
        self.draft: Draft | None = None
        self._text = ""
        self._shown_tag: str | None = None
        self.title = plain.label("Edit the copy", self, wrap=True)
        self.tag = QComboBox(self)
        name_box(self.tag, "Tag of the copy")
        self.words = plain.label(wrap=True)
        self.links = plain.label(wrap=True)
        self.anchor = QPushButton("Move to selection", self)
        self.anchor.setToolTip("Let the copy stand where the selection is")
        self.segment = QPushButton("Add selection", self)
        self.link = QPushButton("Link…", self)
        self.unlink = QPushButton("Unlink", self)
        self.unsure = QCheckBox("Unsure", self)
        self.note = QPlainTextEdit(self)
        self.note.setAccessibleName("Note of the copy")
        self.note.setPlaceholderText("Note")
        self.note.setTabChangesFocus(True)
        self.note.setMaximumHeight(self.fontMetrics().height() * 4)
        self.accept = QPushButton("Accept as edited", self)
        self.cancel = QPushButton("Cancel", self)
        self._fields: dict[str, QComboBox | QCheckBox] = {}
        self._attributes = QFormLayout()
        self._arrange()
        self.tag.activated.connect(self._retag)
        self.unsure.clicked.connect(lambda checked: self._edit(lambda draft: draft.set_unsure(checked)))
        self.note.textChanged.connect(self._write_note)
        self.unlink.clicked.connect(lambda: self._edit(lambda draft: draft.unlink()))
        for button, asked in (
            (self.anchor, self.anchorAsked), (self.segment, self.segmentAsked), (self.link, self.linkAsked),
            (self.accept, self.accepted), (self.cancel, self.left),
        ):  # fmt: skip
            button.clicked.connect(asked)
        self.note.installEventFilter(self)
        self.hide()

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 6)
        for part in (self.title, self.tag, self.words, (self.anchor, self.segment), self.links,
                     (self.link, self.unlink)):  # fmt: skip
            if isinstance(part, QWidget):
                column.addWidget(part)
                continue
            row = QHBoxLayout()
            for button in part:
                row.addWidget(button)
            column.addLayout(row)
        column.addLayout(self._attributes)
        column.addWidget(self.unsure)
        column.addWidget(self.note)
        row = QHBoxLayout()
        row.addWidget(self.accept)
        row.addWidget(self.cancel)
        column.addLayout(row)
        column.addStretch(1)

    def edit(self, draft: Draft, text: str, whose: str) -> None:
        """Show a draft; `text` is that of its article, `whose` says of what it is a copy."""
        self.draft, self._text = draft, text
        self.title.setText(whose)
        for button, words, action in (
            (self.anchor, "Move to selection", "review_anchor"), (self.segment, "Add selection", "review_segment"),
            (self.link, "Link…", "review_link"), (self.accept, "Accept as edited", "review_edit"),
            (self.cancel, "Cancel", "review_leave"),
        ):  # fmt: skip
            button.setText(with_key(words, self, action))
        self._shown_tag = None
        self.tag.clear()
        for tag in self._project.tags:
            self.tag.addItem(tag.name, tag.id)
        self.note.setPlainText(draft.edited.note)
        self.refresh()
        self.show()

    def stop(self) -> None:
        """Edit nothing any more."""
        self.draft = None
        self.hide()

    def refresh(self) -> None:
        """Show the draft as it is now."""
        if self.draft is None:
            return
        span = self.draft.edited
        self.tag.setCurrentIndex(self.tag.findData(span.tag))
        self.words.setText(words_of(self._text, span))
        self.links.setText("\n".join(self._name_of(link) for link in span.links) or "not linked")
        self.unlink.setEnabled(bool(span.links))
        self.unsure.setChecked(span.unsure)
        self._fill_attributes()

    def _fill_attributes(self) -> None:
        assert self.draft is not None
        span = self.draft.edited
        tag = self._project.tag(span.tag)
        if self._shown_tag != span.tag:
            while self._attributes.rowCount():
                self._attributes.removeRow(0)
            self._fields = {one.name: self._field(one) for one in (tag.attributes if tag else ())}
            for name, field in self._fields.items():
                self._attributes.addRow(name.capitalize() if isinstance(field, QComboBox) else "", field)
            self._shown_tag = span.tag
        for name, field in self._fields.items():
            value = span.attributes.get(name)
            if isinstance(field, QComboBox):
                field.setCurrentIndex(max(0, field.findData(value)))
            else:
                field.setChecked(value is not None)

    def _field(self, attribute: Attribute) -> QComboBox | QCheckBox:
        name = attribute.name
        if not attribute.values:
            flag = QCheckBox(name.capitalize(), self)
            flag.clicked.connect(
                lambda checked: self._edit(lambda draft: draft.set_attribute(name, SET if checked else None))
            )
            return flag
        field = QComboBox(self)
        field.setAccessibleName(f"{name} of the copy")
        field.addItem("–", None)
        for value in attribute.values:
            field.addItem(value, value)
        field.activated.connect(lambda _row: self._edit(lambda draft: draft.set_attribute(name, field.currentData())))
        return field

    def retag(self, tag: str) -> None:
        """Give the draft a tag."""
        if self.draft is None:
            return
        old, new = self._project.tag(self.draft.edited.tag), self._project.tag(tag)
        if old is not None and new is not None and old.id != new.id:
            self._edit(lambda draft: draft.retag(old, new))

    def _retag(self) -> None:
        self.retag(self.tag.currentData())

    def _write_note(self) -> None:
        if self.draft is not None:
            self.draft.set_note(self.note.toPlainText())

    def _edit(self, change: Callable[[Draft], object]) -> None:
        if self.draft is not None:
            change(self.draft)
            self.refresh()
            self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Cancel with Esc, from the note too."""
        if watched is self.note and event.type() == QEvent.Type.KeyPress and _is_escape(event):
            self.left.emit()
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cancel with Esc, accept with Enter, from any of the fields; on a button, press it."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            button = self.focusWidget()
            if isinstance(button, QPushButton):
                button.click()
            else:
                self.accepted.emit()
        else:
            super().keyPressEvent(event)


def _is_escape(event: QEvent) -> bool:
    return isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
