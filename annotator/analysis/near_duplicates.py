"""Articles that say nearly the same in the same words: copies from a wire, whole, cut, altered or in a longer article.

Texts are compared by their shingles: every run of five folded words. What is found by a MinHash (Broder 1997, On the
resemblance and containment of documents) is checked on the shingles themselves before it is told.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from annotator.analysis.folded_words import folded_words
from annotator.analysis.signature_table import SignatureTable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Key = TypeVar("Key")
Shingles: TypeAlias = frozenset[tuple[str, ...]]

SHINGLE_WORDS = 5
"""Long enough that unrelated articles share next to none, short enough that one changed word costs five of hundreds."""

PERMUTATIONS = 128
_SEED = 1
_MULTIPLIER = 0x9E3779B97F4A7C15  # 2⁶⁴ divided by the golden ratio: odd, and its powers differ in all bits.
_SIZE_BYTES = 4


def shingles(text: str) -> Shingles:
    """Return the runs of five folded words of a text; of a shorter text its words as one run; none of a blank one."""
    words = folded_words(text)
    if len(words) < SHINGLE_WORDS:
        return frozenset([tuple(words)] if words else [])
    return frozenset(zip(*(words[first:] for first in range(SHINGLE_WORDS)), strict=False))


def jaccard(one: Shingles, other: Shingles) -> float:
    """Return how much of two texts together stands in both, 0 to 1; 1 where both are blank."""
    shared = len(one & other)
    together = len(one) + len(other) - shared
    return shared / together if together else 1.0


def containment(one: Shingles, other: Shingles) -> float:
    """Return how much of the text with fewer shingles stands in the other, 0 to 1; 1 where both are blank."""
    fewer = min(len(one), len(other))
    return len(one & other) / fewer if fewer else float(len(one) == len(other))


@dataclass(frozen=True, slots=True)
class Signature:
    """What is kept of a text to estimate how much it shares with others: a MinHash and its number of shingles.

    `hashes` are 128 little-endian numbers of 32 bits. The standard error of an estimate of `jaccard` is at most 0.044.
    """

    hashes: bytes
    size: int

    def to_bytes(self) -> bytes:
        """Return the signature in 516 bytes."""
        return self.size.to_bytes(_SIZE_BYTES, "little") + self.hashes

    @classmethod
    def from_bytes(cls, raw: bytes) -> Signature:
        """Return the signature that `to_bytes` wrote. Raises ValueError if the bytes are not of that length."""
        if len(raw) != _SIZE_BYTES + 4 * PERMUTATIONS:
            raise ValueError(f"a signature has {_SIZE_BYTES + 4 * PERMUTATIONS} bytes, not {len(raw)}")
        return cls(raw[_SIZE_BYTES:], int.from_bytes(raw[:_SIZE_BYTES], "little"))

    def values(self) -> NDArray[np.uint32]:
        """Return the hashes as numbers."""
        import numpy as np

        return np.frombuffer(self.hashes, dtype="<u4")

    def jaccard(self, other: Signature) -> float:
        """Return the estimate of `jaccard` for the two texts."""
        return float((self.values() == other.values()).mean())

    def containment(self, other: Signature) -> float:
        """Return the estimate of `containment` for the two texts."""
        fewer = min(self.size, other.size)
        if not fewer:
            return float(self.size == other.size)
        alike = self.jaccard(other)
        return min(1.0, alike * (self.size + other.size) / (1 + alike) / fewer)


def signature(text: str) -> Signature:
    """Return the signature of a text: the same wherever and whenever it is made, so that it can be stored."""
    from datasketch import MinHash

    hashes = _shingle_hashes(folded_words(text))
    minhash = MinHash(PERMUTATIONS, _SEED, hashfunc=int, permutations=_permutations(), scheme="affine32")
    minhash.update_batch(hashes)
    return Signature(minhash.hashvalues.astype("<u4").tobytes(), len(hashes))


@lru_cache(maxsize=1)
def _permutations() -> Any:
    from datasketch import MinHash

    return MinHash(PERMUTATIONS, _SEED, scheme="affine32").permutations


def _shingle_hashes(words: list[str]) -> list[int]:
    """Return the distinct hashes, 32 bits, of the shingles: made from those of the words, so that no run is copied."""
    import numpy as np

    if not words:
        return []
    codes = np.array([zlib.crc32(word.encode("utf-8", "surrogatepass")) for word in words], dtype=np.uint64)
    size = min(SHINGLE_WORDS, len(words))
    total = np.zeros(len(words) - size + 1, dtype=np.uint64)
    for first in range(size):
        total = (total + codes[first : first + len(total)]) * np.uint64(_MULTIPLIER)
    distinct: list[int] = np.unique(total >> np.uint64(32)).tolist()
    return distinct


class Similar(NamedTuple, Generic[Key]):
    """A text that is similar to the one asked for: `similarity` is their `containment`, exact."""

    key: Key
    similarity: float


class Index(Generic[Key]):
    """Texts, each under a key, among which those similar to a text are found without looking at each.

    It holds the texts, unless it is given `text_of`, which returns the text of a key. Needs 1 KB a text besides.
    """

    def __init__(self, text_of: Callable[[Key], str] | None = None) -> None:
        self._text_of = text_of
        self._keys: list[Key] = []
        self._texts: list[str] = []
        self._table = SignatureTable(PERMUTATIONS)

    def __len__(self) -> int:
        return len(self._keys)

    def add(self, key: Key, text: str) -> None:
        """Add a text under its key."""
        if self._text_of is None:
            self._texts.append(text)
        self._append(key, signature(text))

    def add_signature(self, key: Key, known: Signature) -> None:
        """Add a text whose signature is known. Raises ValueError if the index was made without `text_of`."""
        if self._text_of is None:
            raise ValueError("an index that holds the texts needs the text, not its signature only")
        self._append(key, known)

    def similar(self, text: str, least: float = 0.5) -> list[Similar[Key]]:
        """Return the texts that share with this one at least that part of the shorter of the two, most similar first.

        The similarity is `containment`, counted on the shingles: no hit is false. Of the true ones about one in a
        thousand is missed, more where what is shared is less than a twentieth of both texts together. Equally similar
        ones come as they were added; a blank text is similar to none. Raises ValueError unless 0 < `least` ≤ 1.
        """
        if not 0 < least <= 1:
            raise ValueError(f"the least similarity is above 0 and at most 1, not {least}")
        known = signature(text)
        rows = self._table.sharing(known.values(), known.size, least) if known.size else []
        own = shingles(text)
        found = [Similar(self._keys[row], containment(own, shingles(self._text(row)))) for row in rows]
        return sorted((hit for hit in found if hit.similarity >= least), key=lambda hit: -hit.similarity)

    def _append(self, key: Key, known: Signature) -> None:
        self._keys.append(key)
        self._table.append(known.values(), known.size)

    def _text(self, row: int) -> str:
        return self._texts[row] if self._text_of is None else self._text_of(self._keys[row])
