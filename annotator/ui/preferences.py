"""What the person prefers, for the whole window: one place that changes it, saves it, and says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from annotator import settings
from annotator.settings import Settings


class Preferences(QObject):
    """Holds the settings as they are now.

    `changed(frozenset)` names the fields of `Settings` that have another value than before; `failed(str)` is one
    sentence where they could not be saved: they hold all the same, and are saved with the next change.
    """

    changed = Signal(object)
    failed = Signal(str)

    def __init__(self, now: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.now = now
        self._unsaved: Mapping[str, Any] = {}

    def change(self, **values: Any) -> None:
        """Take other values for some fields, at once and for good."""
        self._unsaved = {**self._unsaved, **values}
        # Another window may have saved something else in the meantime.
        chosen = replace(settings.load(), **self._unsaved)
        try:
            settings.save(chosen)
        except OSError as error:
            self.failed.emit(f"The settings cannot be saved: {error.strerror or error}.")
        else:
            self._unsaved = {}
        self._take(chosen)

    def refresh(self) -> None:
        """Take what is saved now."""
        self._take(replace(settings.load(), **self._unsaved))

    def _take(self, chosen: Settings) -> None:
        before, self.now = self.now, chosen
        names = [one.name for one in fields(Settings)]
        differing = frozenset(name for name in names if getattr(before, name) != getattr(chosen, name))
        if differing:
            self.changed.emit(differing)
