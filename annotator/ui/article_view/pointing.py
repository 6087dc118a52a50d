"""What the mouse does in the article view: clicks choose spans, drags move their ends and select words."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from annotator.analysis.mentions import Mention
from annotator.analysis.sentences import word_at
from annotator.core.records import Region
from annotator.ui.article_view.dragging import Edge, edge_at
from annotator.ui.article_view.region_marks import regions_at

if TYPE_CHECKING:
    from annotator.ui.article_view.view import ArticleView


class Pointing:
    """Remembers what is pressed and held. Each method tells whether it dealt with the event itself."""

    def __init__(self, view: ArticleView) -> None:
        self._view = view
        self._pressed: QPoint | None = None
        self._edge: Edge | None = None
        self._clicked: tuple[QPoint, str] | None = None
        self._double: tuple[QPoint, float] = (QPoint(), 0.0)

    def forget(self) -> None:
        """Begin anew: another article is shown."""
        self._pressed, self._edge, self._clicked = None, None, None

    def press(self, event: QMouseEvent) -> bool:
        """Take hold of an edge of the current span, or take a third click; marks beside the text keep the caret."""
        at = event.position().toPoint()
        if event.button() != Qt.MouseButton.LeftButton:
            self._pressed = None
            return self._is_beside_text(at)
        self._pressed = at
        self._edge = None if event.modifiers() else self._edge_at(at)
        if self._edge is not None or self._is_beside_text(at):
            return True
        if self._is_third_click(at):
            self._pressed = None
            self._view.tripleClicked.emit(self._view.position_at(at))
            return True
        return False

    def move(self, event: QMouseEvent) -> bool:
        """Move the edge that is held; else say by the pointer what could be held."""
        at = event.position().toPoint()
        if self._edge is not None:
            self._scroll_towards(at)
            self._view.set_candidate(self._edge.moved(self._view.position_at(at)))
            return True
        if not event.buttons():
            shape = Qt.CursorShape.SizeHorCursor if self._edge_at(at) else Qt.CursorShape.IBeamCursor
            if self._name_meant(event) is not None:
                shape = Qt.CursorShape.PointingHandCursor
            self._view.viewport().setCursor(shape)
        return False

    def moved(self, event: QMouseEvent) -> None:
        """Widen what Qt selected to whole words, where Ctrl is held."""
        left, control = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
        if event.buttons() & left and event.modifiers() & control:
            self._select_whole_words()

    def double_click(self, event: QMouseEvent) -> None:
        """Remember where and when: a click that follows soon is a third one."""
        self._double = (event.position().toPoint(), monotonic())
        self._pressed = None

    def release(self, event: QMouseEvent) -> bool:
        """Let go of an edge; where it was moved, say so."""
        edge, self._edge = self._edge, None
        if edge is None:
            return False
        at = event.position().toPoint()
        self._view.set_candidate(None)
        segments = edge.moved(self._view.position_at(at))
        # Esc while it is held: the span is not current any more, and stays as it was.
        is_left = edge.span != self._view.current
        if is_left or self._pressed is None or not _far(at, self._pressed) or segments == edge.segments:
            return is_left
        self._pressed = None
        self._view.edgeMoved.emit(edge.span, segments)
        return True

    def released(self, event: QMouseEvent) -> None:
        """Say which known name was meant, or make the span that was clicked current; again there: the next one."""
        pressed, self._pressed = self._pressed, None
        at = event.position().toPoint()
        if pressed is not None and not _far(at, pressed) and (name := self._name_meant(event)) is not None:
            self._view.nameClicked.emit(name)
            return
        found = self.spans_at(at)
        if pressed is None or _far(at, pressed) or not found:
            return
        chosen = found[0]
        if self._clicked is not None:
            place, before = self._clicked
            if not _far(at, place) and before in found and before == self._view.current:
                chosen = found[(found.index(before) + 1) % len(found)]
        self._clicked = (at, chosen)
        self._view.set_current(chosen)
        self._view.spanClicked.emit(chosen)

    def spans_at(self, at: QPoint) -> list[str]:
        """Return the ids of the spans painted at a point of the viewport, the one that a click takes first."""
        return [placed.span.id for placed in self._view.shown_page().hits(*self._in_document(at))]

    def regions_at(self, at: QPoint) -> list[Region]:
        """Return the regions at a point of the viewport."""
        x, y = self._in_document(at)
        return [placed.region for placed in regions_at(self._view.shown_page(), self._view.regions, x, y)]

    def _scroll_towards(self, at: QPoint) -> None:
        """Bring what is beyond the upper or lower end of the view into sight, as far as the pointer is beyond it."""
        bar, height = self._view.verticalScrollBar(), self._view.viewport().height()
        bar.setValue(bar.value() + min(at.y(), 0) + max(at.y() - height, 0))

    def _edge_at(self, at: QPoint) -> Edge | None:
        current = self._view.current
        return edge_at(self._view.shown_page(), current, self._view.segments_of(current), *self._in_document(at))

    def _name_meant(self, event: QMouseEvent) -> Mention | None:
        """Return the known name that a click would mean; none beside the words, where the marks of spans are."""
        at, names = event.position().toPoint(), self._view.known_names
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        return names.at(at) if names.is_meant(control) and not self._is_beside_text(at) else None

    def _is_beside_text(self, at: QPoint) -> bool:
        return self._view.shown_page().outside_text(*self._in_document(at)) is not None

    def _in_document(self, at: QPoint) -> tuple[int, int]:
        return at.x(), at.y() + self._view.verticalScrollBar().value()

    def _is_third_click(self, at: QPoint) -> bool:
        place, moment = self._double
        return monotonic() - moment < QApplication.doubleClickInterval() / 1000 and not _far(at, place)

    def _select_whole_words(self) -> None:
        text, anchor, caret = self._view.stored_text, self._view.anchor(), self._view.caret()
        first, last = min(anchor, caret), max(anchor, caret)
        left, right = word_at(text, first), word_at(text, max(first, last - 1))
        start = left.start if left and left.start < first else first
        end = right.end if right and right.end > last else last
        self._view.select_range(*((start, end) if caret >= anchor else (end, start)))


def _far(one: QPoint, other: QPoint) -> bool:
    """Tell whether the pointer moved between two points, and did not only tremble."""
    return (one - other).manhattanLength() >= QApplication.startDragDistance()
