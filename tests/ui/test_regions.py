"""Regions with real keys: the menu at the caret, proposals, what is shown, hovering, undo."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolTip
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator, Region
from annotator.services import articles, importing, projects
from annotator.services import regions as services
from annotator.ui import theme
from annotator.ui.app import open_window
from annotator.ui.article_view.page import Page
from annotator.ui.article_view.regions import Regions
from annotator.ui.article_view.text_map import TextMap
from annotator.ui.dialogs.regions_dialog import RegionsDialog
from tests.ui.answering import back, keys_into, meanwhile
from tests.ui.driving import Driver

LONG = (
    "“We act,” said Mayor Ines Calloway of the town of Orlo, which has waited for its ferry since the storm, and which"
    " is not used to waiting."
)
RELATED = "Mayor who closed the bridge had been warned “twice,” papers show"
TEXT = f"Mayor answers 😀 critics\n\nORLO (HPN) — {LONG}\n\n{RELATED}\n\n{LONG}\n\n[Photo: A “wire” & more]\n"


@pytest.fixture
def person(qtbot: QtBot, tmp_path: Path, ada: Annotator) -> Iterator[Driver]:
    name, file = str(tmp_path / "orlo.annotator"), tmp_path / "orlo.txt"
    file.write_text(TEXT, encoding="utf-8")
    project = projects.create(name, ada)
    importing.import_files(project, [file])
    project.close()
    window = open_window(name, ada)
    window.resize(1700, 800)
    qtbot.addWidget(window)
    yield Driver(window)
    window.close()


def held(person: Driver) -> list[tuple[str, str]]:
    """Return the regions of the open article as the project has them."""
    article = person.page.page.article.article
    assert article is not None
    stored = articles.own_article(person.page.project.project, article.id)
    return [(region.kind, TEXT[region.start : region.end]) for region in stored.regions]


def page(person: Driver) -> Page:
    return person.view.shown_page()


def menu(person: Driver) -> QMenu:
    found = QApplication.activePopupWidget()
    assert isinstance(found, QMenu)
    assert found.isVisible()
    return found


def go_to(person: Driver, words: str) -> None:
    person.view.set_caret(TEXT.index(words))


def choose(person: Driver, *keys: Qt.Key) -> None:
    """Press G, then keys where the menu is."""
    person.press("G")
    for key in keys:
        QTest.keyClick(menu(person), key)


def test_a_paragraph_gets_a_kind_with_two_keys(person: Driver, announced: list[str]) -> None:
    go_to(person, "papers show")
    choose(person, Qt.Key.Key_T)
    assert held(person) == [("related", RELATED)]
    assert announced == [person.message()]
    assert announced[0].startswith("Related: Mayor who closed")
    assert QApplication.focusWidget() is person.view
    person.press("Ctrl+Z")
    assert held(person) == []
    assert page(person).brackets == []
    person.press("Ctrl+Shift+Z")
    assert held(person) == [("related", RELATED)]
    assert [bracket.veiled for bracket in page(person).brackets] == [True]


def test_the_selection_gets_a_kind_and_the_words_are_named(person: Driver) -> None:
    person.select("“wire” & more")
    person.press("G")
    assert menu(person).actions()[0].text() == "““wire” && more”"
    QTest.keyClick(menu(person), Qt.Key.Key_R)
    assert held(person) == [("credit", "“wire” & more")]
    assert person.view.selected_range() is None


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        (Qt.Key.Key_H, "headline"), (Qt.Key.Key_D, "deck"), (Qt.Key.Key_B, "byline"), (Qt.Key.Key_L, "dateline"),
        (Qt.Key.Key_C, "caption"), (Qt.Key.Key_R, "credit"), (Qt.Key.Key_T, "related"), (Qt.Key.Key_P, "boilerplate"),
    ],
)  # fmt: skip
def test_every_kind_has_a_letter(person: Driver, key: Qt.Key, kind: str) -> None:
    choose(person, key)
    assert held(person) == [(kind, "Mayor answers 😀 critics")]
    assert [one.text for one in page(person).kinds] == [kind]
    assert len(page(person).brackets) == 1


def test_the_region_at_the_caret_gets_another_kind_and_is_removed(person: Driver) -> None:
    choose(person, Qt.Key.Key_H)
    go_to(person, "answers")
    person.press("G")
    checked = [action.text() for action in menu(person).actions() if action.isChecked()]
    assert checked == ["&Headline"]
    QTest.keyClick(menu(person), Qt.Key.Key_D)
    assert held(person) == [("deck", "Mayor answers 😀 critics")]
    choose(person, Qt.Key.Key_D)
    assert "already" not in person.message()
    choose(person, Qt.Key.Key_V)
    assert held(person) == []
    person.press("Ctrl+Z", "Ctrl+Z")
    assert held(person) == [("headline", "Mayor answers 😀 critics")]


def test_a_region_is_moved_to_the_selection(person: Driver) -> None:
    choose(person, Qt.Key.Key_H)
    person.select("answers")
    choose(person)
    (other,) = [action.menu() for action in menu(person).actions() if action.menu() is not None]
    next(action for action in other.actions() if "Move" in action.text()).trigger()
    menu(person).close()
    assert held(person) == [("headline", "answers")]


def test_an_identical_region_is_refused_with_a_message(person: Driver) -> None:
    choose(person, Qt.Key.Key_H)
    person.select("Mayor answers 😀 critics")
    choose(person, Qt.Key.Key_H)
    assert "already" in person.message()
    assert len(held(person)) == 1


def test_candidates_go_past_what_is_not_the_articles_own(person: Driver) -> None:
    def after_the_first() -> str | None:
        person.view.set_caret(0)
        person.press("Esc", "N", "N")
        return person.candidate()

    assert after_the_first() == "“twice,”"
    choose(person, Qt.Key.Key_T)
    assert held(person) == [("related", RELATED)]
    assert person.candidate() is None
    assert after_the_first() == "“We act,”"
    assert person.view.caret() > TEXT.index(RELATED)


def propose(person: Driver, *keys: Qt.Key) -> list[str]:
    """Press Shift+G, then keys in the dialog; return what it showed."""
    shown: list[str] = []

    def answer(dialog: RegionsDialog) -> None:
        rows = dialog.list
        shown.extend(rows.item(row).text() for row in range(rows.count()))
        keys_into(dialog, *keys)

    met = meanwhile(RegionsDialog, answer)
    person.press("Shift+G")
    assert met
    back(person)
    return shown


def test_proposals_are_shown_with_reasons_and_added_as_one_step(person: Driver) -> None:
    shown = propose(person, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Space, Qt.Key.Key_Return)
    assert [text.partition(":")[0] for text in shown] == ["Headline", "Dateline", "Related", "Credit"]
    assert "[Photo: A “wire” & more]”\na line that names who made a picture" in shown[-1]
    assert [kind for kind, _words in held(person)] == ["headline", "dateline", "related", "credit"]
    assert person.message() == "4 regions added."
    person.press("Ctrl+Z")
    assert held(person) == []


def test_weak_proposals_are_not_chosen_at_first_and_escape_adds_nothing(person: Driver) -> None:
    propose(person, Qt.Key.Key_Escape)
    assert held(person) == []
    propose(person, Qt.Key.Key_Return)
    assert [kind for kind, _words in held(person)] == ["headline", "dateline", "credit"]
    propose(person, Qt.Key.Key_Space, Qt.Key.Key_Return)
    assert "related" in [kind for kind, _words in held(person)]
    person.press("Shift+G")
    assert "Nothing was found" in person.message()


def test_the_dialog_shows_each_part_in_the_article(person: Driver) -> None:
    seen: list[str] = []

    def answer(dialog: RegionsDialog) -> None:
        dialog.looked.connect(lambda part: seen.append(TEXT[slice(*part)]))
        keys_into(dialog, Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Escape)

    meanwhile(RegionsDialog, answer)
    person.press("Shift+G")
    assert seen == ["ORLO (HPN) —", "[Photo: A “wire” & more]"]
    assert person.page.target().candidate is None


def test_without_a_box_checked_nothing_can_be_added(person: Driver) -> None:
    def answer(dialog: RegionsDialog) -> None:
        for row in range(dialog.list.count()):
            dialog.list.item(row).setCheckState(Qt.CheckState.Unchecked)
        assert not dialog.add.isEnabled()
        dialog.reject()

    assert meanwhile(RegionsDialog, answer) == []
    person.press("Shift+G")
    assert held(person) == []


def mark(person: Driver, kind: str, words: str) -> str:
    """Make a region behind the window's back, as a colleague would."""
    article = person.page.page.article.article
    assert article is not None
    start = TEXT.index(words)
    project = person.page.project.project
    return services.add_region(project, article.id, kind, start, start + len(words))  # type: ignore[arg-type]


def test_the_open_article_follows_what_anybody_does_to_its_regions(person: Driver) -> None:
    key = mark(person, "credit", "[Photo: A “wire” & more]")
    assert [one.text for one in page(person).kinds] == ["credit"]
    services.edit_region(person.page.project.project, key, kind="caption")
    assert [one.text for one in page(person).kinds] == ["caption"]
    assert not page(person).brackets[0].veiled
    services.remove_regions(person.page.project.project, [key])
    assert page(person).kinds == []


def test_regions_that_start_in_one_line_share_a_label_and_inner_ends_have_corners(person: Driver) -> None:
    mark(person, "dateline", "ORLO (HPN) —")
    mark(person, "credit", "(HPN)")
    (label,) = page(person).kinds
    assert label.text == "dateline, credit"
    assert [corner.opens for corner in page(person).corners] == [False, True, False]
    assert label.box.right < person.view.metrics.left
    assert label.box.left >= 0


def test_where_there_is_no_room_a_label_is_short(person: Driver) -> None:
    mark(person, "dateline", "ORLO")
    mark(person, "credit", "ORLO")
    assert [one.text for one in page(person).kinds] == ["dateline, credit"]
    person.window.resize(700, 700)
    (label,) = page(person).kinds
    assert label.text == "dat"
    assert label.box.left >= 0


def test_the_label_makes_room_for_stripes(person: Driver) -> None:
    mark(person, "headline", "Mayor answers 😀 critics")
    (alone,) = page(person).kinds
    person.select("answers")
    person.press("2", "Esc")
    (beside,) = page(person).kinds
    (stripe,) = page(person).stripes
    assert beside.box.right <= stripe.box.left < alone.box.right


def ink(person: Driver, words: str) -> float:
    """Return how far the darkest (on dark ground the lightest) pixel of words is from the ground, 0 to 255."""
    view = person.view
    view.set_caret(0)
    start = TEXT.index(words)
    part = view.text_map.to_units(start), view.text_map.to_units(start + len(words))
    boxes = [(line, one) for line in page(person).lines for one in line.intervals(*part)]
    picture: QImage = view.viewport().grab().toImage()
    ground = theme.LIGHT if not view.colours.dark else theme.DARK
    level = int(ground.ground[1:3], 16)
    return max(
        abs(picture.pixelColor(x, y).red() - level)
        for line, one in boxes
        for x in range(int(one.left), int(one.right))
        for y in range(int(line.top), int(line.bottom))
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_not_the_articles_own_is_paler_yet_legible(person: Driver, scheme: theme.Scheme) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme.apply(application, scheme)
    QApplication.processEvents()
    before = ink(person, "papers show")
    mark(person, "caption", RELATED)
    assert ink(person, "papers show") == before
    mark(person, "related", RELATED)
    after = ink(person, "papers show")
    mark(person, "credit", "papers show")
    assert ink(person, "papers show") == after
    assert 0.6 * before < after < 0.75 * before
    theme.apply(application, "light")


def tooltip_at(person: Driver, x: float, y: float) -> str:
    view = person.view
    at = QPoint(int(x), int(y) - view.verticalScrollBar().value())
    QToolTip.hideText()
    event = QHelpEvent(QHelpEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at))
    QApplication.sendEvent(view.viewport(), event)
    return QToolTip.text()


def test_hovering_tells_the_kind_over_the_words_and_in_the_margin(person: Driver) -> None:
    mark(person, "credit", "(HPN)")
    (bracket,) = page(person).brackets
    middle = (bracket.box.top + bracket.box.bottom) / 2
    closing = page(person).corners[-1].box.right
    assert "Credit: not the article’s own text" in tooltip_at(person, closing - 4, middle)
    assert "Credit" in tooltip_at(person, bracket.box.left, middle)
    assert person.view.pointing.regions_at(QPoint(int(closing) + 9, int(middle))) == []
    assert person.view.pointing.regions_at(QPoint(int(bracket.box.left), 2)) == []


def test_a_read_only_project_shows_regions_and_changes_none(person: Driver) -> None:
    mark(person, "headline", "Mayor answers 😀 critics")
    person.page.project.project.read_only = True
    for key in ("G", "Shift+G"):
        person.window.statusBar().clearMessage()
        person.press(key)
        assert "reading only" in person.message()
    assert QApplication.activePopupWidget() is None
    assert len(page(person).brackets) == 1


def test_on_an_empty_line_nothing_is_offered(person: Driver) -> None:
    person.view.set_caret(TEXT.index("\n\n") + 1)
    person.press("G")
    assert QApplication.activePopupWidget() is None
    assert "select words" in person.message()


def test_regions_are_found_where_they_overlap_and_only_there() -> None:
    made = [Region(f"{start}-{end}", "credit", start, end) for start, end in ((0, 90), (5, 10), (20, 30), (25, 28))]
    index = Regions(TextMap("x" * 50 + "😀" + "x" * 49), made)
    assert [one.region.id for one in index.overlapping(9, 21)] == ["0-90", "5-10", "20-30"]
    assert [one.region.id for one in index.overlapping(10, 20)] == ["0-90"]
    assert [one.region.id for one in index.overlapping(28, 29)] == ["0-90", "20-30"]
    assert index.overlapping(91, 99) == []
    assert [one.region.id for one in index.overlapping(90, 99)] == ["0-90"]
    assert index.left_out == ((0, 90),)


def test_the_view_forgets_regions_with_their_article(person: Driver) -> None:
    mark(person, "headline", "Mayor answers 😀 critics")
    assert len(page(person).brackets) == 1
    person.view.show_article("Another text.")
    assert page(person).brackets == []
