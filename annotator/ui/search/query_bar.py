"""What is looked for: the field for the words, and beside it what narrows the search."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QToolButton, QVBoxLayout, QWidget

from annotator.analysis.search import fold
from annotator.core.errors import Refused
from annotator.core.search import SearchQuery, parse
from annotator.services import metadata, projects
from annotator.ui import plain
from annotator.ui.accessible import enable, give_tip, name_box
from annotator.ui.project import OpenProject
from annotator.ui.search.entity_field import EntityField

_DELAY = 250
"""Milliseconds after the last key until what was typed is looked for."""

_DAY = "2018-02-23"
_SYNTAX = "Words, “phrases”, begin* of words, -word for what must not be there"


class SearchField(QLineEdit):
    """The field for the words: `left()` for Enter and the arrow down, which lead to the hits, `escaped()` for Esc.

    `focused()` when it gets the focus.
    """

    left = Signal()
    escaped = Signal()
    focused = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the keys that lead somewhere else."""
        signals = {
            Qt.Key.Key_Return: self.left, Qt.Key.Key_Enter: self.left, Qt.Key.Key_Down: self.left,
            Qt.Key.Key_Escape: self.escaped,
        }  # fmt: skip
        signal = signals.get(Qt.Key(event.key()))
        if signal is None:
            super().keyPressEvent(event)
        else:
            signal.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell that the focus is here."""
        super().focusInEvent(event)
        self.focused.emit()


class QueryBar(QWidget):
    """Puts together what is asked. `changed()` a moment after it is another; `left()`, `escaped()`: as of the field."""

    changed = Signal()
    left = Signal()
    escaped = Signal()

    def __init__(self, project: OpenProject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self.field = SearchField(self)
        self.field.setObjectName("searchBox")
        self.field.setAccessibleName("Find in all articles")
        self.field.setPlaceholderText(_SYNTAX)
        give_tip(self.field, _SYNTAX)
        _offer_clearing(self.field)
        self.tag = self._box("Tag of spans that hits lie in")
        self.annotator = self._box("Annotator of spans that hits lie in")
        self.entity = EntityField(project, self)
        self.entity.setAccessibleName("Entity of spans that hits lie in")
        self.entity.setPlaceholderText("any entity")
        _offer_clearing(self.entity)
        self.entity.setMinimumWidth(self.entity.fontMetrics().averageCharWidth() * 12)
        self.publication = self._box("Publication")
        self.since = self._day("Published from this day, month or year on")
        self.until = self._day("Published up to this day, month or year")
        self.clear = QPushButton("C&lear filters", self)
        self.clear.setAutoDefault(False)
        self._arrange()
        self._later = QTimer(self, singleShot=True)
        self._later.timeout.connect(self.changed)
        self._connect()
        self.offer_tags()
        self._filtered()

    def _box(self, name: str) -> QComboBox:
        box = QComboBox(self)
        name_box(box, name)
        box.setToolTip(plain.tooltip(name))
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(6)
        box.setMaxVisibleItems(20)
        return box

    def _day(self, name: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setAccessibleName(name)
        give_tip(field, f"{name}: {_DAY}, {_DAY[:7]} or {_DAY[:4]}")
        field.setPlaceholderText(_DAY)
        field.setFixedWidth(field.fontMetrics().horizontalAdvance(_DAY) + 16)
        return field

    def _arrange(self) -> None:
        row = QHBoxLayout()
        for title, widget in (
            ("", self.tag), ("by", self.annotator), ("of", self.entity), ("in", self.publication),
            ("from", self.since), ("until", self.until),
        ):  # fmt: skip
            if title:
                label = plain.label(title, self)
                label.setBuddy(widget)
                row.addWidget(label)
            row.addWidget(widget, 0 if widget in (self.since, self.until) else 1)
        row.addWidget(self.clear)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 0)
        column.addWidget(self.field)
        column.addLayout(row)

    def _connect(self) -> None:
        self.field.textChanged.connect(lambda: self._later.start(_DELAY))
        self.field.left.connect(self._leave)
        self.field.escaped.connect(self.escaped)
        for box in (self.tag, self.annotator, self.publication):
            box.currentIndexChanged.connect(self._filtered)
            box.currentIndexChanged.connect(self._ask_soon)
        self.entity.chosen.connect(self._filtered)
        self.entity.chosen.connect(self._ask_soon)
        for field in (self.since, self.until):
            field.textChanged.connect(self._filtered)
            field.editingFinished.connect(self._ask_soon)
        self.clear.clicked.connect(self.clear_filters)

    # What is asked

    def query(self) -> SearchQuery:
        """Return what is looked for. Raises Refused, with a sentence, where that is nothing, or no date."""
        parse(self.field.text())
        for day in (self.since.text().strip(), self.until.text().strip()):
            if day and not metadata.is_moment(day):
                raise Refused(f"“{day}” is no date: write it like {_DAY}, or only its year and month, or its year.")
        return SearchQuery(
            self.field.text(),
            tag=self.tag.currentData(),
            entity=self.entity.entity,
            annotator=self.annotator.currentData(),
            publication=self.publication.currentData(),
            since=self.since.text().strip(),
            until=self.until.text().strip(),
        )

    def narrows(self) -> bool:
        """Tell whether anything but the words is asked for."""
        chosen = (box.currentData() is not None for box in (self.tag, self.annotator, self.publication))
        return any(chosen) or self.entity.entity is not None or bool(self.since.text() or self.until.text())

    def in_spans(self) -> bool:
        """Tell whether only hits that lie in certain spans are asked for."""
        return any((self.tag.currentData(), self.annotator.currentData(), self.entity.entity))

    def look_for(self, words: str) -> None:
        """Have words looked for as they stand in a text; where there are quotation marks in it, the longest part."""
        folded, parts, start = fold(words), list[str](), 0
        for part in folded.split('"'):
            parts.append(words[start : start + len(part)].strip())
            start += len(part) + 1
        longest = max(parts, key=len)
        self.field.setText(longest if longest.isalnum() else f"“{longest}”")
        self._ask_soon()

    def clear_filters(self) -> None:
        """Look in all articles again."""
        boxes, days = (self.tag, self.annotator, self.publication), (self.since, self.until)
        for box in boxes:
            box.setCurrentIndex(0)
        for day in days:
            day.clear()
        self.entity.choose(None)
        self.field.setFocus()
        self._ask_soon()

    def _leave(self) -> None:
        self._later.stop()
        self.left.emit()

    def _ask_soon(self) -> None:
        """Ask once all that changes together has changed."""
        self._later.start(0)

    def _filtered(self) -> None:
        enable(self.clear, self.narrows(), "Nothing but the words is asked for")

    # What can be chosen

    def offer_tags(self) -> None:
        """Offer the tags of the scheme."""
        self._offer(self.tag, "any tag", [(tag.name, tag.id) for tag in self._project.tags])

    def offer_people(self) -> None:
        """Offer the annotators of the project."""
        people = sorted((one.name, one.id) for one in projects.annotators(self._project.project))
        self._offer(self.annotator, "anybody", people)

    def offer_publications(self, names: Sequence[str]) -> None:
        """Offer publications."""
        self._offer(self.publication, "any publication", [(name, name) for name in names if name])

    def _offer(self, box: QComboBox, everything: str, choices: Sequence[tuple[str, str]]) -> None:
        before = box.currentData()
        with QSignalBlocker(box):
            box.clear()
            box.addItem(everything, None)
            for name, key in choices:
                box.addItem(plain.isolated(name), key)
            box.setCurrentIndex(max(0, box.findData(before) if before is not None else 0))
        self._filtered()


def _offer_clearing(field: QLineEdit) -> None:
    field.setClearButtonEnabled(True)
    # Qt gives it no name.
    for button in field.findChildren(QToolButton):
        button.setAccessibleName("Clear")
