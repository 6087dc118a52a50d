"""Agreement on the dashboard: the figures that the services give, each with the pairs behind it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QTableWidgetItem
from pytestqt.qtbot import QtBot

from annotator.core.agreement import Agreement, Behind, Figure, Scores
from annotator.core.counting import SpansOf
from annotator.core.records import Annotator
from annotator.core.segments import Segment
from annotator.services import annotate, people, progress
from annotator.services.agreement import measuring
from annotator.services.sample import make_sample
from annotator.ui.app import open_window
from annotator.ui.dashboard import agreement_tables
from annotator.ui.dashboard.agreement_tab import AgreementTab
from annotator.ui.dashboard.figure_table import FigureTable
from annotator.ui.dashboard.view import DashboardView
from annotator.ui.main_window import MainWindow
from annotator.ui.review.view import ReviewView
from tests.ui.driving import Driver, make_project


def shown(qtbot: QtBot, person: Driver) -> DashboardView:
    """Open the tab of agreement by its keys."""
    person.press("Ctrl+4")
    view = person.page.views.current
    assert isinstance(view, DashboardView)
    view.tabs.setCurrentWidget(view.agreement)
    qtbot.waitUntil(lambda: view.agreement.cancel.isHidden())
    return view


@pytest.fixture
def sample(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    opened = open_window(make_sample(tmp_path / "sample.annotator"), remember=False)
    qtbot.addWidget(opened)
    opened.show()
    yield opened
    opened.close()


@pytest.fixture
def view(qtbot: QtBot, sample: MainWindow) -> DashboardView:
    found = shown(qtbot, Driver(sample))
    assert found.agreement.found is not None
    return found


def cell(table: FigureTable, row: str, column: str) -> QTableWidgetItem:
    """Return the cell of a named row and column."""
    titles = [head.text() for at in range(table.columnCount()) if (head := table.horizontalHeaderItem(at))]
    place = next(at for at, one in enumerate(table.rows) if one.cells[0] == row)
    found = table.item(place, titles.index(column))
    assert found is not None
    return found


def choose(qtbot: QtBot, view: DashboardView, row: str, column: str) -> None:
    table = view.agreement.table
    table.setCurrentItem(cell(table, row, column))
    qtbot.waitUntil(lambda: "behind the figure" in view.behind.title.text())


def test_the_figures_are_those_of_the_services(view: DashboardView, sample: MainWindow) -> None:
    assert sample.page is not None
    tab, project = view.agreement, sample.page.project.project
    one = measuring.agreement(project, tab.layers)
    assert one.articles == 3
    assert tab.told.text().startswith("3 articles that both have.")
    f1 = one.overall.figure("exact F1")
    assert f1 is not None
    assert f1.value is not None
    assert cell(tab.measures, "exact F1", "All").text() == f"{f1.value:.3f} ({f1.n:,})"
    assert [row.cells[0] for row in tab.articles.rows] == [each.title for each in one.by_article]
    same = sum(each.pairs for each in one.confusion if each.first == each.second == "claim")
    assert cell(tab.confusion, "Claim", "Claim").text() == str(same)
    assert cell(tab.confusion, "no span", "no span").text() == ""
    assert [row.cells[0] for row in tab.pairs.rows] == [" – ".join(sorted(tab.names_of(tab.layers).values()))]


def test_a_figure_opens_its_pairs_and_a_pair_its_article(qtbot: QtBot, view: DashboardView, sample: MainWindow) -> None:
    assert sample.page is not None
    tab, project = view.agreement, sample.page.project.project
    tab.tables.setCurrentWidget(tab.confusion)
    choose(qtbot, view, "Claim", "Claim")
    wanted = int(cell(tab.confusion, "Claim", "Claim").text())
    qtbot.waitUntil(lambda: view.behind.list.rowCount() == wanted)
    tab.tables.setCurrentWidget(tab.measures)
    choose(qtbot, view, "entity accuracy", "All")
    first, second = tab.layers
    behind = measuring.pairs_behind(project, (first, second), Behind(kinds=frozenset({"entity"})))
    qtbot.waitUntil(lambda: view.behind.list.rowCount() == len(behind) > 0)
    view.behind.list.setFocus()
    qtbot.keyClick(view.behind.list, Qt.Key.Key_Return)
    review = sample.page.views.current
    assert isinstance(review, ReviewView)
    assert set(review.state.layers) == {first, second}
    assert review.state.item is not None
    assert {one.span for one in (behind[0].first, behind[0].second) if one} == {
        span.id for span in review.state.item.spans.values()
    }
    assert review.text.hasFocus()


def test_an_undefined_figure_says_why(view: DashboardView) -> None:
    tab = view.agreement
    undefined = [
        (row.cells[0], at) for row in tab.measures.rows for at, text in enumerate(row.cells) if text == "undefined"
    ]
    assert undefined
    name, at = undefined[0]
    place = next(number for number, row in enumerate(tab.measures.rows) if row.cells[0] == name)
    tab.measures.setCurrentCell(place, at)
    assert f"{name}: undefined, because " in tab.told.text()


@pytest.mark.parametrize("name", ["figures.csv", "figures.json", "figures"])
def test_the_report_is_written(
    qtbot: QtBot, view: DashboardView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    target = tmp_path / name
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_given: (str(target), ""))
    with qtbot.waitSignal(view.said, timeout=20_000):
        qtbot.mouseClick(view.agreement.export, Qt.MouseButton.LeftButton)
    written = target if target.suffix else target.with_suffix(".pdf")
    data = written.read_bytes()
    assert data.startswith(b"%PDF") if written.suffix == ".pdf" else "α on characters".encode() in data


def test_a_report_that_cannot_be_written_is_one_sentence(qtbot: QtBot, view: DashboardView, tmp_path: Path) -> None:
    with qtbot.waitSignal(view.project.failed) as told:
        view.agreement.write_report(tmp_path / "figures.doc")
    assert told.args == ["figures.doc: a report is written as .csv, .json, .pdf; choose such a name."]


def test_one_layer_twice_is_refused_in_words(qtbot: QtBot, view: DashboardView) -> None:
    tab = view.agreement
    final = tab.first.findText("the final layer")
    tab.first.setCurrentIndex(final)
    tab.second.setCurrentIndex(final)
    qtbot.waitUntil(lambda: tab.cancel.isHidden())
    assert tab.told.text() == "Choose two different layers to compare."
    assert tab.measures.rowCount() == 0
    assert view.behind.list.rowCount() == 0


def test_everybody_is_compared_at_once_and_gamma_is_told_when_asked_for(qtbot: QtBot, view: DashboardView) -> None:
    tab = view.agreement
    tab.second.setCurrentText("all annotators")
    tab.gamma.setChecked(True)
    qtbot.waitUntil(lambda: tab.cancel.isHidden() and tab.measures.rowCount() > 0, timeout=60_000)
    assert any(row.cells[0] == "γ" for row in tab.measures.rows)
    assert len(tab.layers) == 2


def test_a_figure_of_a_pair_opens_the_pairs_of_its_own_layers(qtbot: QtBot, view: DashboardView) -> None:
    tab = view.agreement
    tab.tables.setCurrentWidget(tab.pairs)
    choose(qtbot, view, tab.pairs.rows[0].cells[0], "exact F1")
    everything = sum(one.pairs for one in tab.found.confusion) if tab.found else 0
    qtbot.waitUntil(lambda: view.behind.list.rowCount() == everything > 0)
    assert view.behind.title.text() == f"{everything} pairs behind the figure: Enter goes there"


def test_of_three_layers_a_figure_opens_the_spans_in_the_articles_that_all_have(
    qtbot: QtBot, view: DashboardView, sample: MainWindow
) -> None:
    assert sample.page is not None
    tab, project = view.agreement, sample.page.project.project
    assert tab.found is not None
    article, mine = tab.found.by_article[0].article, project.me
    people.switch(project, people.add(project, "Pia Holm").id)
    annotate.add_span(project, article, "claim", (Segment(0, 5),))
    people.switch(project, mine)
    qtbot.waitUntil(lambda: tab.cancel.isHidden() and tab.second.count() == 5)
    tab.second.setCurrentText("all annotators")
    qtbot.waitUntil(lambda: tab.cancel.isHidden() and tab.found is not None and len(tab.found.layers) == 3)
    claims = progress.placed(project, SpansOf(tag="claim", articles=(article,)))
    choose(qtbot, view, "α on characters", "Claim")
    qtbot.waitUntil(lambda: view.behind.list.rowCount() == len(claims) > 1)
    assert "spans behind the figure" in view.behind.title.text()


def test_where_nothing_is_shared_it_says_so(qtbot: QtBot, tmp_path: Path, ada: Annotator) -> None:
    window = open_window(make_project(tmp_path, ada), ada)
    qtbot.addWidget(window)
    window.show()
    found = shown(qtbot, Driver(window))
    assert found.agreement.told.text().startswith("No two layers are of the same article yet")
    window.close()


def test_tables_of_boundaries_count_both_sides_and_sum_up() -> None:
    figure = Figure("exact F1", None, 0, "spans", "nobody has spans")
    found = Agreement(
        ("a", "b"), 1, (Scores(None, (3, 3), (figure,)),), starts=((-2, 1), (0, 2), (2, 1)), ends=((0, 1), (5, 3))
    )
    _titles, rows = agreement_tables.boundaries(found)
    assert [row.cells for row in rows] == [
        ("0", "2 (50%)", "1 (25%)"), ("2", "2 (100%)", "0 (25%)"), ("5", "0 (100%)", "3 (100%)"),
    ]  # fmt: skip
    assert agreement_tables.told(figure) == (
        f"exact F1: undefined, because nobody has spans. {agreement_tables.ABOUT['exact F1']}"
    )


def test_the_tab_is_one_that_stands_alone(view: DashboardView) -> None:
    assert isinstance(view.agreement, AgreementTab)
    assert not view.whose.isEnabled()
    view.tabs.setCurrentWidget(view.progress)
    assert not view.whose.isEnabled()
    view.tabs.setCurrentWidget(view.sources)
    assert view.whose.isEnabled()
