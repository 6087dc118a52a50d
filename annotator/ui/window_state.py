"""What a window remembers till the next start: its size, its panes, and where the person was in each project."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings

from annotator import paths


@dataclass(frozen=True, slots=True)
class Session:
    """The article that was open, the caret and the first character in sight there, and what the lists showed.

    `sought` is what was looked for in all articles.
    """

    article: str = ""
    caret: int = 0
    top: int = 0
    articles_with: str = ""
    articles_of: str = ""
    collection: str = ""
    sorted_by: int = -1
    descending: bool = False
    spans_with: str = ""
    spans_of: str = ""
    sought: str = ""


class WindowState:
    """A small file of its own: it changes at each closing, and nobody edits it."""

    def __init__(self, file: Path | None = None) -> None:
        self._kept = QSettings(str(file or paths.data_folder() / "window.ini"), QSettings.Format.IniFormat)

    def bytes(self, name: str) -> QByteArray | None:
        """Return a state that Qt gave out, or None."""
        value = self._kept.value(name)
        return value if isinstance(value, QByteArray) else None

    def flag(self, name: str, *, default: bool) -> bool:
        """Return a yes or no."""
        return bool(self._kept.value(name, default, type=bool))

    def session(self, project: str) -> Session:
        """Return where the person was in a project; a damaged value counts as 0, as no or as nothing."""
        found: dict[str, Any] = {
            one.name: self._kept.value(f"{project}/{one.name}", one.default, type=type(one.default))
            for one in fields(Session)
        }
        return Session(**found)

    def keep_session(self, project: str, session: Session) -> None:
        """Remember where the person is in a project."""
        for one in fields(Session):
            self._kept.setValue(f"{project}/{one.name}", getattr(session, one.name))

    def keep(self, name: str, value: object) -> None:
        """Remember a value."""
        self._kept.setValue(name, value)

    def write(self) -> None:
        """Put it all on disk."""
        self._kept.sync()
