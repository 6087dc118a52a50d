"""What README.md says is what holds: its commands are those of the checks, its keys those of the window."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator import cli, paths
from annotator.services import projects
from annotator.ui import environment
from annotator.ui.actions import SPECS, Spec, tag_specs

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CHECKS = (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def _commands(heading: str) -> list[str]:
    """Return the lines of the code blocks under a heading."""
    section = README.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [line for block in re.findall(r"^```sh\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
            for line in block.splitlines()]  # fmt: skip


def _specs() -> Iterator[Spec]:
    """Yield the actions that have keys, in the order of the menus."""
    for spec in SPECS:
        if spec.id == "next_candidate":
            yield from tag_specs(projects.default_tags())
        if spec.keys:
            yield spec


def _row(spec: Spec) -> str:
    text = spec.text.replace("&", "").removesuffix("…")
    return f"| {spec.menu.replace('&', '')} | {text} | {', '.join(f'`{key}`' for key in spec.keys)} |"


def test_the_start_is_one_command_and_the_checks_call_it() -> None:
    (start,) = _commands("Start it")
    assert f"\ndemo='{start}'\n" in CHECKS
    assert 'bash -c "$demo"' in CHECKS


def test_all_tests_are_one_command_and_the_checks_call_it() -> None:
    (tests,) = _commands("Run all tests")
    assert f"\ntests='{tests}'\n" in CHECKS
    assert 'bash -c "$tests"' in CHECKS


def test_the_debian_packages_are_those_that_the_window_names() -> None:
    (install,) = _commands("Without a desktop")
    named = set(install.removeprefix("sudo apt install ").split())
    assert named == {*environment._PACKAGES.values(), "fonts-dejavu-core"}
    (checked,) = re.findall(r"^packages=\((.*?)\)$", CHECKS, re.DOTALL | re.MULTILINE)
    assert named < set(checked.split())


def test_the_keys_are_those_of_the_window() -> None:
    section = README.partition("\n## Keys\n")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")][1:]
    assert rows == [_row(spec) for spec in _specs()]


def test_every_command_that_is_shown_exists() -> None:
    shown = re.findall(r"^annotator (\S+)", README, re.MULTILINE)
    assert shown
    assert set(shown) <= cli.COMMANDS.keys() | {"demo"}


def test_pictures_and_links_lead_to_files() -> None:
    targets = [target for target in re.findall(r"\]\(([^)]+)\)", README) if "://" not in target]
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the README gives the places on Linux")
def test_the_places_of_data_are_those_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name)
    for place in (paths.settings_file(), paths.data_folder() / "window.ini"):
        assert f"`~/{place.relative_to(Path.home())}`" in README
