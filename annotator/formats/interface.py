"""What a reader and a writer of files are, and what passes between them and the application."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Protocol, TypeAlias

from annotator.core.errors import InputError
from annotator.core.records import Annotator, Article, Collection, Deleted, Entity, ProjectInfo, Relation
from annotator.core.scheme import Attribute, Tag

Progress: TypeAlias = Callable[[int, int, str], None]
"""`progress(done, total, text)`; raises `Cancelled` when the person has stopped the work. total 0: not known."""


def no_progress(_done: int, _total: int, _text: str) -> None:
    """Report to nobody."""


@dataclass(frozen=True, slots=True)
class Warn:
    """Something that a person should know of an input that was read all the same."""

    file: str
    reason: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """A part of an input that could not be read; the parts around it were."""

    error: InputError


@dataclass(frozen=True, slots=True)
class Mapped:
    """What became of the labels of an input that was annotated elsewhere, in words; and the tags that its spans want.

    Such an input knows nothing of a project. Its spans name tags by id or by name, each of `tags` with the attributes
    that its spans have; its links have an empty role, which stands for that of their span's tag; its annotators are
    known by name only. Whoever takes the input in finds these in the project, or makes them. `relations` are the labels
    of relations among `labels`.
    """

    labels: Mapping[str, str]
    tags: Mapping[str, tuple[Attribute, ...]] = field(default_factory=dict)
    relations: frozenset[str] = frozenset()


Record: TypeAlias = (
    ProjectInfo | Tag | Annotator | Entity | Collection | Article | Relation | Deleted | Mapped | Warn | Failure
)


@dataclass(frozen=True, slots=True)
class Source:
    """An input: the name that messages use, and how to open its bytes (each call anew, from the start).

    `path` is the file, where there is one; `companions` are files that belong with it, as annotations beside a text do.
    `url` and `encoding` are what whoever delivered it said of it, as a web server does. `annotator` is who annotated,
    as far as the place where it stands tells.
    """

    name: str
    open: Callable[[], IO[bytes]]
    size: int = 0
    path: Path | None = None
    companions: tuple[Source, ...] = ()
    url: str | None = None
    encoding: str | None = None
    annotator: str = ""

    @classmethod
    def of_path(cls, path: Path) -> Source:
        """Return the source that reads a file. Raises OSError where the file's size cannot be asked."""
        return cls(path.name, lambda: path.open("rb"), path.stat().st_size, path)


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What a person chose for an input; None and empty: found out from the input.

    `columns` maps our fields ("text", "title" …) to columns or keys of a table; `labels` maps labels of annotated
    inputs to tags (empty: the label is ignored); `annotator` names whoever annotated where the input does not; `stubs`
    keeps rows that have no text.
    """

    encoding: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    annotator: str | None = None
    stubs: bool = False


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """What a file says of its own making. `generator` is the program and its version."""

    generator: str


class Reader(Protocol):
    """Reads one format. Yields records in the file's order, one for each article.

    `sniff(head)` takes the input's first bytes and returns how sure it is of its format, 0.0 to 1.0. `read` raises
    `InputError` where nothing (more) can be read; a part that cannot be read is a `Failure` among the records.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]

    def sniff(self, head: bytes) -> float: ...  # noqa: D102
    def read(self, source: Source, options: ReadOptions, progress: Progress) -> Iterator[Record]: ...  # noqa: D102


class Writer(Protocol):
    """Writes one format as a stream.

    Records come in this order: the project, tags, annotators, entities, collections, articles, relations, deleted
    rows. `losses` says in sentences what the format can never hold.
    """

    name: str
    title: str
    suffix: str
    losses: tuple[str, ...]

    def write(  # noqa: D102
        self, records: Iterable[Record], target: IO[bytes], options: WriteOptions, progress: Progress
    ) -> None: ...
