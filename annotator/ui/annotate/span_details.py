"""The panel below the span list: attributes, links, note and the unsure flag of the current span."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from annotator.core.records import Span
from annotator.core.scheme import SET, Attribute, Tag
from annotator.core.text import counted
from annotator.services import annotate
from annotator.ui import plain
from annotator.ui.accessible import READ_ONLY, enable
from annotator.ui.annotate.link_rows import LinkRows
from annotator.ui.annotate.open_article import OpenArticle
from annotator.ui.annotate.remarks import Remarks
from annotator.ui.keyboard.menu_keys import keep_letters, with_mnemonics
from annotator.ui.project import OpenProject


class _NoteField(QPlainTextEdit):
    def sizeHint(self) -> QSize:
        """Ask for no more than is needed: what it would like to have is no reason to scroll the panel."""
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def minimumSizeHint(self) -> QSize:
        """Return what is needed: Qt's own would count for more than `sizeHint`."""
        return QSize(super().minimumSizeHint().width(), self.minimumHeight())


class SpanDetails(QFrame):
    """Shows one span; a note is written when its field is left, as one step."""

    linkAsked = Signal()
    addLinkAsked = Signal()
    left = Signal()

    def __init__(self, project: OpenProject, article: OpenArticle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._project, self._article = project, article
        self._key: str | None = None
        self.title = plain.label(wrap=True)
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        self.links = LinkRows(project, article, self)
        self.link = QPushButton("Link…", self)
        self.add_link = QPushButton("Add link…", self)
        self.unsure = QCheckBox("Unsure", self)
        self.note = _NoteField(self)
        self.note.setAccessibleName("Note")
        self.note.setPlaceholderText("Note")
        self.note.setTabChangesFocus(True)
        self.note.setMinimumHeight(self.fontMetrics().height() * 3 + 12)
        self.note.installEventFilter(self)
        self.remarks = Remarks(project, self)
        self.remarks.left.connect(self.left)
        self._attributes = QFormLayout()
        self._attributes.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._fields: dict[str, QComboBox | QCheckBox] = {}
        self._made: dict[str, tuple[Tag, dict[str, QComboBox | QCheckBox]]] = {}
        self._unwritten: dict[str, str] = {}
        buttons = QHBoxLayout()
        buttons.addWidget(self.link)
        buttons.addWidget(self.add_link)
        buttons.addStretch(1)
        inner = QWidget(self)
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 6, 0, 0)
        column.addWidget(self.title)
        column.addWidget(self.links)
        column.addLayout(buttons)
        column.addLayout(self._attributes)
        column.addWidget(self.unsure)
        column.addWidget(self.note, 1)
        column.addWidget(self.remarks)
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        self.link.clicked.connect(self.linkAsked)
        self.add_link.clicked.connect(self.addLinkAsked)
        self.unsure.clicked.connect(self._write_unsure)
        self.show_span(None)

    def show_span(self, key: str | None) -> None:
        """Show a span, or that there is none; what was typed for the one before is written first."""
        another = key != self._key
        if another:
            self.write_note()
        self._key = key
        span = self._article.spans.get(key) if key else None
        self._fill_attributes(span)
        why = "No span is current" if span is None else "This article is done" if self._article.done else ""
        why = why if self._project.can_write else READ_ONLY
        changeable = not why
        for widget in (self.link, self.add_link, self.unsure, self.note, *self._fields.values()):
            enable(widget, changeable, why)
        self.links.show_links(span, changeable=changeable)
        self.remarks.show_span(span)
        self.add_link.setVisible(bool(span and span.links))
        if span is None:
            self.title.setText("No span is current")
            self.unsure.setChecked(False)
            self._show_note("")
            return
        self.title.setText(f"{self._project.tag_name(span.tag)}, {_length(span)}")
        self.unsure.setChecked(span.unsure)
        # Another program's change must not take away what is being typed; another span must not get it.
        if another or not self.note.hasFocus() or self.note.toPlainText() == "":
            self._show_note(span.note)

    def edit_note(self) -> None:
        """Put the caret into the note."""
        self.note.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.note.moveCursor(self.note.textCursor().MoveOperation.End)

    def attributes_menu(self) -> QMenu | None:
        """Return a menu of the current span's attributes and their values, for choosing by key; None without any."""
        span = self._article.spans.get(self._key) if self._key else None
        tag = self._project.tag(span.tag) if span else None
        if span is None or tag is None or not tag.attributes:
            return None
        menu = QMenu(self)
        titles = with_mnemonics(attribute.name.capitalize() for attribute in tag.attributes)
        for attribute, title in zip(tag.attributes, titles, strict=True):
            texts, values = with_mnemonics(attribute.values), attribute.values
            part = menu.addMenu(title) if values else menu
            rows: list[tuple[str, str | None]] = [*zip(texts, values, strict=True), ("–", None)]
            for text, value in rows if values else [(title, SET)]:
                action = part.addAction(text)
                action.setCheckable(True)
                action.setChecked(span.attributes.get(attribute.name) == value)
                off = not values and attribute.name in span.attributes
                action.triggered.connect(partial(self._write, attribute.name, None if off else value))
        return keep_letters(menu)

    def write_note(self) -> None:
        """Write what was typed, where it differs; what cannot be written is kept, and tried again."""
        span = self._article.spans.get(self._key) if self._key else None
        typed = self.note.toPlainText()
        if span is None or not self.note.document().isModified() or typed.strip() == span.note:
            return
        self.note.document().setModified(False)
        if self._project.did(lambda: annotate.set_note(self._project.project, span.id, typed)):
            self._unwritten.pop(span.id, None)
        else:
            self._unwritten[span.id] = typed

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Write the note when its field is left; Esc leaves it."""
        if watched is self.note:
            if event.type() == QEvent.Type.FocusOut:
                self.write_note()
            # Only when it is pressed: Esc asks before whether it is a shortcut, and would then be one of the article's.
            elif (
                event.type() == QEvent.Type.KeyPress
                and isinstance(event, QKeyEvent)
                and event.key() == Qt.Key.Key_Escape
            ):
                self.left.emit()
                return True
        return super().eventFilter(watched, event)

    def _show_note(self, note: str) -> None:
        unwritten = self._unwritten.get(self._key or "")
        shown = note if unwritten is None else unwritten
        if self.note.toPlainText() != shown:
            self.note.setPlainText(shown)
        self.note.document().setModified(unwritten is not None)

    def _fill_attributes(self, span: Span | None) -> None:
        tag = self._project.tag(span.tag) if span else None
        fields = self._fields_of(tag) if tag else {}
        if fields is not self._fields:
            for shown, is_shown in ((self._fields, False), (fields, True)):
                for field in shown.values():
                    self._attributes.setRowVisible(field, is_shown)
            self._fields = fields
        for name, field in self._fields.items():
            value = span.attributes.get(name) if span else None
            if isinstance(field, QComboBox):
                field.setCurrentIndex(max(0, field.findData(value)))
            else:
                field.setChecked(value is not None)

    def _fields_of(self, tag: Tag) -> dict[str, QComboBox | QCheckBox]:
        """Return the fields of a tag: made once, as that takes a while, and hidden while another one's are shown."""
        before, fields = self._made.get(tag.id, (None, {}))
        if before != tag:
            if fields is self._fields:
                self._fields = {}
            for field in fields.values():
                self._attributes.removeRow(field)
            fields = {one.name: self._field(one) for one in tag.attributes}
            for name, field in fields.items():
                self._attributes.addRow(name.capitalize() if isinstance(field, QComboBox) else "", field)
            self._made[tag.id] = tag, fields
        return fields

    def _field(self, attribute: Attribute) -> QComboBox | QCheckBox:
        name = attribute.name
        if not attribute.values:
            flag = QCheckBox(name.capitalize(), self)
            flag.clicked.connect(lambda checked: self._write(name, SET if checked else None))
            return flag
        field = QComboBox(self)
        field.setAccessibleName(name)
        field.addItem("–", None)
        for value in attribute.values:
            field.addItem(value, value)
        field.activated.connect(lambda _row: self._write(name, field.currentData()))
        return field

    def _write(self, name: str, value: str | None, _checked: bool = False) -> None:
        key = self._key
        if key is not None:
            self._project.attempt(lambda: annotate.set_attributes(self._project.project, key, {name: value}))

    def _write_unsure(self, checked: bool) -> None:
        key = self._key
        if key is not None:
            self._project.attempt(lambda: annotate.set_unsure(self._project.project, key, checked))


def _length(span: Span) -> str:
    size = sum(end - start for start, end in span.segments)
    parts = f" in {len(span.segments)} segments" if len(span.segments) > 1 else ""
    return f"{counted(size, 'character')}{parts}"
