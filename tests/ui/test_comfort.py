"""What would annoy after an hour: things that move, hide, cut off, or do what nobody meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QPushButton,
    QScrollArea,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator
from annotator.services import history, importing, projects
from annotator.ui import theme
from annotator.ui.app import open_window
from annotator.ui.cell_text import CellText
from annotator.ui.main_window import MainWindow
from annotator.ui.status import TagKey
from tests.listed import entity_rows
from tests.ui.driving import Driver

LONG = "Nothing to tag: select words, or go to a quotation with N, and see that this message is long enough."


def place(widget: QWidget, within: QWidget) -> QRect:
    return QRect(widget.mapTo(within, QPoint(0, 0)), widget.size())


def test_esc_in_the_note_leaves_only_the_note(person: Driver) -> None:
    person.press("N", "1", "Esc")
    current = person.view.current
    person.press("C")
    person.type("why?")
    person.press("Esc")
    assert QApplication.focusWidget() is person.view
    assert person.view.current == current
    person.press("F")
    (span,) = person.spans()
    assert (span.note, span.unsure) == ("why?", True)


def test_a_digit_after_the_last_candidate_changes_no_span(person: Driver) -> None:
    for _number in range(3):
        person.press("N", "1", "Esc")
    person.select("may")
    person.press("3", "Esc", "N")
    assert "no more quotations" in person.message()
    assert person.view.current is None
    before = person.texts()
    person.press("2")
    assert person.texts() == before


def test_the_tag_that_a_span_has_already_is_no_step(person: Driver) -> None:
    person.select("may")
    person.press("3", "Esc")
    steps = len(history.rows(person.page.project.project))
    person.press("3")
    assert "already" in person.message()
    assert len(history.rows(person.page.project.project)) == steps


@pytest.fixture
def long_quote(qtbot: QtBot, tmp_path: Path, ada: Annotator) -> Driver:
    """An article that ends in a quotation which fills half of the window."""
    said = "We will look at every bolt of it, and then at every bolt of the next one. " * 9
    path = tmp_path / "bolts.txt"
    path.write_text(f"Bolts\n\n{'A line before it. ' * 40}\nInspector Uma Brandt said: “{said}”\n", encoding="utf-8")
    project = projects.create(str(tmp_path / "bolts.annotator"), ada)
    importing.import_files(project, [path])
    window = open_window(project)
    qtbot.addWidget(window)
    window.resize(1280, 720)
    return Driver(window)


def test_the_picker_does_not_hide_a_span_that_leaves_no_room_below(long_quote: Driver) -> None:
    long_quote.press("N", "1")
    view, picker, page = long_quote.view, long_quote.picker, long_quote.page.page
    area = view.span_area(view.current or "")
    top = view.viewport().mapTo(page, area.topLeft())
    assert area.height() > picker.height()
    assert top.y() + area.height() + picker.height() > page.height()
    assert not picker.geometry().intersects(QRect(top, area.size()))
    assert page.rect().contains(picker.geometry())


def test_the_picker_opens_below_a_span_where_there_is_room(person: Driver) -> None:
    person.press("N", "1")
    view, page = person.view, person.page.page
    area = view.span_area(view.current or "")
    below = view.viewport().mapTo(page, area.bottomLeft())
    assert 0 < person.picker.y() - below.y() < 20
    assert person.picker.rows.height() < 7 * person.picker._row_height()


def test_nothing_else_in_the_status_bar_moves_from_span_to_span(person: Driver) -> None:
    person.window.resize(1280, 720)
    person.press("N", "1", "Return")
    person.select("may")
    person.press("3", "Esc")
    places = []
    for key in ("J", "J", "Esc"):
        person.press(key)
        QApplication.processEvents()
        keys = person.window.status.findChildren(TagKey)
        places.append(([place(one, person.window) for one in keys], place(person.window.status.who, person.window)))
    assert person.window.status.place.text() == "2 spans"
    assert places[0] == places[1] == places[2]


def test_a_message_that_is_longer_than_its_place_is_seen_whole(person: Driver) -> None:
    person.window.resize(900, 600)
    QApplication.processEvents()
    status, bar = person.window.status, person.window.statusBar()
    keys = status.findChildren(TagKey)
    status.say("Short.")
    assert all(key.isVisible() for key in keys)
    status.say(LONG)
    assert not any(key.isVisible() for key in keys)
    assert bar.fontMetrics().horizontalAdvance(LONG) < place(status, bar).left()
    bar.clearMessage()
    assert all(key.isVisible() for key in keys)


def test_a_link_with_long_names_is_not_cut_off(person: Driver) -> None:
    person.window.resize(1280, 720)
    person.press("N", "1")
    person.type("The International Commission for the Protection of the Lower Harbour and its Ferries")
    person.press("Return")
    person.select("Mayor Ines Calloway")
    person.press("Shift+M")
    QApplication.processEvents()
    (area,) = person.page.page.details.findChildren(QScrollArea)
    assert area.widget().minimumSizeHint().width() <= area.viewport().width()


def test_the_note_does_not_make_the_panel_scroll(person: Driver) -> None:
    person.press("N", "1", "Esc")
    (area,) = person.page.page.details.findChildren(QScrollArea)
    layout, width = area.widget().layout(), area.viewport().width()
    assert layout is not None
    assert layout.totalHeightForWidth(width) <= layout.totalMinimumHeightForWidth(width)


def test_an_empty_project_has_the_focus_where_the_next_step_is(qtbot: QtBot, tmp_path: Path, ada: Annotator) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    QApplication.processEvents()
    window.show_project(projects.create(str(tmp_path / "empty.annotator"), ada))
    focus = QApplication.focusWidget()
    assert isinstance(focus, QPushButton)
    assert focus.text() == "&Import…"


def test_a_proposal_has_the_kind_that_its_name_tells(person: Driver, tmp_path: Path) -> None:
    path = tmp_path / "harbour.txt"
    path.write_text("Harbour\n\n“We looked,” the department said.\n", encoding="utf-8")
    importing.import_files(person.page.project.project, [path])
    QApplication.processEvents()
    person.open_row(2)
    person.press("N", "1", "Return")
    (row,) = entity_rows(person.page.project.project)
    assert (row.entity.name, row.entity.kind) == ("the department", "organisation")


def test_filters_count_when_their_list_is_opened_and_only_then(person: Driver) -> None:
    person.press("N", "1", "Return")
    person.select("may")
    person.press("3", "Esc", "F")
    which = person.page.page.spans.which
    assert isinstance(which, QComboBox)

    def texts() -> list[str]:
        return [which.itemText(row) for row in range(which.count())]

    names = ["all", "unlinked", "unsure", "changed or rejected", "commented", "Quote", "Claim", "Hedge", "Opinion"]
    assert texts() == names
    which.showPopup()
    counts = (2, 1, 1, 0, 0, 1, 0, 1, 0)
    assert texts() == [f"{name}  {count}" for name, count in zip(names, counts, strict=True)]
    QTest.keyClick(which.view(), Qt.Key.Key_Escape)
    QApplication.processEvents()
    assert texts() == names
    person.page.page.spans.words.setText("calloway")
    which.showPopup()
    assert [*texts()[:3], texts()[5]] == ["all  1", "unlinked  0", "unsure  0", "Quote  1"]
    which.hidePopup()
    assert texts() == names


def test_in_a_narrow_window_the_lists_give_way_before_the_text_does(person: Driver) -> None:
    page = person.page.page
    person.window.resize(1280, 600)
    QApplication.processEvents()
    wide = page.split.sizes()
    person.window.resize(820, 600)
    QApplication.processEvents()
    left, text, right = page.split.sizes()
    assert text < wide[1]
    assert right < wide[2]
    assert text >= 60 * page.fontMetrics().averageCharWidth() or (left, right) == (
        page.list.minimumSizeHint().width(),
        page.right.minimumSizeHint().width(),
    )


def test_a_narrow_list_leaves_most_of_its_width_to_the_words(person: Driver) -> None:
    person.press("N", "1", "Return")
    spans = person.page.page.spans
    person.window.resize(person.window.minimumSizeHint().width(), 600)
    QApplication.processEvents()
    letter, words, entity = (spans.view.columnWidth(column) for column in range(3))
    assert words > entity > letter
    assert spans.words.width() >= spans.fontMetrics().horizontalAdvance("Filter by")
    person.press("F")
    assert spans.view.columnWidth(0) > letter
    assert spans.model.index(0, 0).data() == "Q ?"


def test_one_character_is_told_as_one(person: Driver) -> None:
    person.select("W")
    person.press("2", "Esc")
    told = [label.text() for label in person.page.page.details.findChildren(QLabel)]
    assert any(text.endswith("1 character") for text in told)


def test_the_legend_has_the_lines_of_the_article(person: Driver, qapp: QApplication) -> None:
    def rows(shown: TagKey) -> int:
        image, tag = shown.grab().toImage(), next(tag for tag in person.page.project.tags if tag.name in shown.text())
        light = QColor(tag.light)
        near = [
            y for y in range(image.height() - 8, image.height())
            for x in range(6, image.width() - 6)
            if abs(image.pixelColor(x, y).hue() - light.hue()) < 12 and image.pixelColor(x, y).saturation() > 60
        ]  # fmt: skip
        return len(set(near))

    theme.apply(qapp, "light")
    shown = {tag.text()[2:]: rows(tag) for tag in person.window.findChildren(TagKey) if tag.isVisible()}
    assert shown["Hedge"] > shown["Quote"] == shown["Claim"] == 2


def test_lists_stay_readable_when_the_font_of_the_desktop_grows(person: Driver, qapp: QApplication) -> None:
    person.press("N", "1", "Return", "Ctrl+3", "Ctrl+2")
    font = qapp.font()
    larger = QFont(font)
    larger.setPointSize(font.pointSize() + 5)
    qapp.setFont(larger)
    QApplication.processEvents()
    views = [view for view in person.window.findChildren(QTableView) if isinstance(view.itemDelegate(), CellText)]
    stretched = {view.objectName(): _words(view) for view in views}
    heights = {view.objectName(): view.verticalHeader().defaultSectionSize() for view in views}
    needed = QFontMetrics(larger).height(), QFontMetrics(larger).averageCharWidth() * 6
    qapp.setFont(font)
    assert {"articleList", "spanList", "entityList"} < stretched.keys()
    assert min(heights.values()) >= needed[0]
    assert min(stretched.values()) >= needed[1]


def _words(view: QTableView) -> int:
    """Return the width of the column of a list's own words."""
    header = view.horizontalHeader()
    columns = [column for column in range(header.count()) if not view.isColumnHidden(column)]
    stretch = [one for one in columns if header.sectionResizeMode(one) == QHeaderView.ResizeMode.Stretch]
    return view.columnWidth((stretch or columns)[0])
