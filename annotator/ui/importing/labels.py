"""What the labels of articles become that were annotated elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from annotator.core.records import RELATION_KINDS
from annotator.core.scheme import Tag
from annotator.services.importing.batches import LEFT_OUT, Label
from annotator.ui.accessible import name_box


class LabelTable(QTableWidget):
    """A row a label, with a box that says what it becomes; hidden where there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 2, parent)
        self.setAccessibleName("What labels become")
        self.setHorizontalHeaderLabels(("Label", "becomes"))
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.setMaximumHeight(180)
        self._labels: Sequence[Label] = ()
        self.changed: dict[str, str] = {}
        """What the person chose here, by label: it holds for what is read later, too."""
        self.show_labels((), (), {})

    def show_labels(self, labels: Sequence[Label], tags: Sequence[Tag], before: Mapping[str, str]) -> None:
        """Show labels with what was guessed, or chosen before: by label a tag's name, `entity`, `cue`, or nothing."""
        self._labels = labels
        self.setRowCount(len(labels))
        self.setVisible(bool(labels))
        for row, label in enumerate(labels):
            item = QTableWidgetItem(label.name)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.setItem(row, 0, item)
            box = _box(label, tags)
            name_box(box, f"What {label.name} becomes")
            guessed = "" if label.target == LEFT_OUT else label.target
            _choose(box, before.get(label.name, guessed), tags)
            box.activated.connect(lambda _place, name=label.name: self._change(name))
            self.setCellWidget(row, 1, box)

    def box(self, label: str) -> QComboBox:
        """Return the box of a label."""
        row = next(row for row, one in enumerate(self._labels) if one.name == label)
        found = self.cellWidget(row, 1)
        assert isinstance(found, QComboBox)
        return found

    def _change(self, label: str) -> None:
        self.changed[label] = self.box(label).currentData()

    def chosen(self) -> dict[str, str]:
        """Return, by label, what it shall become."""
        return {label.name: self.box(label.name).currentData() for label in self._labels}


def _box(label: Label, tags: Sequence[Tag]) -> QComboBox:
    box = QComboBox()
    if label.is_relation:
        for kind in RELATION_KINDS:
            box.addItem(kind, kind)
    else:
        for tag in tags:
            box.addItem(tag.name, tag.name)
        if all(tag.name.casefold() != label.name.casefold() for tag in tags):
            box.addItem(f"new tag “{label.name}”", label.name)
        box.addItem("an entity: who or what is named", "entity")
        box.addItem("a cue: the words that say so", "cue")
    box.addItem("leave out", "")
    return box


def _choose(box: QComboBox, target: str, tags: Sequence[Tag]) -> None:
    """Choose what a label becomes; a tag may be meant by its id, and one that is new to the project be offered."""
    name = next((tag.name for tag in tags if tag.id == target), target)
    held = [box.itemData(place) for place in range(box.count())]
    folded = [one.casefold() for one in held]
    if name in held:  # before any case: a label “Cue” is not what a cue is
        box.setCurrentIndex(held.index(name))
    elif name.casefold() in folded:
        box.setCurrentIndex(folded.index(name.casefold()))
    else:
        box.insertItem(0, f"new tag “{name}”", name)
        box.setCurrentIndex(0)
