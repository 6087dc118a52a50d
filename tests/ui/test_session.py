"""Where the person was comes back: article, caret, what was in sight, filters, sorting, panes and the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from annotator import paths
from annotator.core.records import Annotator
from annotator.services import annotate, articles, importing, projects
from annotator.ui.app import open_window
from annotator.ui.article_view.sight import first_in_sight
from annotator.ui.main_window import MainWindow
from annotator.ui.window_state import Session, WindowState
from tests.ui.driving import Driver

LONG = "\n\n".join(f"Paragraph {number} of the long report by Ilse Varga.\nIt goes on." for number in range(200))


@pytest.fixture
def again(project_file: str, ada: Annotator, qtbot: QtBot) -> Iterator[Callable[[Driver], Driver]]:
    """Close the window, and start again."""
    windows: list[MainWindow] = []

    def restart(person: Driver) -> Driver:
        person.window.close()
        windows.append(open_window(project_file, ada))
        qtbot.addWidget(windows[-1])
        return Driver(windows[-1])

    yield restart
    for window in windows:
        window.close()


@pytest.fixture
def long_article(person: Driver, tmp_path: Path) -> int:
    """Add a long article; return its row."""
    path = tmp_path / "3 long.txt"
    path.write_text(LONG, encoding="utf-8")
    importing.import_files(person.page.project.project, [path])
    QApplication.processEvents()
    return 2


def test_article_caret_and_what_was_in_sight_come_back(
    person: Driver, again: Callable[[Driver], Driver], long_article: int
) -> None:
    person.open_row(long_article)
    caret = LONG.index("Paragraph 90 of") + 5
    person.view.set_caret(caret)
    bar = person.view.verticalScrollBar()
    bar.setValue(bar.value() + 150)
    top = first_in_sight(person.view)
    assert top > LONG.index("Paragraph 70 of")
    person = again(person)
    assert person.view.stored_text == LONG
    assert person.view.caret() == caret
    assert first_in_sight(person.view) == top
    person = again(person)
    assert (person.view.caret(), first_in_sight(person.view)) == (caret, top)


def test_where_the_person_is_is_kept_while_they_work(person: Driver, qtbot: QtBot) -> None:
    """A window that is killed comes back where it was."""
    project = person.page.project.info.id
    person.window._arrangement._later.setInterval(0)
    person.view.set_caret(12)
    qtbot.waitUntil(lambda: WindowState().session(project).caret == 12)
    person.press("N", "1", "Return")
    qtbot.waitUntil(lambda: WindowState().session(project).caret == person.view.caret() != 12)
    person.page.page.right.setSizes([150, 500])
    person.view.set_caret(3)
    qtbot.waitUntil(lambda: WindowState().session(project).caret == 3)
    assert WindowState().bytes("right_split") == person.page.page.right.saveState()
    assert WindowState().bytes("geometry") == person.window.saveGeometry()


def test_what_was_in_sight_comes_back_in_another_size(
    person: Driver, again: Callable[[Driver], Driver], long_article: int
) -> None:
    person.open_row(long_article)
    person.view.set_caret(LONG.index("Paragraph 90 of"))
    top = first_in_sight(person.view)
    person.press("Ctrl++", "Ctrl++", "Ctrl++")
    person.window.resize(900, 500)
    QApplication.processEvents()
    assert first_in_sight(person.view) == pytest.approx(top, abs=60)
    top = first_in_sight(person.view)
    person = again(person)
    assert person.view.zoom() == 130
    assert first_in_sight(person.view) == top


def test_the_start_of_an_article_comes_back_as_its_start(person: Driver, again: Callable[[Driver], Driver]) -> None:
    person.view.set_caret(9)
    person = again(person)
    assert person.view.caret() == 9
    assert person.view.verticalScrollBar().value() == 0


def test_filters_and_sorting_come_back(person: Driver, again: Callable[[Driver], Driver]) -> None:
    project = person.page.project.project
    first = articles.article_ids(project)[0]
    annotate.add_span(project, first, "claim", [(0, 5)])
    annotate.add_span(project, first, "hedge", [(6, 10)])
    QApplication.processEvents()
    page = person.page.page
    person.article_list.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    page.list.filter.setText("o")
    page.list.status.setCurrentIndex(2)
    page.list.reload()
    page.spans.which.setCurrentIndex(page.spans.which.findData("tag:hedge"))
    page.spans.words.setText("answers"[:2])
    shown = list(page.list.model.keys), list(page.spans.model.keys)
    assert (len(shown[0]), len(shown[1])) == (1, 1)
    page = again(person).page.page
    assert (list(page.list.model.keys), list(page.spans.model.keys)) == shown
    assert page.list.filter.text() == "o"
    assert page.list.status.currentData() == "in progress"
    assert page.spans.which.currentData() == "tag:hedge"
    assert page.spans.words.text() == "an"
    header = page.list.view.horizontalHeader()
    assert (header.sortIndicatorSection(), header.sortIndicatorOrder()) == (1, Qt.SortOrder.DescendingOrder)
    page.list.filter.clear()
    page.list.status.setCurrentIndex(0)
    page.list.reload()
    titles = [page.list.model.index(row, 1).data() for row in range(2)]
    assert titles == ["Mayor answers critics", "Bridge closed"]


def test_an_article_that_the_filter_hides_stays_open(person: Driver, again: Callable[[Driver], Driver]) -> None:
    person.page.page.list.filter.setText("bridge")
    person.page.page.list.reload()
    assert person.view.stored_text.startswith("Mayor")
    person = again(person)
    assert person.view.stored_text.startswith("Mayor")
    assert person.article_list.model().rowCount() == 1


def test_each_project_has_its_own(
    person: Driver, again: Callable[[Driver], Driver], ada: Annotator, tmp_path: Path
) -> None:
    person.press("Ctrl+PgDown")
    person.page.page.list.filter.setText("bridge")
    other = projects.create(str(tmp_path / "other.annotator"), ada)
    importing.import_files(other, [tmp_path / "1 mayor.txt"])
    person.window.show_project(other)
    assert person.page.page.list.filter.text() == ""
    assert person.page.page.view.stored_text.startswith("Mayor")
    person = again(person)
    assert person.view.stored_text.startswith("Bridge")
    assert person.page.page.list.filter.text() == "bridge"


def test_an_article_that_is_gone_leaves_the_first(
    person: Driver, again: Callable[[Driver], Driver], project_file: str, ada: Annotator
) -> None:
    person.press("Ctrl+PgDown")
    removed = articles.article_ids(person.page.project.project)[1]
    person.window.close()
    project = projects.open_project(project_file, ada)
    articles.remove(project, [removed])
    project.close()
    person = again(person)
    assert person.view.stored_text.startswith("Mayor")
    assert person.view.caret() == 0


def test_both_splitters_come_back(person: Driver, again: Callable[[Driver], Driver]) -> None:
    person.window.resize(780, 640)
    QApplication.processEvents()
    person.page.page.split.setSizes([400, 500, 350])
    person.page.page.right.setSizes([150, 500])
    QApplication.processEvents()
    sizes = person.page.page.split.sizes(), person.page.page.right.sizes()
    page = again(person).page.page
    assert (page.split.sizes(), page.right.sizes()) == sizes


def test_a_damaged_file_counts_as_nothing() -> None:
    file = paths.data_folder() / "window.ini"
    file.parent.mkdir(parents=True)
    file.write_text("[one]\ncaret=many\ntop=@Invalid()\nsorted_by=\n[General]\ngeometry=7\n")
    state = WindowState()
    assert state.session("one") == Session(sorted_by=0)
    assert state.session("two") == Session()
    assert state.bytes("geometry") is None


def test_a_place_that_cannot_be_is_left_out(person: Driver, again: Callable[[Driver], Driver]) -> None:
    project, article = person.page.project.info.id, person.page.page.article.article
    assert article is not None
    person.window.close()
    state = WindowState()
    state.keep_session(project, Session(article.id, 10**6, 10**6, sorted_by=40, spans_of="tag:gone", articles_of="odd"))
    state.write()
    person = again(person)
    assert person.view.stored_text.startswith("Mayor")
    assert person.view.caret() == len(person.view.stored_text)
    assert person.article_list.model().rowCount() == 2


@pytest.mark.parametrize(
    "place", [QRect(5000, 4000, 700, 500), QRect(-4000, -3000, 600, 500), QRect(-100, -100, 6000, 5000)]
)
def test_a_window_that_was_on_a_screen_that_is_gone_comes_up_in_sight(
    person: Driver, again: Callable[[Driver], Driver], place: QRect
) -> None:
    person.window.setGeometry(place)
    window = again(person).window
    screen = QGuiApplication.primaryScreen().availableGeometry()
    # A few pixels for the frame, whose size is not known before the window is shown.
    assert screen.adjusted(-4, -4, 4, 4).contains(window.frameGeometry())


def test_size_and_place_come_back(person: Driver, again: Callable[[Driver], Driver]) -> None:
    person.window.setGeometry(20, 30, 760, 600)
    geometry = person.window.geometry()
    assert again(person).window.geometry() == geometry
