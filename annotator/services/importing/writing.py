"""What was read and chosen becomes articles of the project, all in one undoable step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import groupby, islice
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from annotator.core.errors import AnnotatorError
from annotator.core.records import Article
from annotator.core.text import counted
from annotator.formats.interface import Progress, no_progress
from annotator.services import searching
from annotator.services.importing.batches import Batch, Choices, Row, prepare
from annotator.services.importing.fitting import Fitting
from annotator.services.importing.garbage import sought_seldom
from annotator.services.importing.inputs import Found, Input, Read, Spooled, expand
from annotator.services.importing.regions import Wanted
from annotator.store import intake
from annotator.store.intake import Intake
from annotator.store.project import Project, Session, Writing

_BATCH = 500

_LARGEST_ORDER = 1 << 30
"""Order numbers of files beyond it are replaced: a database keeps 32 bits, and there must be room after them."""


class _HasId(Protocol):
    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=_HasId)


class _Arriving(NamedTuple):
    """An article, what the spool knows of it, and the input whose report says what became of it."""

    report: Input
    article: Article
    spooled: Spooled


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What became of each input, and how many articles and spans were taken in.

    `labels` says in words what became of the labels of inputs that were annotated elsewhere.
    """

    inputs: tuple[Input, ...]
    articles: int
    spans: int
    labels: Mapping[str, str] = field(default_factory=dict)


def import_files(
    project: Project,
    paths: Iterable[Path],
    *,
    format_name: str | None = None,
    encoding: str | None = None,
    columns: Mapping[str, str] | None = None,
    labels: Mapping[str, str] | None = None,
    annotator: str | None = None,
    progress: Progress = no_progress,
) -> ImportReport:
    """Import files and folders. What cannot be read is named in the report; the rest is imported.

    `columns` maps fields of articles to columns of tables. `labels` says what labels of inputs become that were
    annotated elsewhere: tags by id or name (a new one is made), `entity`, `cue`, or nothing where it is empty; the
    others are guessed. `annotator` is the name of whoever annotated where such an input does not say; without it, that
    is the acting annotator.

    Raises Refused for an unknown format, Cancelled where `progress` does; then nothing is imported.
    """
    return import_sources(
        project, expand(paths), format_name=format_name, encoding=encoding, columns=columns, labels=labels,
        annotator=annotator, progress=progress,
    )  # fmt: skip


def import_sources(
    project: Project,
    sources: Iterable[Found],
    *,
    format_name: str | None = None,
    encoding: str | None = None,
    columns: Mapping[str, str] | None = None,
    labels: Mapping[str, str] | None = None,
    annotator: str | None = None,
    stubs: bool = False,
    regions: Wanted = "none",
    progress: Progress = no_progress,
) -> ImportReport:
    """Import sources; see `import_files`. Everything is read before the one transaction that writes it.

    `stubs` keeps rows of tables that have a title and no text. `regions` says how much is taken of the regions that are
    proposed for the articles.
    """
    choices = Choices(format_name, encoding, columns or {}, labels or {}, stubs)
    with prepare(project, sources, choices, annotator=annotator, progress=progress) as batch:
        if regions != "none":
            batch.propose_regions(batch.rows, progress)
            batch.regions.take_everywhere(regions)
        return write(project, batch, progress)


@sought_seldom()
def write(project: Project, batch: Batch, progress: Progress = no_progress, *, searched: bool = True) -> ImportReport:
    """Import what a person chose of a batch, in one step; the batch stays as it was. Raises Cancelled.

    `searched`: the project is one that a person will search, so that the articles are taken into its search index.
    """
    arriving = [_arriving(row) for row in batch.rows]
    reads = [found for row, found in zip(batch.rows, arriving, strict=True) if row.taken and row.holds_something]
    articles = spans = 0
    if reads:
        with project.write("import") as writing:
            job = _Import(writing, batch, progress)
            for group in _groups(reads):
                job.take(group)
            articles, spans = job.articles, job.spans
    if articles and searched:
        # The articles are there: whoever stops this, or what keeps it from being written, only puts it off.
        with suppress(AnnotatorError):
            searching.update_index(project, progress)
    shown = {label: target for found in reads if found.mapped for label, target in found.mapped.labels.items()}
    return ImportReport(tuple(found.input for found in arriving), articles, spans, shown)


def _arriving(row: Row) -> Read:
    """Return a row's records with a report of their own: a batch can be written again after one that was stopped."""
    read = row.read.input
    report = Input(read.name, read.status, read.format, read.encoding, messages=list(read.messages))
    if not row.taken and report.status == "done":
        report.status = "skipped"
        report.messages.append("Left out, as chosen.")
    return replace(row.read, input=report)


class _Import:
    """The writing part of one import: decides what is new, and puts it in."""

    def __init__(self, writing: Writing, batch: Batch, progress: Progress) -> None:
        self._writing, self._session, self._batch = writing, writing.session, batch
        self._target = Intake(writing)
        self._progress, self._total = progress, len(batch.chosen())
        last = intake.last_order(self._session)
        self._order = last or 0
        self._adopts = last is None
        self._replaces: list[tuple[Input, Article]] = []
        self.articles = self.spans = 0

    def take(self, group: Sequence[Read]) -> None:
        """Take in what is new of inputs, of several only where they have nothing but articles.

        The first that describes a project is adopted by one without articles.
        """
        first = group[0]
        adopted = self._adopts and first.info is not None
        if adopted:
            intake.adopt(self._writing, first.info, first.tags)
            intake.bury(self._writing, first.deleted)
        fitted: Callable[[Article], Article] = _fit(self._writing, first) if first.mapped else lambda article: article
        for tag in self._new("tag", first.tags):
            self._target.tag(tag)
        for annotator in self._new("annotator", first.annotators):
            self._target.annotator(annotator)
        self._target.flush()
        references = _References(self._session, first)
        left_out = {article.id for found in group for article in found.articles}
        linked: set[str] = set()
        for batch in _batches(self._chosen(group)):
            self._progress(self.articles, self._total, batch[0].report.name)
            for one in self._fresh(batch, references, fitted, keep_equal_texts=adopted):
                self._article(one, adopted=adopted)
                left_out.discard(one.article.id)
                spans = (span for layer in one.article.layers for span in layer.spans)
                linked.update(link.entity for span in spans for link in span.links)
            self._target.flush()
        self._replacements()
        self._after(first, left_out, linked)
        self._adopts = self._adopts and not self.articles
        for found in group:
            if found.articles and not found.input.articles and found.input.status == "done":
                found.input.status = "skipped"

    def _chosen(self, group: Sequence[Read]) -> Iterator[_Arriving]:
        """Yield the articles that are wanted, with the report of their input; count the others there."""
        for found in group:
            wanted = [one for one in found.articles if one.position not in self._batch.left_out]
            if len(wanted) < len(found.articles):
                unwanted = counted(len(found.articles) - len(wanted), "article")
                found.input.messages.append(f"Left out, as chosen: {unwanted}.")
            for one in wanted:
                yield _Arriving(found.input, self._batch.article(one), one)

    def _new(self, table: str, records: Sequence[T]) -> Iterator[T]:
        """Yield the records that have no row yet."""
        here = intake.known(self._session, table, [record.id for record in records])
        return (record for record in records if record.id not in here)

    def _fresh(
        self,
        batch: Sequence[_Arriving],
        references: _References,
        fitted: Callable[[Article], Article],
        *,
        keep_equal_texts: bool,
    ) -> Iterator[_Arriving]:
        """Yield, fitted, the articles that are whole and not in the project yet, by id or by text; say so of others."""
        here = intake.known(self._session, "article", [one.spooled.id for one in batch])
        texts = intake.known_texts(self._session, [one.spooled.sha256 for one in batch])
        taken = self._rows_of_others(batch)
        for report, arriving, spooled in batch:
            digest, title = spooled.sha256, arriving.title
            article = arriving if arriving.id in here or digest in texts else fitted(arriving)
            if article.id in here:
                report.messages.append(f"“{title}” is in the project already.")
            elif digest in texts and not keep_equal_texts:
                report.messages.append(f"“{title}” has the same text as “{texts[digest]}”, which is there already.")
            elif not taken.isdisjoint(_own_ids(article)):
                report.fail(
                    f"“{title}” holds spans that are in the project already, in another article; it was left out."
                )
            elif wrong := references.problem(article):
                report.fail(f"“{title}”: {wrong}; this article was left out.")
            else:
                here.add(article.id)
                texts[digest] = title
                taken.update(_own_ids(article))
                yield _Arriving(report, article, spooled)

    def _rows_of_others(self, batch: Sequence[_Arriving]) -> set[str]:
        """Return those ids of the batch's spans, links, comments and regions that the project has already."""
        keys = [key for one in batch for key in _own_ids(one.article)]
        return {
            key for table in ("span", "link", "comment", "region") for key in intake.known(self._session, table, keys)
        }

    def _article(self, arriving: _Arriving, *, adopted: bool) -> None:
        report, article, spooled = arriving
        order = article.order if adopted and abs(article.order) < _LARGEST_ORDER else self._order + 1
        self._order = max(self._order, order)
        # What it replaces may come after it: that is put in when all are there.
        self._target.article(replace(article, replaces=None) if article.replaces else article, order, spooled.sha256)
        spans = sum(len(layer.spans) for layer in article.layers)
        self.articles += 1
        self.spans += spans
        report.articles += 1
        report.words += spooled.words
        if article.replaces:
            self._replaces.append((report, article))

    def _after(self, found: Read, left_out: set[str], linked: set[str]) -> None:
        """What points at articles and spans of the whole file: once they are all there.

        Entities that are known in an article only that was left out go with it, unless another one links them.
        """
        scopes = intake.known(self._session, "article", {entity.article for entity in found.entities if entity.article})
        gone = left_out - scopes
        entities = [entity for entity in found.entities if entity.article not in gone or entity.id in linked]
        own = {entity.id for entity in entities}
        merged = own | intake.known(
            self._session, "entity", {entity.merged_into for entity in found.entities if entity.merged_into}
        )
        for entity in self._new("entity", entities):
            self._target.entity(
                replace(
                    entity,
                    article=entity.article if entity.article in scopes else None,
                    merged_into=entity.merged_into if entity.merged_into in merged else None,
                )
            )
        ends = {key for relation in found.relations for key in (relation.source, relation.target)}
        spans = intake.known(self._session, "span", ends)
        whole = [one for one in found.relations if one.source in spans and one.target in spans]
        for relation in self._new("relation", whole):
            self._target.relation(relation)
        if len(whole) < len(found.relations):
            lacking = len(found.relations) - len(whole)
            found.input.messages.append(f"Relations between spans that are not here were left out: {lacking}.")
        members = intake.known(self._session, "article", {key for one in found.collections for key in one.articles})
        for collection in self._new("collection", found.collections):
            held = tuple(key for key in collection.articles if key in members)
            self._target.collection(replace(collection, articles=held))
        self._target.flush()

    def _replacements(self) -> None:
        here = intake.known(self._session, "article", {article.replaces or "" for _report, article in self._replaces})
        for report, article in self._replaces:
            if article.replaces not in here:
                report.messages.append(f"“{article.title}” replaces an article that is not here.")
        self._writing.bulk_update(
            "article",
            [{"id": one.id, "replaces": one.replaces} for _report, one in self._replaces if one.replaces in here],
        )
        self._replaces.clear()


def _fit(writing: Writing, found: Read) -> Callable[[Article], Article]:
    """Let an input that was annotated elsewhere refer to what the project has; return what fits its articles."""
    fitting = Fitting(writing, found)
    found.tags, found.annotators = fitting.new_tags, fitting.new_annotators
    found.entities = [replace(one, by=fitting.annotator(one.by)) for one in found.entities]
    found.relations = [replace(one, by=fitting.annotator(one.by)) for one in found.relations]
    return fitting.article


class _References:
    """What the articles of one input may refer to: what its file holds, and what the project has."""

    def __init__(self, session: Session, found: Read) -> None:
        self._session = session
        self._people = {annotator.id for annotator in found.annotators}
        self._tags = {tag.id for tag in found.tags}
        self._entities = {entity.id for entity in found.entities}

    def problem(self, article: Article) -> str | None:
        """Return what an article refers to that is nowhere, or None."""
        if not (article.layers or article.assignments or article.dismissed):
            return None
        spans = [span for layer in article.layers for span in layer.spans]
        people = {layer.annotator for layer in article.layers if layer.annotator} | set(article.assignments)
        people |= {decision.by for span in spans for decision in span.decisions}
        people |= {comment.by for span in spans for comment in span.comments}
        people |= {dismissal.by for dismissal in article.dismissed}
        tags = {span.tag for span in spans} | {dismissal.tag for dismissal in article.dismissed}
        entities = {link.entity for span in spans for link in span.links}
        for table, name, wanted, held in (
            ("annotator", "annotator", people, self._people),
            ("tag", "tag", tags, self._tags),
            ("entity", "entity", entities, self._entities),
        ):
            missing = wanted - held
            if missing:
                held |= intake.known(self._session, table, missing)
            if not wanted <= held:
                return f"its {name} {min(wanted - held)} is neither in the file nor in the project"
        for span in spans:
            comments = {comment.id for comment in span.comments}
            if any(comment.answers and comment.answers not in comments for comment in span.comments):
                return f"a comment of span {span.id} answers one that is not there"
        return None


def _own_ids(article: Article) -> Iterator[str]:
    yield from (region.id for region in article.regions)
    for layer in article.layers:
        for span in layer.spans:
            yield span.id
            yield from (link.id for link in span.links)
            yield from (comment.id for comment in span.comments)


def _batches(articles: Iterator[_Arriving]) -> Iterator[list[_Arriving]]:
    while batch := list(islice(articles, _BATCH)):
        yield batch


def _groups(reads: Iterable[Read]) -> Iterator[list[Read]]:
    """Yield the inputs in order, neighbours that are nothing but articles together: ten thousand texts, say."""
    for plain, group in groupby(reads, lambda found: found.is_plain):
        if plain:
            yield list(group)
        else:
            yield from ([found] for found in group)
