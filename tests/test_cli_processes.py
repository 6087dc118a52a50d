"""The commands as processes: exit statuses, pipes, and what a terminal is shown."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import IO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator import cli
from annotator.cli import output

ROOT = Path(__file__).resolve().parents[1]
FULL = Path("/dev/full")
HARBOUR = "Harbour reopens\n\n“The cranes 🏗 are safe,” said Port Warden Ilse Brandt. “We open on Monday.”\n"
FERRY = "Ferry line may close\n\nThe line may close in spring, a person close to the board said.\n"


def process(
    *arguments: str, stdin: bytes = b"", stdout: IO[bytes] | int = subprocess.PIPE
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "annotator", *arguments],
        cwd=ROOT,
        input=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        check=False,
    )


@pytest.fixture
def file(tmp_path: Path) -> str:
    name = str(tmp_path / "news.annotator")
    assert cli.main(["new", name, "--annotator", "Ada Ferris"]) == 0
    return name


def test_real_processes_pipe_into_each_other(tmp_path: Path) -> None:
    first, second = str(tmp_path / "first.annotator"), str(tmp_path / "second.annotator")
    for name in (first, second):
        made = process("new", name, "--annotator", "Ada Ferris")
        assert (made.returncode, made.stderr) == (0, b"")
    imported = process("import", first, "-", stdin=HARBOUR.encode())
    assert (imported.returncode, imported.stderr) == (0, b"")
    exported = process("export", first)
    assert json.loads(exported.stdout)["articles"][0]["text"] == HARBOUR
    assert process("import", second, "-", stdin=exported.stdout).returncode == 0
    assert process("export", second).stdout == exported.stdout
    failed = process("import", second, "-", str(tmp_path / "gone.txt"), stdin=FERRY.encode())
    assert (failed.returncode, failed.stderr.count(b"gone.txt")) == (1, 1)
    refusal = process("articles", str(tmp_path / "gone.annotator"))
    assert (refusal.returncode, refusal.stdout, refusal.stderr.count(b"\n")) == (2, b"", 1)


@pytest.mark.parametrize("command", [["formats"], ["export"], ["articles"]])
def test_a_reader_that_went_away_is_no_trouble(file: str, command: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    arguments = command if command == ["formats"] else [*command, file]
    with os.fdopen(writing, "wb") as stdout:
        result = process(*arguments, stdout=stdout)
    assert (result.returncode, result.stderr) == (141, b"")


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("command", ["export", "articles"])
def test_a_full_disk_behind_standard_output_is_one_sentence(file: str, command: str) -> None:
    with FULL.open("wb") as full:
        result = process(command, file, stdout=full)
    assert result.returncode == 2
    assert result.stderr.splitlines() == [b"Standard output cannot be written: No space left on device."]


@given(st.text())
def test_shown_text_holds_nothing_that_a_terminal_obeys_and_keeps_the_rest(text: str) -> None:
    shown = output.safe(text)
    assert not [one for one in shown if unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp")]
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    assert output.safe(shown) == shown
    if shown != text:
        assert len(shown) > len(text)


def test_columns_are_aligned_however_wide_the_letters_are(capsys: pytest.CaptureFixture[str]) -> None:
    output.print_table(("name", "n"), [("港湾", 7), ("e\u0301tat", 12), ("x", 3)], "none")
    assert capsys.readouterr().out == "name   n\n港湾   7\ne\u0301tat  12\nx      3\n"


def test_progress_is_shown_on_a_terminal_only_and_wiped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with output.progress() as show:
        show(1, 4, "a.txt")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with output.progress() as show:
        show(1, 4, "a\x1b.txt")
    assert capsys.readouterr().err == "\r\x1b[K1 of 4 a\\x1b.txt\r\x1b[K"
