"""The figures, asked for with the keys, on a project that two people annotated."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from annotator.core.counting import SpansOf
from annotator.core.segments import Segment
from annotator.services import annotate, articles, progress
from annotator.services.sample import make_sample
from annotator.ui.app import open_window
from annotator.ui.dashboard.bar_plot import BarPlot, Series
from annotator.ui.dashboard.counted_tab import CountedTab
from annotator.ui.dashboard.figure_table import FigureTable, Row
from annotator.ui.dashboard.view import DashboardView
from annotator.ui.main_window import MainWindow
from annotator.ui.review.view import ReviewView
from annotator.ui.runner import Runner
from tests.ui.driving import Driver


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    opened = open_window(make_sample(tmp_path / "sample.annotator"), remember=False)
    qtbot.addWidget(opened)
    opened.resize(1280, 720)
    opened.show()
    yield opened
    opened.close()


@pytest.fixture
def dashboard(qtbot: QtBot, window: MainWindow, person: Driver) -> DashboardView:
    person.press("Ctrl+4")
    view = person.page.views.current
    assert isinstance(view, DashboardView)
    qtbot.waitUntil(lambda: view.days.table.rowCount() > 0)
    qtbot.waitUntil(lambda: view.behind.list.rowCount() > 0)
    return view


def rows(tab: CountedTab) -> list[list[str]]:
    found = []
    for row in range(tab.table.rowCount()):
        cells = [tab.table.item(row, column) for column in range(tab.table.columnCount())]
        found.append([cell.text() for cell in cells if cell is not None])
    return found


def test_tables_show_what_the_project_holds(dashboard: DashboardView, person: Driver) -> None:
    project = person.page.project.project
    everybody = progress.progress(project)
    assert [row[0] for row in rows(dashboard.progress)] == [one.annotator.name for one in everybody if one.annotator]
    assert [int(row[-1]) for row in rows(dashboard.progress)] == [one.spans for one in everybody]
    bars = progress.by_entity(project, SpansOf())
    assert [(row[0], int(row[-1])) for row in rows(dashboard.sources)] == [
        (bar.name or "(not linked)", bar.total) for bar in bars
    ]
    for row in rows(dashboard.sources):
        assert sum(map(int, row[1:-1])) == int(row[-1])


def test_a_figure_opens_its_spans_and_a_span_its_article(
    qtbot: QtBot, dashboard: DashboardView, person: Driver
) -> None:
    dashboard.tabs.setCurrentWidget(dashboard.sources)
    dashboard.sources.table.setFocus()
    person.press("Down")
    second = int(rows(dashboard.sources)[1][-1])
    qtbot.waitUntil(lambda: dashboard.behind.list.rowCount() == second)
    person.press("F6")
    assert dashboard.behind.list.hasFocus()
    person.press("Down")
    article, span = dashboard.behind.list.rows[1].behind  # type: ignore[misc]
    person.press("Return")
    opened = person.page.page.article.article
    assert opened is not None
    assert opened.id == article
    review = person.page.views.current
    if span in person.page.page.article.spans:
        assert review is None
        assert (person.view.current, person.view.hasFocus()) == (span, True)
    else:
        # A colleague's span is not shown in one's own layer.
        assert isinstance(review, ReviewView)
        assert (review.text.current, review.text.hasFocus()) == (span, True)


def test_whose_spans_are_counted_can_be_chosen(qtbot: QtBot, dashboard: DashboardView, person: Driver) -> None:
    project = person.page.project.project
    before = sum(int(row[-1]) for row in rows(dashboard.days))
    dashboard.tabs.setCurrentWidget(dashboard.days)
    dashboard.whose.setFocus()
    person.press("Down")
    which = dashboard.whose.currentData()
    wanted = sum(bar.total for bar in progress.by_day(project, which))
    assert 0 < wanted < before
    qtbot.waitUntil(lambda: sum(int(row[-1]) for row in rows(dashboard.days)) == wanted)


def test_a_hidden_dashboard_follows_when_it_is_shown_again(
    qtbot: QtBot, dashboard: DashboardView, person: Driver
) -> None:
    person.press("Ctrl+1")
    assert person.view.hasFocus()
    project = person.page.project.project
    mine = next(one for one in progress.progress(project) if one.annotator == project.acting)
    key = next(key for key in articles.article_ids(project) if not articles.own_article(project, key).layers)
    annotate.add_span(project, key, "quote", (Segment(0, 5),))
    assert str(mine.spans) in [row[-1] for row in rows(dashboard.progress)]
    person.press("Ctrl+4")
    qtbot.waitUntil(lambda: str(mine.spans + 1) in [row[-1] for row in rows(dashboard.progress)])


def test_the_table_is_copied_as_spreadsheets_take_it(dashboard: DashboardView, person: Driver) -> None:
    dashboard.tabs.setCurrentWidget(dashboard.sources)
    dashboard.sources.table.setFocus()
    person.press("Ctrl+C")
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t") == ["Entity", "Quote", "Claim", "Hedge", "Opinion", "All"]
    assert [line.split("\t") for line in lines[1:]] == rows(dashboard.sources)


def test_a_click_on_a_bar_chooses_its_row(qtbot: QtBot, dashboard: DashboardView) -> None:
    dashboard.tabs.setCurrentWidget(dashboard.sources)
    plot = dashboard.sources.plot
    with qtbot.waitSignal(plot.chosen) as told:
        graphics = plot.plot_widget.viewport()
        QTest.mouseClick(graphics, Qt.MouseButton.LeftButton, pos=QPoint(graphics.width() // 2, 12 + 26 * 2 + 13))
    assert told.args == [2]
    assert dashboard.sources.table.currentRow() == 2


def test_the_buttons_in_the_menu_bar_show_the_views(window: MainWindow, person: Driver) -> None:
    window.actions_["dashboard_view"].trigger()
    assert person.page.views.current is not None
    assert window.actions_["dashboard_view"].isChecked()
    assert not window.actions_["tag:quote"].isEnabled()
    window.actions_["annotate_view"].trigger()
    assert person.page.views.current is None
    assert window.actions_["tag:quote"].isEnabled()


def test_the_window_can_be_closed_while_figures_are_counted(qtbot: QtBot, window: MainWindow, person: Driver) -> None:
    person.press("Ctrl+4")
    window.close()
    assert window.page is None


def test_work_that_is_asked_for_after_the_end_is_cancelled(qtbot: QtBot) -> None:
    runner, told = Runner(), []
    runner.shut_down()
    job = runner.run(lambda _progress: told.append("done"))
    job.cancelled.connect(lambda: told.append("cancelled"))
    qtbot.waitUntil(lambda: bool(told))
    assert told == ["cancelled"]


def test_the_columns_of_a_long_table_are_measured_once_it_is_filled(qtbot: QtBot) -> None:
    measured: list[int] = []

    def measure(_table: FigureTable, column: int) -> int:
        measured.append(column)
        return 40

    table = type("Measured", (FigureTable,), {"sizeHintForColumn": measure})("Long", figures=False)
    qtbot.addWidget(table)
    table.show()
    for _again in range(2):
        measured.clear()
        table.fill(("", "Words", "Article"), [Row(("Q", f"words {number}", "one")) for number in range(200)], (1,))
        QApplication.processEvents()
        assert 0 < len(measured) < 50


def test_columns_share_the_room_that_the_others_leave(qtbot: QtBot) -> None:
    table = FigureTable("Pairs", figures=False)
    qtbot.addWidget(table)
    table.resize(600, 200)
    table.show()
    table.fill(("Difference", "Ada", "Bo", "Article"), [Row(("same", "w" * 90, "w" * 90, "The bridge"))], (1, 2))
    QApplication.processEvents()
    assert table.columnWidth(1) == pytest.approx(table.columnWidth(2), abs=1)
    assert table.columnWidth(1) > 150


@pytest.mark.parametrize("width", [220, 400, 900])
def test_the_number_of_the_longest_bar_is_not_cut(qtbot: QtBot, width: int) -> None:
    plot = BarPlot()
    qtbot.addWidget(plot)
    plot.resize(width, 120)
    plot.show()
    plot.show_bars(["Harbour Post"], [Series("Quote", "#000000", "#ffffff", Qt.BrushStyle.SolidPattern)], [[12_345]])
    QApplication.processEvents()
    box = plot.plot_widget.getPlotItem().getViewBox()
    end = box.mapViewToScene(QPointF(12_345, 0)).x()
    assert end + plot.fontMetrics().horizontalAdvance("12,345") <= plot.plot_widget.width()
