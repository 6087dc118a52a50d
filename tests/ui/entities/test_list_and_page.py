"""The list of entities and the page of one, driven with the keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QTableView
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator
from annotator.services import linking, people, scheme
from annotator.services.entities import editing, listing, merging
from annotator.ui.app import open_window
from annotator.ui.entities.edit_dialog import EntityDialog
from annotator.ui.entities.view import EntityView
from annotator.ui.main_window import MainWindow
from tests.services.quoted import Quoted
from tests.ui.answering import keys_into, meanwhile
from tests.ui.driving import Driver
from tests.ui.entities.looking import choose, names, row, spans, tabs

EVERYBODY = ["a clerk", "Calder", "Mayor Venn", "O. Venn", "Orla Venn", "Tomas Venn"]


def test_the_list_shows_everybody_with_their_spans_by_tag(entities: EntityView) -> None:
    assert names(entities) == EVERYBODY
    assert row(entities, "Mayor Venn") == {
        "Name": "Mayor Venn", "Kind": "person", "Spans": "3", "Q": "1", "C": "1", "H": "1", "Articles": "1",
    }  # fmt: skip
    assert entities.list.count.text() == "6 entities"
    assert entities.list.view.hasFocus()
    assert isinstance(entities.findChild(QTableView, "entityList"), QTableView)


def test_typing_narrows_the_list_and_enter_goes_back_to_it(entities: EntityView, person: Driver) -> None:
    choose(entities, "Orla Venn")
    person.press("/")
    assert entities.list.search.hasFocus()
    person.type("VENN n")
    entities.list.reload()
    assert names(entities) == []
    assert entities.page.name.text() == "No entity is chosen."
    person.press("Backspace", "Backspace")
    entities.list.reload()
    assert names(entities) == EVERYBODY[2:]
    person.press("Return")
    assert entities.list.view.hasFocus()
    entities.list.kind.setCurrentIndex(entities.list.kind.findData("place"))
    assert names(entities) == []
    assert entities.list.count.text() == "0 entities"


def test_where_nothing_is_found_it_is_said_and_escape_shows_all_again(entities: EntityView, person: Driver) -> None:
    choose(entities, "Orla Venn")
    person.press("/")
    person.type("glacier")
    person.press("Return")  # at once, before the list was narrowed by itself
    assert names(entities) == []
    assert entities.list.view.accessibleDescription() == "No name or alias matches. Esc shows all entities."
    assert entities.list.search.hasFocus()
    assert painted(entities.list.view)
    person.press("Escape")
    assert names(entities) == EVERYBODY
    assert entities.list.view.hasFocus()
    assert entities.page.name.text() == "Orla Venn"
    assert not entities.list.view.accessibleDescription()
    entities.list.kind.setCurrentIndex(entities.list.kind.findData("place"))
    person.press("Escape")
    assert names(entities) == EVERYBODY


def painted(view: QTableView) -> bool:
    """Tell whether anything is to be seen where the rows are."""
    image = view.viewport().grab().toImage()
    return len({image.pixel(x, y) for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)}) > 1


def test_the_arrow_down_leads_from_the_search_to_what_it_found(entities: EntityView, person: Driver) -> None:
    person.press("/")
    person.type("o. v")
    person.press("Down")
    assert entities.list.view.hasFocus()
    assert entities.page.name.text() == "O. Venn"


def test_home_and_end_lead_to_the_first_and_the_last_entity(entities: EntityView, person: Driver) -> None:
    person.press("End")
    assert entities.page.name.text() == EVERYBODY[-1]
    person.press("Home")
    assert entities.page.name.text() == EVERYBODY[0]


def test_the_panes_come_back_as_wide_as_they_were(
    entities: EntityView, person: Driver, qtbot: QtBot, project_file: str, ada: Annotator
) -> None:
    entities.split.moveSplitter(400, 1)
    sizes = entities.split.sizes()
    person.window.close()
    again = open_window(project_file, ada)
    qtbot.addWidget(again)
    again.resize(1280, 720)
    again.show()
    Driver(again).press("Ctrl+3")
    view = again.findChild(EntityView, "entityView")
    assert view is not None
    assert view.split.sizes() == sizes
    again.close()


@pytest.mark.parametrize(
    ("title", "first"), [("Name", "Tomas Venn"), ("Spans", "Mayor Venn"), ("H", "Mayor Venn"), ("Kind", "Calder")]
)
def test_a_click_on_a_title_sorts_and_the_current_entity_stays(entities: EntityView, title: str, first: str) -> None:
    choose(entities, "O. Venn")
    model, header = entities.list.model, entities.list.view.horizontalHeader()
    titles = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]
    place = QPoint(header.sectionViewportPosition(titles.index(title)) + 8, 8)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    if names(entities)[0] != first:
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert names(entities)[0] == first
    assert entities.page.name.text() == "O. Venn"
    assert entities.list.view.currentIndex().data() == "O. Venn"


def test_the_page_shows_each_span_in_context_and_the_tags_apart(entities: EntityView) -> None:
    choose(entities, "Mayor Venn")
    assert tabs(entities) == ["All 3", "Quote 1", "Claim 1", "Hedge 1", "Opinion 0"]
    assert spans(entities) == ["“The pier is safe,”", "Venn may ask for a second survey.", "may"]
    entities.page.tabs.setFocus()
    QTest.keyClick(entities.page.tabs, Qt.Key.Key_Right)
    QTest.keyClick(entities.page.tabs, Qt.Key.Key_Right)
    assert spans(entities) == ["Venn may ask for a second survey."]
    told = entities.page.model.index(0).data()
    assert told == ("Venn may ask for a second survey. (Claim · claimant · Council votes on the ferry · Ada Ferris)")
    choose(entities, "Tomas Venn")
    assert spans(entities) == []
    assert entities.page.empty.text() == "No span with this tag is linked to it."
    choose(entities, "Calder")
    entities.page.tabs.setCurrentIndex(0)
    assert entities.page.empty.text() == "Nothing is linked to it."


def test_enter_on_a_span_goes_there(entities: EntityView, person: Driver, quoted: Quoted) -> None:
    choose(entities, "O. Venn")
    person.press("Return")
    assert entities.page.view.hasFocus()
    person.press("Return")
    assert person.page.views.current is None
    opened = person.page.page.article.article
    assert opened is not None
    assert (opened.id, person.view.current) == (quoted.articles[1], quoted.spans["well"])


def test_a_click_on_a_span_goes_there_and_whose_it_is_is_said(
    entities: EntityView, person: Driver, quoted: Quoted
) -> None:
    person.page.page.open(quoted.articles[1])
    choose(entities, "Mayor Venn")
    view = entities.page.view
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(view.model().index(0, 0)).center())
    opened = person.page.page.article.article
    assert opened is not None
    assert opened.id == quoted.articles[0]
    assert person.message() == "The span is Bo Lindqvist’s."


def test_the_keys_of_the_view_act_in_it_alone(entities: EntityView, person: Driver) -> None:
    choose(entities, "Calder")
    asked = meanwhile(EntityDialog, lambda dialog: keys_into(dialog, Qt.Key.Key_Escape))
    person.press("1", "J", "N")  # no tag, no span, but a new entity
    assert len(asked) == 1
    assert names(entities) == EVERYBODY
    assert person.page.views.current is entities


def test_what_changes_elsewhere_is_shown(entities: EntityView, person: Driver, quoted: Quoted) -> None:
    project = person.page.project.project
    choose(entities, "Calder")
    linking.link(project, quoted.spans["survey"], quoted.entities["Calder"], role="target", add=True)
    linking.create_entity(project, "Aldo Brix")
    QApplication.processEvents()
    assert names(entities) == ["a clerk", "Aldo Brix", *EVERYBODY[1:]]
    assert row(entities, "Calder")["Spans"] == "1"
    assert spans(entities) == ["Venn may ask for a second survey."]
    person.press("Ctrl+1", "Ctrl+Z", "Ctrl+3")
    assert names(entities) == EVERYBODY


def test_names_that_are_shared_are_told(entities: EntityView, person: Driver) -> None:
    project = person.page.project.project
    linking.create_entity(project, "Calder", "organisation", aliases=["the mayor’s town"])
    choose(entities, "Calder")
    other = {"place": "organisation", "organisation": "place"}[row(entities, "Calder")["Kind"]]
    assert entities.page.shared.text() == f"“Calder” is also a name of Calder ({other})."
    choose(entities, "Tomas Venn")
    assert not entities.page.shared.isVisible()


@pytest.mark.parametrize("name", ["<b>Venn</b><img src=x>", "V" * 10_000, "‏أورلا فين‎", "&Venn && Co"])
def test_any_name_is_shown_as_it_is(entities: EntityView, person: Driver, name: str) -> None:
    key = linking.create_entity(person.page.project.project, name, aliases=[name + "2"])
    entities.list.go_to(key)
    QApplication.processEvents()
    shown = entities.page.name.text()
    assert len(shown) <= 122
    assert name[:100].strip("‏‎") in shown
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in entities.findChildren(QLabel))
    assert entities.page.width() <= 1280
    tip = entities.list.model.index(entities.list.view.currentIndex().row(), 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "<b>Venn" not in tip


def test_the_list_keeps_its_width_whatever_can_be_done_to_an_entity(
    entities: EntityView, person: Driver, quoted: Quoted
) -> None:
    project = person.page.project.project
    person.window.resize(853, 480)  # what a screen of 1280 × 720 shows at 150 %
    choose(entities, "Calder")
    width = entities.list.width()
    mayor = listing.find(project, quoted.entities["Mayor Venn"]).entity
    editing.edit(project, mayor, replace(mayor, uri="Q42"))
    merging.merge(project, merging.preview(project, [quoted.entities["O. Venn"]], mayor.id))
    choose(entities, "Mayor Venn")
    assert entities.page.buttons["entity_unmerge"].isVisible()
    assert entities.page.web.isVisible()
    assert entities.list.width() == width


def test_the_span_that_the_keys_go_to_is_on_another_ground(entities: EntityView, person: Driver) -> None:
    choose(entities, "Calder")
    choose(entities, "Mayor Venn")
    view = entities.page.view

    def ground() -> str:
        spot = view.visualRect(view.model().index(0, 0)).bottomRight() - QPoint(3, 3)
        return view.viewport().grab().toImage().pixelColor(spot).name()

    faint = ground()
    person.press("F6")
    assert view.hasFocus()
    assert ground() != faint
    person.press("F6", "F6")
    assert entities.list.view.hasFocus()
    assert ground() == faint


def test_a_new_tag_gets_a_column_and_a_tab(entities: EntityView, person: Driver) -> None:
    scheme.add_tag(person.page.project.project, "Fact")
    QApplication.processEvents()
    choose(entities, "Calder")
    assert tabs(entities)[-1] == "Fact 0"
    titles = [
        entities.list.model.headerData(column, Qt.Orientation.Horizontal)
        for column in range(entities.list.model.columnCount())
    ]
    assert titles == ["Name", "Kind", "Also called", "Spans", "Q", "C", "H", "O", "F", "Articles"]


def test_f6_goes_from_pane_to_pane(entities: EntityView, person: Driver) -> None:
    choose(entities, "Mayor Venn")
    for pane in (entities.page.view, entities.list.search, entities.list.view):
        person.press("F6")
        assert pane.hasFocus()


def test_another_annotator_sees_what_is_theirs(entities: EntityView, person: Driver, bo: Annotator) -> None:
    choose(entities, "Mayor Venn")
    other = people.named(person.page.project.project, "Bo Lindqvist")
    assert other is not None
    person.page.switch(other.id)
    QApplication.processEvents()
    first = entities.page.model.linked(0)
    assert first is not None
    assert first.own
    assert entities.page.row == listing.find(person.page.project.project, entities.list.current())


def test_rows_are_read_in_pages_when_they_are_looked_at(entities: EntityView, person: Driver) -> None:
    project = person.page.project.project
    with project.write("many") as writing:
        writing.bulk_insert("entity", (
            {"id": f"e{number}", "name": f"Zed {number:04}", "kind": "person", "aliases": [], "uri": None, "note": "",
             "article_id": None, "reason": "", "merged_into": None}
            for number in range(500)
        ))  # fmt: skip
    QApplication.processEvents()
    model = entities.list.model
    assert model.rowCount() == 506
    assert len(model._rows) <= 2
    assert model.index(505, 0).data() == "Zed 0499"
    assert {0, 5} <= set(model._rows)
    assert len(model._rows) <= 3


def test_a_project_that_is_read_only_can_be_looked_at(
    qtbot: object, window: MainWindow, entities: EntityView, person: Driver
) -> None:
    person.page.project.project.read_only = True
    person.page.targetChanged.emit()
    entities.page.show_entity(entities.list.current())
    assert not window.actions_["entity_merge"].isEnabled()
    assert not entities.page.buttons["entity_merge"].isEnabled()
    assert window.actions_["export_entities"].isEnabled()
