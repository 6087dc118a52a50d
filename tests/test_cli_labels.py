"""`annotator import` of what was annotated elsewhere, and of tables: --map, --as, --column."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from annotator.cli.commands import commands
from tests.services.importing.test_regions import TEXT as WITH_REGIONS

TEXT = "“We act,” said Mayor Ines Calloway.\n"


@pytest.fixture
def project(tmp_path: Path) -> str:
    """A new project, beside a text with two labels that nobody is named for."""
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "a.ann").write_text("T1\tContent 0 9\t“We act,”\nT2\tTone 10 14\tsaid\n", encoding="utf-8")
    name = str(tmp_path / "news.annotator")
    assert run("new", name, "--annotator", "Ada Ferris").exit_code == 0
    return name


def run(*arguments: str) -> Result:
    return CliRunner().invoke(commands, arguments)


def spans(project: str) -> list[tuple[str, str]]:
    """Return the tags of all spans, and who made them."""
    found = json.loads(run("export", project).stdout)
    names = {one["id"]: one["name"] for one in found["annotators"]}
    layers = (layer for article in found["articles"] for layer in article["layers"])
    return [(span["tag"], names[layer["annotator"]]) for layer in layers for span in layer["spans"]]


def test_labels_are_guessed_shown_and_spans_are_those_of_who_imports(project: str, tmp_path: Path) -> None:
    result = run("import", project, str(tmp_path / "a.txt"), "--annotator", "Ada Ferris")
    assert result.exit_code == 0
    assert result.stderr == "Labels: Content → quote; Tone → Tone (--map LABEL=TAG changes this).\n"
    assert spans(project) == [("quote", "Ada Ferris"), ("tone", "Ada Ferris")]


def test_labels_are_mapped_and_the_annotator_named(project: str, tmp_path: Path) -> None:
    options = ("--map", "Content=Claim", "--map", "Tone=", "--as", "Bo", "--json", "--annotator", "Ada Ferris")
    result = run("import", project, str(tmp_path / "a.ann"), *options)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["labels"] == {"Content": "Claim", "Tone": "left out"}
    assert "a.ann: 1 span labelled “Tone” left out, as the map of labels says\n" in result.stderr
    assert spans(project) == [("claim", "Bo")]


@pytest.mark.parametrize("option", ["Content", "=quote", ""])
def test_a_map_that_maps_nothing_is_wrong_use(project: str, tmp_path: Path, option: str) -> None:
    result = run("import", project, str(tmp_path / "a.txt"), "--map", option, "--annotator", "Ada Ferris")
    assert result.exit_code == 2
    assert spans(project) == []


def test_columns_of_a_table_are_named(project: str, tmp_path: Path) -> None:
    (tmp_path / "odd.csv").write_text("a,b\nFog,It was foggy.\n", encoding="utf-8")
    arguments = ("import", project, str(tmp_path / "odd.csv"), "--format", "csv", "--column", "title=a")
    refused = run(*arguments)
    assert refused.exit_code == 2
    assert "no column is called like a text" in refused.stderr
    assert run(*arguments, "--column", "text=b").exit_code == 0
    assert [one["title"] for one in json.loads(run("export", project).stdout)["articles"]] == ["Fog"]
    wrong = run(*arguments, "--column", "text")
    assert wrong.exit_code == 2
    assert "FIELD=COLUMN" in wrong.stderr


def test_rows_without_a_text_are_kept_where_it_is_asked_for(project: str, tmp_path: Path) -> None:
    (tmp_path / "stubs.csv").write_text("title,url\nFog,https://bay.example/fog\n", encoding="utf-8")
    arguments = ("import", project, str(tmp_path / "stubs.csv"))
    assert run(*arguments).exit_code == 2
    assert run(*arguments, "--stubs").exit_code == 0
    [article] = json.loads(run("export", project).stdout)["articles"]
    assert (article["title"], article["url"]) == ("Fog", "https://bay.example/fog")


@pytest.mark.parametrize(
    ("wanted", "kinds"), [(None, []), ("none", []), ("likely", ["credit"]), ("all", ["credit", "related"])]
)
def test_proposed_regions_come_as_far_as_it_is_asked_for(
    project: str, tmp_path: Path, wanted: str | None, kinds: list[str]
) -> None:
    (tmp_path / "bridge.txt").write_text(WITH_REGIONS, encoding="utf-8")
    options = () if wanted is None else ("--regions", wanted)
    assert run("import", project, str(tmp_path / "bridge.txt"), *options).exit_code == 0
    [article] = json.loads(run("export", project).stdout)["articles"]
    assert [one["kind"] for one in article["regions"]] == kinds


def test_an_unknown_choice_of_regions_is_wrong_use(project: str, tmp_path: Path) -> None:
    result = run("import", project, str(tmp_path / "a.txt"), "--regions", "some")
    assert result.exit_code == 2
    assert "'none', 'likely', 'all'" in result.stderr
