"""`annotator compare`, driven as a person or a script does."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from pypdf import PdfReader

from annotator.core.records import Annotator
from annotator.core.segments import Segment
from annotator.services import annotate, articles, layers, linking, people, projects
from tests.test_cli import HARBOUR, done, place, refused, run

ADA, BO = "Ada Ferris", "Bo Lindqvist"
CRANES, MONDAY = "“The cranes 🏗 are safe,”", "“We open on Monday.”"


@pytest.fixture
def harbour(tmp_path: Path) -> str:
    """A project in which Ada and Bo have tagged an article, and Ada alone another one."""
    name = str(tmp_path / "news.annotator")
    for file, text in (("a.txt", HARBOUR), ("b.txt", "Ferry line may close\n\nThe line may close.\n")):
        (tmp_path / file).write_text(text, encoding="utf-8")
    done("new", name, "--annotator", ADA)
    done("import", name, str(tmp_path / "a.txt"), str(tmp_path / "b.txt"))
    project = projects.open_project(name)
    first, second = articles.article_ids(project)
    quote = annotate.add_span(project, first, "quote", [place(HARBOUR, CRANES)])
    linking.link_new(project, quote, "Ilse Brandt", mention=place(HARBOUR, "Ilse Brandt"), cue=place(HARBOUR, "said"))
    annotate.add_span(project, first, "quote", [place(HARBOUR, MONDAY)])
    annotate.add_span(project, second, "hedge", [Segment(0, 5)])
    bo: Annotator = people.add(project, BO)
    people.switch(project, bo.id)
    quote = annotate.add_span(project, first, "quote", [place(HARBOUR, CRANES)])
    linking.link_new(project, quote, "ILSE BRANDT")
    annotate.add_span(project, first, "claim", [place(HARBOUR, "We open on Monday.")])
    layers.set_status(project, first, "done")
    project.close()
    return name


def test_differences_and_figures_are_shown_per_article_and_overall(harbour: str) -> None:
    shown = done("compare", harbour, ADA, BO)
    first, *lines = shown.splitlines()
    assert first == f"{ADA} and {BO}: 1 article that all of them have."
    assert lines[1].split("  ")[0] == "Harbour reopens"
    assert "boundary, tag" in lines[1]
    assert f"quote: {MONDAY}" in lines[1]
    assert "claim: We open on Monday." in lines[1]
    assert any(line.split()[:5] == ["all", "tags", "exact", "F1", "0.500"] for line in lines)
    assert any("undefined, because only one layer has spans" in line for line in lines)
    assert lines[-1].startswith("Harbour reopens")


def test_the_same_stands_in_one_json_object(harbour: str) -> None:
    found = json.loads(done("compare", harbour, ADA, BO, "--gamma", "--json"))
    assert (found["names"], found["articles"]) == ([ADA, BO], 1)
    (difference,) = found["differences"]
    assert difference["kinds"] == ["boundary", "tag"]
    assert (difference["first"]["text"], difference["second"]["tag"]) == (MONDAY, "claim")
    overall = {one["measure"]: one for one in found["scores"][0]["figures"]}
    assert overall["exact F1"] == {"measure": "exact F1", "value": 0.5, "n": 4, "of": "spans", "why": ""}
    assert overall["γ"]["value"] is not None
    assert [one["title"] for one in found["by_article"]] == ["Harbour reopens"]


def test_the_final_layer_is_called_final(harbour: str) -> None:
    assert done("compare", harbour, ADA, "final") == (f"{ADA} and final layer: 0 articles that all of them have.\n")


def test_only_layers_with_the_status_asked_for_are_compared(harbour: str) -> None:
    assert done("compare", harbour, ADA, BO, "--status", "done").startswith(f"{ADA} and {BO}: 0 articles")
    both = done("compare", harbour, ADA, BO, "--status", "done", "--status", "in progress")
    assert both.startswith(f"{ADA} and {BO}: 1 article ")


@pytest.mark.parametrize("suffix", ["csv", "json", "pdf"])
def test_a_report_is_written_beside(harbour: str, tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"agreement.{suffix}"
    assert done("compare", harbour, ADA, BO, "-o", str(target)) == done("compare", harbour, ADA, BO)
    if suffix == "csv":
        with target.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        assert {"quote", "claim"} < {row["tag"].casefold() for row in rows}
        assert next(row["value"] for row in rows if row["measure"] == "exact F1") == "0.500000"
    elif suffix == "json":
        assert json.loads(target.read_bytes())["names"] == [ADA, BO]
    else:
        assert "exact F1" in PdfReader(target).pages[0].extract_text()


def test_wrong_uses_are_refused_with_a_sentence(harbour: str, tmp_path: Path) -> None:
    assert refused("compare", harbour, ADA, "Zoe").startswith("There is no annotator “Zoe”; there are Ada Ferris, Bo")
    assert refused("compare", harbour, "final", "final") == "Choose two different layers to compare."
    assert refused("compare", harbour, ADA, BO, "-o", str(tmp_path / "a.txt")) == (
        "a.txt: a report is written as .csv, .json, .pdf; choose such a name."
    )
    assert run("compare", harbour, ADA).exit_code == 2
