"""How texts of the window name keys: as they are now, for a person may have given an action others."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence

from annotator.ui.actions import SPECS

_SPECS = {spec.id: spec for spec in SPECS}


def key_of(part: QObject, action: str) -> str:
    """Return the first key of an action in the window that something is part of, as it is written there.

    Where the action has no key, its name in quotation marks: so it stands in the menus and among the commands. Raises
    KeyError for an action that there is not.
    """
    spec = _SPECS[action]
    at: QObject | None = part
    while at is not None:
        made = at.findChild(QAction, f"action:{action}", Qt.FindChildOption.FindDirectChildrenOnly)
        if made is not None:
            return _written(made.shortcut()) or f"“{spec.name}”"
        at = at.parent()
    return _written(QKeySequence(spec.keys[0])) if spec.keys else f"“{spec.name}”"


def with_key(text: str, part: QObject, action: str) -> str:
    """Return the text of a button with the key of its action in brackets; the text alone where that has no key."""
    key = key_of(part, action)
    return text if key.startswith("“") else f"{text} ({key})"


def _written(key: QKeySequence) -> str:
    # Of the two keys that Qt tells apart, this is the word that stands on most.
    return key.toString(QKeySequence.SequenceFormat.NativeText).replace("Return", "Enter")
