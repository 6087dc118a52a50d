"""What is about to be imported: every input is read, nothing is written, and a person can look and choose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Any

from annotator.analysis.boilerplate import ProposedRegion
from annotator.core.errors import InputError, Refused
from annotator.core.records import Article
from annotator.formats import columns, html, table
from annotator.formats.interface import Progress, ReadOptions, Source, no_progress
from annotator.services import metadata, regions
from annotator.services.importing.garbage import sought_seldom
from annotator.services.importing.inputs import Found, Input, Read, Spool, Spooled
from annotator.services.importing.regions import RegionChoices, made_of
from annotator.services.metadata import Field
from annotator.store.project import Project

COLUMN_FIELDS = columns.FIELDS
"""What can be taken from a column of a table."""

LEFT_OUT = "left out"
"""What a label becomes, in words, that becomes nothing."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What a person chose for an input; None and empty: found out from the input. See `ReadOptions`."""

    format: str | None = None
    encoding: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    stubs: bool = False


@dataclass(slots=True, eq=False)
class Row:
    """One input of a batch; `source` is None where it could not even be opened. `taken`: the person wants it."""

    source: Source | None
    read: Read
    choices: Choices
    taken: bool = True

    @property
    def holds_something(self) -> bool:
        """Tell whether there is anything in it to import."""
        return bool(self.read.articles) or self.read.info is not None

    @property
    def words(self) -> int:
        """How many words its articles have together."""
        return sum(one.words for one in self.read.articles)


@dataclass(frozen=True, slots=True)
class Label:
    """A label of inputs that were annotated elsewhere, and in words what it becomes."""

    name: str
    target: str
    is_relation: bool = False


@dataclass(frozen=True, slots=True)
class Dropped:
    """A part of an input that is not taken, and where it stood there."""

    place: str
    text: str


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that a table has, which of `COLUMN_FIELDS` is taken from which, and the first rows."""

    header: tuple[str, ...]
    mapping: Mapping[str, str]
    rows: tuple[tuple[str, ...], ...] = ()

    def example(self, name: str) -> str:
        """Return the first words that stand in a column, nothing where the first rows have none."""
        place = self.header.index(name)
        return next((row[place] for row in self.rows if place < len(row) and row[place].strip()), "")


@dataclass(frozen=True, slots=True)
class Twin:
    """An article that another one is like: `likeness` says how much of the shorter text stands in the other, 0 to 1.

    `key` is the id of one in the project, or the article itself of one in the batch; None where only the title is known
    of one in the project.
    """

    title: str
    likeness: float
    is_equal: bool = False
    key: str | Spooled | None = None

    @property
    def in_project(self) -> bool:
        """Tell whether it is in the project already."""
        return not isinstance(self.key, Spooled)


class Batch:
    """Inputs that were read, and what a person chose for them. It owns the disk space that they take: close it.

    Articles are known by their `position`, which no two of a batch share: `left_out` has those that are not wanted,
    `twins` those that are like another article, `regions` what is taken of the regions that are proposed for them.
    """

    def __init__(self, annotator: str | None = None, acting: str | None = None) -> None:
        self.rows: list[Row] = []
        self.left_out: set[int] = set()
        self.twins: dict[int, Twin] = {}
        self.regions = RegionChoices()
        self._acting = acting
        self._edits: dict[int, dict[str, Any]] = {}
        self._annotator = annotator
        self._spool = Spool()

    def __enter__(self) -> Batch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the disk space back; nothing can be read or written after it."""
        self._spool.close()

    @sought_seldom()
    def add(
        self,
        sources: Iterable[Found],
        choices: Choices = Choices(),
        progress: Progress = no_progress,
        total: int = 0,
    ) -> list[Row]:
        """Read sources and return their rows; `total` is how many there are, where that is known.

        Raises Refused for an unknown format, Cancelled where `progress` does; then there is no new row.
        """
        rows: list[Row] = []
        options = self._options(choices)
        for source in sources:
            if isinstance(source, InputError):
                rows.append(Row(None, Read(Input(source.file, "failed", messages=[str(source)])), choices))
                continue
            progress(len(rows), total, source.name)
            within = _within(progress, len(rows), total)
            rows.append(Row(source, self._spool.read(source, choices.format, options, within), choices))
        self.rows += rows
        return rows

    def _options(self, choices: Choices) -> ReadOptions:
        return ReadOptions(choices.encoding, choices.columns, choices.labels, self._annotator, choices.stubs)

    def read_again(self, row: Row, choices: Choices, progress: Progress = no_progress) -> None:
        """Read one input with other choices; what was chosen for its articles stays where they are as many as before.

        Raises Refused where the input could not be opened or there is no such format, Cancelled where `progress` does;
        then the row stays as it is.
        """
        if row.source is None:
            raise Refused(f"{row.read.input.name} could not be opened; choose it again.")
        before = row.read.articles
        after = self._spool.read(row.source, choices.format, self._options(choices), progress)
        if len(before) == len(after.articles):
            for old, new in zip(before, after.articles, strict=True):
                self._follow(old, new)
        row.read, row.choices = after, choices

    def _follow(self, old: Spooled, new: Spooled) -> None:
        if old.position in self.left_out:
            self.left_out.add(new.position)
        if old.position in self._edits:
            self._edits[new.position] = self._edits[old.position]
        if old.sha256 == new.sha256:
            self.regions.follow(old.position, new.position)

    def edit(self, spooled: Spooled, changes: Mapping[Field, str]) -> None:
        """Set metadata of an article, as `metadata.edit` does once it is imported. Raises Refused."""
        checked: dict[str, Any] = {name: metadata.checked(name, value) for name, value in changes.items()}
        if "url" in checked:
            checked["url"] = checked["url"] or None
        self._edits[spooled.position] = {**self._edits.get(spooled.position, {}), **checked}

    def title(self, spooled: Spooled) -> str:
        """Return the title that an article will have."""
        return str(self._edits.get(spooled.position, {}).get("title", spooled.title))

    @property
    def is_edited(self) -> bool:
        """Tell whether a person would have to do something again if the batch were thrown away and read anew."""
        return bool(self._edits or self.left_out or self.regions.any_chosen)

    def article(self, spooled: Spooled) -> Article:
        """Return an article as it will be stored."""
        article, edits = self._spool.article(spooled), self._edits.get(spooled.position)
        if edits:
            article = replace(article, **edits)
        if not self.regions.takes_any(spooled.position):
            return article
        taken = self.regions.taken(spooled.position, regions.proposals(article))
        return replace(article, regions=(*article.regions, *made_of(taken, self._acting)))

    def propose_regions(self, rows: Iterable[Row], progress: Progress = no_progress) -> None:
        """Look for what may be regions of articles; `regions` says what is taken of it. Raises Cancelled.

        An input that describes a project is left alone: its regions are those that its people wanted.
        """
        looked_at = [one for row in rows if row.read.info is None for one in row.read.articles]
        for number, one in enumerate(looked_at):
            progress(number, len(looked_at), "looking for regions")
            self.regions.offer(one.position, self.proposed_regions(one))

    def proposed_regions(self, spooled: Spooled) -> list[ProposedRegion]:
        """Return what may be a region of an article, in order, where its input names none."""
        return regions.proposals(self._spool.article(spooled))

    def tells_dropped(self, row: Row) -> bool:
        """Tell whether there is a way to know what of an input is not taken."""
        return row.source is not None and row.read.input.format == html.READER.name

    def dropped(self, row: Row) -> tuple[Dropped, ...]:
        """Return what of an input is not taken, where its format can tell; the input is read again for it."""
        if row.source is None or not self.tells_dropped(row):
            return ()
        try:
            found = html.preview(row.source, self._options(row.choices))
        except InputError:  # the row says so
            return ()
        return tuple(Dropped(part.place, part.text) for part in found.dropped)

    def is_table(self, row: Row) -> bool:
        """Tell whether an input has columns to choose from."""
        return row.source is not None and row.read.input.format == table.READER.name

    def columns(self, row: Row) -> Columns | None:
        """Return the columns of a table, None where the input is none or cannot be read as one."""
        if row.source is None or not self.is_table(row):
            return None
        try:
            head = table.columns(row.source, self._options(row.choices))
        except InputError:  # the row says so
            return None
        return Columns(head.header, head.mapping, head.rows)

    def labels(self) -> list[Label]:
        """Return the labels of inputs that were annotated elsewhere, in order, without regard to case."""
        found: dict[str, Label] = {}
        for mapped in (row.read.mapped for row in self.rows if row.read.mapped):
            for name, target in mapped.labels.items():
                found.setdefault(name.casefold(), Label(name, target, name in mapped.relations))
        return sorted(found.values(), key=lambda label: (label.is_relation, label.name.casefold()))

    def relabel(self, chosen: Mapping[str, str], progress: Progress = no_progress) -> None:
        """Let labels become something else; only inputs that have one of them are read again.

        `chosen` is as for `import_files`. Raises Refused for what a label cannot become, Cancelled where `progress`
        does.
        """
        wanted = {name.casefold(): target or LEFT_OUT for name, target in chosen.items()}
        rows = [row for row in self.rows if row.read.mapped and _differs(row.read.mapped.labels, wanted)]
        for number, row in enumerate(rows):
            progress(number, len(rows), row.read.input.name)
            labels = {**row.choices.labels, **chosen}
            self.read_again(row, replace(row.choices, labels=labels), _within(progress, number, len(rows)))

    def expected(self) -> int:
        """Return how many articles an import would take in, as far as that is known: equal texts come once."""
        seen: set[str] = set()
        number = 0
        for row, one in self.chosen():
            twin = self.twins.get(one.position)
            known = twin is not None and twin.is_equal and twin.in_project
            if not known and (one.sha256 not in seen or row.read.info is not None):
                number += 1
            seen.add(one.sha256)
        return number

    def chosen(self) -> list[tuple[Row, Spooled]]:
        """Return the articles that the person wants, with their rows."""
        return [
            (row, one)
            for row in self.rows
            if row.taken
            for one in row.read.articles
            if one.position not in self.left_out
        ]


def prepare(
    project: Project,
    sources: Iterable[Found],
    choices: Choices = Choices(),
    *,
    annotator: str | None = None,
    progress: Progress = no_progress,
) -> Batch:
    """Read sources, and write nothing; `importing.write` does.

    `annotator` is whoever annotated where an input does not say; without it, that is the acting annotator. Raises as
    `Batch.add` does.
    """
    batch = open_batch(project, annotator)
    try:
        batch.add(sources, choices, progress)
    except BaseException:
        batch.close()
        raise
    return batch


def open_batch(project: Project, annotator: str | None = None) -> Batch:
    """Return an empty batch for a project; see `prepare`."""
    acting = project.acting
    name = acting.name if acting else None
    return Batch(annotator if annotator is not None else name, acting.id if acting else None)


def _within(progress: Progress, done: int, total: int) -> Progress:
    """Return the progress of one input: its own where it is the only one or their number is unknown."""
    return progress if total <= 1 else lambda _done, _total, text: progress(done, total, text)


def _differs(now: Mapping[str, str], wanted: Mapping[str, str]) -> bool:
    return any(wanted.get(name.casefold(), target) != target for name, target in now.items())
