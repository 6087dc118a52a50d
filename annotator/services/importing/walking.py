"""Walking files and folders for what can be imported."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeAlias

from annotator.core.errors import InputError
from annotator.core.text import store_text
from annotator.formats import archive, brat_files
from annotator.formats.brat_files import BratFiles
from annotator.formats.interface import Source
from annotator.formats.registry import readers

_Found: TypeAlias = Source | InputError


def of_paths(paths: Iterable[Path]) -> Iterator[_Found]:
    """Yield a source for each file; a folder gives its files with a known suffix, recursively and in order.

    So does a ZIP archive. A text comes with the annotations that stand beside it, and annotations bring their text; it
    comes once. Links out of a folder are not followed. What cannot be opened is an InputError in its place.
    """
    brat = brat_files.on_disk()
    suffixes = _suffixes()
    texts: set[Path] = set()
    for group in _groups(paths, (*suffixes, archive.SUFFIX)):
        if isinstance(group, InputError):
            yield group
            continue
        noted = brat.noted(group.folder)
        for name in group.names:
            stem, dot, ending = name.rpartition(".")
            path = text = group.folder / name
            notes: Sequence[Path] = ()
            if stem in noted and (dot + ending).casefold() == brat_files.TEXTS:
                notes = noted[stem]
            elif (dot + ending).casefold() == brat_files.NOTES:
                text = brat.text_of(path) or path
                notes = brat.companions(text)
            if not notes:
                yield from _alone(path, group, suffixes)
            elif text not in texts:
                texts.add(text)
                yield from _with_notes(text, notes, group, brat)


def _alone(path: Path, group: _Group, suffixes: Set[str]) -> Iterator[_Found]:
    """Yield a file, or the members of one that is an archive; nothing for a link that was only come across."""
    source = _source(path, group.prefix + path.name, path.lstat if group.was_walked else path.stat)
    if isinstance(source, Source) and archive.is_archive(source):
        yield from archive.members(source, suffixes)
    elif source is not None:
        yield source


def _with_notes(text: Path, notes: Sequence[Path], group: _Group, brat: BratFiles[Path]) -> Iterator[_Found]:
    """Yield a text with its annotations, and those of them that cannot be opened."""

    def found(path: Path) -> _Found | None:
        return _source(path, os.path.normpath(group.prefix + os.path.relpath(path, group.folder)), path.stat)

    beside = [(one, found(one)) for one in notes]
    companions = (replace(one, annotator=brat.annotator(text, path)) for path, one in beside if isinstance(one, Source))
    source = found(text)
    if isinstance(source, Source):
        yield replace(source, companions=tuple(companions))
    elif source is not None:
        yield source
    yield from (one for _path, one in beside if isinstance(one, InputError))


class _Group(NamedTuple):
    """Files of one folder, and what stands before their names where messages name them."""

    folder: Path
    prefix: str
    names: Sequence[str]
    was_walked: bool


def _groups(paths: Iterable[Path], suffixes: tuple[str, ...]) -> Iterator[_Group | InputError]:
    """Yield the files that were chosen, and those of folders among them that have one of the suffixes."""
    for path in paths:
        if not _is_folder(path):
            # The folder's own name is needed to find the folders beside it.
            yield _Group(Path(os.path.realpath(path.parent)), "", [path.name], was_walked=False)
            continue
        unreadable: list[OSError] = []
        for folder, folders, files in os.walk(path, onerror=unreadable.append):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            within = os.path.relpath(folder, path.parent)
            names = [name for name in files if name.casefold().endswith(suffixes) and not name.startswith(".")]
            prefix = "" if within == os.curdir else within + os.sep
            yield _Group(Path(folder), prefix, sorted(names), was_walked=True)
        for error in unreadable:
            name = os.path.relpath(error.filename, path.parent)
            yield InputError(_shown(name), f"the folder cannot be read ({error.strerror})")


def _suffixes() -> set[str]:
    return {suffix for reader in readers().available.values() for suffix in reader.suffixes}


def _source(path: Path, name: str, ask: Callable[[], os.stat_result]) -> _Found | None:
    name = _shown(name)
    try:
        found = ask()
    except OSError as error:
        return InputError(name, f"the file cannot be read ({error.strerror})")
    if stat.S_ISLNK(found.st_mode):
        return None
    if not stat.S_ISREG(found.st_mode):
        return InputError(name, "this is no ordinary file")  # reading a pipe could wait for ever
    return Source(name, lambda: path.open("rb"), found.st_size, path)


def _is_folder(path: Path) -> bool:
    """Tell whether a path leads to a folder; where the system refuses to, opening the file will say why."""
    try:
        return path.is_dir()
    except OSError:
        return False


def _shown(name: str) -> str:
    """Return a file's name as text; some systems allow bytes in it that are none."""
    return store_text(name).text
