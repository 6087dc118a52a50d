"""A table of MinHash signatures in which those that share values with a signature are found without a scan."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FEWEST_TO_SETTLE = 1024
_DEVIATIONS = 3  # A true share falls below its estimate's mean by more than that once in a thousand times.


class SignatureTable:
    """Signatures of `width` numbers of 32 bits and the sizes of their sets, in rows counted from 0.

    Locality-sensitive hashing with bands of one value, the most sensitive: every shared value counts, so that a small
    set is found in a large one too. Rows are settled into sorted columns; the newest are compared one by one until they
    are worth sorting. Needs 1 KB a row for 128 numbers, where dictionaries would need twenty times that.
    Source: Leskovec, Rajaraman and Ullman, Mining of Massive Datasets, chapter 3.
    """

    def __init__(self, width: int) -> None:
        import numpy as np

        self._values = np.empty((width, 0), dtype=np.uint32)  # By column, each sorted by itself.
        self._rows = np.empty((width, 0), dtype=np.int32)  # Where each value stood before.
        self._newest = np.empty((_FEWEST_TO_SETTLE, width), dtype=np.uint32)
        self._sizes = np.empty(_FEWEST_TO_SETTLE, dtype=np.int64)
        self._length = 0

    def append(self, values: NDArray[np.uint32], size: int) -> None:
        """Add a row."""
        import numpy as np

        if self._length - self._settled == len(self._newest):
            self._settle()
        if self._length == len(self._sizes):
            self._sizes = np.resize(self._sizes, 2 * self._length)
        self._newest[self._length - self._settled] = values
        self._sizes[self._length] = size
        self._length += 1

    def sharing(self, values: NDArray[np.uint32], size: int, least: float) -> list[int]:
        """Return the rows, in order, whose set may share at least that part of the smaller set with a set of `size`.

        Of those that do, one in a thousand is missed, more where less than a twentieth of both sets is shared.
        """
        import numpy as np

        counts = np.zeros(self._length, dtype=np.int64)
        found = []
        for column, rows_of_column, value in zip(self._values, self._rows, values, strict=True):
            start, end = column.searchsorted(value), column.searchsorted(value, "right")
            if start < end:
                found.append(rows_of_column[start:end])
        if found:
            counts[: self._settled] = np.bincount(np.concatenate(found), minlength=self._settled)
        newest = self._newest[: self._length - self._settled]
        counts[self._settled :] = np.count_nonzero(newest == values, axis=1)

        rows = np.flatnonzero(counts)
        smaller, both = np.minimum(self._sizes[rows], size), self._sizes[rows] + size
        alike = least * smaller / np.maximum(both - least * smaller, 1)
        mean = len(values) * alike
        expected = mean - _DEVIATIONS * np.sqrt(mean * (1 - alike))
        plausible: list[int] = rows[counts[rows] >= expected].tolist()
        return plausible

    @property
    def _settled(self) -> int:
        return self._values.shape[1]

    def _settle(self) -> None:
        """Sort the newest rows into the settled ones; the more are settled, the more newest ones are waited for."""
        import numpy as np

        fresh = np.arange(self._settled, self._length, dtype=np.int32)
        values = np.concatenate([self._values, self._newest.T], axis=1)
        rows = np.concatenate([self._rows, np.broadcast_to(fresh, (len(values), len(fresh)))], axis=1)
        for column, rows_of_column in zip(values, rows, strict=True):
            order = column.argsort(kind="stable")
            column[:], rows_of_column[:] = column[order], rows_of_column[order]
        self._values, self._rows = values, rows
        self._newest = np.empty((max(_FEWEST_TO_SETTLE, math.isqrt(self._length) * 16), len(values)), dtype=np.uint32)
