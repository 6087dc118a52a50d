"""What is done to entities, through the window with the keys: each one step that Ctrl+Z takes back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator
from annotator.services import linking, projects
from annotator.services.entities import editing, listing, merging
from annotator.ui.app import open_window
from annotator.ui.entities.delete_dialog import DeleteEntityDialog
from annotator.ui.entities.duplicates_dialog import DuplicatesDialog
from annotator.ui.entities.edit_dialog import EntityDialog
from annotator.ui.entities.list_dialog import EntityListDialog
from annotator.ui.entities.merge_dialog import MergeDialog
from annotator.ui.entities.split_dialog import SplitDialog
from annotator.ui.entities.unmerge_dialog import UnmergeDialog
from annotator.ui.entities.view import EntityView
from annotator.ui.main_window import MainWindow
from tests.services.quoted import Quoted
from tests.ui.answering import keys_into, meanwhile
from tests.ui.driving import Driver
from tests.ui.entities.looking import back_to, choose, names, row, spans, tabs

ENTER, ESCAPE = Qt.Key.Key_Return, Qt.Key.Key_Escape
EVERYBODY = ["a clerk", "Calder", "Mayor Venn", "O. Venn", "Orla Venn", "Tomas Venn"]


def undo(person: Driver, view: EntityView) -> None:
    back_to(view)
    person.press("Ctrl+Z")
    QApplication.processEvents()


# Making and editing


def test_an_entity_is_made_and_edited_and_both_are_taken_back(entities: EntityView, person: Driver) -> None:
    choose(entities, "Calder")
    met = meanwhile(EntityDialog, lambda dialog: keys_into(dialog, ENTER, text="Aldo  Brix"))
    person.press("N")
    assert met
    assert entities.page.name.text() == "Aldo Brix"
    assert person.message() == "Entity made."

    def edit(dialog: EntityDialog) -> None:
        keys_into(dialog, text="Aldo B. Brix")
        dialog.kind.setFocus()
        QTest.keyClicks(dialog.kind, "an")  # anonymous
        dialog.aliases.setFocus()
        QTest.keyClicks(dialog.aliases, "Brix")
        QTest.keyClick(dialog.aliases, ENTER)
        QTest.keyClicks(dialog.aliases, "the pilot")
        dialog.uri.setFocus()
        QTest.keyClicks(dialog.uri, "q42")
        dialog.reason.setFocus()
        QTest.keyClicks(dialog.reason, "fears for the job")
        QTest.keyClick(dialog.reason, ENTER)

    back_to(entities)
    meanwhile(EntityDialog, edit)
    person.press("F2")
    assert row(entities, "Aldo B. Brix")["Also called"] == "Brix, the pilot"
    assert entities.page.facts.text().split("\n") == [
        "anonymous · 0 spans in 0 articles", "Also called Brix, the pilot.", "Anonymous: fears for the job",
    ]  # fmt: skip
    assert entities.page.web.isVisible()
    assert entities.page.web.text() == "Wikidata Q42 ↗"
    undo(person, entities)
    assert row(entities, "Aldo Brix") == {"Name": "Aldo Brix", "Kind": "person"}
    undo(person, entities)
    assert names(entities) == EVERYBODY


def test_what_cannot_be_is_said_in_the_dialog_and_what_was_typed_stays(entities: EntityView, person: Driver) -> None:
    told: list[str] = []

    def edit(dialog: EntityDialog) -> None:
        dialog.uri.setFocus()
        QTest.keyClicks(dialog.uri, "example.org/Q42")
        QTest.keyClick(dialog.uri, ENTER)
        told.append(dialog.told.text())
        assert dialog.isVisible()
        dialog.name.clear()
        dialog.uri.clear()
        QTest.keyClick(dialog.uri, ENTER)
        told.append(dialog.told.text())
        QTest.keyClick(dialog.uri, ESCAPE)

    choose(entities, "Orla Venn")
    met = meanwhile(EntityDialog, edit)
    person.press("E")
    assert met
    assert told[0].startswith("“example.org/Q42” is no address of Wikidata")
    assert told[1] == "An entity needs a name."
    assert names(entities) == EVERYBODY


def test_an_entity_is_known_in_the_one_article_where_it_is_linked(
    entities: EntityView, person: Driver, quoted: Quoted
) -> None:
    def scope(dialog: EntityDialog) -> None:
        assert [dialog.scope.itemData(place) for place in range(dialog.scope.count())] == [None, quoted.articles[1]]
        dialog.scope.setFocus()
        QTest.keyClick(dialog.scope, Qt.Key.Key_Down)
        dialog.name.setFocus()
        QTest.keyClick(dialog.name, ENTER)

    choose(entities, "Tomas Venn")
    met = meanwhile(EntityDialog, scope)
    person.press("E")
    assert met
    assert "Known in “Harbour master resigns” only." in entities.page.facts.text()


# Merging


def test_one_is_merged_with_another_that_is_searched_for(entities: EntityView, person: Driver) -> None:
    told: list[str] = []

    def merge(dialog: MergeDialog) -> None:
        assert not dialog.merge.isEnabled()
        keys_into(dialog, text="glacier")
        assert dialog.chooser is not None
        assert [dialog.chooser.rows.item(0).text()] == ["No name or alias has this in it."]
        assert not dialog.merge.isEnabled()
        dialog.chooser.edit.clear()
        keys_into(dialog, Qt.Key.Key_Down, text="venn")  # Mayor Venn itself is not offered
        keys_into(dialog, Qt.Key.Key_Up)
        told.append(dialog.chooser.rows.currentItem().text())
        told.extend(dialog.told.text().split("\n"))
        keys_into(dialog, ENTER)

    choose(entities, "Mayor Venn")
    met = meanwhile(MergeDialog, merge)
    person.press("M")
    assert met
    assert told == [
        "O. Venn  · person · 1 span",
        "“O. Venn” (1 span) becomes part of “Mayor Venn”.",
        "“Mayor Venn” is also found as O. Venn.",
        "It has 4 spans in 2 articles then; 3 spans now.",
        "No link is rewritten: it can be taken back at any time.",
    ]
    assert "O. Venn" not in names(entities)
    assert row(entities, "Mayor Venn")["Also called"] == "O. Venn"
    assert spans(entities)[-1] == "wished him well"
    undo(person, entities)
    assert names(entities) == EVERYBODY
    assert entities.list.selected() == [entities.list.current()]  # Ctrl, held for Ctrl+Z, selects nothing


def test_several_are_merged_into_the_one_that_is_chosen_and_found_by_all_names(
    entities: EntityView, person: Driver
) -> None:
    def merge(dialog: MergeDialog) -> None:
        assert dialog.chooser is None
        assert dialog.stays.currentText().startswith("“Mayor Venn”")  # the most used one
        dialog.stays.setFocus()
        keys_into(dialog, Qt.Key.Key_End, ENTER)

    choose(entities, "Orla Venn", "Mayor Venn", "O. Venn")
    assert entities.list.count.text() == "6 entities, 3 selected"
    met = meanwhile(MergeDialog, merge)
    person.press("M")
    assert met
    assert entities.page.name.text() == "Orla Venn"
    assert tabs(entities) == ["All 5", "Quote 2", "Claim 2", "Hedge 1", "Opinion 0"]
    back_to(entities)
    person.press("/")
    person.type("mayor")
    entities.list.reload()
    assert names(entities) == ["Orla Venn"]


def test_a_merge_is_taken_back_after_a_restart_and_long_after(
    qtbot: QtBot, entities: EntityView, person: Driver, project_file: str, quoted: Quoted, ada: Annotator
) -> None:
    project = person.page.project.project
    who = quoted.entities
    for part, into in (("O. Venn", "Mayor Venn"), ("Mayor Venn", "Orla Venn")):
        merging.merge(project, merging.preview(project, [who[part]], who[into]))
    linking.create_entity(project, "Aldo Brix")
    person.window.close()
    again = open_window(project_file, ada)
    qtbot.addWidget(again)
    again.show()
    later = Driver(again)
    later.press("Ctrl+3")
    view = later.page.views.current
    assert isinstance(view, EntityView)
    choose(view, "Orla Venn")

    def take(dialog: UnmergeDialog) -> None:
        texts = [dialog.list.item(place).text() for place in range(dialog.list.count())]
        assert texts == ["Mayor Venn · person", "O. Venn · person, by way of “Mayor Venn”"]
        keys_into(dialog, ENTER)

    met = meanwhile(UnmergeDialog, take)
    later.press("U")
    assert met
    assert view.page.name.text() == "Mayor Venn"
    assert row(view, "Mayor Venn")["Also called"] == "O. Venn"
    undo(later, view)
    assert "Mayor Venn" not in names(view)
    undo(later, view)
    undo(later, view)
    undo(later, view)
    assert names(view) == EVERYBODY
    again.close()


def test_nothing_to_take_back_is_said(entities: EntityView, person: Driver) -> None:
    choose(entities, "Calder")
    assert not entities.page.buttons["entity_unmerge"].isVisible()
    person.press("U")
    assert person.message() == "Nothing is merged into “Calder”."


def test_what_a_colleague_changed_since_the_preview_is_shown_anew(
    entities: EntityView, person: Driver, quoted: Quoted
) -> None:
    project = person.page.project.project

    def merge(dialog: MergeDialog) -> None:
        mayor = listing.find(project, quoted.entities["Mayor Venn"]).entity
        editing.edit(project, mayor, replace(mayor, name="The mayor"))
        keys_into(dialog, ENTER)
        assert dialog.isVisible()
        told = dialog.told.text()
        assert told.startswith("“The mayor” was changed by somebody else since the preview; nothing was merged.")
        assert "“Orla Venn” (1 span) becomes part of “The mayor”." in told
        keys_into(dialog, ENTER)

    choose(entities, "Orla Venn", "Mayor Venn")
    met = meanwhile(MergeDialog, merge)
    person.press("M")
    assert met
    assert row(entities, "The mayor")["Also called"] == "Orla Venn"


def test_whom_a_colleague_merged_elsewhere_meanwhile_is_not_offered_any_more(
    entities: EntityView, person: Driver, quoted: Quoted
) -> None:
    project = person.page.project.project

    def merge(dialog: MergeDialog) -> None:
        assert dialog.chooser is not None
        keys_into(dialog, text="tomas")
        assert dialog.merge.isEnabled()
        seen = merging.preview(project, [quoted.entities["Tomas Venn"]], quoted.entities["O. Venn"])
        merging.merge(project, seen)
        keys_into(dialog, ENTER)
        told = dialog.told.text()
        assert told.startswith("“Tomas Venn” was changed by somebody else since the preview; nothing was merged.")
        assert "O. Venn  (Tomas Venn)" in dialog.chooser.rows.item(0).text()  # who has this name now
        assert "“O. Venn” (2 spans)" in told
        keys_into(dialog, ESCAPE)

    choose(entities, "Mayor Venn")
    met = meanwhile(MergeDialog, merge)
    person.press("M")
    assert met
    assert row(entities, "O. Venn")["Also called"] == "Tomas Venn"


def test_where_only_one_is_left_of_several_there_is_nothing_to_merge(
    entities: EntityView, person: Driver, quoted: Quoted
) -> None:
    project = person.page.project.project

    def merge(dialog: MergeDialog) -> None:
        seen = merging.preview(project, [quoted.entities["Tomas Venn"]], quoted.entities["Calder"])
        merging.merge(project, seen)
        keys_into(dialog, ENTER)
        assert dialog.told.text().endswith("There is nothing left to merge it with.")
        assert not dialog.merge.isEnabled()
        keys_into(dialog, ESCAPE)

    choose(entities, "Orla Venn", "Tomas Venn")
    met = meanwhile(MergeDialog, merge)
    person.press("M")
    assert met


# Splitting and deleting


def test_spans_are_chosen_for_a_new_entity(entities: EntityView, person: Driver) -> None:
    def split(dialog: SplitDialog) -> None:
        assert len(dialog.model.keys) == 2  # Bo's span is not offered
        assert dialog.told.text() == "1 span of other annotators, or in done articles, cannot be chosen."
        assert not dialog.split.isEnabled()
        dialog.view.setFocus()
        QTest.keyClick(dialog.view, Qt.Key.Key_Down)
        QTest.keyClick(dialog.view, Qt.Key.Key_Space)
        assert dialog.count.text() == "1 of 2 spans chosen; the new entity needs a name"
        dialog.name.setFocus()
        keys_into(dialog, ENTER, text="The old mayor")

    choose(entities, "Mayor Venn")
    met = meanwhile(SplitDialog, split)
    person.press("S")
    assert met
    assert entities.page.name.text() == "The old mayor"
    assert len(spans(entities)) == 1
    assert row(entities, "Mayor Venn")["Spans"] == "2"
    undo(person, entities)
    assert names(entities) == EVERYBODY
    assert row(entities, "Mayor Venn")["Spans"] == "3"


def test_who_is_linked_nowhere_is_deleted_when_asked_and_comes_back(entities: EntityView, person: Driver) -> None:
    choose(entities, "Calder")
    meanwhile(QMessageBox, lambda box: QTest.keyClick(box, ESCAPE))
    person.press("Del")
    assert names(entities) == EVERYBODY
    back_to(entities)
    meanwhile(QMessageBox, lambda box: QTest.keyClick(box, ENTER))
    person.press("Del")
    assert "Calder" not in names(entities)
    assert person.message() == "“Calder” is deleted. Undo brings it back."
    assert entities.page.name.text() != "Calder"
    undo(person, entities)
    assert names(entities) == EVERYBODY
    assert entities.page.name.text() == "Calder"


def test_where_no_span_is_ones_own_there_is_nothing_to_split(entities: EntityView, person: Driver) -> None:
    choose(entities, "Calder")
    person.press("S")
    assert person.message() == "Nothing is linked to it: there is nothing to split."


def _unlink(dialog: DeleteEntityDialog) -> None:
    keys_into(dialog, ENTER)


def _to_unknown(dialog: DeleteEntityDialog) -> None:
    keys_into(dialog, Qt.Key.Key_Down, ENTER)


def _to_another(dialog: DeleteEntityDialog) -> None:
    dialog.move_to.setFocus()
    QTest.keyClick(dialog.move_to, Qt.Key.Key_Space)
    assert not dialog.delete.isEnabled()
    dialog.chooser.setFocus()
    keys_into(dialog, ENTER, text="orla")


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        (_unlink, {}),
        (_to_unknown, {"Unknown": "3"}),
        (_to_another, {"Orla Venn": "4"}),
    ],
)
def test_what_becomes_of_the_links_is_asked(
    entities: EntityView, person: Driver, answer: Callable[[DeleteEntityDialog], None], left: dict[str, str]
) -> None:
    choose(entities, "Mayor Venn")
    met = meanwhile(DeleteEntityDialog, answer)
    person.press("Del")
    assert met
    assert "Mayor Venn" not in names(entities)
    for name, number in left.items():
        assert row(entities, name)["Spans"] == number
    undo(person, entities)
    assert names(entities) == EVERYBODY
    assert row(entities, "Mayor Venn")["Spans"] == "3"


def test_a_dialog_that_is_left_changes_nothing(entities: EntityView, person: Driver) -> None:
    choose(entities, "Mayor Venn")
    for key, kind in (("Del", DeleteEntityDialog), ("S", SplitDialog), ("M", MergeDialog), ("E", EntityDialog)):
        met = meanwhile(kind, lambda dialog: keys_into(dialog, ESCAPE))
        person.press(key)
        assert met, key
        back_to(entities)
    assert row(entities, "Mayor Venn")["Spans"] == "3"
    assert names(entities) == EVERYBODY


# Duplicates and lists


def test_duplicates_are_proposed_and_merged_only_by_the_person(
    qtbot: QtBot, entities: EntityView, person: Driver
) -> None:
    def pairs(dialog: DuplicatesDialog) -> list[tuple[str, ...]]:
        return [
            tuple(dialog.pairs.item(place, column).text() for column in range(3))  # type: ignore[union-attr]
            for place in range(dialog.pairs.rowCount())
        ]

    def look(dialog: DuplicatesDialog) -> None:
        qtbot.waitUntil(lambda: dialog.pairs.rowCount() == 4)
        first = pairs(dialog)[0]
        assert {*first} == {"O. Venn · person", "Orla Venn · person", "the same by initials"}
        assert all("Calder" not in " ".join(pair) for pair in pairs(dialog))
        assert names(entities) == EVERYBODY
        dialog.pairs.setFocus()
        meanwhile(MergeDialog, lambda asked: keys_into(asked, ENTER))
        QTest.keyClick(dialog.pairs, ENTER)
        qtbot.waitUntil(lambda: dialog.pairs.rowCount() == 2)
        dialog.apart.click()
        assert dialog.pairs.rowCount() == 1
        QTest.keyClick(dialog, ESCAPE)

    def expect(number: int) -> Callable[[DuplicatesDialog], None]:
        def look_again(dialog: DuplicatesDialog) -> None:
            qtbot.waitUntil(lambda: dialog.pairs.rowCount() == number)
            QTest.keyClick(dialog, ESCAPE)

        return look_again

    choose(entities, "Calder")
    met = meanwhile(DuplicatesDialog, look)
    person.press("D")
    assert met
    assert len(names(entities)) == 5
    choose(entities, "Calder")
    told_apart = meanwhile(DuplicatesDialog, expect(1))
    person.press("D")
    undo(person, entities)
    choose(entities, "Calder")
    as_before = meanwhile(DuplicatesDialog, expect(2))
    person.press("D")
    assert told_apart
    assert as_before
    undo(person, entities)
    assert names(entities) == EVERYBODY


def test_a_list_is_shown_before_it_is_imported(
    qtbot: QtBot, entities: EntityView, person: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "list.csv"
    path.write_text(
        "name,kind,aliases\nOrla Venn,person,the mayor\nThe Post,publication,\n,person,\n", encoding="utf-8"
    )
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (str(path), ""))

    def look(dialog: EntityListDialog) -> None:
        qtbot.waitUntil(lambda: dialog.take.isEnabled())
        assert dialog.told.text() == "1 new, 1 get names or an address, 0 are there already, 1 are left out."
        signs = [dialog.lines.item(place, 0).text() for place in range(3)]  # type: ignore[union-attr]
        assert signs == ["✗ left out", "✓ adds", "✓ new"]
        assert dialog.remark.text() == "Has no name."
        QTest.keyClick(dialog.lines, Qt.Key.Key_Down)
        assert dialog.remark.text() == "“Orla Venn” gets the names “the mayor”."
        assert names(entities) == EVERYBODY
        QTest.keyClick(dialog.take, ENTER)
        qtbot.waitUntil(lambda: not dialog.isVisible())

    met = meanwhile(EntityListDialog, look)
    person.window.actions_["import_entities"].trigger()
    assert met
    assert person.message() == "1 entity made, 1 extended."
    assert row(entities, "Orla Venn")["Also called"] == "the mayor"
    assert "The Post" in names(entities)
    undo(person, entities)
    assert names(entities) == EVERYBODY


def test_a_file_that_is_no_list_is_said_to_be_none(
    qtbot: QtBot, entities: EntityView, person: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "list.csv"
    path.write_text("who,what\nOrla,mayor\n", encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (str(path), ""))

    def look(dialog: EntityListDialog) -> None:
        qtbot.waitUntil(lambda: "has no column “name”" in dialog.told.text())
        assert not dialog.take.isEnabled()
        assert not dialog.lines.isVisible()
        QTest.keyClick(dialog, ESCAPE)

    met = meanwhile(EntityListDialog, look)
    person.window.actions_["import_entities"].trigger()
    assert met


def test_a_list_of_whom_the_project_knows_says_that_nothing_is_new(
    qtbot: QtBot, entities: EntityView, person: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "list.csv"
    path.write_text("name\nOrla Venn\n", encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (str(path), ""))

    def look(dialog: EntityListDialog) -> None:
        qtbot.waitUntil(lambda: "There is nothing in it to be imported." in dialog.told.text())
        assert not dialog.take.isEnabled()
        assert dialog.remark.text() == "Is in the project already."
        QTest.keyClick(dialog, ESCAPE)

    met = meanwhile(EntityListDialog, look)
    person.window.actions_["import_entities"].trigger()
    assert met


@pytest.mark.parametrize(("name", "written"), [("out.csv", "out.csv"), ("out.json", "out.json"), ("out", "out.csv")])
def test_what_the_list_shows_is_exported(
    qtbot: QtBot, entities: EntityView, person: Driver, tmp_path: Path, ada: Annotator,
    monkeypatch: pytest.MonkeyPatch, name: str, written: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a, **_k: (str(tmp_path / name), ""))
    person.window.actions_["export_entities"].trigger()
    qtbot.waitUntil(lambda: (tmp_path / written).exists())
    qtbot.waitUntil(lambda: person.message().startswith("5 entities written"))
    assert person.message() == f"5 entities written to {written}; 1 left out, known in one article only."
    other = projects.create(str(tmp_path / "other.annotator"), ada)
    from annotator.services.entities import lists

    assert lists.take(other, lists.read(other, tmp_path / written)).made == 5
    other.close()


def test_without_entities_every_verb_says_what_to_do(qtbot: QtBot, tmp_path: Path, ada: Annotator) -> None:
    projects.create(str(tmp_path / "empty.annotator"), ada).close()
    window: MainWindow = open_window(str(tmp_path / "empty.annotator"), ada)
    qtbot.addWidget(window)
    window.show()
    assert window.page is not None
    window.actions_["entities_view"].trigger()
    for key in ("entity_edit", "entity_merge", "entity_unmerge", "entity_split", "entity_delete"):
        window.statusBar().clearMessage()
        window.actions_[key].trigger()
        assert window.statusBar().currentMessage() == "Choose an entity first.", key
    window.close()
