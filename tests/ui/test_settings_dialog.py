"""The settings dialog, with real key events: what is changed holds at once, is saved, and holds at the next start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import tomlkit
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontInfo, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QPushButton, QTableWidget, QWidget
from pytestqt.qtbot import QtBot

from annotator import paths, settings
from annotator.core.records import Annotator
from annotator.services import projects
from annotator.ui import theme
from annotator.ui.app import open_window
from annotator.ui.dialogs.keyboard_page import KeyboardPage
from annotator.ui.dialogs.keys_dialog import KeysDialog
from annotator.ui.dialogs.settings_dialog import SettingsDialog
from tests.ui.driving import Driver

NONE, SHIFT, CTRL = (
    Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier,
)  # fmt: skip


@pytest.fixture
def dialog(person: Driver) -> SettingsDialog:
    return opened(person)


@pytest.fixture
def page(dialog: SettingsDialog) -> KeyboardPage:
    dialog.pages.setCurrentWidget(dialog.keyboard)
    return dialog.keyboard


@pytest.fixture
def same_palette(qapp: QApplication) -> Iterator[None]:
    before = qapp.palette()
    yield
    qapp.setPalette(before)


def opened(person: Driver) -> SettingsDialog:
    person.view.setFocus()
    person.press("Ctrl+,")
    found = person.window.findChild(SettingsDialog, "settingsDialog")
    assert found is not None
    QApplication.processEvents()
    return found


def choose(page: KeyboardPage, action: str) -> None:
    """Make an action's row current."""
    row = next(row for row, spec in enumerate(page._specs) if spec.id == action)
    page.table.setCurrentCell(row, 1)
    page.table.setFocus()


def keys_of(page: KeyboardPage) -> str:
    return page.table.item(page.table.currentRow(), 2).text()  # type: ignore[union-attr]


def remap(page: KeyboardPage, action: str, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Press Enter on an action, then its new key."""
    choose(page, action)
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    assert page.new.waiting
    QTest.keyClick(page.new, key, modifiers)


def test_a_key_is_pressed_and_holds_at_once_and_at_the_next_start(
    person: Driver, page: KeyboardPage, dialog: SettingsDialog, project_file: str, ada: Annotator
) -> None:
    remap(page, "next_candidate", Qt.Key.Key_Z)
    assert keys_of(page) == "Z"
    assert page.table.hasFocus()
    dialog.close()
    person.window.activateWindow()
    QApplication.processEvents()
    person.view.setFocus()
    person.press("N")
    assert person.candidate() is None
    person.press("Z")
    assert person.candidate() == "“We act,”"
    file = tomlkit.parse(paths.settings_file().read_text(encoding="utf-8"))
    assert file["keys"] == {"next_candidate": ["Z"]}
    person.window.close()
    again = Driver(open_window(project_file, ada))
    again.press("Z")
    assert again.candidate() == "“We act,”"
    again.window.close()


def test_a_key_of_another_action_is_refused_with_its_name(person: Driver, page: KeyboardPage) -> None:
    for action, key, modifiers, other in (
        ("next_candidate", Qt.Key.Key_J, NONE, "“Next span”"),
        ("next_candidate", Qt.Key.Key_N, CTRL, "“New project”"),
        ("import", Qt.Key.Key_J, NONE, "“Next span”"),
        ("import", Qt.Key.Key_1, NONE, "“Quote”"),
        ("next_span", Qt.Key.Key_2, Qt.KeyboardModifier.KeypadModifier, "“Claim”"),
    ):
        choose(page, action)
        before = keys_of(page)
        remap(page, action, key, modifiers)
        assert f"is the key of {other} already." in page.told.text()
        assert keys_of(page) == before
    assert settings.load().keys == {}


def test_keys_that_texts_and_menus_need_are_refused(page: KeyboardPage) -> None:
    for key, modifiers, why in (
        (Qt.Key.Key_Left, NONE, "moves"),
        (Qt.Key.Key_C, CTRL, "copies"),
        (Qt.Key.Key_Tab, NONE, "field to field"),
        (Qt.Key.Key_F, Qt.KeyboardModifier.AltModifier, "the menu File"),
        (Qt.Key.Key_At, SHIFT, "another keyboard"),
    ):
        remap(page, "history", key, modifiers)
        assert why in page.told.text()
    assert settings.load().keys == {}


def test_esc_stops_waiting_and_a_modifier_alone_is_no_key(page: KeyboardPage, dialog: SettingsDialog) -> None:
    choose(page, "history")
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    QTest.keyClick(page.new, Qt.Key.Key_Control, CTRL)
    assert page.new.waiting
    QTest.keyClick(page.new, Qt.Key.Key_Escape)
    assert not page.new.waiting
    assert dialog.isVisible()
    page.new.click()
    page.filter.setFocus()
    assert not page.new.waiting
    assert settings.load().keys == {}


def test_a_key_can_be_added_taken_away_and_brought_back(person: Driver, page: KeyboardPage) -> None:
    choose(page, "history")
    assert keys_of(page) == "Ctrl+H"
    page.add.click()
    QTest.keyClick(page.add, Qt.Key.Key_F12)
    assert keys_of(page) == "Ctrl+H   F12"
    assert settings.load().keys == {"history": ("Ctrl+H", "F12")}
    page.none.click()
    assert keys_of(page) == ""
    assert not person.window.actions_["history"].shortcuts()
    remap(page, "import", Qt.Key.Key_H, CTRL)
    choose(page, "history")
    page.reset.click()
    assert page.told.text() == "Ctrl+H is the key of “Import” already."
    choose(page, "import")
    page.reset.click()
    choose(page, "history")
    page.reset.click()
    assert keys_of(page) == "Ctrl+H"
    assert settings.load().keys == {}


def test_everything_is_reset_but_what_belongs_to_another_version(person: Driver, page: KeyboardPage) -> None:
    remap(page, "import", Qt.Key.Key_F12)
    file = paths.settings_file()
    file.write_text(file.read_text(encoding="utf-8") + 'of_tomorrow = ["F11"]\n', encoding="utf-8")
    remap(page, "export", Qt.Key.Key_F12, CTRL)
    page.reset_all.click()
    assert settings.load().keys == {"of_tomorrow": ("F11",)}
    choose(page, "import")
    assert keys_of(page) == "Ctrl+Shift+I"
    assert person.window.actions_["import"].shortcuts()[0].toString() == "Ctrl+Shift+I"


def test_actions_are_found_by_their_text_and_by_their_keys(page: KeyboardPage) -> None:
    for typed, found in (("unlink", "Unlink"), ("ctrl+h", "History")):
        page.filter.setText(typed)
        shown = [row for row in range(page.table.rowCount()) if not page.table.isRowHidden(row)]
        assert [page.table.item(row, 1).text() for row in shown] == [found]  # type: ignore[union-attr]
        assert page.table.currentRow() == shown[0]


def test_tags_are_not_remapped_here(page: KeyboardPage) -> None:
    assert "Quote" not in [page.table.item(row, 1).text() for row in range(page.table.rowCount())]  # type: ignore[union-attr]


def test_the_list_of_keys_shows_them_as_they_are_now(person: Driver, page: KeyboardPage, qtbot: QtBot) -> None:
    remap(page, "history", Qt.Key.Key_F12)
    listed = KeysDialog(person.window.actions_, person.window)
    qtbot.addWidget(listed)
    cells = [[listed.table.item(row, column).text() for column in (1, 2)] for row in range(listed.table.rowCount())]  # type: ignore[union-attr]
    texts = dict(cells)
    assert texts["History"] == "F12"
    assert texts["Next candidate"] == "N"


def test_the_list_of_keys_opens_by_the_question_mark_alone(person: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    listed: list[KeysDialog] = []
    monkeypatch.setattr(KeysDialog, "exec", lambda dialog: listed.append(dialog))
    person.press("Ctrl+?")
    assert len(listed) == 1
    # Qt finds it whichever key has the mark, with Shift or without; were that key bound as well, it would find two and
    # do neither.
    assert [key.toString() for key in person.window.actions_["keys"].shortcuts()] == ["Ctrl+?"]


def test_keys_that_a_hand_wrote_wrongly_are_told_and_the_others_hold(
    person: Driver, project_file: str, ada: Annotator
) -> None:
    person.window.close()
    paths.settings_file().write_text(
        '[keys]\nnext_span = ["Foo"]\nimport = ["Ctrl+N", "F12"]\nhistory = "F11"\nnew = []\n', encoding="utf-8"
    )
    again = Driver(open_window(project_file, ada))
    bound = again.window.actions_.bound
    assert (bound["next_span"], bound["import"], bound["history"], bound["new"]) == (
        (), ("Ctrl+N", "F12"), ("Ctrl+H",), (),
    )  # fmt: skip
    assert "“Foo”, chosen for “Next span”, is not a key." in again.message()
    again.window.close()


def test_the_name_is_taken_when_the_field_is_left_here_and_in_the_project(
    qtbot: QtBot, project_file: str, ada: Annotator
) -> None:
    settings.save(settings.Settings(annotator_id=ada.id, annotator_name=ada.name))
    window = open_window(project_file, ada)
    qtbot.addWidget(window)
    person = Driver(window)
    general = opened(person).general
    general.name.setFocus()
    general.name.selectAll()
    QTest.keyClicks(general.name, "  Ada   Marsh ")
    assert settings.load().annotator_name == "Ada Ferris"
    QTest.keyClick(general.name, Qt.Key.Key_Return)
    assert settings.load().annotator_name == general.name.text() == "Ada Marsh"
    assert [one.name for one in projects.annotators(person.page.project.project)] == ["Ada Marsh"]
    assert "Ada Marsh" in person.window.status.who.text()
    general.name.clear()
    general.take_name()
    assert general.name.text() == settings.load().annotator_name == "Ada Marsh"
    QTest.keyClicks(general.name, " of Lund")
    person.window.findChild(SettingsDialog, "settingsDialog").reject()
    assert settings.load().annotator_name == "Ada Marsh of Lund"
    assert settings.load().annotator_id == ada.id
    window.close()


@pytest.mark.usefixtures("same_palette")
def test_the_look_changes_at_once_and_the_menu_follows(person: Driver, dialog: SettingsDialog) -> None:
    look = dialog.general.look
    look.setFocus()
    for scheme, lightness in (("dark", range(80)), ("light", range(200, 256))):
        look.setCurrentIndex(look.findData(scheme))
        QApplication.processEvents()
        assert person.view.palette().color(QPalette.ColorRole.Base).lightness() in lightness
        assert settings.load().scheme == scheme
        assert person.window.actions_[scheme].isChecked()


@pytest.mark.usefixtures("same_palette")
def test_the_look_follows_the_desktop_live_where_that_is_wanted(
    person: Driver, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop = [Qt.ColorScheme.Light]
    monkeypatch.setattr(theme, "desktop_scheme", lambda _app: desktop[0])

    def change(scheme: Qt.ColorScheme) -> int:
        desktop[0] = scheme
        qapp.styleHints().colorSchemeChanged.emit(scheme)
        QApplication.processEvents()
        return person.view.palette().color(QPalette.ColorRole.Base).lightness()

    assert change(Qt.ColorScheme.Dark) < 80
    assert change(Qt.ColorScheme.Light) > 200
    person.window.actions_["light"].trigger()
    assert change(Qt.ColorScheme.Dark) > 200
    person.window.actions_["system"].trigger()
    QApplication.processEvents()
    assert person.view.palette().color(QPalette.ColorRole.Base).lightness() < 80


def test_the_letters_change_in_the_open_article_at_once_and_are_reset(person: Driver, dialog: SettingsDialog) -> None:
    page = dialog.appearance
    dialog.pages.setCurrentWidget(page)
    before = person.view.metrics
    page.points.setFocus()
    for _number in range(6):
        QTest.keyClick(page.points, Qt.Key.Key_Up)
    assert settings.load().font_points == 18
    assert person.view.metrics.font.pointSizeF() == 18
    high = person.view.metrics.line_height
    page.spacing.setFocus()
    for _number in range(10):
        QTest.keyClick(page.spacing, Qt.Key.Key_Up)
    assert settings.load().line_spacing == 2.0
    assert person.view.metrics.line_height > high
    family = page.family.itemText(page.family.count() - 1)
    page.family.setCurrentText(family)
    assert settings.load().font_family == person.view.metrics.font.family() == family
    page.reset.click()
    now, own = settings.load(), settings.Settings()
    assert (now.font_family, now.font_points, now.line_spacing) == (own.font_family, own.font_points, own.line_spacing)
    assert person.view.metrics == before
    assert page.family.currentFont().family() == QFontInfo(before.font).family()


def test_letters_changed_with_another_zoom_keep_it(person: Driver) -> None:
    person.press("Ctrl++", "Ctrl++")
    opened(person).appearance.points.setValue(20)
    assert person.view.zoom() == 120
    assert person.view.metrics.font.pointSizeF() == 24


def test_what_a_person_wrote_into_the_file_stays(person: Driver) -> None:
    file = paths.settings_file()
    file.write_text("# mine\n[appearance]\nsound = true\n", encoding="utf-8")
    opened(person).appearance.points.setValue(20)
    text = file.read_text(encoding="utf-8")
    assert "# mine" in text
    assert "sound = true" in text
    assert "font_points = 20" in text


def test_settings_that_cannot_be_saved_hold_and_are_saved_with_the_next(person: Driver, tmp_path: Path) -> None:
    page = opened(person).appearance
    file = paths.settings_file()
    file.unlink()
    file.mkdir()
    page.points.setValue(20)
    assert "cannot be saved" in person.message()
    assert person.view.metrics.font.pointSizeF() == 20
    file.rmdir()
    page.spacing.setValue(2)
    assert (settings.load().font_points, settings.load().line_spacing) == (20, 2.0)


def test_every_control_has_a_name_and_every_page_has_some(dialog: SettingsDialog) -> None:
    for number in range(dialog.pages.count()):
        page = dialog.pages.widget(number)
        controls = [
            one for one in page.findChildren(QWidget)
            if isinstance(one, QLineEdit | QComboBox | QAbstractSpinBox | QTableWidget | QPushButton)
            and not isinstance(one.parent(), QComboBox | QAbstractSpinBox)
        ]  # fmt: skip
        assert controls
        for control in controls:
            assert control.accessibleName() or (isinstance(control, QPushButton) and control.text()), control
