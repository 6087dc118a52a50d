"""Tags and guidelines: a list of tags, the fields of the chosen one, and the guidelines of the project."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from annotator.core.errors import AnnotatorError
from annotator.core.records import Changed
from annotator.core.text import counted
from annotator.services import scheme
from annotator.services.scheme import InUse
from annotator.ui import plain
from annotator.ui.accessible import enable
from annotator.ui.dialogs.name_dialog import ask_name
from annotator.ui.dialogs.staying import StayingDialog
from annotator.ui.keyboard.key_names import key_of
from annotator.ui.project import OpenProject
from annotator.ui.runner import Runner
from annotator.ui.scheme.deleting import DeleteTagDialog
from annotator.ui.scheme.field import Field
from annotator.ui.scheme.look import look_icon, look_size
from annotator.ui.scheme.tag_fields import TagFields
from annotator.ui.scheme.writing import Writer


class SchemeDialog(StayingDialog):
    """Writes each change when its field is left, as one undoable step; the window behind it follows at once."""

    def __init__(self, project: OpenProject, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("schemeDialog")
        self.setWindowTitle("Tags and guidelines")
        self._project = project
        self._writer = Writer(project, runner, self)
        self.list = QListWidget(self)
        self.list.setAccessibleName("Tags")
        self.list.setIconSize(look_size(self.list))
        self.up, self.down = QPushButton("&Up", self), QPushButton("Do&wn", self)
        self.add, self.delete = QPushButton("Add &tag…", self), QPushButton("&Delete tag…", self)
        self.told = plain.label(wrap=True)
        self.told.hide()
        self.fields = TagFields(self._writer, self)
        text = QPlainTextEdit(self)
        text.setTabChangesFocus(True)
        self.guidelines = Field("Guidelines of the project", text, self._write_guidelines, self)
        self.tabs = QTabWidget(self)
        self._arrange()
        self.list.currentItemChanged.connect(self._chosen)
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(1))
        self.add.clicked.connect(self._add)
        self.delete.clicked.connect(self._delete)
        project.changed.connect(self._follow)
        self._shown = project.tags[0].id
        self._show()

    def _arrange(self) -> None:
        buttons = QGridLayout()
        for place, button in enumerate((self.up, self.down, self.add, self.delete)):
            buttons.addWidget(button, place // 2, place % 2)
        left = QVBoxLayout()
        left.addWidget(self.list, 1)
        left.addWidget(self.told)
        left.addLayout(buttons)
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(self.fields)
        area.viewport().setAutoFillBackground(False)
        self.fields.setAutoFillBackground(False)
        area.setMinimumWidth(self.fields.minimumSizeHint().width() + area.verticalScrollBar().sizeHint().width() + 8)
        tags = QWidget(self)
        row = QHBoxLayout(tags)
        row.addLayout(left)
        row.addWidget(area, 1)
        ours = QWidget(self)
        column = QVBoxLayout(ours)
        told = f"Shown beside the text with {key_of(self, 'guidelines')}, as Markdown."
        column.addWidget(plain.label(told, wrap=True))
        column.addWidget(self.guidelines, 1)
        self.tabs.addTab(tags, "Tag&s")
        self.tabs.addTab(ours, "Guidelin&es")
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, parent=self)
        close.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(close)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)
        self.resize(QSize(980, 700).boundedTo(self.screen().availableSize()))

    # What is shown

    def _follow(self, changed: Changed) -> None:
        if changed.bulk or changed.tables & {"tag", "project", "span"}:
            self._show()

    def _show(self) -> None:
        """Show the scheme as it is now; the chosen tag stays chosen, else the one in its place is."""
        tags, counts = self._project.tags, scheme.span_counts(self._project.project)
        keys = [tag.id for tag in tags]
        row = keys.index(self._shown) if self._shown in keys else min(max(self.list.currentRow(), 0), len(keys) - 1)
        self._shown = keys[row]
        self.list.blockSignals(True)
        self.list.clear()
        for tag in tags:
            letter = self._project.letters[tag.id]
            item = QListWidgetItem(look_icon(tag, letter, self.list), f"{tag.key or '–'}  {tag.name}", self.list)
            item.setData(Qt.ItemDataRole.UserRole, tag.id)
            told = f"{tag.name}, key {tag.key or 'none'}, letter {letter}, {counted(counts.get(tag.id, 0), 'span')}"
            item.setData(Qt.ItemDataRole.AccessibleTextRole, told)
            item.setToolTip(plain.tooltip(told))
        self.list.setCurrentRow(row)
        self.list.setMinimumWidth(self.list.sizeHintForColumn(0) + 24)
        self.list.blockSignals(False)
        self.fields.show_tag(tags[row], counts.get(self._shown, 0))
        self.guidelines.show_text(self._project.info.guidelines)
        enable(self.up, row > 0, "It is the first")
        enable(self.down, row < len(keys) - 1, "It is the last")
        enable(self.delete, len(keys) > 1, "It is the only tag")

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        if self.fields.leave():
            self._say("")
            self._shown = item.data(Qt.ItemDataRole.UserRole)
        self._show()

    # What is done

    def _write_guidelines(self, typed: str) -> None:
        before = self._project.info.guidelines
        self._writer.do(lambda: scheme.set_guidelines(self._project.project, before, typed), "")

    def _move(self, step: int) -> None:
        keys = [tag.id for tag in self._project.tags]
        row = keys.index(self._shown)
        keys[row], keys[row + step] = keys[row + step], keys[row]
        self._do(lambda: scheme.reorder_tags(self._project.project, keys))

    def _add(self) -> None:
        if not self.fields.leave():
            return
        name = ask_name(self, "Add tag", "What spans of it are called, such as “Rumour”.")
        if name is None:
            return
        before = {tag.id for tag in self._project.tags}
        if self._do(lambda: scheme.add_tag(self._project.project, name)):
            self._shown = next(tag.id for tag in self._project.tags if tag.id not in before)
            self._show()
            self.fields.fields["name"].editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _delete(self) -> None:
        try:
            self._do(lambda: scheme.delete_tag(self._project.project, self._shown), asks=True)
        except InUse as error:
            others = [tag for tag in self._project.tags if tag.id != self._shown]
            tag = next(tag for tag in self._project.tags if tag.id == self._shown)
            dialog = DeleteTagDialog(self._writer, tag, others, str(error), error.spans, self)
            dialog.exec()
            dialog.deleteLater()

    def _do(self, change: Callable[[], object], *, asks: bool = False) -> bool:
        try:
            self._writer.do(change, "")
        except AnnotatorError as error:
            if asks and isinstance(error, InUse):
                raise
            self._say(str(error))
            return False
        self._say("")
        return True

    def _say(self, text: str) -> None:
        self.told.setText(f"✗ {text}" if text else "")
        self.told.setVisible(bool(text))

    def done(self, result: int) -> None:
        """Write what is typed still, and close; what is refused is shown first."""
        if self.leave():
            super().done(result)

    def leave(self) -> bool:
        """Write what is typed still; tell whether nothing holds the person up."""
        for page, leave in enumerate((self.fields.leave, self.guidelines.leave)):
            if not leave():
                self.tabs.setCurrentIndex(page)
                return False
        return True
