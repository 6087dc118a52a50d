"""Reading inputs: from what a person chose to records on a spool, before any transaction begins."""

from __future__ import annotations

import contextlib
import os
import pickle
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Literal, TypeAlias

from annotator.core.errors import InputError, OutputError
from annotator.core.records import Annotator, Article, Collection, Deleted, Entity, ProjectInfo, Relation
from annotator.core.scheme import Tag
from annotator.core.text import store_text
from annotator.formats.interface import Failure, Progress, ReadOptions, Source, Warn
from annotator.formats.registry import reader_for, readers

Status: TypeAlias = Literal["done", "skipped", "failed"]


@dataclass(slots=True)
class Input:
    """One input and what became of it. `messages` are sentences for people; `articles` counts what was taken in."""

    name: str
    status: Status = "done"
    format: str = ""
    encoding: str = ""
    articles: int = 0
    words: int = 0
    messages: list[str] = field(default_factory=list)

    def fail(self, message: str) -> None:
        """Say why the input, or a part of it, is not taken."""
        self.status = "failed"
        self.messages.append(message)


@dataclass(slots=True)
class Read:
    """One input as it was read: its small records at hand, its articles on the spool."""

    input: Input
    info: ProjectInfo | None = None
    tags: list[Tag] = field(default_factory=list)
    annotators: list[Annotator] = field(default_factory=list)
    entities: list[Entity] = field(default_factory=list)
    collections: list[Collection] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    deleted: list[Deleted] = field(default_factory=list)
    start: int = 0
    articles: int = 0

    @property
    def is_plain(self) -> bool:
        """Tell whether there is nothing in it but articles."""
        others = (self.tags, self.annotators, self.entities, self.collections, self.relations, self.deleted)
        return self.info is None and not any(others)


class Spool:
    """Articles on disk, in a file without a name, so that memory stays flat however many there are."""

    def __init__(self) -> None:
        with _explained():
            self._file = tempfile.TemporaryFile(prefix="annotator-")  # noqa: SIM115  # closed by __exit__

    def __enter__(self) -> Spool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # What is left to be written to a full disk is not needed any more.
        with contextlib.suppress(OSError):
            self._file.close()

    def read(self, source: Source, name: str | None, options: ReadOptions, progress: Progress) -> Read:
        """Read one input; one that breaks off leaves nothing on the spool and says why.

        Raises OutputError where the spool itself cannot be written.
        """
        with _explained():
            found = Read(Input(source.name), start=self._file.seek(0, os.SEEK_END))
        try:
            reader = reader_for(source, name)
            found.input.format = reader.name
            for record in reader.read(source, options, progress):
                self._take(found, record)
        except InputError as error:
            self._file.truncate(found.start)
            return Read(Input(source.name, "failed", found.input.format, messages=[str(error)]))
        return found

    def _take(self, found: Read, record: object) -> None:
        match record:
            case Article():
                with _explained():
                    pickle.dump(record, self._file, pickle.HIGHEST_PROTOCOL)
                found.articles += 1
                found.input.encoding = found.input.encoding or record.source.encoding
            case ProjectInfo():
                found.info = record
            case Tag():
                found.tags.append(record)
            case Annotator():
                found.annotators.append(record)
            case Entity():
                found.entities.append(record)
            case Collection():
                found.collections.append(record)
            case Relation():
                found.relations.append(record)
            case Deleted():
                found.deleted.append(record)
            case Warn():
                found.input.messages.append(f"{record.place}: {record.reason}" if record.place else record.reason)
            case Failure():
                found.input.fail(str(record.error))

    def articles(self, found: Read) -> Iterator[Article]:
        """Yield the articles of one input again."""
        with _explained():
            self._file.seek(found.start)
        for _number in range(found.articles):
            # The file is this process's own, and has no name: nobody else can have written to it.
            article: Article = pickle.load(self._file)
            position = self._file.tell()
            yield article
            self._file.seek(position)


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        folder = tempfile.gettempdir()
        raise OutputError(f"{folder}: what was read cannot be kept here meanwhile ({error.strerror}).") from None


def expand(paths: Iterable[Path]) -> Iterator[Source | InputError]:
    """Yield a source for each file; a folder gives its files with a known suffix, recursively and in order.

    Links out of a folder are not followed. What cannot be opened is an InputError in its place.
    """
    suffixes = {suffix for reader in readers().available.values() for suffix in reader.suffixes}
    for path in paths:
        if not _holds(path.is_dir):
            yield _source(path, path.name)
            continue
        unreadable: list[OSError] = []
        for folder, folders, files in os.walk(path, onerror=unreadable.append):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(files):
                file = Path(folder) / name
                if not name.startswith(".") and file.suffix.casefold() in suffixes and not _holds(file.is_symlink):
                    yield _source(file, str(file.relative_to(path.parent)))
        for error in unreadable:
            name = os.path.relpath(error.filename, path.parent)
            yield InputError(_shown(name), f"the folder cannot be read ({error.strerror})")


def _source(path: Path, name: str) -> Source | InputError:
    name = _shown(name)
    try:
        found = path.stat()
    except OSError as error:
        return InputError(name, f"the file cannot be read ({error.strerror})")
    if not stat.S_ISREG(found.st_mode):
        return InputError(name, "this is no ordinary file")  # reading a pipe could wait for ever
    return Source(name, lambda: path.open("rb"), found.st_size)


def _holds(question: Callable[[], bool]) -> bool:
    """Answer a question about a path; where the system refuses to, opening the file will say why."""
    try:
        return question()
    except OSError:
        return False


def _shown(name: str) -> str:
    """Return a file's name as text; some systems allow bytes in it that are none."""
    return store_text(name).text
