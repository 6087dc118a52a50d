"""The digit row of keyboards that write digits with Shift only: on a French one, the key of 1 writes “&”."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent

_DIGITS = "1234567890"
_ON_LINUX = dict(zip(range(10, 20), _DIGITS, strict=True))
_ON_WINDOWS = dict(zip(range(2, 12), _DIGITS, strict=True))
_ON_MACOS = dict(zip((0x12, 0x13, 0x14, 0x15, 0x17, 0x16, 0x1A, 0x1C, 0x19, 0x1D), _DIGITS, strict=True))


def digit_meant(event: QKeyEvent) -> str:
    """Return the digit on the key that was pressed, as an action's key ("1", "Ctrl+1"), where it writes something else.

    Empty for keys beside the row, with other modifiers than Ctrl, and where the key writes a number: a digit is known
    to Qt, and “²” is not meant for one.
    Sources: the codes of Linux's input events, plus 8 as X11 and Wayland count; the scan codes of Windows; the virtual
    key codes of macOS, which has no others.
    """
    control = Qt.KeyboardModifier.ControlModifier
    digit = _row().get(_place(event), "")
    if not digit or event.modifiers() & ~control or chr(min(event.key(), 0xFFFF)).isnumeric():
        return ""
    return f"Ctrl+{digit}" if event.modifiers() & control else digit


def _place(event: QKeyEvent) -> int:
    return event.nativeVirtualKey() if QGuiApplication.platformName() == "cocoa" else event.nativeScanCode()


def _row() -> Mapping[int, str]:
    return {"windows": _ON_WINDOWS, "cocoa": _ON_MACOS}.get(QGuiApplication.platformName(), _ON_LINUX)
