"""Inputs that come through a pipe, or from the clipboard."""

from __future__ import annotations

import contextlib
import io
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from annotator.core.errors import OutputError
from annotator.formats.interface import Source


@contextlib.contextmanager
def piped(stream: IO[bytes], name: str = "standard input") -> Iterator[Source]:
    """Hand out a source for a stream that can be read only once: its bytes are kept on disk meanwhile.

    Raises OutputError where there is no room for them.
    """
    with tempfile.TemporaryDirectory(prefix="annotator-") as folder:
        kept = Path(folder) / "input"
        try:
            with kept.open("wb") as file:
                shutil.copyfileobj(stream, file)
        except OSError as error:
            raise OutputError(f"{name} cannot be kept in {folder} meanwhile: {error.strerror}.") from error
        yield Source(name, lambda: kept.open("rb"), kept.stat().st_size)


def pasted(text: str, title: str = "") -> Source:
    """Return a source for a text that somebody typed or pasted; messages name it by its title."""
    data = text.encode("utf-8", "replace")
    return Source(title or "Pasted text", lambda: io.BytesIO(data), len(data), encoding="utf-8")
