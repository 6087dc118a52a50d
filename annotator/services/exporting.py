"""Exporting: the project, or a part of it, into a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from annotator import __version__
from annotator.core.errors import Refused
from annotator.core.records import Article
from annotator.formats.files import write_beside
from annotator.formats.interface import Progress, Record, WriteOptions, no_progress
from annotator.formats.registry import writers
from annotator.services.anonymising import anonymise
from annotator.services.projects import annotators, is_own_file, scheme
from annotator.store import intake, stream
from annotator.store.project import Project
from annotator.store.stream import Scope

__all__ = [
    "EVERYBODY", "ExportReport", "Scope", "export_file", "export_stream", "preview", "scope",
]  # fmt: skip

GENERATOR = f"annotator {__version__}"

EVERYBODY: frozenset[str] = frozenset()
"""As `anonymous`: all entities, not only chosen ones."""


@dataclass(slots=True)
class ExportReport:
    """How much was written, and what a person should know of it."""

    articles: int = 0
    spans: int = 0
    unlinked: int = 0
    warnings: list[str] = field(default_factory=list)


def scope(
    project: Project,
    *,
    articles: Sequence[str] = (),
    annotator_names: Sequence[str] = (),
    final: bool = False,
    tags: Sequence[str] = (),
) -> Scope:
    """Return which part of the project is meant; nothing named: all of it. Raises Refused for unknown names or ids."""
    with project.read() as session:
        unknown = set(articles) - intake.known(session, "article", articles)
    if unknown:
        raise Refused(f"There is no article {min(unknown)} in the project.")
    known_tags = [tag.id for tag in scheme(project)]
    for tag in tags:
        if tag not in known_tags:
            raise Refused(f"There is no tag “{tag}” in the scheme; it has {', '.join(known_tags)}.")
    layers: set[str | None] = {None} if final else set()
    everyone = annotators(project)
    for name in annotator_names:
        found = [one.id for one in everyone if name in (one.name, one.id)]
        if not found:
            raise Refused(f"There is no annotator “{name}”; there are {', '.join(one.name for one in everyone)}.")
        layers.update(found)
    return Scope(frozenset(articles) or None, frozenset(layers) or None, frozenset(tags) or None)


def export_file(
    project: Project,
    target: Path,
    format_name: str,
    part: Scope | None = None,
    *,
    anonymous: Set[str] | None = None,
    progress: Progress = no_progress,
) -> ExportReport:
    """Write the project into a file, beside it first and then moved into place.

    Raises OutputError with one sentence, Refused for an unknown format; what stood there before is untouched then.
    """
    if is_own_file(project, target):
        raise Refused(f"{target}: this is the open project itself; choose another name.")
    report = ExportReport()
    write_beside(target, lambda file: _write(project, file, format_name, part, anonymous, progress, report))
    return report


def export_stream(
    project: Project,
    target: IO[bytes],
    format_name: str,
    part: Scope | None = None,
    *,
    anonymous: Set[str] | None = None,
    progress: Progress = no_progress,
) -> ExportReport:
    """Write the project into an open stream; see `export_file`."""
    report = ExportReport()
    _write(project, target, format_name, part, anonymous, progress, report)
    return report


def preview(
    project: Project,
    format_name: str,
    part: Scope,
    *,
    anonymous: Set[str] | None = None,
    most: int,
    progress: Progress = no_progress,
) -> tuple[str, ExportReport]:
    """Return how the file would begin, at most `most` characters of it, and how much the whole of it would hold.

    Warnings are those of the beginning only.
    """
    head = _Head(most * 4)
    report = ExportReport()
    try:
        _write(project, head, format_name, part, anonymous, progress, report)
    except _Enough:
        head.cut = True
        report.articles, report.spans, report.unlinked = stream.count(project, part)
    return head.getvalue().decode("utf-8", errors="ignore")[:most] + ("…" if head.cut else ""), report


class _Enough(Exception):
    """The preview has all that it shows."""


class _Head(BytesIO):
    """Takes the first bytes of a file, and stops whoever writes more."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self.cut = False

    def write(self, data: Any, /) -> int:
        """Take some more."""
        if self.tell() >= self._most:
            raise _Enough
        return super().write(data)


def _write(
    project: Project,
    target: IO[bytes],
    format_name: str,
    part: Scope | None,
    anonymous: Set[str] | None,
    progress: Progress,
    report: ExportReport,
) -> None:
    writer = writers().get(format_name)
    records: Iterable[Record] = stream.records(project, part or Scope())
    if anonymous is not None:
        records = anonymise(records, anonymous or None, report.warnings.append)
    writer.write(_counted(records, report), target, WriteOptions(generator=GENERATOR), progress)


def _counted(records: Iterable[Record], report: ExportReport) -> Iterator[Record]:
    for record in records:
        if isinstance(record, Article):
            spans = [span for layer in record.layers for span in layer.spans]
            report.articles += 1
            report.spans += len(spans)
            report.unlinked += sum(not span.links for span in spans)
        yield record
