"""Importing texts, history and search index included: row 7 of the targets."""

from __future__ import annotations

import hashlib
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from annotator.services import projects
from annotator.services.importing import import_files
from tests.benchmarks.corpus import ADA, text_files
from tests.benchmarks.row import Row

_FILES, _SIZE = 10_000, 3_000


def benchmarks() -> list[Row]:
    """Import a folder of texts once."""
    with tempfile.TemporaryDirectory(prefix="annotator-benchmark-") as name:
        folder = Path(name)
        texts = folder / "texts"
        texts.mkdir()
        files = text_files(texts, _FILES, _SIZE)
        floor = _floor(folder / "floor.db", files)
        figure = _import(folder / "news.annotator", texts)
    name = f"import {_FILES:,} text files of {_SIZE:,} characters, with history and search index"
    return [Row(name, figure, floor, times=4)]


def _import(path: Path, texts: Path) -> float:
    project = projects.create(str(path), ADA, "Benchmark")
    started = time.perf_counter()
    report = import_files(project, [texts])
    figure = time.perf_counter() - started
    project.close()
    assert report.articles == _FILES
    return figure * 1000


def _floor(path: Path, files: Sequence[Path]) -> float:
    """Read, hash and insert with the plain driver, in one transaction, and build FTS5's index as it comes."""
    started = time.perf_counter()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in (
            "PRAGMA journal_mode=WAL",
            "PRAGMA synchronous=FULL",
            "CREATE TABLE article (id TEXT PRIMARY KEY, title TEXT)",
            "CREATE TABLE article_text (id TEXT PRIMARY KEY, text TEXT, sha256 TEXT)",
            "CREATE INDEX ix ON article_text (sha256)",
            "CREATE VIRTUAL TABLE words USING fts5 (text, content='')",
            "BEGIN",
        ):
            connection.execute(statement)
        rows = []
        for number, file in enumerate(files):
            text = file.read_text(encoding="utf-8")
            rows.append((f"{number:036}", text, hashlib.sha256(text.encode("utf-8")).hexdigest()))
        connection.executemany("INSERT INTO article VALUES (?, ?)", ((key, text[:40]) for key, text, _digest in rows))
        connection.executemany("INSERT INTO article_text VALUES (?, ?, ?)", rows)
        connection.execute("INSERT INTO words (rowid, text) SELECT rowid, text FROM article_text")
        connection.execute("COMMIT")
    return (time.perf_counter() - started) * 1000
