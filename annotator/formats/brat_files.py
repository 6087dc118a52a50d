"""Which `.ann` files belong to which text: `X.ann` and `X_NAME.ann` to `X.txt`, beside it or in folders near."""

from __future__ import annotations

import contextlib
import os
from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path, PurePath
from typing import Generic, TypeVar

NOTES = ".ann"
"""The suffix of annotations."""
TEXTS = ".txt"
"""The suffix of texts that can have annotations."""

_LONGEST_NAME = 255
"""The most characters of a file's name that systems allow; those in archives can have more."""

Place = TypeVar("Place", bound=PurePath)


class BratFiles(Generic[Place]):
    """Finds companions, on a disk or in an archive; each folder is looked at once in the object's life.

    `files` gives the names of the files in a folder, `folders` the folders in a folder, both in order.
    """

    def __init__(self, files: Callable[[Place], Sequence[str]], folders: Callable[[Place], Sequence[Place]]) -> None:
        self._files = cache(files)
        self._folders = cache(folders)
        self._texts = cache(self._texts_in)
        self._near = cache(self._loose_within)
        self._places = cache(self._texts_within)
        self.noted = cache(self._noted_in)

    def companions(self, text: Place) -> list[Place]:
        """Return the annotations of a text, those beside it first; nothing for what is no `.txt` file."""
        return self.noted(text.parent).get(text.stem, []) if text.suffix.casefold() == TEXTS else []

    def text_of(self, notes: Place) -> Place | None:
        """Return the text that annotations belong to, or None."""
        own = self._texts(notes.parent)
        if (stem := _owner(notes.stem, own)) is not None:
            return notes.parent / own[stem]
        places = self._places(notes.parent.parent) if notes.parent.name else {}
        stem = _owner(notes.stem, places)
        return None if stem is None else places[stem]

    def annotator(self, text: Place, notes: Place) -> str:
        """Return the name of the annotator of a text's annotations, empty where nothing tells it.

        It is what their own name says, else that of their folder, where several folders near the text hold such files.
        """
        named = annotator_of(text.name, notes.name)
        if named or notes.parent == text.parent:
            return named
        folders = {one.parent for found in self._near(text.parent.parent).values() for one in found}
        return notes.parent.name if len(folders) > 1 else ""

    def _texts_in(self, folder: Place) -> Mapping[str, str]:
        """Return the names of a folder's texts by their stems."""
        return {PurePath(name).stem: name for name in self._files(folder) if name.casefold().endswith(TEXTS)}

    def _notes_in(self, folder: Place) -> Iterator[Place]:
        return (folder / name for name in self._files(folder) if name.casefold().endswith(NOTES))

    def _noted_in(self, folder: Place) -> Mapping[str, list[Place]]:
        """Return, by the stems of those texts of a folder that have annotations, what these are."""
        texts = self._texts(folder)
        found: dict[str, list[Place]] = defaultdict(list)
        for notes in self._notes_in(folder) if texts else ():
            if (stem := _owner(notes.stem, texts)) is not None:
                found[stem].append(notes)
        near = self._near(folder.parent) if texts and folder.name else {}
        for stem in texts if near else ():
            found[stem] += (notes for notes in near.get(stem, ()) if _owner(notes.stem, texts) == stem)
        return {stem: notes for stem, notes in found.items() if notes}

    def _loose_within(self, parent: Place) -> Mapping[str, list[Place]]:
        """Return, by the stem of a text, what can be its annotations in the folders of a folder.

        What belongs to a text of its own folder is not among them.
        """
        found: dict[str, list[Place]] = defaultdict(list)
        for folder in self._folders(parent):
            texts = self._texts(folder)
            for notes in self._notes_in(folder):
                if _owner(notes.stem, texts) is None:
                    for stem in _owners(notes.stem):
                        found[stem].append(notes)
        return found

    def _texts_within(self, parent: Place) -> Mapping[str, Place]:
        """Return, by its stem, the first text of that name in the folders of a folder."""
        found: dict[str, Place] = {}
        for folder in self._folders(parent):
            for stem, name in self._texts(folder).items():
                found.setdefault(stem, folder / name)
        return found


def on_disk() -> BratFiles[Path]:
    """Return what finds companions on the disk, where links are not followed."""
    return BratFiles(_listed, _folders)


def annotator_of(text: str, notes: str) -> str:
    """Return the name of an annotator from the names of a text and of its annotations, empty where there is none."""
    return PurePath(notes).stem.removeprefix(PurePath(text).stem).removeprefix("_")


def _owner(stem: str, texts: Container[str]) -> str | None:
    """Return the stem of the text that annotations with this stem belong to: of those that fit, the longest."""
    return next((one for one in _owners(stem) if one in texts), None)


def _owners(stem: str) -> Iterator[str]:
    """Yield the stems of texts that annotations with this stem can belong to, the longest first."""
    cut = len(stem) if len(stem) <= _LONGEST_NAME else 0
    while cut > 0:
        yield stem[:cut]
        cut = stem.rfind("_", 0, cut)


def _listed(folder: Path) -> list[str]:
    """Return the names of a folder's files in order, links left out; nothing for one that cannot be read."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        return sorted(one.name for one in entries if one.is_file(follow_symlinks=False))
    return []


def _folders(folder: Path) -> list[Path]:
    """Return the folders in a folder, in order, links and hidden ones left out; nothing for one that cannot be read."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        names = sorted(one.name for one in entries if one.is_dir(follow_symlinks=False))
        return [folder / name for name in names if not name.startswith(".")]
    return []
