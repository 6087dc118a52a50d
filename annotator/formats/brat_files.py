"""Which `.ann` files belong to which text: `X.ann` and `X_NAME.ann` to `X.txt`, beside it or in a folder near."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePath

_TEXT, _NOTES = ".txt", ".ann"


class BratFiles:
    """Finds companions; each folder is listed once in the object's life."""

    def __init__(self) -> None:
        self._listed = cache(_listed)
        self._beside = cache(_beside)
        self._texts = cache(self._texts_in)
        self._owned = cache(self._belonging)

    def companions(self, text: Path) -> list[Path]:
        """Return the annotations of a text, those beside it first; nothing for what is no `.txt` file."""
        if text.suffix.casefold() != _TEXT:
            return []
        for folder in (text.parent, *self._beside(text.parent)):
            found = self._owned(text.parent, folder).get(text.stem, [])
            # A folder that has the text too has annotations of its own text.
            if found and (folder == text.parent or text.stem not in self._texts(folder)):
                return found
        return []

    def text_of(self, notes: Path) -> Path | None:
        """Return the text that annotations belong to, or None."""
        for folder in (notes.parent, *self._beside(notes.parent)):
            owned = self._owned(folder, notes.parent)
            for stem in _owners(notes.stem):
                if notes in owned.get(stem, ()):
                    return folder / self._texts(folder)[stem]
        return None

    def _texts_in(self, folder: Path) -> dict[str, str]:
        """Return the names of a folder's texts by their stems."""
        names = map(PurePath, self._listed(folder))
        return {name.stem: name.name for name in names if name.suffix.casefold() == _TEXT}

    def _belonging(self, texts: Path, notes: Path) -> dict[str, list[Path]]:
        """Return, by the stem of a text in one folder, its annotations in another."""
        stems = self._texts(texts)
        found: dict[str, list[Path]] = {}
        for name in map(PurePath, self._listed(notes) if stems else ()):
            if name.suffix.casefold() == _NOTES:
                owner = next((stem for stem in _owners(name.stem) if stem in stems), None)
                if owner is not None:
                    found.setdefault(owner, []).append(notes / name)
        return found


def annotator_of(text: str, notes: str) -> str:
    """Return the name of an annotator from the names of a text and of its annotations, empty where there is none."""
    return PurePath(notes).stem.removeprefix(PurePath(text).stem).removeprefix("_")


def _owners(stem: str) -> Iterator[str]:
    """Yield the stems of texts that annotations with this stem can belong to, the longest first."""
    yield stem
    cut = stem.rfind("_")
    while cut > 0:
        yield stem[:cut]
        cut = stem.rfind("_", 0, cut)


def _listed(folder: Path) -> list[str]:
    """Return the names of a folder's files in order, links left out; nothing for one that cannot be read."""
    with contextlib.suppress(OSError):
        return sorted(one.name for one in folder.iterdir() if one.is_file() and not one.is_symlink())
    return []


def _beside(folder: Path) -> list[Path]:
    """Return the folders beside a folder, in order, links and hidden ones left out."""
    with contextlib.suppress(OSError):
        return sorted(
            one
            for one in folder.parent.iterdir()
            if one != folder and one.is_dir() and not one.is_symlink() and not one.name.startswith(".")
        )
    return []
