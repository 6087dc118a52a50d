"""Reading inputs: from what a person chose to records on a spool, before any transaction begins."""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import pickle
import re
import stat
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Literal, TypeAlias

from annotator.core.errors import AnnotatorError, InputError, OutputError
from annotator.core.records import Annotator, Article, Collection, Deleted, Entity, ProjectInfo, Relation
from annotator.core.scheme import Tag
from annotator.core.text import sha256, store_text
from annotator.formats import archive
from annotator.formats.brat_files import BratFiles
from annotator.formats.interface import Failure, Mapped, Progress, ReadOptions, Source, Warn
from annotator.formats.registry import reader_for, readers

Found: TypeAlias = Source | InputError
"""What can be read, or the reason why it cannot."""

_ADDRESS = re.compile("https?://", re.IGNORECASE)

_log = logging.getLogger(__name__)

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


@dataclass(frozen=True, slots=True)
class Spooled:
    """What is known of an article while it waits on the spool: enough to list it, and to find its twins."""

    id: str
    title: str
    words: int
    sha256: str
    position: int


@dataclass(slots=True)
class Read:
    """One input as it was read: its small records at hand, its articles on the spool.

    `mapped` is there where it was annotated elsewhere: what its spans refer to has to be found in the project, or made.
    """

    input: Input
    info: ProjectInfo | None = None
    tags: list[Tag] = field(default_factory=list)
    annotators: list[Annotator] = field(default_factory=list)
    entities: list[Entity] = field(default_factory=list)
    collections: list[Collection] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    deleted: list[Deleted] = field(default_factory=list)
    mapped: Mapped | None = None
    articles: list[Spooled] = field(default_factory=list)

    @property
    def is_plain(self) -> bool:
        """Tell whether there is nothing in it but articles."""
        others = (self.tags, self.annotators, self.entities, self.collections, self.relations, self.deleted)
        return self.info is None and not any(others)


class Spool:
    """Articles on disk, in a file without a name, so that memory stays flat however many there are.

    One thread may look at articles while another one reads inputs.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        with _explained():
            self._file = tempfile.TemporaryFile(prefix="annotator-")  # noqa: SIM115  # closed by __exit__

    def __enter__(self) -> Spool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the disk space back."""
        # What is left to be written to a full disk is not needed any more.
        with self._lock, contextlib.suppress(OSError):
            self._file.close()

    def read(self, source: Source, name: str | None, options: ReadOptions, progress: Progress) -> Read:
        """Read one input; one that breaks off gives no articles and says why, whatever its reader raises.

        Raises OutputError where the spool itself cannot be written, Cancelled where `progress` does.
        """
        found = Read(Input(source.name))
        with self._lock, _explained():
            start = self._file.seek(0, os.SEEK_END)
        try:
            reader = reader_for(source, name)
            found.input.format = reader.name
            for record in reader.read(source, options, progress):
                self._take(found, record)
        except InputError as error:
            reason = str(error)
        except AnnotatorError:
            raise
        except Exception as error:  # noqa: BLE001  # readers of plug-ins, and damage nobody thought of: see the log
            _log.exception("%s cannot be read as %s", source.name, found.input.format or "any format")
            reader_name = f"the reader of “{found.input.format}”" if found.input.format else "looking for its format"
            reason = f"{source.name}: {reader_name} broke off ({type(error).__name__}: {error or 'no reason given'})"
        else:
            return found
        with self._lock, _explained():
            self._file.truncate(start)
        return Read(Input(source.name, "failed", found.input.format, messages=[reason]))

    def _take(self, found: Read, record: object) -> None:
        match record:
            case Article():
                with self._lock, _explained():
                    position = self._file.seek(0, os.SEEK_END)
                    pickle.dump(record, self._file, pickle.HIGHEST_PROTOCOL)
                words = len(record.text.split())
                found.articles.append(Spooled(record.id, record.title, words, sha256(record.text), position))
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
            case Mapped():
                found.mapped = record
            case Warn():
                found.input.messages.append(f"{record.place}: {record.reason}" if record.place else record.reason)
            case Failure():
                found.input.fail(str(record.error))

    def article(self, spooled: Spooled) -> Article:
        """Return an article from the spool."""
        with self._lock, _explained():
            self._file.seek(spooled.position)
            # The file is this process's own, and has no name: nobody else can have written to it.
            article: Article = pickle.load(self._file)
        return article


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        folder = tempfile.gettempdir()
        raise OutputError(f"{folder}: what was read cannot be kept here meanwhile ({error.strerror}).") from None


def expand(chosen: Iterable[Path | str]) -> Iterator[Found]:
    """Yield a source for each file and web address; what cannot be opened or fetched is an InputError in its place.

    A text that begins with http:// or https:// is an address, and fetched when its turn comes; any other names a file
    or a folder (see `_of_paths`).
    """
    for is_web, group in itertools.groupby(chosen, lambda one: isinstance(one, str) and bool(_ADDRESS.match(one))):
        if is_web:
            yield from map(_fetched, map(str, group))
        else:
            yield from _of_paths(map(Path, group))


def _fetched(url: str) -> Found:
    from annotator.formats.address import fetch  # only where an address is asked for: it takes a while to load

    try:
        return fetch(url)
    except InputError as error:
        return error


def _of_paths(paths: Iterable[Path]) -> Iterator[Found]:
    """Yield a source for each file; a folder gives its files with a known suffix, recursively and in order.

    So does a ZIP archive, but without annotations beside its texts. Elsewhere a text comes with the annotations that
    stand beside it, and annotations bring their text; it comes once. Links out of a folder are not followed. What
    cannot be opened is an InputError in its place.
    """
    brat = BratFiles()
    texts: set[Path] = set()
    for path, found in _files(paths):
        if isinstance(found, InputError):
            yield found
            continue
        text = brat.text_of(path) if path.suffix.casefold() == ".ann" else path
        notes = [] if text is None else brat.companions(text)
        if text is None or not notes:
            source = _source(path, found)
            if isinstance(source, Source) and archive.is_archive(source):
                yield from archive.members(source, _suffixes())
            else:
                yield source
            continue
        if text in texts:
            continue
        texts.add(text)
        folder = Path(found).parent
        source, *beside = (
            _source(one, os.path.normpath(folder / os.path.relpath(one, path.parent))) for one in (text, *notes)
        )
        if isinstance(source, Source):
            source = replace(source, companions=tuple(one for one in beside if isinstance(one, Source)))
        yield source
        yield from (one for one in beside if isinstance(one, InputError))


def _files(paths: Iterable[Path]) -> Iterator[tuple[Path, str | InputError]]:
    """Yield files with the names that messages use, those of folders among them."""
    suffixes = _suffixes() | {archive.SUFFIX}
    for path in paths:
        if not _holds(path.is_dir):
            yield path, path.name
            continue
        unreadable: list[OSError] = []
        for folder, folders, files in os.walk(path, onerror=unreadable.append):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(files):
                file = Path(folder) / name
                if not name.startswith(".") and file.suffix.casefold() in suffixes and not _holds(file.is_symlink):
                    yield file, str(file.relative_to(path.parent))
        for error in unreadable:
            name = os.path.relpath(error.filename, path.parent)
            yield path, InputError(_shown(name), f"the folder cannot be read ({error.strerror})")


def _suffixes() -> set[str]:
    return {suffix for reader in readers().available.values() for suffix in reader.suffixes}


def _source(path: Path, name: str) -> Found:
    name = _shown(name)
    try:
        found = path.stat()
    except OSError as error:
        return InputError(name, f"the file cannot be read ({error.strerror})")
    if not stat.S_ISREG(found.st_mode):
        return InputError(name, "this is no ordinary file")  # reading a pipe could wait for ever
    return Source(name, lambda: path.open("rb"), found.st_size, path)


def _holds(question: Callable[[], bool]) -> bool:
    """Answer a question about a path; where the system refuses to, opening the file will say why."""
    try:
        return question()
    except OSError:
        return False


def _shown(name: str) -> str:
    """Return a file's name as text; some systems allow bytes in it that are none."""
    return store_text(name).text
