"""Projects in the window: opened, closed, remembered; light and dark; panes; what goes wrong is told."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from annotator import settings
from annotator.core.records import Annotator
from annotator.services import annotate, articles, history, projects
from annotator.ui import plain
from annotator.ui.app import open_window
from annotator.ui.dialogs import name_dialog
from annotator.ui.dialogs.name_dialog import NameDialog
from annotator.ui.main_window import MainWindow
from annotator.ui.runner import Progress
from tests.ui.driving import ARTICLE, Driver


@pytest.fixture
def empty_window(qtbot: QtBot) -> Iterator[MainWindow]:
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    yield window
    window.close()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What message boxes say; they are answered at once."""
    said: list[str] = []

    def tell(_parent: object, title: str, text: str, _detail: str = "") -> None:
        said.append(f"{title}: {text}")

    monkeypatch.setattr(plain, "tell", tell)
    return said


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names given when they are asked for, one after the other."""
    names: list[str] = []

    def answer(dialog: NameDialog) -> int:
        dialog.edit.setText(names.pop(0))
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(name_dialog.NameDialog, "exec", answer)
    return names


def choose(monkeypatch: pytest.MonkeyPatch, path: Path | str) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a, **_k: (str(path), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (str(path), ""))


def test_the_name_is_asked_once_and_the_project_is_remembered(
    empty_window: MainWindow, named: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    named.append("  Ada   Ferris ")
    choose(monkeypatch, tmp_path / "news")
    empty_window.actions_["new"].trigger()
    assert (tmp_path / "news.annotator").is_file()
    assert empty_window.page is not None
    assert empty_window.page.project.acting is not None
    assert empty_window.page.project.acting.name == "Ada Ferris"
    assert empty_window.page.page.middle.currentIndex() == 1  # no articles yet, and what to do about it
    empty_window.actions_["close"].trigger()
    choose(monkeypatch, tmp_path / "second.annotator")
    empty_window.actions_["new"].trigger()
    kept = settings.load()
    assert kept.annotator_name == "Ada Ferris"
    assert kept.recent == (str(tmp_path / "second.annotator"), str(tmp_path / "news.annotator"))
    empty_window.actions_["close"].trigger()
    recent = empty_window.start_page.recent
    assert [recent.item(row).text() for row in range(recent.count())] == list(kept.recent)
    recent.itemActivated.emit(recent.item(1))
    assert empty_window.page.project.project.name == str(tmp_path / "news.annotator")


def test_the_sample_project_is_made_once_and_keeps_what_is_done(empty_window: MainWindow, named: list[str]) -> None:
    named.append("Ada Ferris")
    empty_window.actions_["sample"].trigger()
    assert empty_window.page is not None
    person = Driver(empty_window)
    before = len(person.texts())
    person.press("N", "1", "Return")
    assert len(person.texts()) == before + 1
    empty_window.actions_["close"].trigger()
    empty_window.actions_["sample"].trigger()
    assert len(person.texts()) == before + 1


@pytest.mark.parametrize(
    ("content", "reason"),
    [(None, "no such file"), (b"some text", "not a project"), (b"", "not a project")],
)
def test_what_is_no_project_is_told_in_one_sentence_and_stays(
    empty_window: MainWindow, named: list[str], told: list[str], tmp_path: Path, content: bytes | None, reason: str
) -> None:
    named.append("Ada Ferris")
    path = tmp_path / "odd.annotator"
    if content is not None:
        path.write_bytes(content)
    empty_window.open_name(str(path))
    (message,) = told
    assert reason in message
    assert "odd.annotator" in message
    assert empty_window.page is None
    assert (path.read_bytes() if path.exists() else None) == content


def test_a_failed_opening_leaves_the_open_project_open(
    person: Driver, named: list[str], told: list[str], tmp_path: Path
) -> None:
    named.append("Ada Ferris")
    person.window.open_name(str(tmp_path / "missing.annotator"))
    assert len(told) == 1
    assert person.view.stored_text == ARTICLE


def test_a_copy_has_everything(person: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ada: Annotator) -> None:
    person.press("N", "1", "Return")
    choose(monkeypatch, tmp_path / "copy.annotator")
    person.window.actions_["copy_project"].trigger()
    assert "copy.annotator" in person.message()
    copied = projects.open_project(str(tmp_path / "copy.annotator"), ada)
    try:
        article = articles.own_article(copied, articles.article_ids(copied)[0])
        assert len(article.layers[0].spans) == 1
        assert history.can_undo(copied)
    finally:
        copied.close()


def test_the_project_and_the_annotator_can_be_renamed(person: Driver, named: list[str]) -> None:
    named += ["Autumn", "A. Ferris"]
    person.window.actions_["rename_project"].trigger()
    assert person.window.windowTitle().startswith("Autumn")
    person.window.actions_["rename_annotator"].trigger()
    assert person.window.status.who.text() == "A. Ferris"
    person.press("Ctrl+Z")
    assert [one.name for one in projects.annotators(person.page.project.project)] == ["Ada Ferris"]


def test_light_and_dark_change_at_once_and_are_kept(person: Driver, qapp: QApplication) -> None:
    before = qapp.palette()
    try:
        person.window.actions_["dark"].trigger()
        QApplication.processEvents()
        assert person.view.palette().color(QPalette.ColorRole.Base).lightness() < 80
        assert person.window.palette().color(QPalette.ColorRole.Window).lightness() < 80
        assert settings.load().scheme == "dark"
        person.window.actions_["light"].trigger()
        QApplication.processEvents()
        assert person.view.palette().color(QPalette.ColorRole.Base).lightness() > 200
    finally:
        qapp.setPalette(before)


def test_zoom_panes_and_the_last_article_come_back(person: Driver, project_file: str, ada: Annotator) -> None:
    person.press("Ctrl+PgDown", "Ctrl++", "Ctrl++", "F8")
    assert person.window.status.zoom.text() == "120%"
    assert not person.page.page.list.isVisible()
    person.window.close()
    again = Driver(open_window(project_file, ada))
    try:
        assert again.view.stored_text.startswith("Bridge")
        assert again.view.zoom() == 120
        assert not again.page.page.list.isVisible()
        again.press("F8", "Ctrl+0")
        assert again.page.page.list.isVisible()
        assert again.view.zoom() == 100
    finally:
        again.window.close()


def test_f6_goes_round_the_panes(person: Driver) -> None:
    seen = []
    for _number in range(4):
        person.press("F6")
        focused = QApplication.focusWidget()
        assert focused is not None
        seen.append(focused.accessibleName())
    assert len(set(seen)) >= 3
    assert "Articles" in seen


def test_saved_is_said_once_it_is_on_disk(person: Driver) -> None:
    saved = person.window.findChild(QLabel, "saveState")
    assert saved is not None
    assert saved.text() == "Saved ✓"


def test_a_full_disk_is_told_and_a_note_that_was_typed_is_not_lost(person: Driver) -> None:
    engine, note = person.page.project.project.engine, "a long thought " * 5_000
    person.press("N", "1", "Esc")
    pages = [0]

    def limit(connection: sa.Connection) -> None:
        if pages[0]:
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages[0]}")

    sa.event.listen(engine, "begin", limit, insert=True)
    with engine.connect() as connection:
        pages[0] = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    person.press("C")
    person.page.page.details.note.insertPlainText(note)
    person.press("Esc")
    assert "the disk is full" in person.message()
    assert person.window.status.saved.text() == "Not saved ✗"
    assert person.spans()[0].note == ""
    person.press("Esc", "J")
    assert person.page.page.details.note.toPlainText() == note
    pages[0] = 1_000_000
    person.press("C", "Esc")
    assert person.spans()[0].note == note.strip()
    assert person.window.status.saved.text() == "Saved ✓"


def test_text_that_looks_like_markup_stays_text(person: Driver) -> None:
    project = person.page.project.project
    key = annotate.add_span(project, articles.article_ids(project)[0], "claim", [(0, 5)])
    annotate.set_note(project, key, "<b>bold</b><img src=x>")
    model = person.span_list.model()
    tip = model.index(0, 1).data(3)
    assert "&lt;b&gt;bold&lt;/b&gt;" in tip
    assert plain.label("<b>x</b>").textFormat().name == "PlainText"
    assert plain.message(None, QMessageBox.Icon.Warning, "t", "<b>x</b>").textFormat().name == "PlainText"


def test_removing_an_article_says_how_many_spans_go_and_can_be_undone(
    person: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    person.press("N", "1", "Return")
    asked: list[str] = []
    monkeypatch.setattr(plain, "ask", lambda _p, _t, text, detail, _y: bool(asked.append(text + detail)) or True)
    person.window.actions_["remove_article"].trigger()
    assert "1 span of all annotators" in asked[0]
    assert person.view.stored_text.startswith("Bridge")
    assert person.article_list.model().rowCount() == 1
    person.press("Ctrl+Z")
    assert person.article_list.model().rowCount() == 2
    assert person.view.stored_text == ARTICLE
    assert person.texts()[0][2] == "Ines Calloway"


def test_nothing_is_changed_in_a_project_that_is_read_only(qtbot: QtBot, project_file: str, ada: Annotator) -> None:
    opened = projects.open_project(project_file, ada, read_only=True)
    window = open_window(opened)
    qtbot.addWidget(window)
    person = Driver(window)
    person.press("N", "1")
    assert "reading only" in person.message()
    assert person.texts() == []
    assert not window.actions_["import"].isEnabled()
    assert window.status.saved.text() == "Read-only"
    window.close()


def test_work_is_stopped_before_its_project_is_closed(person: Driver) -> None:
    window, found = person.window, []

    def work(progress: Progress) -> None:
        try:
            while True:
                progress(0, 0)
        finally:
            found.append(window.page is not None)

    window._runner.run(work)
    window.close()
    assert found == [True]
    assert window.page is None


def test_a_project_is_shown_where_the_settings_cannot_be_saved(
    empty_window: MainWindow, project_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.save(settings.Settings().with_annotator("Ada Ferris"))

    def full(_settings: settings.Settings) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(settings, "save", full)
    empty_window.open_name(project_file)
    assert empty_window.page is not None
    assert "No space left" in empty_window.statusBar().currentMessage()
    assert empty_window.windowTitle() == "news – annotator"


def test_a_name_that_cannot_be_kept_is_told_and_nothing_is_opened(
    empty_window: MainWindow, project_file: str, named: list[str], told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    named.append("Ada Ferris")

    def full(_settings: settings.Settings) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(settings, "save", full)
    empty_window.open_name(project_file)
    assert empty_window.page is None
    assert told == ["Your name cannot be kept: The settings cannot be saved: No space left on device."]


def test_a_project_that_is_not_to_be_remembered_is_not(qtbot: QtBot, project_file: str, ada: Annotator) -> None:
    window = open_window(project_file, ada, remember=False)
    qtbot.addWidget(window)
    assert settings.load() == settings.Settings()
    window.close()


@pytest.mark.parametrize("named_by", ["name", "settings"])
def test_who_acts_in_a_window_is_the_one_named_else_of_the_settings(
    qtbot: QtBot, project_file: str, named_by: str
) -> None:
    mine = settings.Settings().with_annotator("Bo Lindqvist")
    settings.save(mine)
    window = open_window(project_file, "Bo Lindqvist" if named_by == "name" else None)
    qtbot.addWidget(window)
    assert window.page is not None
    assert window.page.project.acting == mine.annotator()
    window.close()


def test_the_password_of_a_database_is_not_shown_among_the_recent_projects(qtbot: QtBot) -> None:
    settings.save(settings.Settings().with_project("postgresql://ada:tea@desk/news"))
    window = MainWindow()
    qtbot.addWidget(window)
    assert window.start_page.recent.item(0).text() == "postgresql://ada:***@desk/news"
    assert [action.text() for action in window._menus._recent.actions()] == ["postgresql://ada:***@desk/news"]
    window.close()
