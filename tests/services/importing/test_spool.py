"""The spool gives back what it was given, from memory or from the disk, and holds no more memory than it may."""

from __future__ import annotations

import gc
import io
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from annotator.core.errors import Cancelled
from annotator.core.ids import new_id
from annotator.core.records import Article, Region
from annotator.formats.interface import ReadOptions, Record, Source, no_progress
from annotator.services import importing
from annotator.services.importing import inputs
from annotator.services.importing.batches import open_batch
from annotator.services.importing.garbage import sought_seldom
from annotator.services.importing.inputs import Read, Spool, expand
from annotator.store.project import Project

SIZE = 10_000
"""Characters of a text here: in memory a little more than as many bytes."""


class Several:
    """Yields articles, and breaks off after them where the input says so."""

    name, title, suffixes = "several", "Several", (".several",)

    def __init__(self, articles: list[Article]) -> None:
        self._articles = articles

    def sniff(self, _head: bytes) -> float:
        return 1.0

    def read(self, source: Source, _options: ReadOptions, _progress: object) -> Iterator[Record]:
        yield from self._articles
        if source.name == "broken":
            raise ZeroDivisionError


def made(number: int, **more: Any) -> list[Article]:
    return [Article(new_id(), f"{one}".ljust(SIZE, "."), title=f"Ferry {one}", **more) for one in range(number)]


def taken(spool: Spool, articles: list[Article], monkeypatch: pytest.MonkeyPatch, name: str = "whole") -> Read:
    monkeypatch.setattr(inputs, "reader_for", lambda _source, _name: Several(articles))
    return spool.read(Source(name, lambda: io.BytesIO(b"?")), None, ReadOptions(), no_progress)


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The temporary files that are made meanwhile."""
    found: list[object] = []
    usual = tempfile.TemporaryFile

    def counting(**how: Any) -> object:
        found.append(usual(**how))
        return found[-1]

    monkeypatch.setattr(tempfile, "TemporaryFile", counting)
    return found


@pytest.mark.parametrize(("room", "on_disk"), [(0, True), (3 * SIZE, True), (64 * SIZE, False)])
def test_articles_come_back_as_they_were_wherever_they_waited(
    room: int, on_disk: bool, files: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inputs, "IN_MEMORY", room)
    articles = made(6)
    with Spool() as spool:
        first = taken(spool, articles[:4], monkeypatch)
        assert [spool.article(one) for one in first.articles] == articles[:4]
        assert taken(spool, made(9), monkeypatch, "broken").input.status == "failed"
        second = taken(spool, articles[4:], monkeypatch)
        found = [*first.articles, *second.articles]
        assert [spool.article(one) for one in reversed(found)] == articles[::-1]
        assert len({one.position for one in found}) == len(articles)
    assert bool(files) == on_disk


def test_an_input_that_breaks_off_gives_its_memory_back(files: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "IN_MEMORY", 3 * SIZE)
    with Spool() as spool:
        for _again in range(5):
            taken(spool, made(2), monkeypatch, "broken")
        taken(spool, made(2), monkeypatch)
    assert not files


def test_what_can_be_of_any_size_beside_its_text_waits_on_the_disk(
    files: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    articles = made(2, regions=(Region(new_id(), "headline", 0, 5),))
    with Spool() as spool:
        found = taken(spool, articles, monkeypatch)
        assert [spool.article(one) for one in found.articles] == articles
    assert len(files) == 1


def test_an_import_is_the_same_from_the_disk(
    sqlite_project: Project,
    write_text: Callable[[str, str], Path],
    files: list[object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(inputs, "IN_MEMORY", 0)
    paths = [write_text(f"{number}.txt", f"Ferry {number} was late.") for number in range(5)]
    report = importing.import_files(sqlite_project, [*paths, *paths])
    assert (report.articles, [one.status for one in report.inputs]) == (5, ["done"] * 5 + ["skipped"] * 5)
    assert len(files) == 1


@pytest.mark.parametrize("stops", [False, True])
def test_garbage_is_sought_seldom_while_files_are_read_and_as_before_after_it(
    stops: bool, sqlite_project: Project, write_text: Callable[[str, str], Path]
) -> None:
    before, meanwhile = gc.get_threshold(), []

    def progress(_done: int, _total: int, _text: str) -> None:
        meanwhile.append(gc.get_threshold()[0])
        if stops:
            raise Cancelled

    with open_batch(sqlite_project) as batch:
        try:
            batch.add(expand([write_text("ferry.txt", "The ferry was late.")]), progress=progress)
        except Cancelled:
            assert stops
    assert min(meanwhile) >= 10_000
    assert gc.get_threshold() == before


def test_a_search_for_garbage_that_is_off_or_seldom_stays_so() -> None:
    before = gc.get_threshold()
    try:
        for often in (0, 20_000):
            gc.set_threshold(often, 10, 10)
            with sought_seldom():
                assert gc.get_threshold() == (often, 10, 10)
            assert gc.get_threshold() == (often, 10, 10)
    finally:
        gc.set_threshold(*before)
