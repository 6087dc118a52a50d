"""A line round what has the focus, where its style alone would not show it: empty lists, and default buttons."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractItemView, QApplication, QPushButton, QWidget


class FocusRing(QWidget):
    """Lies upon a control as long as it has the focus, and lets everything through."""

    def __init__(self, control: QWidget) -> None:
        super().__init__(control)
        self._control = control
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setGeometry(control.rect())
        control.installEventFilter(self)
        self.show()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Be as large as the control; go when the focus does."""
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._control.rect())
        elif event.type() == QEvent.Type.FocusOut:
            self.hide()
            self.deleteLater()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line; a list with a current row shows the focus there."""
        if isinstance(self._control, QAbstractItemView) and self._control.currentIndex().isValid():
            return
        is_button = isinstance(self._control, QPushButton)
        role, width, inset = (
            (QPalette.ColorRole.WindowText, 1, 3) if is_button else (QPalette.ColorRole.Highlight, 2, 1)
        )
        painter = QPainter(self)
        painter.setPen(QPen(self.palette().color(role), width))
        painter.drawRect(self.rect().adjusted(inset, inset, -inset - 1, -inset - 1))
        painter.end()


class FocusRings(QObject):
    """Gives rings to what is in a window and in its dialogs."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        # A button that Qt made itself holds nothing on: its ring would be collected as garbage while it is painted.
        self._ring: FocusRing | None = None
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow)

    def _follow(self, _before: QWidget | None, control: QWidget | None) -> None:
        hides = isinstance(control, QAbstractItemView) or (isinstance(control, QPushButton) and control.isDefault())
        above = control
        while above is not None and above is not self._window:
            above = above.parentWidget()
        if hides and control is not None and above is not None:
            self._ring = FocusRing(control)
