"""Lists of entities into a project and out of it again, on both databases."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotator.core.entity_listing import EntityQuery
from annotator.core.errors import InputError, Refused
from annotator.core.records import Annotator
from annotator.services import history, linking, projects
from annotator.services.entities import listing, lists
from annotator.services.entities.lists import ListFormat, ListImport
from annotator.store.project import Project
from tests.services.entities.test_merging import merge

LIST = """name,kind,aliases,uri
Orla Venn,person,Mayor Venn|O. Venn,Q42
Calder,place,,
Tomas Venn,person,"the ""old"" Venn",
the Post,robot,,
calder,PLACE,Caldermouth,
Ada Poe,person,,example.org
"""


@pytest.fixture
def list_file(tmp_path: Path) -> Path:
    path = tmp_path / "list.csv"
    path.write_text(LIST, encoding="utf-8")
    return path


def held(project: Project) -> list[tuple[str, str, tuple[str, ...], str | None]]:
    rows = listing.listed(project, listing.entity_ids(project)).values()
    return sorted((row.entity.name, row.entity.kind, row.other_names, row.entity.uri) for row in rows)


def test_a_preview_says_of_each_line_what_becomes_of_it(project: Project, list_file: Path) -> None:
    linking.create_entity(project, "ORLA VENN", aliases=["Mayor Venn"])
    linking.create_entity(project, "Tomas Venn", aliases=['the "old" Venn'])
    before = held(project)
    seen = lists.read(project, list_file)
    assert [(row.place, row.outcome, row.told) for row in seen.rows] == [
        ("row 2", "adds", "“ORLA VENN” gets the names “Orla Venn”, “O. Venn” and the address."),
        ("row 3", "new", ""),
        ("row 4", "known", "Is in the project already."),
        ("row 5", "wrong", "There is no kind “robot”; there are person, organisation, collective, anonymous, "
         "publication, author, place, unknown."),
        ("row 6", "wrong", "Stands in the list already: row 3."),
        ("row 7", "wrong", "“example.org” is no address of Wikidata; write a number such as Q42, or an address such as "
         "https://www.wikidata.org/wiki/Q42."),
    ]  # fmt: skip
    assert held(project) == before


def test_a_list_is_imported_as_one_step_and_twice_changes_nothing(project: Project, list_file: Path) -> None:
    orla = linking.create_entity(project, "Orla Venn", aliases=["Mayor Venn"])
    before = held(project)
    assert lists.take(project, lists.read(project, list_file)) == ListImport(made=2, extended=1)
    assert held(project) == [
        ("Calder", "place", (), None),
        ("Orla Venn", "person", ("Mayor Venn", "O. Venn"), "https://www.wikidata.org/wiki/Q42"),
        ("Tomas Venn", "person", ('the "old" Venn',), None),
    ]
    assert listing.entity_ids(project, EntityQuery("o. venn")) == [orla]
    with pytest.raises(Refused, match="nothing that is not in the project"):
        lists.take(project, lists.read(project, list_file))
    assert history.undo(project) == "import entity list"
    assert held(project) == before


def test_what_came_since_the_preview_counts(project: Project, list_file: Path) -> None:
    seen = lists.read(project, list_file)
    linking.create_entity(project, "Calder", "place")
    assert lists.take(project, seen) == ListImport(made=2, extended=0)
    assert [name for name, *_rest in held(project)] == ["Calder", "Orla Venn", "Tomas Venn"]


def test_a_line_that_may_mean_several_is_left_out(project: Project, list_file: Path) -> None:
    for _ in range(2):
        linking.create_entity(project, "Calder", "place")
    linking.create_entity(project, "The Mayor", aliases=["Tomas Venn"], uri="https://www.wikidata.org/wiki/Q42")
    told = {row.place: (row.outcome, row.told) for row in lists.read(project, list_file).rows}
    assert told["row 3"] == ("wrong", "2 entities are called so already; which is meant?")
    assert told["row 4"] == ("wrong", "Means the same entity as row 2.")


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_list_goes_out_and_into_another_project_the_same(
    project: Project, tmp_path: Path, ada: Annotator, form: ListFormat
) -> None:
    orla = linking.create_entity(
        project, "=Orla Venn", aliases=["-O|V", "Venn\\"], uri="https://www.wikidata.org/wiki/Q42"
    )
    merge(project, orla, linking.create_entity(project, "@venn", aliases=["Mayor, Venn"]))
    linking.create_entity(project, "‏أورلا", "author")
    target = tmp_path / f"list.{form}"
    assert lists.export(project, target, form) == 2
    other = projects.create(str(tmp_path / "other.annotator"), ada)
    lists.take(other, lists.read(other, target))
    assert held(other) == held(project)
    assert lists.export(project, target, form, [orla]) == 1
    other.close()


def test_what_one_article_knows_is_not_exported(project: Project, tmp_path: Path) -> None:
    from annotator.services import articles, importing

    (tmp_path / "a.txt").write_text("Text.\n", encoding="utf-8")
    importing.import_files(project, [tmp_path / "a.txt"])
    linking.create_entity(project, "a clerk", "anonymous", article=articles.article_ids(project)[0])
    assert lists.exported(project) == []


def test_nothing_is_written_over_the_project_itself(tmp_path: Path, ada: Annotator) -> None:
    path = tmp_path / "news.annotator"
    project = projects.create(str(path), ada)
    with pytest.raises(Refused, match="open project itself"):
        lists.export(project, path, "csv")
    project.close()


def test_a_file_that_is_not_there_is_said_to_be_missing(project: Project, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.csv: cannot be read"):
        lists.read(project, tmp_path / "none.csv")
