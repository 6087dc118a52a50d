"""The picker at the span: whom it proposes, and what can be typed and chosen in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator, Link
from annotator.services import linking, projects
from annotator.services.importing import import_files
from annotator.ui.app import open_window
from tests.listed import entity_rows
from tests.ui.driving import ARTICLE, Driver

TEXT = """Dam closed

I have no idea why.

Sergeant Carla Kmiotek came. “It stays shut,” she said.

“It leaks,” said a diver, who asked not to be named because he feared for his job.

“I know nobody,” Sheriff Holm said.

“For a year.”
"""


def rows(person: Driver) -> list[str]:
    return [person.picker.rows.item(row).text() for row in range(person.picker.rows.count())]


def current(person: Driver) -> str:
    return person.picker.rows.currentItem().text()


@pytest.fixture
def dam(qtbot: QtBot, tmp_path: Path, ada: Annotator) -> Driver:
    """A person in front of an article about a dam, in a project that knows some people."""
    name = str(tmp_path / "dam.annotator")
    project = projects.create(name, ada)
    (tmp_path / "dam.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "other.txt").write_text("Other\n\nNothing.\n", encoding="utf-8")
    import_files(project, [tmp_path / "dam.txt", tmp_path / "other.txt"])
    linking.create_entity(project, "Pia Holm", aliases=["The Sheriff"])
    linking.create_entity(project, "The Gazette", "publication")
    project.close()
    window = open_window(name, ada)
    qtbot.addWidget(window)
    return Driver(window)


def only_link(person: Driver, place: int = 0) -> Link:
    (link,) = person.spans()[place].links
    return link


# Whom it proposes


def test_a_pronoun_is_shown_with_whom_it_may_stand_for(dam: Driver) -> None:
    dam.press("N", "1")
    assert current(dam) == "she → new person “Carla Kmiotek”?"
    dam.press("Return")
    link = only_link(dam)
    assert link.mention is not None
    assert link.cue is not None
    assert (TEXT[slice(*link.mention)], TEXT[slice(*link.cue)]) == ("she", "said")
    dam.press("L")
    assert current(dam) == "she → Carla Kmiotek?  · person"


def test_whoever_is_picked_instead_is_the_one_whom_the_pronoun_mentions(dam: Driver) -> None:
    dam.press("N", "1")
    dam.type("pia")
    dam.press("Return")
    link = only_link(dam)
    assert link.mention is not None
    assert TEXT[slice(*link.mention)] == "she"


def test_a_surname_that_the_project_knows_is_offered_but_not_taken_by_itself(dam: Driver) -> None:
    dam.press("N", "N", "N", "1")
    assert current(dam) == "New person “Sheriff Holm”"
    assert rows(dam)[1] == "Sheriff Holm → Pia Holm?  (The Sheriff)  · person"


def test_where_nobody_speaks_the_speaker_before_is_not_the_first(dam: Driver) -> None:
    dam.press("N", "N", "N", "1")
    dam.type("holm")
    dam.press("Return")
    dam.press("N", "1")
    assert "Holm" not in current(dam)
    assert "Pia Holm  (The Sheriff)  · person" in rows(dam)


def test_the_mention_and_the_cue_of_the_row_are_outlined_in_the_text(dam: Driver) -> None:
    dam.press("N", "N", "1")
    outlined = dam.view.grab().toImage()
    dam.press("Down")
    bare = dam.view.grab().toImage()
    assert bare != outlined
    dam.press("Up")
    assert dam.view.grab().toImage() == outlined
    dam.press("Esc")
    assert dam.page.target().candidate is None


def test_where_the_article_says_i_its_author_is_proposed_first(dam: Driver) -> None:
    dam.select("I have no idea")
    dam.press("4")
    assert current(dam) == "The article's author"
    dam.press("Return")
    entity = dam.entity(dam.spans()[0])
    assert entity is not None
    assert (entity.kind, entity.article is None) == ("author", False)
    dam.select("no idea")
    dam.press("3")
    assert sum("author" in row for row in rows(dam)) == 1
    dam.press("Esc")
    dam.select("I know")
    dam.press("2")
    assert current(dam) == "New person “Sheriff Holm”"


# Typing


def test_two_letters_complete_a_name_of_the_article(dam: Driver) -> None:
    dam.press("N", "1")
    keys = dam.keys_pressed
    dam.type("km")
    assert current(dam) == "she → new person “Carla Kmiotek”?"
    dam.press("Return")
    assert dam.keys_pressed - keys == 3
    assert dam.texts()[0][2] == "Carla Kmiotek"


def test_who_is_named_beside_the_span_comes_first_whichever_word_is_typed(dam: Driver) -> None:
    project = dam.page.project.project
    linking.create_entity(project, "Divana Orlo")
    linking.create_entity(project, "Indiver")
    dam.press("N", "N", "1")
    dam.type("div")
    assert rows(dam)[:3] == ["New person “a diver”", "Divana Orlo  · person", "Indiver  · person"]


def test_a_pronoun_that_is_typed_finds_whom_it_may_stand_for(dam: Driver) -> None:
    dam.press("N", "1")
    dam.type("she")
    assert current(dam) == "she → new person “Carla Kmiotek”?"
    dam.press("Return")
    assert dam.texts()[0][2] == "Carla Kmiotek"


def test_the_title_that_the_text_gives_somebody_finds_them(person: Driver) -> None:
    person.press("N", "1")
    person.type("mayor ines")
    assert current(person) == "New person “Ines Calloway”"
    person.press("Return", "L")
    person.type("MAYOR in")
    assert current(person) == "Ines Calloway  · person"


def test_a_slip_of_the_keys_is_offered_and_is_one_key_away(dam: Driver) -> None:
    dam.press("N", "1")
    dam.type("gazzette")
    assert rows(dam)[0] == "≈ The Gazette  · publication"
    assert current(dam) == "New person “gazzette”"
    dam.press("Down", "Return")
    assert dam.texts()[0][2] == "The Gazette"


def test_one_name_of_several_offers_all_who_have_it(dam: Driver) -> None:
    project = dam.page.project.project
    linking.create_entity(project, "Tom Reed", aliases=["The Sheriff"])
    linking.create_entity(project, "The Sheriff", "place")
    dam.press("N", "1")
    dam.type("the sheriff")
    assert rows(dam)[:3] == [
        "Pia Holm  (The Sheriff)  · person", "The Sheriff  · place", "Tom Reed  (The Sheriff)  · person"
    ]  # fmt: skip


@pytest.mark.parametrize("typed", ["unk", "unkn"])
def test_unknown_is_an_answer_once_enough_of_it_is_typed(dam: Driver, typed: str) -> None:
    dam.press("N", "1")
    dam.type(typed)
    assert "Unknown: nobody can say" in rows(dam)
    assert (current(dam) == "Unknown: nobody can say") is (typed == "unkn")


# Kinds and roles


def test_a_sign_before_a_name_chooses_the_kind_and_is_seen_to(dam: Driver) -> None:
    dam.press("N", "1")
    dam.type("@org ")
    assert (dam.picker.kind.currentText(), dam.picker.edit.text()) == ("Organisation", "")
    assert rows(dam)[0] == "she → new organisation “Carla Kmiotek”?"
    dam.type("Holm")
    assert rows(dam) == ["New organisation “Sheriff Holm”", "New organisation “Holm”"]
    dam.press("Return")
    entity = dam.entity(dam.spans()[0])
    assert entity is not None
    assert entity.kind == "organisation"


def test_the_kind_can_be_chosen_without_knowing_a_sign(dam: Driver) -> None:
    dam.press("N", "1")
    dam.type("Westmark")
    dam.press("Tab", "End")
    assert dam.picker.isVisible()
    assert dam.picker.kind.hasFocus()
    assert dam.picker.kind.currentText() == "Place"
    assert current(dam) == "New place “Westmark”"
    dam.press("Return")
    entity = dam.entity(dam.spans()[0])
    assert entity is not None
    assert (entity.name, entity.kind) == ("Westmark", "place")


def test_the_list_of_kinds_belongs_to_the_picker(dam: Driver) -> None:
    dam.press("N", "1", "Tab", "Space")
    QApplication.processEvents()
    assert dam.picker.kind.view().isVisible()
    QApplication.sendEvent(dam.picker.kind, QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.ActiveWindowFocusReason))
    assert dam.picker.isVisible()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(dam.picker.kind.view(), key)
    assert dam.picker.isVisible()
    assert current(dam) == "she → new organisation “Carla Kmiotek”?"


def test_where_another_window_takes_the_focus_the_article_has_it_afterwards(
    dam: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    dam.press("N", "1")
    monkeypatch.setattr(QApplication, "focusWidget", lambda: None)
    QApplication.sendEvent(dam.picker.edit, QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.ActiveWindowFocusReason))
    monkeypatch.undo()
    assert not dam.picker.isVisible()
    assert dam.view.hasFocus()


def test_an_at_sign_alone_says_what_can_follow_it(dam: Driver) -> None:
    dam.press("N", "1")
    dam.type("@")
    assert rows(dam)[:2] == ["@person  person", "@org  organisation"]
    dam.type("v")
    assert rows(dam) == ["@via  role: relayed by"]
    dam.press("Return")
    assert dam.picker.isVisible()
    assert dam.picker.role.currentText() == "relayed by"


def test_another_link_is_made_with_another_role_and_the_chain_is_told(dam: Driver) -> None:
    dam.press("N", "1", "Return", "Ctrl+L")
    dam.type("@via the g")
    dam.press("Return")
    assert "relayed by" in dam.message()
    (span,) = dam.spans()
    assert [link.role for link in span.links] == ["speaker", "relayed by"]
    assert dam.page.page.article.chain_of(span) == "Carla Kmiotek, via The Gazette"
    model = dam.span_list.model()
    assert model.index(0, 2).data() == "Carla Kmiotek"
    assert "Carla Kmiotek, via The Gazette" in model.index(0, 2).data(Qt.ItemDataRole.ToolTipRole)
    dam.press("Ctrl+Shift+L")
    assert [link.role for link in dam.spans()[0].links] == ["relayed by", "speaker"]
    dam.press("Ctrl+Z")
    assert [link.role for link in dam.spans()[0].links] == ["speaker", "relayed by"]


def test_a_single_link_cannot_come_first_and_that_is_said(dam: Driver) -> None:
    dam.press("N", "1", "Return", "Ctrl+Shift+L")
    assert "no other link" in dam.message()


# Anonymous sources


def test_an_anonymous_source_has_its_article_and_the_reason_that_the_text_gives(dam: Driver) -> None:
    dam.press("N", "N", "1")
    dam.type("@anon ")
    assert current(dam) == "New anonymous source “a diver”"
    assert dam.picker.scoped.isChecked()
    assert dam.picker.reason.text() == "asked not to be named because he feared for his job"
    dam.press("Return")
    entity = dam.entity(dam.spans()[0])
    article = dam.page.page.article.article
    assert entity is not None
    assert article is not None
    assert (entity.name, entity.kind, entity.article) == ("a diver", "anonymous", article.id)
    assert entity.reason == "asked not to be named because he feared for his job"


def test_scope_and_reason_are_the_persons_to_change(dam: Driver) -> None:
    dam.press("N", "N", "1")
    dam.type("@anon the diver")
    dam.press("Tab", "Tab", "Space", "Tab")
    assert dam.picker.reason.hasFocus()
    dam.picker.reason.selectAll()
    dam.type("fears for his job")
    dam.press("Return")
    entity = dam.entity(dam.spans()[0])
    assert entity is not None
    assert (entity.name, entity.article, entity.reason) == ("the diver", None, "fears for his job")


def test_only_what_is_new_has_a_scope_and_only_an_anonymous_source_a_reason(dam: Driver) -> None:
    dam.press("N", "1")
    assert dam.picker.scoped.isEnabled()
    assert not dam.picker.reason.isVisible()
    dam.type("pia")
    assert not dam.picker.scoped.isEnabled()


# Keys, focus, and bad input


def test_tab_goes_round_within_the_picker_and_escape_leaves_it_from_anywhere(dam: Driver) -> None:
    dam.press("N", "1")
    seen = []
    for _number in range(4):
        seen.append(QApplication.focusWidget())
        dam.press("Tab")
    assert seen == [dam.picker.edit, dam.picker.kind, dam.picker.scoped, dam.picker.role]
    assert dam.picker.edit.hasFocus()
    dam.press("Shift+Tab")
    assert dam.picker.role.hasFocus()
    dam.press("Esc")
    assert not dam.picker.isVisible()
    assert dam.view.hasFocus()
    assert dam.texts()[0][2] is None


def test_the_row_that_enter_would_take_is_announced(dam: Driver, announced: list[str]) -> None:
    dam.press("N", "1")
    assert announced[-1] == rows(dam)[0]
    announced.clear()
    dam.press("Down", "Up")
    assert announced == [rows(dam)[1], rows(dam)[0]]
    dam.type("zz")
    assert announced[-1] == current(dam)
    dam.press("Esc", "L")
    assert announced[-1] == current(dam) != "New person “zz”"


def test_a_click_elsewhere_closes_the_picker_and_links_nothing(dam: Driver) -> None:
    dam.press("N", "1")
    QTest.mouseClick(dam.article_list.viewport(), Qt.MouseButton.LeftButton)
    dam.article_list.setFocus()
    assert not dam.picker.isVisible()
    assert all(not span.links for span in dam.spans())


@pytest.mark.parametrize("name", ["<img src=x> & <b>Co</b>", "x" * 10_000, "سلمى الخطيب", "a\u202eb"])
def test_any_name_is_made_shown_as_it_is_and_found_again(dam: Driver, name: str) -> None:
    dam.press("N", "1")
    dam.picker.edit.setText(name)
    dam.picker.edit.textEdited.emit(name)
    assert len(current(dam)) < 200
    dam.press("Return")
    entity = dam.entity(dam.spans()[0])
    assert entity is not None
    assert entity.name == name
    dam.page.grab()
    dam.press("L")
    assert any(name.replace("\u202e", "")[:9] in row for row in rows(dam))


def test_nothing_but_spaces_makes_no_entity(dam: Driver) -> None:
    dam.press("N", "1")
    dam.type("   ")
    assert not any("“ " in row or "“”" in row for row in rows(dam))


def test_two_entities_may_have_one_name(dam: Driver) -> None:
    dam.press("N", "1")
    dam.type("Pia Holm")
    assert current(dam) == "Pia Holm  (The Sheriff)  · person"
    dam.press("Up", "Return")
    project = dam.page.project.project
    assert [row.entity.name for row in entity_rows(project, "pia")] == ["Pia Holm", "Pia Holm"]
    dam.press("Ctrl+Z")
    assert [row.entity.name for row in entity_rows(project, "pia")] == ["Pia Holm"]


def test_a_name_beside_the_verb_is_made_with_its_title_as_the_mention(person: Driver) -> None:
    person.press("N", "1")
    assert current(person) == "New person “Ines Calloway”"
    person.press("Return")
    link = only_link(person)
    assert link.mention is not None
    assert ARTICLE[slice(*link.mention)] == "Mayor Ines Calloway"
