"""What is dropped on the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QDragEnterEvent, QDropEvent


def dropped_files(event: QDragEnterEvent | QDropEvent) -> list[Path]:
    """Return the local files and folders that a drop brings."""
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
