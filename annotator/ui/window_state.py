"""What a window remembers till the next start: its size, its panes, the last article of each project."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings

from annotator import paths


class WindowState:
    """A small file of its own: it changes at each closing, and nobody edits it."""

    def __init__(self) -> None:
        self._kept = QSettings(str(paths.data_folder() / "window.ini"), QSettings.Format.IniFormat)

    def bytes(self, name: str) -> QByteArray | None:
        """Return a state that Qt gave out, or None."""
        value = self._kept.value(name)
        return value if isinstance(value, QByteArray) else None

    def flag(self, name: str, *, default: bool) -> bool:
        """Return a yes or no."""
        return bool(self._kept.value(name, default, type=bool))

    def text(self, name: str) -> str:
        """Return a text, empty where there is none."""
        return str(self._kept.value(name, "", type=str))

    def keep(self, name: str, value: object) -> None:
        """Remember a value."""
        self._kept.setValue(name, value)

    def write(self) -> None:
        """Put it all on disk."""
        self._kept.sync()
