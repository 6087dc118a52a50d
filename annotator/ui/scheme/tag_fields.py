"""The fields of one tag, each written when it is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

from PySide6.QtGui import QColor, QStandardItemModel
from PySide6.QtWidgets import (
    QColorDialog,
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from annotator.core.scheme import LINE_STYLES, Tag, letters
from annotator.core.text import counted
from annotator.services import scheme
from annotator.ui import plain
from annotator.ui.scheme.attribute_list import AttributeList
from annotator.ui.scheme.field import Editor, Field
from annotator.ui.scheme.look import LINE_SIZE, line_icon, look_picture, look_size
from annotator.ui.scheme.writing import Writer


class TagFields(QWidget):
    """Shows one tag, and writes what is changed in it."""

    def __init__(self, writer: Writer, parent: QWidget) -> None:
        super().__init__(parent)
        self._writer, self._tag = writer, writer.tags[0]
        self.look = plain.label(parent=self)
        self.look.setAccessibleName("Look")
        self.used = plain.label(parent=self, wrap=True)
        self.warned = plain.label(parent=self, wrap=True)
        self.key, self.line = QComboBox(self), QComboBox(self)
        for digit in ("", *scheme.KEYS):
            self.key.addItem(digit or "none", digit)
        for style in LINE_STYLES:
            self.line.addItem(line_icon(style, self), style, style)
        self.line.setIconSize(LINE_SIZE)
        guideline = QPlainTextEdit(self)
        guideline.setTabChangesFocus(True)
        guideline.setMinimumHeight(self.fontMetrics().height() * 6)
        guideline.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.fields: dict[str, Field] = {
            "name": self._field("Name", "name", QLineEdit(self)),
            "key": self._field("Key", "key", self.key),
            "role": self._field("Role", "role", QLineEdit(self)),
            "light": self._colour("Colour in the light look", "light"),
            "dark": self._colour("Colour in the dark look", "dark"),
            "line": self._field("Line", "line", self.line),
            "guideline": self._field("Guideline", "guideline", guideline),
        }
        self.fields["role"].editor.setToolTip("What its entity is to a span: speaker, claimant, …")
        self.attributes = AttributeList(writer, self)
        self._arrange()

    def _arrange(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow("Look", self.look)
        names = ("Na&me", "&Key", "&Role", "&Light colour", "D&ark colour", "L&ine", "&Guideline")
        for text, field in zip(names, self.fields.values(), strict=True):
            # The field is no focus proxy: with those Qt's order of Tab goes round in a few of them for ever.
            label = QLabel(text, self)
            label.setBuddy(field.editor)
            form.addRow(label, field)
        form.addRow("Attributes", self.attributes)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.used)
        column.addWidget(self.warned)
        column.addLayout(form, 1)
        seen = [one for field in self.fields.values() for one in (field.editor, *field.findChildren(QPushButton))]
        for one, following in pairwise(seen):
            QWidget.setTabOrder(one, following)

    def _field(self, name: str, field: str, editor: Editor, beside: QWidget | None = None) -> Field:
        return Field(name, editor, partial(self._write, field), self, beside)

    def _colour(self, name: str, field: str) -> Field:
        choose = QPushButton("Choose…", self)
        choose.setAccessibleName(f"Choose: {name}")
        choose.clicked.connect(partial(self._choose, name, field))
        return self._field(name, field, QLineEdit(self), choose)

    def _write(self, field: str, typed: str) -> None:
        before, changed = self._tag, dict[str, Any]({field: typed})
        self._writer.do(lambda: scheme.edit_tag(self._writer.project, before, replace(before, **changed)), before.id)

    def _choose(self, name: str, field: str) -> None:
        editor = self.fields[field].editor
        assert isinstance(editor, QLineEdit)
        chosen = QColorDialog.getColor(QColor(getattr(self._tag, field)), self, name)
        if chosen.isValid():
            editor.setText(chosen.name().upper())
            self.fields[field].flush()

    def leave(self) -> bool:
        """Write what is typed still, and tell whether one may go on to something else."""
        # Each is written, also where one before it is refused.
        left = [field.leave() for field in self.fields.values()]
        return all(left)

    def show_tag(self, tag: Tag, spans: int) -> None:
        """Show a tag with the number of its spans; what is being typed for it stays."""
        fresh, tags = tag.id != self._tag.id, self._writer.tags
        self._tag = tag
        self._enable_keys(tags)
        for name, field in self.fields.items():
            field.show_text(getattr(tag, name), fresh=fresh)
        self.attributes.show_tag(tag)
        letter = letters(tags)[tag.id]
        self.look.setFixedSize(look_size(self))
        self.look.setPixmap(look_picture(tag, letter, self))
        self.look.setAccessibleDescription(f"Letter {letter}, {tag.line} line, {tag.light}, in the dark {tag.dark}")
        self.used.setText(f"{counted(spans, 'span')} of all annotators. In files it is called “{tag.id}”.")
        self.warned.setText("\n".join(f"⚠ {warning}" for warning in scheme.warnings(tags)[tag.id]))
        self.warned.setVisible(bool(self.warned.text()))

    def _enable_keys(self, tags: Sequence[Tag]) -> None:
        """Offer the digits that no other tag has."""
        taken = {one.key: one.name for one in tags if one.key and one.id != self._tag.id}
        model = self.key.model()
        assert isinstance(model, QStandardItemModel)
        for row in range(model.rowCount()):
            digit = self.key.itemData(row)
            model.item(row).setEnabled(digit not in taken)
            model.item(row).setText(f"{digit}, the key of {taken[digit]}" if digit in taken else digit or "none")
