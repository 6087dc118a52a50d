"""From positions in a file's characters to positions in the text that is stored of them."""

from __future__ import annotations

from bisect import bisect_left


class FileOffsets:
    r"""Positions in `raw`, the characters of a file, as positions in what `core.text.store_text` makes of it.

    Storing drops a leading byte-order mark and the `\r` of each `\r\n`, and changes everything else one for one.
    """

    def __init__(self, raw: str) -> None:
        self.length = len(raw)
        self._dropped = [0] if raw.startswith("\ufeff") else []
        position = raw.find("\r\n")
        while position >= 0:
            self._dropped.append(position)
            position = raw.find("\r\n", position + 2)

    @property
    def is_identity(self) -> bool:
        """Tell whether both texts have the same positions."""
        return not self._dropped

    def stored(self, position: int) -> int:
        """Return where a position of the file (code points, 0 to `length`) is in the stored text."""
        return position - bisect_left(self._dropped, position)
