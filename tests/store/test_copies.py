"""Making and copying project files, under whatever names people give them."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from annotator.core.errors import ProjectError
from annotator.core.records import Annotator
from annotator.services import annotate, articles, checking, importing, projects
from annotator.store import sqlite_file
from annotator.store.project import Project
from tests.store.files import contents, contents_but, is_one_sentence

NAMES = [
    "100% sure.annotator",
    "what? #1 & more.annotator",
    'it\'s "quoted" `so`;--.annotator',
    "Zürich 市長 🏗 e\u0301.annotator",
    "%41?mode=memory#x.annotator",
    "back\\slash\nand line.annotator",
    "no suffix",
    ".hidden",
    ":memory:",
    "file:news",
    os.fsdecode(b"caf\xe9.annotator"),
]


def files(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


@pytest.fixture
def in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("name", NAMES, ids=ascii)
@pytest.mark.parametrize("relative", [False, True], ids=["absolute", "relative"])
def test_any_name_can_be_made_opened_and_copied(in_folder: Path, ada: Annotator, name: str, relative: bool) -> None:
    path = Path(name) if relative else in_folder / name
    made = projects.create(str(path), ada)
    projects.rename(made, "Harbour news")
    copy = path.with_name(f"copy of {name}")
    projects.save_copy(made, copy)
    made.close()
    assert files(in_folder) == sorted([name, copy.name])
    for each in (path, copy):
        opened = projects.open_project(str(each), ada)
        assert projects.info(opened).title == "Harbour news"
        assert checking.check(opened) == []
        opened.close()
    assert files(in_folder) == sorted([name, copy.name])


def test_the_working_folder_may_change_while_a_project_is_open(
    in_folder: Path, ada: Annotator, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    project = projects.create("news.annotator", ada)
    monkeypatch.chdir(tmp_path)
    projects.rename(project, "Harbour news")
    with project.engine.connect():
        assert projects.info(project).title == "Harbour news"
    project.close()
    assert files(in_folder) == ["news.annotator"]


def test_a_copy_of_an_open_project_has_what_is_in_its_log_still(
    sqlite_project: Project, write_text: Callable[[str, str], Path], tmp_path: Path, ada: Annotator
) -> None:
    importing.import_files(sqlite_project, [write_text("mayor.txt", "“We act,” said Mayor Ines Calloway.")])
    (article,) = articles.article_ids(sqlite_project)
    key = annotate.add_span(sqlite_project, article, "quote", [(0, 9)])
    assert Path(f"{sqlite_project.name}-wal").stat().st_size > 0
    target = tmp_path / "copy.annotator"
    target.write_bytes(b"an older copy")
    projects.save_copy(sqlite_project, target)
    copy = projects.open_project(str(target), ada, read_only=True)
    assert articles.whole_article(copy, article) == articles.whole_article(sqlite_project, article)
    assert key in articles.spans_by_id(copy, [key])
    copy.close()


def test_a_project_is_not_copied_over_itself(sqlite_project: Project, tmp_path: Path) -> None:
    path = Path(sqlite_project.name)
    for alias in ("symbolic", "hard"):
        link = tmp_path / alias
        link.symlink_to(path) if alias == "symbolic" else link.hardlink_to(path)
    for target in (path, path.parent / "." / path.name, tmp_path / "symbolic", tmp_path / "hard"):
        before = files(tmp_path)
        with pytest.raises(ProjectError, match="the open project itself"):
            projects.save_copy(sqlite_project, target)
        assert files(tmp_path) == before
        assert checking.check(sqlite_project) == []


@pytest.mark.parametrize("target", ["nowhere/copy.annotator", "folder", "n" * 300], ids=["no folder", "folder", "long"])
def test_a_copy_that_cannot_be_written_is_one_sentence(sqlite_project: Project, tmp_path: Path, target: str) -> None:
    (tmp_path / "folder").mkdir()
    before = contents_but(tmp_path, sqlite_project.name)
    with pytest.raises(ProjectError) as caught:
        projects.save_copy(sqlite_project, tmp_path / target)
    assert is_one_sentence(str(caught.value), str(tmp_path / target))
    assert contents_but(tmp_path, sqlite_project.name) == before


def test_a_copy_never_lands_beside_the_log_of_another_project(
    sqlite_project: Project, tmp_path: Path, ada: Annotator
) -> None:
    other = projects.create(str(tmp_path / "other.annotator"), ada, "Other news")
    projects.rename(other, "Other news of today")
    with pytest.raises(ProjectError, match="is open or was not closed"):
        projects.save_copy(sqlite_project, tmp_path / "other.annotator")
    (tmp_path / "third.annotator-wal").write_bytes(b"left by a lost project")
    with pytest.raises(ProjectError, match="is open or was not closed"):
        projects.create(str(tmp_path / "third.annotator"), ada)
    assert projects.info(other).title == "Other news of today"
    other.close()
    projects.save_copy(sqlite_project, tmp_path / "other.annotator")


@pytest.mark.parametrize("what", ["project", "text", "folder", "link to nothing"])
def test_a_project_is_not_made_where_something_is(tmp_path: Path, ada: Annotator, what: str) -> None:
    path = tmp_path / "news.annotator"
    if what == "project":
        projects.create(str(path), ada).close()
    elif what == "text":
        path.write_text("Mayor Ines Calloway", encoding="utf-8")
    elif what == "folder":
        path.mkdir()
    else:
        path.symlink_to(tmp_path / "nothing")
    before = contents(tmp_path)
    with pytest.raises(ProjectError, match=r"already|cannot be made here") as caught:
        projects.create(str(path), ada)
    assert is_one_sentence(str(caught.value), str(path))
    assert contents(tmp_path) == before


@pytest.mark.parametrize("name", ["nowhere/news.annotator", "n" * 300], ids=["no folder", "long"])
def test_a_project_that_cannot_be_made_leaves_nothing(tmp_path: Path, ada: Annotator, name: str) -> None:
    with pytest.raises(ProjectError) as caught:
        projects.create(str(tmp_path / name), ada)
    assert is_one_sentence(str(caught.value), str(tmp_path / name))
    assert contents(tmp_path) == {}


def test_a_name_that_is_taken_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "news.annotator"
    with pytest.raises(ProjectError, match="File exists"), sqlite_file.fresh(path):
        path.write_text("Mayor Ines Calloway", encoding="utf-8")
    assert path.read_text(encoding="utf-8") == "Mayor Ines Calloway"
    assert files(tmp_path) == ["news.annotator"]


def test_a_project_can_be_made_on_a_disk_without_links(
    tmp_path: Path, ada: Annotator, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_paths: object, **_options: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", refuse)
    projects.create(str(tmp_path / "news.annotator"), ada).close()
    assert files(tmp_path) == ["news.annotator"]


def test_a_second_project_in_one_database_is_refused(project: Project, ada: Annotator) -> None:
    title = projects.info(project).title
    with pytest.raises(ProjectError, match="already") as caught:
        projects.create(project.name, ada, "Another")
    assert is_one_sentence(str(caught.value), project.name)
    assert projects.info(project).title == title


MOUNTS = """\
/dev/root / ext4 rw 0 0
server:/export /mnt/my\\040share nfs4 rw 0 0
tmpfs /mnt/my\\040share/local tmpfs rw 0 0
//nas/news /mnt/nas cifs rw 0 0
"""


@pytest.mark.parametrize(
    ("path", "network"),
    [
        ("/home/ada/news.annotator", False),
        ("/mnt/my share/news.annotator", True),
        ("/mnt/my share/local/news.annotator", False),
        ("/mnt/my share 2/news.annotator", False),
        ("/mnt/nas/a/b.annotator", True),
    ],
)
def test_network_disks_are_told_from_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, network: bool
) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(MOUNTS, encoding="utf-8")
    monkeypatch.setattr(sqlite_file, "MOUNTS", mounts)
    assert sqlite_file.is_on_network(Path(path)) is network


def test_on_a_network_disk_no_log_lies_beside_the_project(
    tmp_path: Path, ada: Annotator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "is_on_network", lambda _path: True)
    project = projects.create(str(tmp_path / "news.annotator"), ada)
    projects.rename(project, "Harbour news")
    assert files(tmp_path) == ["news.annotator"]
    assert projects.info(project).title == "Harbour news"
    project.close()
