"""What is dropped on the window, or pasted into it, to be imported."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QUrl


def inputs_in(data: QMimeData) -> list[Path | str]:
    """Return the local files and folders, and the addresses of the web, that are dropped or pasted.

    A browser brings an address as one, or as a text that is nothing else.
    """
    urls = data.urls()
    if not urls and data.hasText():
        lines = data.text().split()
        urls = [QUrl(line, QUrl.ParsingMode.StrictMode) for line in lines]
        if not all(map(_is_of_the_web, urls)):
            return []
    return [
        Path(url.toLocalFile()) if url.isLocalFile() else url.toString(QUrl.ComponentFormattingOption.FullyEncoded)
        for url in urls
        if url.isLocalFile() or _is_of_the_web(url)
    ]


def _is_of_the_web(url: QUrl) -> bool:
    return url.isValid() and url.scheme() in ("http", "https") and bool(url.host())
