"""Where the spans of a tag go when it is deleted."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from annotator.core.errors import AnnotatorError
from annotator.core.scheme import Tag
from annotator.core.text import counted
from annotator.services import scheme
from annotator.services.scheme import Doubles
from annotator.ui import plain
from annotator.ui.accessible import name_box
from annotator.ui.scheme.writing import Writer


class DeleteTagDialog(QDialog):
    """Asks, and deletes the tag when it is accepted."""

    def __init__(self, writer: Writer, tag: Tag, others: Sequence[Tag], why: str, spans: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Delete the tag “{tag.name}”".replace("&", "&&"))
        self._writer, self._tag = writer, tag
        self.move_spans = QRadioButton("&Give them another tag:", self)
        self.move_spans.setChecked(True)
        self.target = QComboBox(self)
        name_box(self.target, "The other tag")
        for other in others:
            self.target.addItem(other.name, other.id)
        self.delete_spans = QRadioButton(f"&Delete them as well ({counted(spans, 'span')}, with links and notes)", self)
        self.doubles = plain.label(wrap=True)
        self.drop = QCheckBox(self)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, parent=self)
        self.delete = buttons.addButton("Delete &tag", QDialogButtonBox.ButtonRole.AcceptRole)
        row = QHBoxLayout()
        row.addWidget(self.move_spans)
        row.addWidget(self.target, 1)
        column = self._column = QVBoxLayout(self)
        column.addWidget(plain.label(why, wrap=True))
        column.addLayout(row)
        column.addWidget(self.delete_spans)
        column.addWidget(self.doubles)
        column.addWidget(self.drop)
        column.addWidget(
            plain.label("This holds for all annotators, also where an article is done. Undo brings it back.", wrap=True)
        )
        column.addWidget(buttons)
        self.setMinimumWidth(460)
        self.move_spans.toggled.connect(self._chosen)
        self.target.currentIndexChanged.connect(self._chosen)
        self.drop.toggled.connect(self.delete.setEnabled)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._chosen()

    def _chosen(self) -> None:
        self.target.setEnabled(self.move_spans.isChecked())
        self.doubles.hide()
        self.drop.hide()
        self.drop.setChecked(False)
        self.delete.setEnabled(True)

    def accept(self) -> None:
        """Delete the tag; where spans stand there with the other tag already, say so and ask once more."""
        moves = self.move_spans.isChecked()
        target, drop = (self.target.currentData() if moves else None), self.drop.isChecked()
        try:
            self._writer.do(
                lambda: scheme.delete_tag(
                    self._writer.project, self._tag.id, move_to=target, delete_spans=not moves, drop_doubles=drop
                ),
                self._tag.id,
            )
        except Doubles as error:
            self.drop.setText(f"Delete {counted(error.spans, 'span')} that would stand there twice")
            self.drop.show()
            self.delete.setEnabled(False)
            self._tell(str(error))
        except AnnotatorError as error:
            self._tell(str(error))
        else:
            super().accept()

    def _tell(self, text: str) -> None:
        self.doubles.setText(text)
        self.doubles.show()
        # By itself a window does not grow with sentences that take more lines.
        self.resize(self.width(), max(self.height(), self._column.totalHeightForWidth(self.width())))
