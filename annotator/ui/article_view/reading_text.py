"""A read-only text in a comfortable column, with a caret; positions are code points of the stored text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QRegion,
    QResizeEvent,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QTextEdit, QWidget

from annotator.core.segments import Segment
from annotator.ui import theme
from annotator.ui.article_view.caret import Caret
from annotator.ui.article_view.geometry import Lines, character_edge
from annotator.ui.article_view.metrics import Metrics, measure
from annotator.ui.article_view.text_map import TextMap, display_text
from annotator.ui.article_view.typesetting import set_line_heights, set_margins

SMALLEST_ZOOM, LARGEST_ZOOM = 50, 300
_WHEEL_ZOOM = 10
_RING = 1
_NOT_FOR_TEXT = frozenset(
    {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Escape}
)
_MOVES = frozenset(
    {
        Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End,
        Qt.Key.Key_PageUp, Qt.Key.Key_PageDown,
    }
)  # fmt: skip


class ReadingText(QTextEdit):
    """Lays a stored text out, never gives it back from the document, and takes no keys but those that move in it."""

    caretMoved = Signal(int)
    zoomChanged = Signal(int)
    laidOut = Signal()
    """Lines may stand elsewhere than before."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        # Set before setReadOnly, these would be lost.
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setUndoRedoEnabled(False)
        self.setAcceptRichText(False)
        self.setAcceptDrops(False)
        self.viewport().setAcceptDrops(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # Room for the ring: on the text itself, each change of the focus would have all of it painted anew.
        self.setViewportMargins(_RING, _RING, _RING, _RING)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        # A bar that comes and goes would change the column's width, and with it the whole layout.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        self.colours = self._followed = theme.colours_of(self.palette())
        self.stored_text = ""
        self.text_map = TextMap("")
        self._font = serif()
        self._zoom = 100
        self._spacing = 170
        self.extending = False
        """Whether movement extends the selection, as if Shift were held."""
        self._depth = self._above = 0
        self._caret = Caret(self)
        self.metrics = self._measure()
        self.cursorPositionChanged.connect(lambda: self.caretMoved.emit(self.caret()))
        self.set_colours(self.colours)
        self._lay_out()

    # The text

    def show_text(self, text: str, depth: int = 0, above: int = 0) -> None:
        """Show `text` from its start, with lines high enough for `depth` lanes of spans below, and `above` them."""
        self.stored_text = text
        self.text_map = TextMap(text)
        self._depth, self._above = depth, above
        self.metrics = self._measure()
        # Emptied first: what was shown before need not be laid out in the new margins.
        self.document().clear()
        set_margins(self.document(), self.metrics)
        shown = display_text(text)
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        cursor.insertText(shown)
        set_line_heights(cursor, shown, self.text_map, self.metrics)
        cursor.endEditBlock()
        self.set_caret(0)
        self.verticalScrollBar().setValue(0)
        self.laidOut.emit()

    def deepen(self, depth: int, above: int = 0) -> None:
        """Make the lines high enough for `depth` lanes, and `above` them; what is in sight stays where it is."""
        if depth > self._depth or above > self._above:
            self._depth, self._above = max(depth, self._depth), max(above, self._above)
            if self._measure() != self.metrics:
                self._lay_out()

    # Where the person is

    def selected_range(self) -> Segment | None:
        """Return the selection, widened to whole characters as people see them; None where nothing is selected."""
        cursor = self.textCursor()
        if not cursor.hasSelection():
            return None
        start = character_edge(self.document(), cursor.selectionStart(), forwards=False)
        end = character_edge(self.document(), cursor.selectionEnd(), forwards=True)
        return Segment(self.text_map.to_code_points(start), self.text_map.to_code_points(end, round_up=True))

    def caret(self) -> int:
        """Return the code point that the caret stands before."""
        return self.text_map.to_code_points(self.textCursor().position())

    def anchor(self) -> int:
        """Return the code point at which the selection begins or ends, on the side where the caret is not."""
        return self.text_map.to_code_points(self.textCursor().anchor())

    def position_at(self, at: QPoint) -> int:
        """Return the code point before which the caret would stand after a click at a point of the viewport."""
        return self.text_map.to_code_points(self.cursorForPosition(at).position())

    def set_caret(self, position: int) -> None:
        """Put the caret before a code point and bring it into sight; nothing is selected, and movement moves again."""
        if self.extending:
            self.extending = False
            self.viewport().update()
        self.select_range(position, position)

    def select_range(self, start: int, end: int) -> None:
        """Select `[start, end)`, with the caret at its end, and bring the caret into sight."""
        cursor = self.textCursor()
        cursor.setPosition(self._unit(start))
        cursor.setPosition(self._unit(end), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def scroll_to(self, start: int, end: int) -> None:
        """Bring `[start, end)` into sight with some lines around it; nothing moves where it is in sight already."""
        cursor = self.textCursor()
        cursor.setPosition(self._unit(end))
        bottom = self.cursorRect(cursor).bottom() + self.metrics.line_height
        cursor.setPosition(self._unit(start))
        top = self.cursorRect(cursor).top() - self.metrics.line_height
        height = self.viewport().height()
        if top >= 0 and bottom <= height:
            return
        bar = self.verticalScrollBar()
        above = max(0, min(height // 4, height - (bottom - top)))
        bar.setValue(bar.value() + top - above)

    # Looks

    def zoom(self) -> int:
        """Return the zoom in percent."""
        return self._zoom

    def set_zoom(self, percent: int) -> None:
        """Set the size of the text in percent of the font's own, 50 to 300."""
        percent = min(max(percent, SMALLEST_ZOOM), LARGEST_ZOOM)
        if percent != self._zoom:
            self._zoom = percent
            self._lay_out()
            self.zoomChanged.emit(percent)

    def set_text_font(self, family: str, points: float) -> None:
        """Set the font of the text; an empty family is the system's serif."""
        self._font = QFont(family) if family else serif()
        self._font.setPointSizeF(points)
        self._lay_out()

    def set_line_spacing(self, percent: int) -> None:
        """Set the line height in percent of the font's own; where spans need more room, lines are higher."""
        self._spacing = percent
        self._lay_out()

    def set_colours(self, colours: theme.Colours) -> None:
        """Paint in `colours` from now on."""
        self.colours = colours
        palette = QPalette()
        # A pale selection lets the text keep its own colour, and the spans' lines theirs.
        for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
            for role, colour in (
                (QPalette.ColorRole.Base, colours.ground),
                (QPalette.ColorRole.Text, colours.text),
                (QPalette.ColorRole.Highlight, colours.selection),
                (QPalette.ColorRole.HighlightedText, colours.text),
            ):
                palette.setColor(group, role, QColor(colour))
        self.setPalette(palette)
        self.viewport().update()

    # Qt's events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move and copy; leave every other key to the actions and the parent."""
        command = (
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
        )
        typed = bool(event.text()) and not event.modifiers() & command
        if event.key() in _NOT_FOR_TEXT or typed:
            event.ignore()
            return
        selected = self.selected_range()
        if event.matches(QKeySequence.StandardKey.Copy) and selected is not None:
            # Not by Qt: the clipboard would hold an object of Python's when the interpreter is gone already.
            QGuiApplication.clipboard().setText(self.stored_text[selected.start : selected.end])
            return
        if self.extending and event.key() in _MOVES and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            shift = event.modifiers() | Qt.KeyboardModifier.ShiftModifier
            event = QKeyEvent(event.type(), event.key(), shift, event.text(), event.isAutoRepeat(), event.count())
        super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, else scroll."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            turned = event.angleDelta().y()
            self.set_zoom(self._zoom + (_WHEEL_ZOOM if turned > 0 else -_WHEEL_ZOOM if turned < 0 else 0))
            event.accept()
            return
        super().wheelEvent(event)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Return the stored text of the selection: the document holds some characters in another form."""
        data = QMimeData()
        selected = self.selected_range()
        if selected is not None:
            data.setText(self.stored_text[selected.start : selected.end])
        return data

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column centred, and the text that is in sight where it is."""
        with _place_kept(self):
            self.metrics = self._measure()
            set_margins(self.document(), self.metrics)
            super().resizeEvent(event)
        self.laidOut.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the application's palette."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.ApplicationPaletteChange):
            colours = theme.colours_of(QApplication.palette())
            if colours != self._followed:
                self._followed = colours
                self.set_colours(colours)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text and the caret."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        self._caret.paint(painter, QColor(self.colours.text), extends=self.extending)
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Paint the ring that says that keys go here; as the focus comes and goes, only the ring and the caret."""
        text = self.viewport().geometry()
        ring = text.adjusted(-_RING, -_RING, _RING, _RING)
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            # Qt would have the whole text painted anew: the widget's own update, and that of a caret without a width.
            # Put back as it was: while views are switched, Qt has updates off, and turns them on again by itself.
            off = self.testAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled)
            self.setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled, True)
            self.setCursorWidth(1)
            done = super().event(event)
            self.setCursorWidth(0)
            self.setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled, off)
            self._caret.repaint()
            self.update(QRegion(ring) - QRegion(text))
            return done
        done = super().event(event)
        if event.type() == QEvent.Type.ApplicationFontChange:
            # Small letters and names are in the application's font.
            self.laidOut.emit()
            self.viewport().update()
        elif event.type() == QEvent.Type.Paint:
            painter = QPainter(self)
            painter.setPen(QPen(QColor(self.colours.accent if self.hasFocus() else self.colours.ground), _RING))
            painter.drawRect(ring.adjusted(0, 0, -1, -1))
            painter.end()
        return done

    def _unit(self, position: int) -> int:
        return self.text_map.to_units(min(max(position, 0), self.text_map.length))

    def _measure(self) -> Metrics:
        font = QFont(self._font)
        font.setPointSizeF(self._font.pointSizeF() * self._zoom / 100)
        width = self.viewport().width()
        return measure(font, spacing=self._spacing, depth=self._depth, width=width, above=self._above)

    def _lay_out(self) -> None:
        """Apply font, zoom, spacing and depth to the text that is shown."""
        with _place_kept(self):
            self.metrics = self._measure()
            self.setFont(self.metrics.font)
            set_margins(self.document(), self.metrics)
            cursor = QTextCursor(self.document())
            cursor.beginEditBlock()
            set_line_heights(cursor, display_text(self.stored_text), self.text_map, self.metrics)
            cursor.endEditBlock()
        self.laidOut.emit()
        self.viewport().update()


@contextmanager
def _place_kept(view: ReadingText) -> Iterator[None]:
    """Have the first line in sight at the same height afterwards."""
    bar = view.verticalScrollBar()
    if bar.value() == 0:
        yield
        return
    lines = Lines(view.document(), mixed=False, ascent=view.metrics.ascent, descent=view.metrics.descent)
    first = view.textCursor()
    first.setPosition(lines.first_below(bar.value()))
    height = view.cursorRect(first).top()
    yield
    bar.setValue(bar.value() + view.cursorRect(first).top() - height)


def serif() -> QFont:
    """Return the system's serif, 13 points."""
    font = QFont("serif", 13)
    font.setStyleHint(QFont.StyleHint.Serif)
    return font
