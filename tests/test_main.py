"""The start: which way the program goes, and how little it needs for that."""

from __future__ import annotations

import os
import subprocess
import sys
import types
from collections.abc import Sequence
from pathlib import Path

import pytest

from annotator import __main__ as start
from annotator import __version__
from annotator.cli import COMMANDS

ROOT = Path(__file__).resolve().parents[1]
SHOWN = 17
"""The exit status of the window that stands in here."""


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The arguments of each call of the window, which itself stays closed."""
    calls: list[list[str]] = []

    def main(arguments: Sequence[str]) -> int:
        calls.append(list(arguments))
        return SHOWN

    app = types.ModuleType("annotator.ui.app")
    monkeypatch.setattr(app, "main", main, raising=False)
    monkeypatch.setitem(sys.modules, "annotator.ui.app", app)
    return calls


@pytest.mark.parametrize(
    "arguments",
    [[], ["news.annotator"], ["postgresql://localhost/news"], ["./new"], ["demo"], ["demo", "--picture", "a.png"]],
)
def test_a_project_nothing_and_the_demo_open_the_window(windows: list[list[str]], arguments: list[str]) -> None:
    assert start.main(arguments) == SHOWN
    assert windows == [arguments]


@pytest.mark.parametrize("arguments", [[name] for name in COMMANDS if name != "formats"])
def test_a_command_without_its_project_is_wrong_use_and_no_window(
    windows: list[list[str]], arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert start.main(arguments) == 2
    assert "Missing argument 'PROJECT'" in capsys.readouterr().err
    assert windows == []


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [(["improt", "news.annotator"], "No such command 'improt'"), (["--frobnicate"], "No such option")],
)
def test_a_slip_is_told_by_the_commands(
    windows: list[list[str]], arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start.main(arguments) == 2
    assert reason in capsys.readouterr().err
    assert windows == []


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_names_the_window_and_every_command(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert start.main([option]) == 0
    text = capsys.readouterr().out
    assert "demo [--picture FILE]" in text
    for name, listed in COMMANDS.items():
        assert f"  {name} " in text
        assert listed.summary.split()[0] in text


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert start.main(["--version"]) == 0
    assert __version__ in capsys.readouterr().out


def test_an_interrupted_start_is_quiet(
    windows: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_arguments: Sequence[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["annotator.ui.app"], "main", interrupted)
    assert start.main([]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import annotator.__main__", ["sqlalchemy", "PySide6", "click", "tomlkit"]),
        ("from annotator.__main__ import main; main(['--help'])", ["sqlalchemy", "PySide6", "orjson", "tomlkit"]),
        ("from annotator.__main__ import main; main(['formats'])", ["sqlalchemy", "PySide6", "charset_normalizer"]),
        ("import annotator.ui.main_window", ["annotator.store", "annotator.services", "annotator.ui.article_view"]),
    ],
)
def test_nothing_heavy_is_imported_without_need(code: str, absent: list[str]) -> None:
    ask = f"import sys; {code}; print([name for name in {absent!r} if name in sys.modules], file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_the_picture_of_the_demo_leaves_nothing_else_behind_and_says_nothing(tmp_path: Path) -> None:
    for name in ("home", "passing"):
        (tmp_path / name).mkdir()
    places = {"HOME": "home", "XDG_CONFIG_HOME": "home", "XDG_DATA_HOME": "home", "TMPDIR": "passing"}
    done = subprocess.run(
        [sys.executable, "-m", "annotator", "demo", "--picture", str(tmp_path / "window.png")],
        env={**os.environ, **{name: str(tmp_path / folder) for name, folder in places.items()}},
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["home", "passing", "window.png"]
