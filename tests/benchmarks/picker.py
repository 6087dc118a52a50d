"""The entity picker with ten thousand entities; and how often whom it proposes first is right."""

from __future__ import annotations

import json
import random
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from annotator.core.ids import derived_id
from annotator.ui.app import make_application, open_window
from annotator.ui.article_view import ArticleView
from annotator.ui.picker.entity_picker import EntityPicker
from tests.analysis.ranking import POLNEAR, rank_speakers
from tests.benchmarks.corpus import ADA, invented_text, make_project
from tests.benchmarks.row import Row
from tests.benchmarks.timing import least

_TIMES = 60
_MANY = 10_000
_SYLLABLES = ("ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sta", "tre", "vin", "wol", "zek")


def benchmarks() -> list[Row]:
    """Open the picker and type in it, in a project with no entities and in one with ten thousand."""
    _ = QApplication.instance() or make_application()
    with tempfile.TemporaryDirectory(prefix="annotator-benchmark-") as folder:
        none = _pressed(Path(folder) / "none.annotator", 0)
        many = _pressed(Path(folder) / "many.annotator", _MANY)
    rows = [
        Row(f"{key}, {_MANY:,} entities, beside a project without any", many[key], none[key], more=5) for key in many
    ]
    return [*rows, *_ranking()]


def _ranking() -> list[Row]:
    """Count on real articles how often the speaker is missed; nothing where the articles are not at hand."""
    if not POLNEAR.is_dir():
        return []
    found = rank_speakers(POLNEAR)
    missed = {"not the first proposal": found.first, "not among three": found.three, "not offered": found.offered}
    most = {"not the first proposal": 20.0, "not among three": 10.0, "not offered": 10.0}
    return [
        Row(f"speaker {what}, of {found.all} quotes", 100 * (1 - right / found.all), most=most[what], unit="%")
        for what, right in missed.items()
    ]


def _pressed(path: Path, entities: int) -> dict[str, float]:
    name = make_project(path, [invented_text(5_000)], 50)
    with closing(sqlite3.connect(name)) as connection:
        connection.executemany(
            "INSERT INTO entity (id, version, created, updated, by, extra, name, kind, aliases, note, reason)"
            " VALUES (?, 1, ?, ?, ?, '{}', ?, 'person', ?, '', '')",
            _entities(entities),
        )
        connection.commit()
    window = open_window(name, ADA)
    window.activateWindow()
    QApplication.processEvents()
    view, picker = window.findChild(ArticleView, "articleView"), window.findChild(EntityPicker, "entityPicker")
    assert view is not None
    assert picker is not None
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_J)
    _open_and_leave(view, picker)
    figures = {
        "picker opens": least(_openings(view, picker)),
        "picker, a letter": least(_letters(view, picker, "bano")),
        "picker, a letter of what nobody is called": least(_letters(view, picker, "kmiotek")),
    }
    window.close()
    return figures


def _entities(count: int) -> Iterator[tuple[str, ...]]:
    chance = random.Random(3)
    moment = "2024-03-01 09:30:00.000000"
    for number in range(count):
        first, last = ("".join(chance.choices(_SYLLABLES, k=chance.randint(2, 4))).capitalize() for _ in range(2))
        aliases = json.dumps([f"Chief {last}"] if number % 3 == 0 else [])
        yield derived_id("entity", str(number)), moment, moment, ADA.id, f"{first} {last}", aliases


def _open_and_leave(view: ArticleView, picker: EntityPicker) -> None:
    QTest.keyClick(view, Qt.Key.Key_L)
    assert picker.isVisible()
    QTest.keyClick(picker.edit, Qt.Key.Key_Escape)


def _openings(view: ArticleView, picker: EntityPicker) -> Iterator[Callable[[], object]]:
    for _number in range(_TIMES):
        yield partial(QTest.keyClick, view, Qt.Key.Key_L)
        assert picker.isVisible()
        QTest.keyClick(picker.edit, Qt.Key.Key_Escape)
        QTest.keyClick(view, Qt.Key.Key_J)


def _letters(view: ArticleView, picker: EntityPicker, word: str) -> Iterator[Callable[[], object]]:
    for _number in range(max(1, _TIMES // len(word))):
        QTest.keyClick(view, Qt.Key.Key_L)
        for letter in word:
            yield partial(QTest.keyClicks, picker.edit, letter)
        QTest.keyClick(picker.edit, Qt.Key.Key_Escape)
