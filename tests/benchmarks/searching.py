"""Searching 100,000 articles, first pages with their concordance lines: row 10 of the targets."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from annotator.core.search import SearchQuery
from annotator.services import projects, searching
from tests.benchmarks.corpus import ADA, make_project, titled_texts
from tests.benchmarks.row import Row
from tests.benchmarks.timing import best

_ARTICLES, _LENGTH, _PAGE = 100_000, 1_000, 200
_TOLD = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid LIMIT ?"


def benchmarks() -> list[Row]:
    """Bring the index up to date, once; then ask for first pages, and for a second one."""
    texts = titled_texts(_ARTICLES, _LENGTH)
    words = texts[500].split()
    queries = {
        "a phrase in many articles": f'"{words[30]} {words[31]} {words[32]}"',
        "a phrase in one article": f'"{" ".join(words[:4])}"',
        "two words in many articles": f"{words[50]} {words[60]}",
        "the beginning of a word": f"{words[30][:3]}*",
        "a word that is nowhere": "nowhere",
    }
    with tempfile.TemporaryDirectory(prefix="annotator-benchmark-") as name:
        floor_build, raw = _raw(Path(name) / "raw.db", texts)
        project = projects.open_project(make_project(Path(name) / "large.annotator", texts, 0), ADA)
        started = time.perf_counter()
        searching.update_index(project)
        built = (time.perf_counter() - started) * 1000
        rows = [Row(f"index {_ARTICLES:,} articles of {_LENGTH:,} characters", built, floor_build)]
        with closing(raw):
            for what, text in queries.items():
                figure = best(lambda text=text: searching.search(project, SearchQuery(text), most=_PAGE))
                floor = best(lambda text=text: raw.execute(_TOLD, (text, _PAGE)).fetchall())
                rows.append(Row(f"first page of {what}, {_ARTICLES:,} articles", figure, floor, most=50))
        common = SearchQuery(queries["a phrase in many articles"])
        more = searching.search(project, common).more
        figure = best(lambda: searching.search(project, common, more))
        rows.append(Row(f"second page of a phrase, {_ARTICLES:,} articles", figure, most=50))
        project.close()
    return rows


def _raw(path: Path, texts: Sequence[str]) -> tuple[float, sqlite3.Connection]:
    """Return how long FTS5 alone takes to index the texts, and the database to ask."""
    connection = sqlite3.connect(path, isolation_level=None)
    started = time.perf_counter()
    for statement in ("PRAGMA journal_mode=WAL", "CREATE VIRTUAL TABLE words USING fts5 (text, content='')", "BEGIN"):
        connection.execute(statement)
    connection.executemany("INSERT INTO words (rowid, text) VALUES (?, ?)", enumerate(texts, 1))
    connection.execute("COMMIT")
    return (time.perf_counter() - started) * 1000, connection
