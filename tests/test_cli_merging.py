"""`annotator merge`: counts, clashes and what stays out, in words and as JSON, and what its status says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from annotator.core.records import Annotator
from annotator.services import annotate, articles, linking, metadata, projects
from annotator.store.project import Project
from tests.services.merging.copies import handed, handed_over, with_articles
from tests.test_cli import asked, done, refused, run

ADA = ("--annotator", "Ada Ferris")


@pytest.fixture
def pair(project_name: str, tmp_path: Path, ada: Annotator, bo: Annotator) -> tuple[str, Path]:
    """Ada's project, and what Bo hands over: a span, a title that clashes, an entity that may be one of hers."""
    ours = projects.create(project_name, ada, "News")
    first, second = with_articles(ours, tmp_path / "texts")
    theirs = handed_over(ours, tmp_path, bo)
    linking.create_entity(ours, "Pia Holm")
    metadata.edit(ours, first, {"title": "Mine"})
    metadata.edit(theirs, first, {"title": "Theirs\x1b[31m"})
    linking.link_new(theirs, annotate.add_span(theirs, second, "hedge", [(17, 30)]), "PIA HOLM")
    file = handed(theirs, tmp_path / "bo.json")
    theirs.close()
    ours.close()
    return project_name, file


def titles(name: str) -> list[str]:
    project: Project = projects.open_project(name, read_only=True)
    found = [articles.whole_article(project, key).title for key in articles.article_ids(project)]
    project.close()
    return found


def test_counts_and_clashes_are_printed_and_ours_stays(pair: tuple[str, Path]) -> None:
    name, file = pair
    printed = done("merge", name, str(file), *ADA)
    assert "Clash (mine kept): article “Mine”" in printed
    assert "  title: mine Mine; theirs Theirs\\x1b[31m" in printed
    assert "May be one: PIA HOLM (person) → Pia Holm (person)." in printed
    assert printed.splitlines()[-1] == "Merged bo.json: 5 new, 0 changed, 0 deleted; 1 clash, mine kept."
    assert titles(name)[0] == "Mine"
    assert done("merge", name, str(file), *ADA).splitlines()[-1] == "bo.json: nothing changes; 1 clash."


def test_theirs_is_taken_where_it_is_asked_for_and_undo_takes_it_back(pair: tuple[str, Path]) -> None:
    name, file = pair
    done("merge", name, str(file), *ADA, "--theirs")
    assert titles(name)[0] == "Theirs\x1b[31m"
    assert done("merge", name, str(file), *ADA).endswith("\nbo.json: nothing changes.\n")
    assert done("undo", name, *ADA) == "Undone: merge “bo.json”.\n"
    assert titles(name)[0] == "Mine"


def test_what_is_mine_is_settled_where_it_is_asked_for_and_not_listed_again(pair: tuple[str, Path]) -> None:
    name, file = pair
    assert done("merge", name, str(file), *ADA, "--mine").endswith("; 1 clash, mine settled.\n")
    assert titles(name)[0] == "Mine"
    assert done("merge", name, str(file), *ADA).endswith("\nbo.json: nothing changes.\n")
    assert "contradict each other" in refused("merge", name, str(file), *ADA, "--mine", "--theirs")


def test_a_database_is_no_file_that_is_merged(pair: tuple[str, Path]) -> None:
    said = refused("merge", pair[0], "postgresql://ada:secret@/news", *ADA)
    assert "merging takes a file: export that project" in said
    assert "secret" not in said


def test_json_has_it_all(pair: tuple[str, Path]) -> None:
    name, file = pair
    found = asked("merge", name, str(file), *ADA)
    assert (found["changed"], found["whole"], found["notices"]) == (True, True, [])
    assert found["counts"]["span"] == {
        "new": 1, "changed": 0, "deleted": 0, "clashing": 0, "kept": 0, "left_out": 0
    }  # fmt: skip
    (clash,) = found["clashes"]
    assert (clash["table"], clash["kept"], clash["differences"][0]["name"]) == ("article", "mine", "title")
    assert len(found["unifications"]) == 1
    assert asked("merge", name, str(file), *ADA)["changed"] is False


def test_what_cannot_be_merged_is_one_sentence_and_a_damaged_part_is_named(
    pair: tuple[str, Path], tmp_path: Path
) -> None:
    name, file = pair
    assert "No such file" in refused("merge", name, str(tmp_path / "gone.json"), *ADA)
    (tmp_path / "notes.txt").write_text("A text.", encoding="utf-8")
    assert "neither annotated JSON nor a project" in refused("merge", name, str(tmp_path / "notes.txt"), *ADA)
    data = json.loads(file.read_text(encoding="utf-8"))
    data["articles"][0]["regions"] = [{"id": "r", "kind": "headline", "start": 0, "end": 9000}]
    file.write_text(json.dumps(data), encoding="utf-8")
    result = run("merge", name, str(file), *ADA)
    assert result.exit_code == 1
    assert result.stderr.startswith("bo.json: articles[0]")
    assert result.stdout.splitlines()[-1].startswith("Merged bo.json: 5 new")
