"""Merging a colleague's file of 1,000 articles with 20 spans each, and merging it again, beside importing it."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from annotator.core.records import Annotator
from annotator.services import exporting, importing, merging, projects
from annotator.services.projects import Project
from tests.benchmarks.corpus import ADA, invented_text, make_project
from tests.benchmarks.row import Row

_ARTICLES, _SPANS, _SIZE = 1_000, 20, 3_000
_BO = Annotator("00000000-0000-7000-8000-0000000000b0", "Bo Lindqvist")


def benchmarks() -> list[Row]:
    """Merge into an empty project, then again into what that made."""
    what = f"{_ARTICLES:,} articles with {_SPANS} spans each"
    with tempfile.TemporaryDirectory(prefix="annotator-benchmark-") as name:
        folder = Path(name)
        source = invented_text(_SIZE * 4)
        texts = [f"Report {number}\n\n{source[number:]}"[:_SIZE] for number in range(_ARTICLES)]
        theirs = projects.open_project(make_project(folder / "theirs.annotator", texts, _SPANS), ADA)
        file = folder / "theirs.json"
        exporting.export_file(theirs, file, "json")
        theirs.close()
        with_import = projects.create(str(folder / "imported.annotator"), _BO, "Imported")
        floor = _timed(lambda: importing.import_files(with_import, [file]))
        with_import.close()
        ours = projects.create(str(folder / "merged.annotator"), _BO, "Merged")
        first = _timed(lambda: _merge(ours, file))
        again = _timed(lambda: _merge(ours, file))
        copy = _timed(lambda: _merge(ours, folder / "theirs.annotator"))
        ours.close()
    return [
        Row(f"merge JSON of {what}", first, floor, times=3),
        Row("merge it again, which changes nothing", again, floor, times=2),
        Row("merge the project file of it", copy, floor, times=1),
    ]


def _merge(project: Project, file: Path) -> None:
    with merging.prepare(project, file) as merge:
        merging.apply(project, merge)


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000
