"""Telling entities apart, on both databases: they are not proposed again, and undo takes that back."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotator.core.errors import Refused
from annotator.core.records import Annotator
from annotator.services import exporting, history, importing, people, projects
from annotator.services.entities import duplicates
from annotator.store.project import Project
from tests.services.quoted import Quoted, make_quoted


@pytest.fixture
def quoted(project: Project, tmp_path: Path, bo: Annotator) -> Quoted:
    return make_quoted(project, tmp_path, people.add(project, bo.name))


def proposed(project: Project) -> list[set[str]]:
    return [{pair.one.name, pair.other.name} for pair in duplicates.suggestions(project)]


def test_who_is_told_apart_is_not_proposed_again_until_that_is_undone(project: Project, quoted: Quoted) -> None:
    before = proposed(project)
    pair = {"Orla Venn", "O. Venn"}
    assert pair in before
    duplicates.tell_apart(project, quoted.entities["Orla Venn"], quoted.entities["O. Venn"])
    after = proposed(project)
    assert [one for one in before if one != pair] == after
    duplicates.tell_apart(project, quoted.entities["O. Venn"], quoted.entities["Mayor Venn"])
    assert len(proposed(project)) == len(before) - 2
    history.undo(project)
    assert proposed(project) == after
    history.undo(project)
    assert proposed(project) == before


def test_who_is_told_apart_stays_so_in_an_export(
    project: Project, quoted: Quoted, tmp_path: Path, ada: Annotator
) -> None:
    duplicates.tell_apart(project, quoted.entities["Orla Venn"], quoted.entities["O. Venn"])
    file = tmp_path / "out.json"
    exporting.export_file(project, file, "json")
    other = projects.create(str(tmp_path / "other.annotator"), ada)
    importing.import_files(other, [file])
    assert proposed(other) == proposed(project)
    other.close()


def test_who_is_gone_cannot_be_told_apart(project: Project, quoted: Quoted) -> None:
    steps = len(history.rows(project))
    with pytest.raises(Refused, match="not in the project any more"):
        duplicates.tell_apart(project, quoted.entities["Orla Venn"], "gone")
    assert len(history.rows(project)) == steps
