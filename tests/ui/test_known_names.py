"""Names of those whom the project knows, marked in the text; a click on one links."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from annotator.services import linking
from annotator.ui.main_window import MainWindow
from tests.ui.driving import ARTICLE, Driver


@pytest.fixture
def known(person: Driver) -> Driver:
    """A person in front of an article whose mayor the project knows, with a claim that has no link yet."""
    linking.create_entity(person.page.project.project, "Ines Calloway", aliases=["Mayor"])
    person.select("may cost forty million")
    person.press("2", "Esc")
    return person


def marked(person: Driver) -> list[str]:
    QApplication.processEvents()
    # A name may stand on two lines.
    segments = dict.fromkeys(mention.segment for _box, mention in person.view.known_names.boxes())
    return [ARTICLE[slice(*segment)] for segment in segments]


def point_at(person: Driver, words: str) -> QPoint:
    boxes = person.view.known_names.boxes()
    box = next(box for box, mention in boxes if ARTICLE[slice(*mention.segment)] == words)
    scrolled = person.view.verticalScrollBar().value()
    return QPoint(round((box.left + box.right) / 2), round((box.top + box.bottom) / 2) - scrolled)


def click(person: Driver, at: QPoint, *, control: bool = False) -> None:
    held = Qt.KeyboardModifier.ControlModifier if control else Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(person.view.viewport(), Qt.MouseButton.LeftButton, held, at)


def test_names_are_marked_on_demand_and_no_more_when_it_ends(known: Driver) -> None:
    bare = known.view.grab().toImage()
    assert marked(known) == []
    known.press("W")
    assert marked(known) == ["Mayor", "Mayor", "Ines Calloway"]
    assert known.message() == "Known names are marked: a click on one links the current span"
    assert known.view.grab().toImage() != bare
    known.press("W")
    assert known.message() == "Known names are not marked"
    assert marked(known) == []
    assert known.view.grab().toImage() == bare


def test_where_nobody_is_known_yet_that_is_said(person: Driver) -> None:
    person.press("W")
    assert person.message() == "No names are known yet: they are marked once spans are linked"


def test_a_click_on_a_name_links_the_current_span_and_is_undone_as_one_step(known: Driver) -> None:
    known.press("W")
    key = known.view.current
    click(known, point_at(known, "Ines Calloway"))
    assert known.view.current == key
    assert known.texts()[0][2] == "Ines Calloway"
    (link,) = known.spans()[0].links
    assert link.mention is not None
    assert ARTICLE[slice(*link.mention)] == "Ines Calloway"
    assert "Ines Calloway" in known.message()
    known.press("Ctrl+Z")
    assert known.texts()[0][2] is None


def test_a_click_on_a_name_only_places_the_caret_where_nothing_asks_for_a_link(known: Driver) -> None:
    known.press("W")
    at = point_at(known, "Ines Calloway")
    known.press("Esc")
    click(known, at)
    assert 0 <= known.view.caret() - ARTICLE.index("Ines Calloway") <= len("Ines Calloway")
    assert known.texts()[0][2] is None
    known.press("W", "J")
    click(known, at)
    assert known.texts()[0][2] is None


def test_with_control_a_click_changes_a_link_and_a_drag_still_selects(known: Driver) -> None:
    project = known.page.project.project
    tom = linking.create_entity(project, "Tom Reed")
    key = known.view.current
    assert key is not None
    linking.link(project, key, tom)
    known.press("W")
    at = point_at(known, "Ines Calloway")
    click(known, at)
    assert known.texts()[0][2] == "Tom Reed"
    known.view.set_current(key)
    click(known, at, control=True)
    assert known.texts()[0][2] == "Ines Calloway"
    QTest.mousePress(known.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    QTest.mouseMove(known.view.viewport(), at + QPoint(80, 0))
    QTest.mouseRelease(
        known.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at + QPoint(80, 0)
    )
    assert known.texts()[0][2] == "Ines Calloway"


def test_a_click_on_whom_the_span_is_linked_to_makes_that_the_mention(known: Driver) -> None:
    known.press("W")
    click(known, point_at(known, "Ines Calloway"))
    click(known, point_at(known, "Mayor"), control=True)
    (link,) = known.spans()[0].links
    assert link.mention is not None
    assert ARTICLE[slice(*link.mention)] == "Mayor"


def test_a_name_that_two_have_opens_the_picker_with_both(known: Driver) -> None:
    linking.create_entity(known.page.project.project, "Tom Reed", aliases=["mayor"])
    known.press("W")
    click(known, point_at(known, "Mayor"))
    assert known.picker.isVisible()
    found = [known.picker.rows.item(row).text() for row in range(2)]
    assert found == ["Ines Calloway  (Mayor)  · person", "Tom Reed  (mayor)  · person"]
    known.press("Down", "Return")
    assert known.texts()[0][2] == "Tom Reed"
    (link,) = known.spans()[0].links
    assert link.mention is not None
    assert ARTICLE[slice(*link.mention)] == "Mayor"


def test_the_tooltip_names_who_is_called_so(known: Driver) -> None:
    known.press("W")
    mention = known.view.known_names.at(point_at(known, "Mayor"))
    assert mention is not None
    told = known.view.describe([], [], mention)
    assert "Ines Calloway · person" in told
    assert "click" in told


def test_a_surname_counts_where_the_article_has_the_whole_name(known: Driver) -> None:
    project = known.page.project.project
    linking.create_entity(project, "Tomas Reed")
    known.press("W")
    assert marked(known)[-1] == "Tomas Reed"


def test_marks_follow_who_is_known(known: Driver, window: MainWindow) -> None:
    known.press("W")
    known.view.set_caret(len(ARTICLE) - 2)
    known.press("Esc")
    linking.create_entity(known.page.project.project, "Tomas Reed")
    assert "Tomas Reed" not in marked(known)
    window.page.page.naming.catch_up()  # type: ignore[union-attr]
    assert "Tomas Reed" in marked(known)
    known.press("Ctrl+Z")
    window.page.page.naming.catch_up()  # type: ignore[union-attr]
    assert "Tomas Reed" not in marked(known)


def test_no_click_links_in_a_done_article(known: Driver) -> None:
    known.press("W")
    at = point_at(known, "Ines Calloway")
    known.press("Ctrl+Return")
    known.open_row(0)
    known.press("J")
    click(known, at, control=True)
    assert known.texts()[0][2] is None
