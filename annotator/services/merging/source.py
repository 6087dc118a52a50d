"""The other copy of a project, from a colleague's file: as a database of its own that nobody else sees.

A project file is copied, so that it is never locked, upgraded or seen half-changed; annotated JSON is imported into an
empty project, with all the checks that an import makes. So merging compares the same tables, whatever came.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from annotator.core.errors import InputError, OutputError, ProjectError, Refused
from annotator.core.records import Deleted
from annotator.formats.interface import Progress, Source
from annotator.formats.registry import reader_for
from annotator.services import importing, projects
from annotator.services.importing import batches
from annotator.services.importing.inputs import Input
from annotator.services.projects import SUFFIX, Project
from annotator.store import sqlite_file

_DATABASE = b"SQLite format 3\0"
_JSON = frozenset({"json", "jsonl"})


class Other:
    """The other copy, opened for reading. It owns the disk space that it takes: close it.

    `deleted` is what a file says was deleted, None where the copy is a project with a history that tells. `messages`
    are sentences about the file, `is_whole` tells whether all of it could be read.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.deleted: Sequence[Deleted] | None = None
        self.messages: tuple[str, ...] = ()
        self.is_whole = True
        try:
            self._folder = tempfile.TemporaryDirectory(prefix="annotator-merge-", ignore_cleanup_errors=True)
        except OSError as error:
            raise OutputError(
                f"{tempfile.gettempdir()}: a copy of {name} cannot be kept here meanwhile ({error.strerror})."
            ) from None
        self.path = Path(self._folder.name) / f"other{SUFFIX}"
        self._project: Project | None = None

    @property
    def project(self) -> Project:
        """The copy itself."""
        assert self._project is not None
        return self._project

    def open(self) -> None:
        """Open the copy once it is there."""
        self._project = projects.open_project(str(self.path), read_only=True)

    def close(self) -> None:
        """Give the disk space back."""
        if self._project is not None:
            self._project.close()
        self._folder.cleanup()


def open_other(project: Project, path: Path, progress: Progress) -> Other:
    """Return the other copy that a file holds.

    Raises Refused for the open project itself and for a file of another kind, ProjectError for a project that cannot
    be read, InputError for a file that cannot, Cancelled where `progress` does.
    """
    if projects.is_own_file(project, path):
        raise Refused(f"{path}: this is the open project itself.")
    if path.is_dir():
        raise Refused(f"{path}: this is a folder; merging takes one file.")
    try:
        with path.open("rb") as stream:
            is_project = stream.read(len(_DATABASE)) == _DATABASE
        source = Source.of_path(path)
    except OSError as error:
        raise InputError(path.name, f"the file cannot be read ({error.strerror})") from None
    other = Other(path.name)
    try:
        if is_project:
            _copy(path, other)
        else:
            _import(project, source, other, progress)
        other.open()
    except BaseException:
        other.close()
        raise
    return other


def _copy(path: Path, other: Other) -> None:
    if not sqlite_file.is_readable(str(path), sqlite_file.identify(path)):
        raise ProjectError(f"{path}: this project is of an older version; open it once, so that it is upgraded.")
    sqlite_file.copy(path, other.path)


def _import(project: Project, source: Source, other: Other, progress: Progress) -> None:
    if reader_for(source).name not in _JSON:
        raise _wrong_kind(source)
    assert project.acting is not None
    beside = projects.create(str(other.path), project.acting, source.name)
    try:
        with batches.prepare(beside, [source], progress=progress) as batch:
            found = batch.rows[0].read
            if found.info is None:
                raise _reason(found.input, source)
            other.deleted = found.deleted
            report = importing.write(beside, batch, progress, searched=False)
            other.is_whole = all(one.status != "failed" for one in report.inputs)
            other.messages = tuple(message for one in report.inputs for message in one.messages)
    finally:
        beside.close()


def _reason(found: Input, source: Source) -> InputError | Refused:
    """Return why nothing of a file can be merged: it is damaged, or annotated by nobody whom a project knows."""
    if found.status != "failed" or not found.messages:
        return _wrong_kind(source)
    return InputError(source.name, found.messages[0].removeprefix(f"{source.name}: "))


def _wrong_kind(source: Source) -> Refused:
    return Refused(f"{source.name}: this is neither annotated JSON nor a project; import it instead.")
