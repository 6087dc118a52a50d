"""The status bar: the digits' legend, where the person is, whether all is saved, the zoom."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLayout, QMenu, QSizePolicy, QStatusBar, QToolButton, QWidget

from annotator.core.scheme import Tag
from annotator.ui import plain, theme
from annotator.ui.accessible import name_shown
from annotator.ui.announce import announce
from annotator.ui.strokes import Strokes

_STROKE, _PITCH = 2.0, 4.0
"""Those of a text of 17 pixels."""


class TagKey(QLabel):
    """A tag's key and name, underlined the way its spans are."""

    def __init__(self, tag: Tag, parent: QWidget | None = None) -> None:
        super().__init__(f"{tag.key} {tag.name}", parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setContentsMargins(5, 1, 5, 4)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._tag = tag
        self._strokes = Strokes(unit=1.0, stroke=_STROKE, pitch=_PITCH)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line below the words."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = theme.colours_of(self.palette()).line(self._tag)
        self._strokes.draw(painter, (5, self.width() - 5, self.height() - 3), colour, self._tag.line)
        painter.end()


class Status(QWidget):
    """The permanent part of the status bar; messages come and go at its left."""

    def __init__(self, bar: QStatusBar) -> None:
        super().__init__(bar)
        self._bar = bar
        self._shown: list[TagKey] = []
        self._legend = QHBoxLayout()
        self._legend.setSpacing(2)
        self.place = plain.label()
        self.who = QToolButton(self)
        self.who.setObjectName("actingAnnotator")
        self.who.setToolTip("Whose spans are shown and made: switch, add or rename annotators")
        self.who.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.who.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.who.setAutoRaise(True)
        # Where it is Tab's, one more Tab leads from the lists to the article; F6 and the menu need none.
        self.who.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.saved = plain.label()
        self.saved.setObjectName("saveState")
        self.zoom = plain.label("100%")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 6, 0)
        row.setSpacing(14)
        # A long message gives way, not this.
        row.setSizeConstraint(QLayout.SizeConstraint.SetMinimumSize)
        for widget in (self.place, self.who, self.saved, self.zoom):
            widget.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        # What changes with every span stands first: nothing else moves when it grows.
        row.addWidget(self.place)
        row.addLayout(self._legend)
        for widget in (self.who, self.saved, self.zoom):
            row.addWidget(widget)
        bar.addPermanentWidget(self)
        bar.messageChanged.connect(self._give_way)

    def set_scheme(self, tags: Sequence[Tag]) -> None:
        """Show the digits of the tags."""
        for shown in self._shown:
            self._legend.removeWidget(shown)
            shown.hide()
            shown.deleteLater()
        self._shown = [TagKey(tag, self) for tag in tags if tag.key]
        for shown in self._shown:
            self._legend.addWidget(shown)
        self._fit()

    def show_place(self, place: str, who: str) -> None:
        """Show where the person is, and who they are."""
        self._set(self.place, place)
        name_shown(self.place, "Place", place)
        self._set(self.who, who.replace("&", "&&"))
        name_shown(self.who, "Acting annotator", who)

    def offer_people(self, menu: QMenu) -> None:
        """Open this menu at the acting annotator's name."""
        self.who.setMenu(menu)

    def say(self, text: str, *, failed: bool = False) -> None:
        """Show a message for a while, and have it announced; one that says what failed stays until the next.

        An empty one takes what stands there away: it holds no more.
        """
        self._bar.showMessage(text, 0 if failed else 6_000)
        if text:
            announce(self._bar, text, urgent=failed)

    def set_saved(self, text: str) -> None:
        """Show whether everything is on disk."""
        self._set(self.saved, text)
        name_shown(self.saved, "Changes", text.rstrip(" ✓✗"))

    def set_zoom(self, percent: int) -> None:
        """Show the size of the text."""
        self._set(self.zoom, f"{percent}%")
        name_shown(self.zoom, "Zoom", f"{percent}%")

    def _give_way(self, text: str) -> None:
        """Hide the legend while a message stands there that would not be seen whole beside it."""
        needed = self._bar.fontMetrics().horizontalAdvance(text) + 2 * self._bar.fontMetrics().averageCharWidth()
        room = self._bar.width() - self._whole_width()
        for shown in self._shown:
            shown.setVisible(needed <= room)
        self._fit()

    def _whole_width(self) -> int:
        """Return the width of everything here, the legend too, be it hidden or not."""
        row = self.layout()
        hidden = sum(shown.sizeHint().width() + self._legend.spacing() for shown in self._shown if shown.isHidden())
        return (row.sizeHint().width() if row else 0) + hidden

    def _set(self, shown: QLabel | QToolButton, text: str) -> None:
        if shown.text() != text:
            shown.setText(text)
            self._give_way(self._bar.currentMessage())

    def _fit(self) -> None:
        # At once: the bar itself would move this only after it has grown beyond the window's edge.
        for layout in (self.layout(), self._bar.layout()):
            if layout is not None:
                layout.activate()
