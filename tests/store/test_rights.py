"""Files and folders that may not be read or written: as somebody who is bound by their modes."""

from __future__ import annotations

from pathlib import Path

from annotator.core.errors import InputError
from annotator.core.records import Annotator
from annotator.formats.files import open_source
from annotator.formats.interface import Source
from annotator.services import articles, checking, projects
from annotator.services.importing import inputs
from annotator.store import sqlite_file
from tests.store.files import contents, in_child, is_one_sentence, without_rights


def opened_read_only(path: Path) -> str:
    project = projects.open_project(str(path), read_only=True)
    found = f"{len(articles.article_ids(project))} article, whole: {checking.check(project)}"
    project.close()
    return found


def test_a_file_without_rights_is_refused_and_can_be_read_where_reading_is_allowed(
    closed: Path, ada: Annotator
) -> None:
    closed.chmod(0o444)
    before = contents(closed.parent)
    said = without_rights(lambda: projects.open_project(str(closed), ada))
    assert is_one_sentence(said, str(closed))
    assert "read-only" in said
    assert without_rights(lambda: opened_read_only(closed)) == "1 article, whole: []"
    closed.chmod(0o000)
    said = without_rights(lambda: projects.open_project(str(closed), ada))
    assert is_one_sentence(said, str(closed))
    assert "Permission denied" in said
    closed.chmod(0o644)
    assert contents(closed.parent) == before


def test_a_folder_without_rights_keeps_a_project_readable_and_takes_none(closed: Path, ada: Annotator) -> None:
    folder, before = closed.parent, contents(closed.parent)
    closed.chmod(0o666)
    folder.chmod(0o555)
    assert "read-only" in without_rights(lambda: projects.open_project(str(closed), ada))
    assert without_rights(lambda: opened_read_only(closed)) == "1 article, whole: []"
    other = folder / "other.annotator"
    said = without_rights(lambda: projects.create(str(other), ada))
    assert is_one_sentence(said, str(other))
    assert "Permission denied" in said
    folder.chmod(0o000)
    for action in (
        lambda: projects.open_project(str(closed), ada),
        lambda: projects.create(str(closed), ada),
        lambda: projects.create(str(other), ada),
    ):
        said = without_rights(action)
        assert said.startswith(f"{folder}/")
        assert "Permission denied" in said
    folder.chmod(0o755)
    assert contents(folder) == before


def title(path: Path) -> str:
    project = projects.open_project(str(path), read_only=True)
    found = projects.info(project).title
    project.close()
    return found


def test_a_log_that_is_left_is_read_or_said_to_be_unreadable(closed: Path, ada: Annotator) -> None:
    def crash() -> str:
        project = projects.open_project(str(closed), ada)
        projects.rename(project, "Harbour news")
        return projects.info(project).title  # the child ends here, without closing the project

    assert in_child(crash) == "Harbour news"
    before = contents(closed.parent)
    assert f"{closed.name}-wal" in before
    closed.parent.chmod(0o555)
    assert without_rights(lambda: title(closed)) == "Harbour news"
    closed.parent.chmod(0o755)
    assert contents(closed.parent) == before
    closed.with_name(f"{closed.name}-shm").unlink()
    closed.parent.chmod(0o555)
    said = without_rights(lambda: title(closed))
    assert is_one_sentence(said, str(closed))
    assert "was not closed" in said
    closed.parent.chmod(0o755)
    assert title(closed) == "Harbour news"


def test_reading_leaves_the_file_and_its_folder_as_they_were(closed: Path) -> None:
    before, moment = contents(closed.parent), closed.stat().st_mtime_ns
    assert opened_read_only(closed) == "1 article, whole: []"
    assert sqlite_file.identify(closed) == sqlite_file.SCHEMA
    assert contents(closed.parent) == before
    assert closed.stat().st_mtime_ns == moment


def test_a_copy_without_rights_leaves_the_old_one(closed: Path, folder: Path) -> None:
    target = folder / "copies" / "news.annotator"
    target.parent.mkdir()
    target.write_bytes(b"an older copy")
    target.parent.chmod(0o555)
    before = contents(folder)

    def save() -> None:
        project = projects.open_project(str(closed), read_only=True)
        projects.save_copy(project, target)

    said = without_rights(save)
    assert is_one_sentence(said, str(target))
    target.parent.chmod(0o755)
    assert contents(folder) == before


def test_what_may_not_be_read_is_named(folder: Path) -> None:
    for name in ("open.txt", "shut.txt", "room/inside.txt", "blind/inside.txt"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(f"{name}", encoding="utf-8")
    (folder / "shut.txt").chmod(0o000)
    (folder / "room").chmod(0o000)
    (folder / "blind").chmod(0o444)

    def look() -> str:
        readable, said = [], []
        for source in inputs.expand([folder, folder / "room" / "inside.txt"]):
            if isinstance(source, Source):
                try:
                    with open_source(source):
                        readable.append(source.name)
                except InputError as error:
                    said.append(str(error))
            else:
                said.append(str(source))
        return "\n".join(readable + said)

    top = folder.name
    assert set(without_rights(look).splitlines()) == {
        f"{top}/open.txt",
        "inside.txt: the file cannot be read (Permission denied)",
        f"{top}/blind/inside.txt: the file cannot be read (Permission denied)",
        f"{top}/room: the folder cannot be read (Permission denied)",
        f"{top}/shut.txt: cannot be read: Permission denied",
    }
