"""Reading inputs: from what a person chose to records on a spool, before any transaction begins."""

from __future__ import annotations

import contextlib
import io
import itertools
import logging
import pickle
import re
import sys
import tempfile
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Literal, TypeAlias

from annotator.core.errors import AnnotatorError, InputError, OutputError
from annotator.core.records import (
    Annotator,
    Article,
    Collection,
    Comment,
    Decision,
    Deleted,
    Dismissal,
    Entity,
    Layer,
    Link,
    ProjectInfo,
    Region,
    Relation,
    Span,
)
from annotator.core.records import Source as Origin
from annotator.core.scheme import Tag
from annotator.core.text import count_words, sha256
from annotator.formats.files import at_hand
from annotator.formats.interface import Failure, Mapped, Progress, ReadOptions, Source, Warn
from annotator.formats.registry import HEAD, reader_for
from annotator.services.importing.walking import of_paths

Found: TypeAlias = Source | InputError
"""What can be read, or the reason why it cannot."""

_ADDRESS = re.compile("https?://", re.IGNORECASE)

_log = logging.getLogger(__name__)

IN_MEMORY = 64 << 20
"""The most bytes of articles that wait in memory to be written; more of them wait on the disk."""

_RECORD = 2048
"""About how many bytes an article takes but for its longest texts."""

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
    tags: Sequence[Tag] = ()
    annotators: Sequence[Annotator] = ()
    entities: Sequence[Entity] = ()
    collections: Sequence[Collection] = ()
    relations: Sequence[Relation] = ()
    deleted: Sequence[Deleted] = ()
    mapped: Mapped | None = None
    articles: list[Spooled] = field(default_factory=list)

    @property
    def is_plain(self) -> bool:
        """Tell whether there is nothing in it but articles."""
        others = (self.tags, self.annotators, self.entities, self.collections, self.relations, self.deleted)
        return self.info is None and not any(others)


class Spool:
    """Articles that wait to be written: the first ones in memory, and what comes after them in a file without a name.

    So a folder of texts never touches the disk, and memory stays flat however many articles there are. One thread may
    look at articles while another one reads inputs.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._places: list[Article | int] = []
        self._held = 0
        self._file: IO[bytes] | None = None
        self._end = 0
        self._is_at_end = True

    def __enter__(self) -> Spool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the memory and the disk space back."""
        self._places.clear()
        # What is left to be written to a full disk is not needed any more.
        with self._lock, contextlib.suppress(OSError):
            if self._file is not None:
                self._file.close()

    def read(self, source: Source, name: str | None, options: ReadOptions, progress: Progress) -> Read:
        """Read one input; one that breaks off gives no articles and says why, whatever its reader raises.

        Raises OutputError where the spool itself cannot be written, Cancelled where `progress` does.
        """
        found = Read(Input(source.name))
        small: dict[type, list[Any]] = defaultdict(list)
        before = len(self._places), self._held, self._end
        try:
            held = at_hand(source, HEAD)
            reader = reader_for(held, name)
            found.input.format = reader.name
            for record in reader.read(held, options, progress):
                self._take(found, record, small)
        except InputError as error:
            reason = str(error)
        except AnnotatorError:
            raise
        except Exception as error:  # noqa: BLE001  # readers of plug-ins, and damage nobody thought of: see the log
            _log.exception("%s cannot be read as %s", source.name, found.input.format or "any format")
            reader_name = f"the reader of “{found.input.format}”" if found.input.format else "looking for its format"
            reason = f"{source.name}: {reader_name} broke off ({type(error).__name__}: {error or 'no reason given'})"
        else:
            found.tags, found.annotators = small.get(Tag, ()), small.get(Annotator, ())
            found.entities, found.relations = small.get(Entity, ()), small.get(Relation, ())
            found.collections, found.deleted = small.get(Collection, ()), small.get(Deleted, ())
            return found
        self._take_back(*before)
        return Read(Input(source.name, "failed", found.input.format, messages=[reason]))

    def _take(self, found: Read, record: object, small: dict[type, list[Any]]) -> None:
        match record:
            case Article():
                words, digest = count_words(record.text), sha256(record.text)
                found.articles.append(Spooled(record.id, record.title, words, digest, self._append(record)))
                found.input.encoding = found.input.encoding or record.source.encoding
            case ProjectInfo():
                found.info = record
            case Mapped():
                found.mapped = record
            case Warn():
                found.input.messages.append(f"{record.place}: {record.reason}" if record.place else record.reason)
            case Failure():
                found.input.fail(str(record.error))
            case _:
                small[type(record)].append(record)

    def _append(self, article: Article) -> int:
        """Put an article on the spool, and return by which number it is known there."""
        weight = _weight(article)
        if weight is not None and self._held + weight <= IN_MEMORY:
            self._held += weight
            self._places.append(article)
        else:
            self._places.append(self._written(_pickled(article)))
        return len(self._places) - 1

    def _written(self, data: bytes) -> int:
        """Put bytes at the end of the file, and return where they begin."""
        with self._lock, _explained():
            if self._file is None:
                self._file = tempfile.TemporaryFile(prefix="annotator-")  # noqa: SIM115  # closed by `close`
            if not self._is_at_end:
                self._file.seek(self._end)
            self._is_at_end = False  # should the writing fail
            self._file.write(data)
            place, self._end, self._is_at_end = self._end, self._end + len(data), True
        return place

    def _take_back(self, number: int, held: int, end: int) -> None:
        """Forget all articles but the first `number`, which take `held` bytes of memory and `end` of the file."""
        del self._places[number:]
        self._held = held
        if self._file is not None:
            with self._lock, _explained():
                self._file.truncate(end)
                self._end, self._is_at_end = end, False

    def article(self, spooled: Spooled) -> Article:
        """Return an article from the spool."""
        place = self._places[spooled.position]
        if isinstance(place, Article):
            return place
        assert self._file is not None  # a place in it was given out
        with self._lock, _explained():
            self._is_at_end = False
            self._file.seek(place)
            # The file is this process's own, and has no name: nobody else can have written to it.
            article: Article = pickle.load(self._file)
        return article


def _weight(article: Article) -> int | None:
    """Return about how many bytes of memory an article takes, None where what belongs to it can take any number."""
    if article.layers or article.regions or article.dismissed or article.extra:
        return None
    return _RECORD + sum(map(sys.getsizeof, (article.text, article.title, article.note)))


_Reduce: TypeAlias = Callable[[Any], tuple[Callable[..., Any], tuple[Any, ...]]]


def _by_fields(kind: type) -> _Reduce:
    """Return what pickles records of a kind by the values of their fields: in a third of the time that they take."""
    values = attrgetter(*(one.name for one in fields(kind)))
    return lambda record: (kind, values(record))


_PICKLED_BY_FIELDS: Mapping[type, _Reduce] = {
    kind: _by_fields(kind) for kind in (Article, Origin, Region, Layer, Span, Link, Decision, Comment, Dismissal)
}


def _pickled(article: Article) -> bytes:
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = _PICKLED_BY_FIELDS
    pickler.dump(article)
    return buffer.getvalue()


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
    or a folder (see `walking.of_paths`).
    """
    for is_web, group in itertools.groupby(chosen, lambda one: isinstance(one, str) and bool(_ADDRESS.match(one))):
        if is_web:
            yield from map(_fetched, map(str, group))
        else:
            yield from of_paths(map(Path, group))


def _fetched(url: str) -> Found:
    from annotator.formats.address import fetch  # only where an address is asked for: it takes a while to load

    try:
        return fetch(url)
    except InputError as error:
        return error
