"""The commands, driven as a person or a script does."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from annotator import cli, settings
from annotator.cli import COMMANDS
from annotator.cli.commands import commands
from annotator.cli.output import print_json_list
from annotator.core.records import Annotator
from annotator.core.segments import Segment
from annotator.services import annotate, articles, linking, projects
from annotator.settings import Settings
from tests.conftest import SHARED
from tests.web import serving

HARBOUR = "Harbour reopens\n\n“The cranes 🏗 are safe,” said Port Warden Ilse Brandt. “We open on Monday.”\n"
FERRY = "Ferry line may close\n\nThe line may close in spring, a person close to the board said.\n"


def run(*arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(commands, arguments, input=stdin)


def done(*arguments: str, stdin: bytes | None = None) -> str:
    """What a command prints that does all it should."""
    result = run(*arguments, stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def asked(*arguments: str) -> Any:
    return json.loads(done(*arguments, "--json"))


def refused(*arguments: str) -> str:
    """The one sentence of a command that does nothing."""
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    (sentence,) = result.stderr.splitlines()
    return sentence


def place(text: str, part: str) -> Segment:
    start = text.index(part)
    return Segment(start, start + len(part))


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a-harbour.txt").write_bytes(HARBOUR.encode())
    (folder / "b-ferry.txt").write_bytes(FERRY.encode())
    return folder


@pytest.fixture
def news(project_name: str, texts: Path) -> str:
    """A project, on each database, with two articles that Ada imported."""
    done("new", project_name, "--annotator", "Ada Ferris")
    done("import", project_name, str(texts))
    return project_name


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A new project in a file, in which Ada acts."""
    name = str(tmp_path / "news.annotator")
    done("new", name, "--annotator", "Ada Ferris")
    return name


def tag(name: str) -> None:
    """Annotate as the window does: a quote of two segments with its speaker, and a hedge."""
    project = projects.open_project(name)
    harbour, ferry = articles.article_ids(project)
    parts = [place(HARBOUR, "“The cranes 🏗 are safe,”"), place(HARBOUR, "“We open on Monday.”")]
    quote = annotate.add_span(project, harbour, "quote", parts)
    linking.link_new(project, quote, "Ilse Brandt", mention=place(HARBOUR, "Ilse Brandt"), cue=place(HARBOUR, "said"))
    annotate.add_span(project, ferry, "hedge", [place(FERRY, "may close in spring")])
    project.close()


def test_a_whole_story_ends_in_equal_exports(news: str, tmp_path: Path) -> None:
    listed = asked("articles", news)["articles"]
    assert [(one["title"], one["spans"], one["status"]) for one in listed] == [
        ("Harbour reopens", 0, "new"), ("Ferry line may close", 0, "new")
    ]  # fmt: skip
    tag(news)
    quote, hedge = asked("spans", news)["spans"]
    assert [part["text"] for part in quote["segments"]] == ["“The cranes 🏗 are safe,”", "“We open on Monday.”"]
    assert (quote["annotator"], quote["layer"], quote["article"]) == ("Ada Ferris", "annotator", listed[0]["id"])
    assert [(link["name"], link["role"]) for link in quote["links"]] == [("Ilse Brandt", "speaker")]
    assert (hedge["tag"], hedge["links"]) == ("hedge", [])
    assert [one["spans"] for one in asked("articles", news)["articles"]] == [1, 1]
    first, copy = tmp_path / "first.json", str(tmp_path / "copy.annotator")
    assert "2 articles, 2 spans (1 not linked)" in done("export", news, "-o", str(first))
    done("new", copy, "--annotator", "Bo Lindqvist")
    done("import", copy, str(first))
    again = json.loads(done("export", copy))
    assert {**again, "generator": ""} == {**json.loads(first.read_bytes()), "generator": ""}
    assert done("check", copy) == "The project is whole.\n"


@pytest.mark.parametrize("number", [0, 1, 499, 500, 501, 1_200])
def test_a_list_is_printed_a_part_at_a_time(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    printed = ""
    items = [{"place": place, "name": "Çelik"} for place in range(number)]

    def made() -> Iterator[dict[str, object]]:
        nonlocal printed
        for place, item in enumerate(items):
            printed += capsys.readouterr().out
            assert printed.count("place") == place // 500 * 500
            yield item

    print_json_list("spans", made())
    printed += capsys.readouterr().out
    assert printed == json.dumps({"spans": items}) + "\n"


def test_each_command_that_reads_prints_text_and_json(news: str) -> None:
    tag(news)
    assert done("articles", news).splitlines()[0].split() == ["order", "id", "spans", "status", "title"]
    (line,) = done("spans", news, "--query", "monday").splitlines()[1:]
    assert "Ilse Brandt" in line
    assert "“The cranes 🏗 are safe,” … “We open on Monday.”" in line
    assert done("spans", news, "--query", "glacier") == "No spans match.\n"
    assert [one["title"] for one in asked("articles", news, "--query", "FERRY")["articles"]] == ["Ferry line may close"]
    (entity,) = asked("entities", news, "--query", "brandt")["entities"]
    assert (entity["name"], entity["kind"], entity["spans"], entity["aliases"]) == ("Ilse Brandt", "person", 1, [])
    assert "Ilse Brandt" in done("entities", news)
    assert asked("check", news) == {"whole": True, "problems": []}


def test_candidates_come_in_the_documented_shape(news: str) -> None:
    harbour, ferry = asked("suggest", news)["articles"]
    assert harbour["file"] == "texts/a-harbour.txt"
    (candidate,) = harbour["candidates"]
    assert [HARBOUR[start:end] for start, end in candidate["segments"]] == [
        "“The cranes 🏗 are safe,”", "“We open on Monday.”"
    ]  # fmt: skip
    assert list(candidate) == ["tag", "segments", "kind", "unclosed", "speaker", "cue", "confidence", "reason"]
    assert candidate["tag"] == "quote"
    assert [HARBOUR[slice(*candidate[key])] for key in ("speaker", "cue")] == ["Port Warden Ilse Brandt", "said"]
    assert [(one["tag"], one["kind"], one["speaker"]) for one in ferry["candidates"]] == [
        ("hedge", "epistemic", None)
    ] * 2
    assert [FERRY[start:end] for one in ferry["candidates"] for start, end in one["segments"]] == ["may"] * 2
    assert asked("suggest", news, "--article", ferry["id"])["articles"] == [ferry]
    assert "“The cranes 🏗 are safe,”" in done("suggest", news)
    assert "no article nowhere" in refused("suggest", news, "--article", "nowhere")


def test_a_candidate_without_its_closing_mark_is_flagged(tmp_path: Path) -> None:
    name, file = str(tmp_path / "one.annotator"), tmp_path / "one.txt"
    file.write_text("“We open soon,” he said.\n\n“Nobody asked us, said the warden.\n", encoding="utf-8")
    done("new", name, "--annotator", "Ada Ferris")
    done("import", name, str(file), "--annotator", "Ada Ferris")
    (article,) = asked("suggest", name)["articles"]
    assert [one["unclosed"] for one in article["candidates"]] == [False, True]
    assert "direct, unclosed" in done("suggest", name)


def test_candidates_outside_the_articles_own_text_and_dismissed_ones_are_left_out(file: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(HARBOUR)
    done("import", file, str(tmp_path / "a.txt"))
    data = json.loads(done("export", file))
    (ada,) = projects.annotators(opened := projects.open_project(file))
    opened.close()
    (article,) = data["articles"]
    quoted = [place(HARBOUR, "“The cranes 🏗 are safe,”"), place(HARBOUR, "“We open on Monday.”")]
    segments = [{"start": start, "end": end} for start, end in quoted]
    caption = {"id": "r1", "kind": "caption", "start": 0, "end": len(HARBOUR), "by": None}
    credit = {"id": "r2", "kind": "credit", "start": quoted[1].end - 1, "end": quoted[1].end, "by": None}
    dismissed = {"by": ada.id, "tag": "quote", "segments": segments}
    for change, left in (
        ({"regions": [caption]}, 1), ({"regions": [credit]}, 0), ({"dismissed": [dismissed]}, 0)
    ):  # fmt: skip
        name = str(tmp_path / f"{next(iter(change))}{left}.annotator")
        done("new", name, "--annotator", "Ada Ferris")
        changed = {**data, "annotators": [{"id": ada.id, "name": "Ada"}], "articles": [article | change]}
        done("import", name, "-", "--format", "json", stdin=json.dumps(changed).encode())
        as_ada = ["--annotator", "Ada"] if "dismissed" in change else []
        settings.save(Settings(annotator_id=ada.id, annotator_name="Ada") if as_ada else Settings())
        assert len(asked("suggest", name)["articles"][0]["candidates"]) == left


def test_undo_and_redo_say_what_they_did_and_the_history_keeps_it(news: str) -> None:
    tag(news)
    assert done("undo", news) == "Undone: add span.\n"
    assert done("undo", news) == "Undone: link to new entity.\n"
    assert done("redo", news) == "Redone: link to new entity.\n"
    assert [span["tag"] for span in asked("spans", news)["spans"]] == ["quote"]
    rows = asked("history", news, "--annotator", "Ada Ferris")["history"]
    assert {row["name"] for row in rows} == {"Ada Ferris"}
    assert [row["number"] for row in rows] == sorted((row["number"] for row in rows), reverse=True)
    assert rows[0]["reverts"] == rows[1]["number"]
    assert f"link to new entity (takes back {rows[1]['number']})" in done("history", news).splitlines()[1]
    for _step in range(3):
        done("undo", news)
    assert asked("articles", news) == {"articles": []}
    assert refused("undo", news) == "There is nothing to undo."


def test_a_step_that_others_need_is_left_out_only_when_asked(news: str) -> None:
    bo = Annotator("5f0c7d0e-5b6b-4f0e-8a51-6d3a0b0f5c11", "Bo Lindqvist")
    project = projects.open_project(news, bo)
    annotate.add_span(project, articles.article_ids(project)[1], "hedge", [place(FERRY, "may")])
    project.close()
    ada = ("--annotator", "Ada Ferris")
    assert "--skip" in refused("undo", news, *ada)
    assert done("undo", news, *ada, "--skip").startswith("Left out step ")
    assert len(asked("articles", news)["articles"]) == 2
    assert refused("undo", news, *ada) == "There is nothing to undo."
    assert done("undo", news, *ada[:1], "Bo Lindqvist") == "Undone: add span.\n"


def test_who_acts_is_the_one_named_else_of_the_settings_else_the_only_one(tmp_path: Path, texts: Path) -> None:
    name = str(tmp_path / "news.annotator")
    assert "--annotator" in refused("new", name)
    mine = Settings().with_annotator("Ada Ferris")
    settings.save(mine)
    done("new", name)
    done("import", name, str(texts / "a-harbour.txt"), "--annotator", "Bo Lindqvist")
    done("import", name, str(texts / "b-ferry.txt"))
    rows = asked("history", name)["history"]
    assert [(row["name"], row["kind"]) for row in rows if row["kind"] == "import"] == [
        ("Ada Ferris", "import"), ("Bo Lindqvist", "import")
    ]  # fmt: skip
    assert rows[0]["by"] == mine.annotator_id
    settings.save(Settings())
    assert "Ada Ferris, Bo Lindqvist" in refused("undo", name)
    assert "no annotator “Cy”" in refused("undo", name, "--annotator", "Cy")
    assert done("undo", name, "--annotator", mine.annotator_id) == "Undone: import.\n"


def test_who_founds_a_first_project_by_name_is_the_same_person_in_the_next(tmp_path: Path) -> None:
    one, two, third = (str(tmp_path / f"{number}.annotator") for number in range(3))
    done("new", one, "--annotator", "Ada  Ferris")
    mine = settings.load().annotator()
    assert mine is not None
    assert mine.name == "Ada Ferris"
    done("new", two)
    done("new", third, "--annotator", "Bo Lindqvist")
    assert settings.load().annotator() == mine
    assert [asked("history", name)["history"][-1]["by"] == mine.id for name in (one, two, third)] == [True, True, False]


def test_one_unreadable_file_among_good_ones_is_named_and_the_rest_imported(file: str, texts: Path) -> None:
    (texts / "c-photo.txt").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
    result = run("import", file, str(texts), str(texts / "gone.txt"))
    assert result.exit_code == 1
    assert [line.split(":")[0] for line in result.stderr.splitlines()] == ["texts/c-photo.txt", "gone.txt"]
    assert result.stdout == "Imported 2 articles with 0 spans from 4 inputs; 0 skipped, 2 failed.\n"
    assert len(asked("articles", file)["articles"]) == 2
    again = run("import", file, str(texts / "a-harbour.txt"))
    assert (again.exit_code, again.stderr.count("there already")) == (0, 1)
    nothing = run("import", file, str(texts / "c-photo.txt"), "--json")
    assert nothing.exit_code == 2
    assert json.loads(nothing.stdout)["inputs"][0]["status"] == "failed"


def test_what_cannot_be_an_input_is_refused_before_anything_is_done(file: str, texts: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    steps = asked("history", file)
    assert "no format “rune”" in refused("import", file, str(texts), "--format", "rune")
    assert "nothing was imported" in refused("import", file, str(tmp_path / "empty"))
    assert asked("history", file) == steps


def test_addresses_are_fetched_and_imported_among_files(
    file: str, texts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "*")
    with serving() as server:
        page, missing = server.at("page"), server.at("missing")
        result = run("import", file, page.replace("http:", "HTTP:"), str(texts / "a-harbour.txt"), missing)
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [f"{missing}: the server answers 404 Not Found"]
    titles = [one["title"] for one in asked("articles", file)["articles"]]
    assert titles[0].startswith("Мост закроют на год")
    assert titles[1:] == ["Harbour reopens"]


def test_standard_input_is_imported_with_the_encoding_that_was_named(file: str) -> None:
    done("import", file, "-", "--encoding", "latin-1", stdin="Käse im Hafen\n\nEs gibt Käse.".encode("latin-1"))
    assert [one["title"] for one in asked("articles", file)["articles"]] == ["Käse im Hafen"]


def test_an_export_holds_the_part_that_was_asked_for(news: str, tmp_path: Path) -> None:
    tag(news)
    _harbour, ferry = (one["id"] for one in asked("articles", news)["articles"])
    part = json.loads(done("export", news, "--article", ferry))
    assert [one["id"] for one in part["articles"]] == [ferry]
    assert part["entities"] == []
    tagged = json.loads(done("export", news, "--tag", "hedge", "--annotator", "Ada Ferris"))
    assert [len(layer["spans"]) for one in tagged["articles"] for layer in one["layers"]] == [0, 1]
    assert [one["layers"] for one in json.loads(done("export", news, "--final"))["articles"]] == [[], []]
    lines = tmp_path / "news.jsonl"
    done("export", news, "-o", str(lines))
    assert len(lines.read_bytes().splitlines()) == 3
    assert done("export", news, "--format", "jsonl").encode() == lines.read_bytes()
    for wrong in (["--tag", "rune"], ["--article", "nowhere"], ["--annotator", "Cy"], ["--format", "rune"]):
        assert wrong[1] in refused("export", news, *wrong)
    assert "--format" in refused("export", news, "-o", str(tmp_path / "news.rune"))
    assert run("export", news, "--final", "--annotator", "Ada Ferris").exit_code == 2
    assert not (tmp_path / "news.rune").exists()


def test_an_export_never_replaces_the_project_itself(file: str) -> None:
    before = Path(file).read_bytes()
    assert "the project itself" in refused("export", file, "-o", file, "--format", "json")
    assert Path(file).read_bytes() == before


def test_anonymised_exports_name_nobody_who_was_chosen(file: str, texts: Path, tmp_path: Path) -> None:
    done("import", file, str(texts))
    tag(file)
    data = json.loads(done("export", file))
    (brandt,) = data["entities"]
    alias = {**brandt, "id": "e2", "name": "Warden Brandt", "merged_into": brandt["id"]}
    data["entities"] += [alias, {**brandt, "id": "e3", "name": "Tomas Vik"}]
    copy = str(tmp_path / "copy.annotator")
    done("new", copy, "--annotator", "Ada Ferris")
    done("import", copy, "-", stdin=json.dumps(data).encode())
    everybody = run("export", copy, "--anonymise", "--format", "json")
    names = [one["name"] for one in json.loads(everybody.stdout)["entities"]]
    assert names == ["Person 1", "Person 2", "Person 3"]
    assert "still holds a replaced name in its text" in everybody.stderr
    for chosen in (brandt["id"], "e2"):
        some = run("export", f"--anonymise={chosen}", copy)
        names = [one["name"] for one in json.loads(some.stdout)["entities"]]
        assert sorted(names) == ["Person 1", "Person 2", "Tomas Vik"]
    assert "no entity e9" in refused("export", copy, "--anonymise=e9")


def test_a_project_that_is_not_whole_is_told_line_by_line(file: str, texts: Path) -> None:
    done("import", file, str(texts))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE article_text SET sha256 = 'no' WHERE rowid IN (SELECT max(rowid) FROM article_text)")
        connection.commit()
    result = run("check", file)
    assert result.exit_code == 1
    (line,) = result.stdout.splitlines()
    assert "not the one that was imported" in line
    assert json.loads(run("check", file, "--json").stdout) == {"whole": False, "problems": [line]}


def test_what_is_no_project_of_this_version_is_one_sentence(file: str, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear desk")
    newer = tmp_path / "newer.annotator"
    newer.write_bytes(Path(file).read_bytes())
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    cases = {"letter.txt": "not a project", "gone.annotator": "no such file", "newer.annotator": "newer version"}
    for command in ("articles", "export", "check", "history", "undo", "suggest"):
        for name, reason in cases.items():
            assert reason in refused(command, str(tmp_path / name))
    assert "there is a file" in refused("new", file, "--annotator", "Ada Ferris")


def test_formats_are_listed_with_what_they_hold() -> None:
    found = asked("formats")
    assert [one["name"] for one in found["readers"]][:3] == ["text", "json", "jsonl"]
    assert {one["name"]: one["suffix"] for one in found["writers"]}["jsonl"] == ".jsonl"
    assert all(isinstance(one["losses"], list) for one in found["writers"])
    assert "Plain text" in done("formats")


def test_the_list_of_commands_says_what_each_says_of_itself() -> None:
    for name, listed in COMMANDS.items():
        command = commands.get_command(click.Context(commands), name)
        assert command is not None
        assert (command.name, (command.help or "").splitlines()[0]) == (name, listed.summary)


def test_titles_and_names_from_files_do_not_reach_the_terminal_raw(file: str, tmp_path: Path) -> None:
    (tmp_path / "evil\x1b[2J.txt").write_bytes(b"\x89PNG\r\n")
    (tmp_path / "title.txt").write_text("Red \x1b]0;owned\x07 \u202egnp.exe\n\nBody.")
    result = run("import", file, str(tmp_path / "evil\x1b[2J.txt"), str(tmp_path / "title.txt"))
    listed = done("articles", file)
    assert "evil\\x1b[2J.txt" in result.stderr
    assert "Red \\x1b]0;owned\\x07 \\u202egnp.exe" in listed
    assert "\x1b" not in result.output + listed + done("articles", file, "--json")


def test_an_interrupt_is_quiet_and_130(
    file: str, texts: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_arguments: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("annotator.services.importing.import_sources", interrupted)
    assert cli.main(["import", file, str(texts)]) == 130
    out, err = capsys.readouterr()
    assert (out, err.strip()) == ("", "")


@pytest.mark.skipif(not (SHARED / "seeds").is_dir(), reason="the real articles are not here")
def test_the_real_articles_come_back_from_an_export_byte_for_byte(file: str) -> None:
    seeds = sorted((SHARED / "seeds").glob("*.txt"))
    done("import", file, str(SHARED / "seeds"))
    texts = [one["text"] for one in json.loads(done("export", file))["articles"]]
    assert texts == [seed.read_bytes().decode("utf-8") for seed in seeds]
    found = asked("suggest", file)["articles"]
    assert [len(one["candidates"]) > 0 for one in found] == [True, True, True]
    for article, text in zip(found, texts, strict=True):
        for candidate in article["candidates"]:
            assert all(0 <= start < end <= len(text) for start, end in candidate["segments"])
    assert done("check", file) == "The project is whole.\n"
