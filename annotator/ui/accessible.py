"""What a screen reader reads of a control, where Qt by itself would give it something else."""

from __future__ import annotations

import os

from PySide6.QtWidgets import QComboBox, QLabel, QToolButton, QWidget

from annotator.ui import plain

READ_ONLY = "The project is open for reading only"
"""Why something that writes cannot be done."""


def name_box(box: QComboBox, name: str) -> None:
    """Name a box that has no label. Where Qt gives a reader what is chosen in it as its name, it is described so."""
    box.setAccessibleName(name)
    if os.name == "posix":
        box.setAccessibleDescription(name)


def name_shown(shown: QLabel | QToolButton, what: str, text: str) -> None:
    """Have it read "what: text". A name alone would stand in the place of the words that are shown."""
    shown.setAccessibleName(f"{what}: {text}" if text else what)


def give_tip(widget: QWidget, text: str) -> None:
    """Give a tooltip that shows `text` as it is. A reader gets the same words, and nothing of how a tooltip is set."""
    widget.setToolTip(plain.tooltip(text))
    widget.setAccessibleDescription(text)


def enable(widget: QWidget, enabled: bool, why: str) -> None:
    """Enable a control; while it is not, its tooltip and its description say why."""
    widget.setEnabled(enabled)
    give_tip(widget, "" if enabled else why)
