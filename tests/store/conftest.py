"""What the tests of the store share."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator.core.records import Annotator
from annotator.services import annotate, articles, importing, projects

TEXT = "“We act,” said Mayor Ines Calloway. “We do not wait.” The plan may cost forty million, critics say. "


@pytest.fixture
def folder() -> Iterator[Path]:
    """An empty folder that others may enter and read."""
    made = Path(tempfile.mkdtemp(prefix="annotator-tests-"))
    made.chmod(0o755)
    yield made
    for path in (made, *made.rglob("*")):
        if path.is_dir():
            path.chmod(0o755)
    shutil.rmtree(made)


@pytest.fixture
def closed(folder: Path, ada: Annotator) -> Path:
    """A closed project with an article that is long enough to fill pages of its own, and a span."""
    path = folder / "news.annotator"
    (folder / "mayor.txt").write_text(TEXT * 400, encoding="utf-8")
    project = projects.create(str(path), ada, "News")
    importing.import_files(project, [folder / "mayor.txt"])
    annotate.add_span(project, articles.article_ids(project)[0], "quote", [(0, 9)])
    project.close()
    (folder / "mayor.txt").unlink()
    path.chmod(0o644)
    assert [each.name for each in folder.iterdir()] == ["news.annotator"]
    return path
