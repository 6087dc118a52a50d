"""`annotator search` and `annotator upgrade`, driven as a person or a script does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from annotator.core.project_names import is_url
from annotator.services import annotate, articles, linking, projects
from annotator.store import sqlite_file
from tests.store.kept.keeping import restore
from tests.test_cli import asked, done, refused, run

HARBOUR = "Harbour reopens\n\n“The cranes are safe,” said Port Warden Ilse Brandt. “We open on Monday.”\n"
FERRY = "Ferry line may close\n\nThe line may close in spring, a warden said.\n"


@pytest.fixture
def news(project_name: str, tmp_path: Path) -> str:
    """A project, on each database, with two articles that Ada imported."""
    done("new", project_name, "--annotator", "Ada Ferris")
    for name, text in (("a.txt", HARBOUR), ("b.txt", FERRY)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        done("import", project_name, str(tmp_path / name))
    return project_name


def test_lines_of_all_articles_are_printed(news: str) -> None:
    heading, *lines = done("search", news, "warden", "said").splitlines()
    assert heading.split() == ["order", "article", "before", "words", "after"]
    assert [" ".join(line.split()) for line in lines] == [
        "1 Harbour reopens Harbour reopens “The cranes are safe,” said Port Warden Ilse Brandt. “We open on",
        "1 Harbour reopens “The cranes are safe,” said Port Warden Ilse Brandt. “We open on Monday.”",
        "2 Ferry line may close close The line may close in spring, a warden said.",
        "2 Ferry line may close The line may close in spring, a warden said .",
    ]
    assert done("search", news, "nowhere") == "Nothing was found.\n"
    shown = done("search", news, "warden", "--limit", "1").splitlines()
    assert shown[-1] == "There is more; --limit shows more than 1 lines."
    assert len(shown) == 3


def test_scripts_get_the_places(news: str) -> None:
    (line,) = asked("search", news, '"safe said port"')["lines"]
    assert (line["words"], line["title"], line["order"]) == ("safe,” said Port", "Harbour reopens", 1)
    assert HARBOUR[line["start"] : line["end"]] == line["words"]
    assert line["before"].endswith("“The cranes are ")
    found = json.loads(done("search", news, "--json", "--limit", "1", "--", "close", "-harbour"))
    assert (found["lines"][0]["title"], found["more"]) == ("Ferry line may close", True)


def test_lines_are_narrowed_down(news: str) -> None:
    project = projects.open_project(news)
    harbour, _ferry = articles.article_ids(project)
    span = annotate.add_span(project, harbour, "quote", [(17, 38)])
    linking.link_new(project, span, "Ilse Brandt")
    project.close()

    def words(*options: str) -> list[str]:
        return [line["words"] for line in asked("search", news, "cranes", *options)["lines"]]

    assert words("--tag", "Quote", "--entity", "ilse brandt", "--annotator", "Ada Ferris") == ["cranes"]
    assert words("--tag", "claim") == []
    assert words("--since", "2024") == words("--until", "2024") == words("--publication", "Gazette") == []


def test_what_cannot_be_looked_for_is_one_sentence(news: str) -> None:
    assert "without a minus" in refused("search", news, "--", "-ferry")
    assert "nothing to look for" in refused("search", news, " ")
    assert "no tag “shout”" in refused("search", news, "ferry", "--tag", "shout")
    assert "no annotator “Cy”" in refused("search", news, "ferry", "--annotator", "Cy")
    assert "no entity “Nobody”" in refused("search", news, "ferry", "--entity", "Nobody")


def test_a_project_of_this_version_is_said_to_be_one(news: str) -> None:
    assert done("upgrade", news) == "The project is of this version already.\n"
    assert asked("upgrade", news) == {"upgraded": False, "backup": None, "indexed": True}
    assert done("check", news) == "The project is whole.\n"


def test_an_older_file_is_checked_and_searched_as_it_is_and_upgraded_when_asked(tmp_path: Path) -> None:
    path = tmp_path / "kept.annotator"
    restore("0001", path)
    assert done("check", str(path)) == "The project is whole.\n"
    assert "mayor" in done("search", str(path), "mayor").lower()
    assert sqlite_file.identify(path) == "0001"
    said = done("upgrade", str(path))
    (backup,) = tmp_path.glob("kept.before-upgrade-*.annotator")
    assert said == f"The project is upgraded; as it was, it is kept in {backup}.\n"
    assert (sqlite_file.identify(path), sqlite_file.identify(backup)) == (sqlite_file.SCHEMA, "0001")
    assert done("check", str(path)) == "The project is whole.\n"


def test_what_is_no_project_is_not_upgraded(project_name: str, tmp_path: Path) -> None:
    if is_url(project_name):
        assert "no project in this database" in refused("upgrade", project_name)
    other = tmp_path / "notes.txt"
    other.write_text("no project", encoding="utf-8")
    assert "not a project" in refused("upgrade", str(other))
    assert other.read_text(encoding="utf-8") == "no project"


def test_an_index_that_lost_an_article_is_told_with_what_to_do(news: str) -> None:
    project = projects.open_project(news)
    with project.write_derived() as connection:
        connection.exec_driver_sql("UPDATE search_article SET number = number + 10")
    project.close()
    result = run("check", news)
    assert (result.exit_code, len(result.stdout.splitlines())) == (1, 2)
    assert "annotator upgrade" in result.stdout
    assert json.loads(run("check", news, "--json").stdout)["whole"] is False
    done("upgrade", news)
    assert done("check", news) == "The project is whole.\n"
