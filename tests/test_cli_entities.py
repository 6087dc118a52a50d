"""`annotator entities`, driven as a person or a script does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.core.records import Annotator
from annotator.services import linking, projects
from tests.services.quoted import Quoted, make_quoted
from tests.test_cli import asked, done, refused, run


@pytest.fixture
def quoted(project_name: str, tmp_path: Path, ada: Annotator) -> Quoted:
    project = projects.create(project_name, ada)
    made = make_quoted(project, tmp_path)
    project.close()
    return made


def entities(*arguments: str) -> list[tuple[str, int]]:
    return [(one["name"], one["spans"]) for one in asked("entities", *arguments)["entities"]]


def test_entities_are_listed_most_used_first_with_or_without_the_word(project_name: str, quoted: Quoted) -> None:
    everybody = [
        ("Mayor Venn", 2), ("a clerk", 1), ("O. Venn", 1), ("Orla Venn", 1), ("Tomas Venn", 1), ("Calder", 0),
    ]  # fmt: skip
    assert entities(project_name) == entities("list", project_name) == everybody
    assert entities(project_name, "--query", "venn") == entities("search", project_name, "VENN")
    assert entities("search", project_name, "calder") == [("Calder", 0)]
    assert "Mayor Venn" in done("entities", project_name)
    assert done("entities", "search", project_name, "glacier") == "No entities match.\n"
    assert {"tags", "articles", "other_names", "aliases"} <= asked("entities", project_name)["entities"][0].keys()


def test_a_name_of_any_length_fits_into_the_table(project_name: str, quoted: Quoted) -> None:
    project = projects.open_project(project_name)
    project.acting = projects.annotators(project)[0]
    linking.create_entity(project, "V" * 10_000)
    project.close()
    assert max(map(len, done("entities", project_name).splitlines())) < 300
    assert ("V" * 10_000, 0) in entities(project_name)


def test_an_entity_is_shown_with_its_spans_by_id_or_name(project_name: str, quoted: Quoted) -> None:
    by_name: Any = asked("entities", "show", project_name, "mayor venn")
    assert by_name == asked("entities", "show", project_name, quoted.entities["Mayor Venn"])
    assert [(one["tag"], one["text"], one["roles"]) for one in by_name["spans"]] == [
        ("claim", "Venn may ask for a second survey.", ["claimant"]), ("hedge", "may", ["hedger"]),
    ]  # fmt: skip
    told = done("entities", "show", project_name, "a clerk")
    assert "anonymous: asked for it" in told
    assert "“a gamble”" in told
    assert "No spans are linked to it." in done("entities", "show", project_name, "Calder")


def test_entities_are_merged_after_a_preview_and_taken_apart_by_undo(project_name: str, quoted: Quoted) -> None:
    before = entities(project_name)
    merge = ("entities", "merge", project_name, "Mayor Venn", quoted.entities["O. Venn"], "--into", "orla venn")
    told = done(*merge, "--preview")
    assert told.splitlines() == [
        "“Mayor Venn” (2 spans), “O. Venn” (1 span) would be merged into “Orla Venn”.",
        "It has 4 spans in 2 articles then.",
    ]
    assert entities(project_name) == before
    assert done(*merge, "--annotator", "Ada Ferris").startswith(
        "“Mayor Venn” (2 spans), “O. Venn” (1 span) merged into"
    )
    assert entities("search", project_name, "mayor") == [("Orla Venn", 4)]
    shown = asked("entities", "show", project_name, "O. Venn")
    assert [one["name"] for one in shown["merged"]] == ["Mayor Venn", "O. Venn"]
    assert refused(*merge, "--annotator", "Ada Ferris") == "“Orla Venn” cannot be merged into itself."
    done("undo", project_name, "--annotator", "Ada Ferris")
    assert entities(project_name) == before


def test_a_merge_tells_a_script_what_it_did(project_name: str, quoted: Quoted) -> None:
    merge = ("entities", "merge", project_name, "Calder", "--into", "Orla Venn", "--annotator", "Ada Ferris")
    seen = asked(*merge, "--preview")
    assert (seen["merged"], seen["names"], seen["spans"]) == (False, ["Calder"], 1)
    assert seen["warnings"] == ["They are of different kinds: person, place."]
    assert asked(*merge) == {**seen, "merged": True}


def test_a_list_is_looked_at_then_imported_as_one_step_and_comes_out_again(
    project_name: str, quoted: Quoted, tmp_path: Path
) -> None:
    before, given, taken = entities(project_name), tmp_path / "list.csv", tmp_path / "out.json"
    given.write_text(
        "name,kind,aliases,uri\nAldo Brix,person,Brix|the pilot,q42\nOrla Venn,,O. V.,\n", encoding="utf-8"
    )
    imported = ("entities", "import", project_name, str(given), "--annotator", "Ada Ferris")
    told = done(*imported, "--preview")
    assert "Aldo Brix" in told
    assert "“Orla Venn” gets the names “O. V.”." in told
    assert entities(project_name) == before
    assert done(*imported) == "1 entity made, 1 extended; 0 lines left out.\n"
    assert done(*imported) == "0 entities made, 0 extended; 0 lines left out.\n"
    assert entities("search", project_name, "the pilot") == [("Aldo Brix", 0)]
    assert done("entities", "export", project_name, str(taken)) == f"6 entities written to {taken}.\n"
    assert "Aldo Brix" in taken.read_text(encoding="utf-8")
    assert done("entities", "export", project_name, str(taken), "--format", "csv").startswith("6 entities")
    assert taken.read_text(encoding="utf-8-sig").startswith("name,kind,aliases,uri")
    done("undo", project_name, "--annotator", "Ada Ferris")
    assert entities(project_name) == before


def test_lines_of_a_list_that_cannot_be_taken_are_told_with_their_place(
    project_name: str, quoted: Quoted, tmp_path: Path
) -> None:
    given = tmp_path / "list.csv"
    given.write_text("name,kind\nAldo Brix,wizard\nLio Brix,person\n", encoding="utf-8")
    imported = ("entities", "import", project_name, str(given), "--annotator", "Ada Ferris")
    result = run(*imported)
    assert (result.exit_code, result.stdout) == (1, "1 entity made, 0 extended; 1 line left out.\n")
    assert result.stderr.startswith("list.csv: row 2: There is no kind “wizard”; there are person, ")
    given.write_text("name,kind\nAldo Brix,wizard\n", encoding="utf-8")
    result = run(*imported, "--json")
    assert result.exit_code == 2
    assert [line["outcome"] for line in json.loads(result.stdout)["lines"]] == ["wrong"]
    given.write_text("a,b\n", encoding="utf-8")
    assert "has no column “name”" in refused(*imported)


def test_a_name_that_nobody_or_several_have_is_refused(project_name: str, quoted: Quoted) -> None:
    assert refused("entities", "show", project_name, "Venn") == "There is no entity “Venn” in the project."
    project = projects.open_project(project_name)
    project.acting = projects.annotators(project)[0]
    twin = linking.create_entity(project, "ORLA VENN")
    project.close()
    sentence = refused("entities", "show", project_name, "Orla Venn")
    assert sentence.startswith("2 entities are called “Orla Venn”; name one by id: ")
    assert twin in sentence
    assert asked("entities", "show", project_name, twin)["shared_names"] == [
        {"name": "ORLA VENN", "id": quoted.entities["Orla Venn"]}
    ]
