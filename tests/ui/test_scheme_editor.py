"""The editor of tags: each field is written when it is left, and the window follows at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QPushButton, QTreeWidgetItem, QWidget
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator
from annotator.core.scheme import Tag
from annotator.services import annotate, articles, history, projects, scheme
from annotator.ui import plain
from annotator.ui.dialogs.name_dialog import NameDialog
from annotator.ui.scheme import SchemeDialog
from annotator.ui.scheme import writing as writing_module
from annotator.ui.scheme.deleting import DeleteTagDialog
from tests.ui.driving import Driver


@pytest.fixture
def editor(person: Driver) -> SchemeDialog:
    """The editor, opened through its action."""
    person.window.actions_["scheme"].trigger()
    found = person.window.findChild(SchemeDialog)
    assert found is not None
    QApplication.processEvents()
    return found


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names given when they are asked for, one after the other."""
    names: list[str] = []

    def answer(dialog: NameDialog) -> int:
        dialog.edit.setText(names.pop(0))
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(NameDialog, "exec", answer)
    return names


def tag(person: Driver, key: str) -> Tag:
    return next(each for each in projects.scheme(person.page.project.project) if each.id == key)


def click(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def click_row(editor: SchemeDialog, row: int) -> None:
    place = editor.list.visualItemRect(editor.list.item(row)).center()
    QTest.mouseClick(editor.list.viewport(), Qt.MouseButton.LeftButton, pos=place)


def retype(person: Driver, editor: SchemeDialog, field: str, text: str, *then: str) -> None:
    """Type another text into a field, and press keys."""
    editor.activateWindow()
    QApplication.processEvents()
    editor.fields.fields[field].editor.setFocus()
    person.press("Ctrl+A")
    person.type(text)
    person.press(*then)


def back(person: Driver, editor: SchemeDialog | None = None) -> None:
    """Close the editor and go on in the article."""
    if editor is not None:
        editor.close()
    person.window.activateWindow()
    QApplication.processEvents()
    person.view.setFocus()


def legend(person: Driver) -> list[str]:
    return [shown.text() for shown in person.window.status._shown]


def rows(editor: SchemeDialog) -> list[str]:
    return [editor.list.item(row).text() for row in range(editor.list.count())]


def menu_texts(person: Driver) -> set[str]:
    menus = [action.menu() for action in person.window.menuBar().actions()]
    return {action.text() for menu in menus for action in menu.actions()}  # type: ignore[union-attr]


def test_a_field_is_written_when_it_is_left_and_the_window_follows(person: Driver, editor: SchemeDialog) -> None:
    steps = len(history.rows(person.page.project.project))
    retype(person, editor, "name", "Saying", "Tab")
    assert tag(person, "quote").name == "Saying"
    assert len(history.rows(person.page.project.project)) == steps + 1
    assert rows(editor)[0] == "1  Saying"
    assert legend(person)[0] == "1 Saying"
    assert "Saying" in menu_texts(person)
    assert "Quote" not in menu_texts(person)
    assert person.page.project.letters["quote"] == "S"
    retype(person, editor, "guideline", "Words as they were said.", "Tab")
    assert tag(person, "quote").guideline == "Words as they were said."
    retype(person, editor, "light", "#004488", "Return")
    assert tag(person, "quote").light == "#004488"


def test_nothing_is_written_where_nothing_was_changed(person: Driver, editor: SchemeDialog) -> None:
    steps = len(history.rows(person.page.project.project))
    for field in editor.fields.fields.values():
        field.editor.setFocus()
        person.press("Tab")
    click_row(editor, 2)
    editor.close()
    assert len(history.rows(person.page.project.project)) == steps


def test_what_is_refused_says_why_at_the_field_and_holds_up_once(person: Driver, editor: SchemeDialog) -> None:
    retype(person, editor, "name", "claim", "Tab")
    name = editor.fields.fields["name"]
    assert "There is a tag “claim” already." in name.told.text()
    assert name.editor.accessibleDescription() == "There is a tag “claim” already."
    click_row(editor, 2)
    assert editor.list.currentRow() == 0
    assert name.text() == "claim"
    person.press("Ctrl+A")
    person.type("Statement ")
    click_row(editor, 2)
    assert editor.list.currentRow() == 2
    assert tag(person, "quote").name == "Statement"
    retype(person, editor, "dark", "blue", "Esc")
    assert editor.isVisible()
    assert "#RRGGBB" in editor.fields.fields["dark"].told.text()
    person.press("Esc")
    QApplication.processEvents()
    assert person.window.findChild(SchemeDialog) is None
    assert tag(person, "hedge").dark == "#F1D7EE"


def test_what_is_typed_is_written_when_the_editor_is_closed(person: Driver, editor: SchemeDialog) -> None:
    retype(person, editor, "role", "utterer", "Esc")
    assert tag(person, "quote").role == "utterer"
    back(person)
    person.press("Ctrl+Z")
    assert tag(person, "quote").role == "speaker"


def test_another_key_makes_spans_at_once_and_the_old_one_is_free(person: Driver, editor: SchemeDialog) -> None:
    key = editor.fields.key
    key.setFocus()
    person.press("Down")
    assert tag(person, "quote").key == "5"  # those of the others cannot be chosen
    back(person, editor)
    assert legend(person)[0] == "5 Quote"
    person.select("forty million")
    person.press("1")
    assert person.texts() == []
    person.press("5", "Esc")
    assert person.texts() == [("quote", ["forty million"], None)]
    person.press("Ctrl+Z", "Ctrl+Z")
    assert legend(person)[0] == "1 Quote"
    person.select("forty million")
    person.press("1", "Esc")
    assert person.texts() == [("quote", ["forty million"], None)]


def test_a_tag_is_added_and_used(person: Driver, editor: SchemeDialog, named: list[str]) -> None:
    named.append("Rumour & talk")
    click(editor.add)
    assert rows(editor)[-1] == "5  Rumour & talk"
    assert editor.list.currentRow() == 4
    assert editor.fields.fields["name"].editor.hasFocus()
    named.append("rumour & TALK")
    click(editor.add)
    assert "already" in editor.told.text()
    back(person, editor)
    assert "Rumour && talk" in menu_texts(person)
    person.select("a clerk said")
    person.press("5", "Esc")
    assert person.texts() == [("rumour-talk", ["a clerk said"], None)]
    person.press("Ctrl+Z", "Ctrl+Z")
    assert legend(person) == ["1 Quote", "2 Claim", "3 Hedge", "4 Opinion"]
    assert "action:tag:rumour-talk" not in {action.objectName() for action in person.view.actions()}


def test_a_tag_without_a_key_is_in_the_menu_still(person: Driver, editor: SchemeDialog) -> None:
    editor.fields.key.setFocus()
    person.press("Home")
    assert tag(person, "quote").key == ""
    back(person, editor)
    assert legend(person) == ["2 Claim", "3 Hedge", "4 Opinion"]
    person.select("forty million")
    person.window.actions_["tag:quote"].trigger()
    person.press("Esc")
    assert person.texts() == [("quote", ["forty million"], None)]


def test_tags_are_put_in_another_order(person: Driver, editor: SchemeDialog) -> None:
    assert not editor.up.isEnabled()
    click(editor.down)
    assert rows(editor) == ["2  Claim", "1  Quote", "3  Hedge", "4  Opinion"]
    assert editor.list.currentRow() == 1
    assert legend(person)[:2] == ["2 Claim", "1 Quote"]
    click_row(editor, 3)
    assert not editor.down.isEnabled()
    click(editor.up)
    assert [each.id for each in person.page.project.tags] == ["claim", "quote", "opinion", "hedge"]


def test_a_warning_names_what_is_hard_to_see(person: Driver, editor: SchemeDialog) -> None:
    assert not editor.fields.warned.isVisible()
    retype(person, editor, "light", "#FFEE88", "Tab")
    assert "In the light look" in editor.fields.warned.text()
    assert editor.fields.warned.isVisible()


# Attributes


def item(editor: SchemeDialog, name: str) -> QTreeWidgetItem:
    flags = Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive
    (found,) = editor.fields.attributes.tree.findItems(name, flags)
    return found


def rename(person: Driver, editor: SchemeDialog, qtbot: QtBot, old: str, new: str) -> None:
    tree, before = editor.fields.attributes.tree, tag(person, "quote")
    tree.setFocus()
    tree.setCurrentItem(item(editor, old))
    tree.editItem(item(editor, old))
    person.press("Ctrl+A")
    person.type(new)
    person.press("Return")
    told = editor.fields.attributes.told
    qtbot.waitUntil(lambda: told.isVisible() or tag(person, "quote") != before)


@pytest.fixture
def formed(person: Driver) -> Callable[[], dict[str, str]]:
    """A direct quote, and what attributes it has."""
    project = person.page.project.project
    key = annotate.add_span(project, articles.article_ids(project)[0], "quote", [(24, 32)])
    annotate.set_attributes(project, key, {"form": "direct"})
    return lambda: dict(person.spans()[0].attributes)


def test_attributes_and_values_are_renamed_in_place_and_spans_keep_them(
    formed: Callable[[], dict[str, str]], person: Driver, editor: SchemeDialog, qtbot: QtBot
) -> None:
    rename(person, editor, qtbot, "form", "shape")
    rename(person, editor, qtbot, "direct", "verbatim")
    assert formed() == {"shape": "verbatim"}
    assert editor.fields.attributes.tree.currentItem().text(0) == "verbatim"
    rename(person, editor, qtbot, "mixed", "Verbatim")
    assert "There is a value “Verbatim” already." in editor.fields.attributes.told.text()
    assert item(editor, "mixed").parent().text(0) == "shape"


def test_taking_what_spans_have_is_asked_with_their_number(
    formed: Callable[[], dict[str, str]], person: Driver, editor: SchemeDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    answers = [False, True]
    monkeypatch.setattr(plain, "ask", lambda _p, _t, text, *_more: asked.append(text) or answers.pop(0))
    tree, before = editor.fields.attributes.tree, tag(person, "quote")
    tree.setCurrentItem(item(editor, "form"))
    click(editor.fields.attributes.remove)
    assert "1 span of “Quote”" in asked[0]
    assert (tag(person, "quote"), formed()) == (before, {"form": "direct"})
    click(editor.fields.attributes.remove)
    assert [one.name for one in tag(person, "quote").attributes] == ["unclosed", "altered"]
    assert formed() == {}
    tree.setCurrentItem(item(editor, "altered"))
    click(editor.fields.attributes.remove)
    assert len(asked) == 2  # no span has it: nothing to ask


def test_attributes_and_values_are_added_and_can_be_chosen_at_once(
    formed: Callable[[], dict[str, str]], person: Driver, editor: SchemeDialog, named: list[str]
) -> None:
    person.page.page.walking.go_to(person.spans()[0].id)
    named += ["length", "long"]
    click(editor.fields.attributes.add)
    editor.fields.attributes.tree.setCurrentItem(item(editor, "length"))
    click(editor.fields.attributes.add_value)
    field = person.page.page.details._fields["length"]
    assert isinstance(field, QComboBox)
    assert [field.itemText(row) for row in range(field.count())] == ["–", "long"]


# Deleting


def answer(monkeypatch: pytest.MonkeyPatch, act: Callable[[DeleteTagDialog], None]) -> list[str]:
    """Have `act` answer where the spans of a deleted tag go."""
    said: list[str] = []

    def run(dialog: DeleteTagDialog) -> int:
        dialog.show()
        act(dialog)
        said.append(dialog.doubles.text())
        return dialog.result()

    monkeypatch.setattr(DeleteTagDialog, "exec", run)
    return said


def mark(person: Driver, words: str, digit: str) -> None:
    person.view.setFocus()
    person.select(words)
    person.press(digit, "Esc")


def test_a_tag_that_nobody_uses_is_deleted_without_asking(person: Driver, editor: SchemeDialog) -> None:
    click_row(editor, 2)
    click(editor.delete)
    assert rows(editor) == ["1  Quote", "2  Claim", "4  Opinion"]
    assert editor.list.currentRow() == 2
    assert "Hedge" not in menu_texts(person)


def test_deleting_asks_where_spans_go_and_moves_them(person: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    mark(person, "may", "3")
    person.window.actions_["scheme"].trigger()
    editor = person.window.findChild(SchemeDialog)
    assert editor is not None
    click_row(editor, 2)

    def move(dialog: DeleteTagDialog) -> None:
        assert "1 span, with" in dialog.delete_spans.text()
        dialog.target.setCurrentIndex(dialog.target.findData("claim"))
        click(dialog.delete)

    answer(monkeypatch, move)
    click(editor.delete)
    back(person, editor)
    assert person.texts() == [("claim", ["may"], None)]
    person.press("J")
    assert person.page.page.place() == "C · not linked · 1 of 1"
    person.press("Ctrl+Z")
    assert person.texts() == [("hedge", ["may"], None)]
    assert legend(person)[2] == "3 Hedge"


def test_spans_that_would_stand_there_twice_are_named_before_they_go(
    person: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark(person, "may", "3")
    mark(person, "may", "2")
    person.window.actions_["scheme"].trigger()
    editor = person.window.findChild(SchemeDialog)
    assert editor is not None
    click_row(editor, 2)

    def move(dialog: DeleteTagDialog) -> None:
        dialog.target.setCurrentIndex(dialog.target.findData("claim"))
        click(dialog.delete)
        assert dialog.isVisible()
        assert not dialog.delete.isEnabled()
        dialog.drop.setChecked(True)
        click(dialog.delete)

    said = answer(monkeypatch, move)
    click(editor.delete)
    assert "1 span stands there with the tag “Claim” already: “may”" in said[0]
    assert person.texts() == [("claim", ["may"], None)]


@pytest.mark.parametrize("goes", [True, False])
def test_spans_go_with_their_tag_only_when_asked(person: Driver, monkeypatch: pytest.MonkeyPatch, goes: bool) -> None:
    mark(person, "may", "3")
    person.window.actions_["scheme"].trigger()
    editor = person.window.findChild(SchemeDialog)
    assert editor is not None
    click_row(editor, 2)

    def choose(dialog: DeleteTagDialog) -> None:
        dialog.delete_spans.click()
        if goes:
            click(dialog.delete)
        else:
            dialog.reject()

    answer(monkeypatch, choose)
    click(editor.delete)
    assert person.texts() == ([] if goes else [("hedge", ["may"], None)])
    assert ("3  Hedge" in rows(editor)) is not goes


def test_what_many_spans_have_to_follow_is_waited_for(
    person: Driver, editor: SchemeDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = person.page.project.project
    key = annotate.add_span(project, articles.article_ids(project)[0], "quote", [(24, 32)])
    monkeypatch.setattr(writing_module, "_LARGE", 0)
    retype(person, editor, "role", "utterer", "Return")
    assert tag(person, "quote").role == "utterer"
    retype(person, editor, "role", " ", "Return")
    assert "needs a role" in editor.fields.fields["role"].told.text()
    assert key in person.page.page.article.spans


# Others


def test_what_another_program_changed_is_followed_when_the_person_comes_back(
    person: Driver, project_file: str, bo: Annotator
) -> None:
    mark(person, "may", "3")
    other = projects.open_project(project_file, bo)
    try:
        hedge = next(each for each in projects.scheme(other) if each.id == "hedge")
        scheme.edit_tag(other, hedge, replace(hedge, name="Doubt", key="7"))
        scheme.delete_tag(other, "opinion")
    finally:
        other.close()
    QApplication.sendEvent(person.window, QEvent(QEvent.Type.ActivationChange))
    assert legend(person) == ["1 Quote", "2 Claim", "7 Doubt"]
    assert "Doubt" in menu_texts(person)
    person.select("forty")
    person.press("7", "Esc")
    assert [each[0] for each in person.texts()] == ["hedge", "hedge"]


def test_a_field_that_somebody_else_changed_is_not_overwritten_unseen(
    person: Driver, editor: SchemeDialog, project_file: str, bo: Annotator
) -> None:
    other = projects.open_project(project_file, bo)
    try:
        quote = projects.scheme(other)[0]
        scheme.edit_tag(other, quote, replace(quote, name="Theirs"))
    finally:
        other.close()
    retype(person, editor, "name", "Mine", "Return")
    assert "Somebody else changed this" in editor.fields.fields["name"].told.text()
    assert (rows(editor)[0], editor.fields.fields["name"].text()) == ("1  Theirs", "Mine")
    person.press("Return")
    assert tag(person, "quote").name == "Mine"


def test_everything_in_the_editor_has_a_name(person: Driver, editor: SchemeDialog, qtbot: QtBot) -> None:
    for widget in editor.findChildren(QWidget):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisibleTo(editor):
            named = widget.accessibleName() or (isinstance(widget, QPushButton) and widget.text())
            assert named or widget in (editor.tabs, editor.tabs.tabBar()), widget


def test_the_editor_is_for_projects_that_can_be_changed(person: Driver) -> None:
    assert person.window.actions_["scheme"].isEnabled()
    person.window.actions_["close"].trigger()
    assert not person.window.actions_["scheme"].isEnabled()
