"""The comments on a span, each answer below what it answers, and a field for one more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QVBoxLayout, QWidget

from annotator.core.records import Comment, Span
from annotator.services.review import comments
from annotator.ui import plain
from annotator.ui.accessible import READ_ONLY, enable, give_tip
from annotator.ui.project import OpenProject

_INDENT = 14
_DEEPEST = 4


class CommentThread(QWidget):
    """Shows and writes comments. `left()`: the person goes back with Esc; what is typed stays."""

    left = Signal()

    def __init__(self, project: OpenProject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self._span: str | None = None
        self._answers: str | None = None
        self._edited: str | None = None
        self._shown: tuple[object, ...] = ()
        self.rows = QVBoxLayout()
        self.rows.setSpacing(2)
        self.field = QLineEdit(self)
        self.field.setAccessibleName("Comment")
        self.field.installEventFilter(self)
        self.field.returnPressed.connect(self._write)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self.rows)
        column.addWidget(self.field)
        self._ask("Comment on this span")

    def show_span(self, span: Span | None, name_of: Callable[[str], str]) -> None:
        """Show the comments on a span, the oldest first; `name_of` tells who wrote them."""
        said = span.comments if span else ()
        if self._span != (span.id if span else None):
            self._span = span.id if span else None
            self._empty()
        writable = span is not None and self._project.can_write
        self.field.setEnabled(writable)
        acting = self._project.acting
        shown = (tuple((one, name_of(one.by)) for one in said), writable, acting)
        if self._shown == shown:
            return
        self._shown = shown
        while (item := self.rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        answered = {one.answers for one in said}
        for comment, depth in threaded(said):
            mine = acting is not None and acting.id == comment.by
            row = self._row(comment, name_of(comment.by), depth)
            verbs: list[tuple[str, Callable[[], object]]] = [("Answer", partial(self._answer, comment, name_of))]
            verbs += [("Edit", partial(self._edit, comment))] if mine else []
            verbs += [("Delete", partial(self._delete, comment))] if mine and comment.id not in answered else []
            for name, do in verbs:
                self._add_button(row, name, name_of(comment.by), do, enabled=writable)
        if {self._answers, self._edited} - {None} - {one.id for one in said}:
            self._empty()

    def _row(self, comment: Comment, name: str, depth: int) -> QHBoxLayout:
        row = QWidget(self)
        line = QHBoxLayout(row)
        line.setContentsMargins(_INDENT * min(depth, _DEEPEST), 0, 0, 0)
        line.setSpacing(0)
        told = plain.label(f"{'↳ ' if depth else ''}{name}: {comment.text}", row, wrap=True)
        give_tip(told, f"{name}, {comment.at.astimezone():%Y-%m-%d %H:%M}")
        line.addWidget(told, 1)
        self.rows.addWidget(row)
        return line

    def _add_button(self, row: QHBoxLayout, name: str, whose: str, do: Callable[[], object], *, enabled: bool) -> None:
        button = QToolButton(self)
        button.setText(name)
        button.setAccessibleName(f"{name} the comment of {whose}")
        button.setAutoRaise(True)
        enable(button, enabled, READ_ONLY)
        button.clicked.connect(lambda: do())
        row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    def _answer(self, comment: Comment, name_of: Callable[[str], str]) -> None:
        self._answers, self._edited = comment.id, None
        self._ask(f"Answer {name_of(comment.by)}")
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _edit(self, comment: Comment) -> None:
        self._answers, self._edited = None, comment.id
        self.field.setText(comment.text)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _delete(self, comment: Comment) -> None:
        self._project.did(lambda: comments.delete(self._project.project, comment.id))

    def _ask(self, what: str) -> None:
        self.field.setPlaceholderText(what)
        # Once something is typed the placeholder is gone.
        self.field.setAccessibleDescription(what)
        self.field.setToolTip(plain.tooltip(what))

    def _empty(self) -> None:
        self._answers = self._edited = None
        self.field.clear()
        self._ask("Comment on this span")

    def _write(self) -> None:
        text, span, project = self.field.text(), self._span, self._project.project
        edited, answers = self._edited, self._answers
        if span is None or not text.strip():
            return

        def write() -> None:
            if edited is not None:
                comments.edit(project, edited, text)
            else:
                comments.add(project, span, text, answers)

        if self._project.did(write):
            self._empty()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the field with Esc; what is typed stays."""
        if (
            watched is self.field
            and event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            self.left.emit()
            return True
        return super().eventFilter(watched, event)


def threaded(said: Sequence[Comment]) -> list[tuple[Comment, int]]:
    """Return comments with how deep each stands, each followed by its answers; a lost question is left out."""
    known = {one.id for one in said}
    answers: dict[str | None, list[Comment]] = {}
    for one in said:
        answers.setdefault(one.answers if one.answers in known else None, []).append(one)
    found: list[tuple[Comment, int]] = []
    left = [(one, 0) for one in reversed(answers.pop(None, []))]
    while left:
        comment, depth = left.pop()
        found.append((comment, depth))
        left += [(one, depth + 1) for one in reversed(answers.pop(comment.id, []))]
    return found
