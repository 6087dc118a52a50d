"""The view of 10,000 entities with 60,000 linked spans: opening, searching, sorting and moving in it."""

from __future__ import annotations

import random
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from annotator.core.ids import new_id
from annotator.services import articles, projects
from annotator.services.entities import duplicates, listing
from annotator.ui.app import make_application, open_window
from annotator.ui.entities.view import EntityView
from tests.benchmarks.corpus import ADA, invented_text, make_project
from tests.benchmarks.row import Row
from tests.benchmarks.timing import best

_ENTITIES, _ARTICLES, _SPANS, _LENGTH = 10_000, 1_500, 40, 1_000
_KINDS = ("person", "person", "person", "organisation", "place")


def benchmarks() -> list[Row]:
    """Open the view, and work in it as a person would."""
    _ = QApplication.instance() or make_application()
    with tempfile.TemporaryDirectory(prefix="annotator-benchmark-") as folder:
        texts = [invented_text(_LENGTH + number)[number:] for number in range(_ARTICLES)]
        name = make_project(Path(folder) / "entities.annotator", texts, _SPANS)
        _link(name)
        return _measured(name)


def _link(name: str) -> None:
    """Link each span to one of the entities, a few of which are much talked of."""
    chance = random.Random(7)
    words = sorted({word.strip(".,”“").capitalize() for word in invented_text(60_000).split()})
    project = projects.open_project(name, ADA)
    keys = [new_id() for _number in range(_ENTITIES)]

    def made() -> Iterator[dict[str, Any]]:
        for key in keys:
            yield {
                "id": key, "name": f"{chance.choice(words[:300])} {chance.choice(words)}",
                "kind": chance.choice(_KINDS), "aliases": [chance.choice(words)] if chance.random() < 0.3 else [],
                "uri": None, "note": "", "article_id": None, "reason": "", "merged_into": None,
            }  # fmt: skip

    def links() -> Iterator[dict[str, Any]]:
        with closing(sqlite3.connect(name)) as connection:
            for (span,) in connection.execute("SELECT id FROM span").fetchall():
                place = int(chance.paretovariate(0.5)) if chance.random() < 0.3 else chance.randrange(_ENTITIES)
                yield {
                    "id": new_id(), "span_id": span, "entity_id": keys[place % _ENTITIES], "role": "speaker",
                    "order": 0, "mention": None, "cue": None,
                }  # fmt: skip

    with project.write("benchmark") as writing:
        writing.bulk_insert("entity", made())
        writing.bulk_insert("link", links())
    assert articles.article_ids(project)
    project.close()


def _measured(name: str) -> list[Row]:
    window = open_window(name, ADA)
    assert window.page is not None
    project = window.page.project.project
    window.page.views.show_view("entities_view")
    view = window.page.views.current
    assert isinstance(view, EntityView)
    found: list[Row] = []
    with closing(sqlite3.connect(name)) as connection:

        def measured(what: str, action: Callable[[], object], statement: str, most: float) -> None:
            floor = best(lambda: connection.execute(statement).fetchall(), 3)
            found.append(Row(f"{what}, {_ENTITIES:,} entities", best(action, 5), floor, most=most))

        by_name = "SELECT id FROM entity ORDER BY lower(name)"
        measured("list of entities read and painted", view.list.reload, by_name, 100)

        def page() -> object:
            return listing.listed(project, view.list.model.keys[:100])

        measured("a page of rows with spans by tag", page, by_name + " LIMIT 100", 50)
        for letters in ("w", "wo", "wolb"):
            view.list.search.setText(letters)
            matching = f"SELECT id FROM entity WHERE name LIKE '%{letters}%' ORDER BY name"
            measured(f"search for “{letters}”", view.list.reload, matching, 100)
        view.list.search.clear()
        view.list.reload()
        by_spans = "SELECT entity_id FROM link GROUP BY entity_id ORDER BY count(*)"
        for column, title in ((1, "kind"), (3, "spans"), (4, "spans of a tag")):
            measured(f"sort by {title}", partial(_sort, view, column), by_spans, 250)
        view.list.view.setFocus()
        down = partial(QTest.keyClick, view.list.view, Qt.Key.Key_Down)
        measured("next entity with its page", down, by_name + " LIMIT 1", 50)
    suggested = best(lambda: duplicates.suggestions(project), 3)
    found.append(Row(f"duplicates proposed, {_ENTITIES:,} entities (in the background)", suggested, most=3_000))
    window.close()
    return found


def _sort(view: EntityView, column: int) -> None:
    """Sort by a column, the other way round each time: what is sorted so already is not read again."""
    order = Qt.SortOrder.AscendingOrder
    if view.list.view.horizontalHeader().sortIndicatorOrder() == order:
        order = Qt.SortOrder.DescendingOrder
    view.list.view.sortByColumn(column, order)
