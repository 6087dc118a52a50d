"""What the package says it needs, what it needs, and the habits of its code that no linter knows."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from PySide6.QtCore import QObject, Signal

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
RUNTIME = [Requirement(text) for text in PROJECT["dependencies"]]
DEVELOPMENT = [Requirement(text) for text in PROJECT["optional-dependencies"]["dev"]]

LOADED_BY_NAME = {"psycopg": "postgresql+psycopg"}
"""What SQLAlchemy imports because a URL says so, and how the URL says it."""

LOADED_BY_OTHERS = {"lxml-html-clean", "uharfbuzz"}
"""What a library imports that we use, and does not ask for in a way that every pip understands."""

MOST_LINES = 400
MOST_METHODS = 25
CALLS = 1_000


def _modules(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def _imported(*folders: str) -> set[str]:
    """Return the distributions that modules of these folders import, wherever in the module that is."""
    names: set[str] = set()
    for module in _modules(*folders):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module is not None:
                names.add(node.module.partition(".")[0])
    foreign = names - sys.stdlib_module_names - {"__future__", "annotator", "tests"}
    known = packages_distributions()
    return {canonicalize_name(distribution) for name in foreign for distribution in known[name]}


def _names(requirements: list[Requirement]) -> set[str]:
    return {canonicalize_name(requirement.name) for requirement in requirements}


def test_what_the_package_imports_is_declared() -> None:
    assert _imported("annotator", "migrations") <= _names(RUNTIME)


def test_what_the_tests_import_is_declared() -> None:
    assert _imported("tests") <= _names(RUNTIME + DEVELOPMENT)


def test_what_is_declared_is_used() -> None:
    source = "".join(module.read_text(encoding="utf-8") for module in _modules("annotator"))
    loaded = {name for name, written in LOADED_BY_NAME.items() if written in source}
    assert _names(RUNTIME) <= _imported("annotator", "migrations") | loaded | LOADED_BY_OTHERS


@pytest.mark.parametrize(
    ("python", "release", "allowed"),
    [
        ("3.11", "6.11.3", True),
        ("3.11", "6.12.0", False),
        ("3.11", "6.12.1", False),
        ("3.12", "6.11.3", True),
        ("3.12", "6.12.0", True),
        ("3.13", "6.12.0", True),
    ],
)
def test_qt_that_loses_references_is_kept_from_old_pythons(python: str, release: str, allowed: bool) -> None:
    versions = {"python_version": python, "python_full_version": f"{python}.0"}
    (qt,) = (
        requirement
        for requirement in RUNTIME
        if requirement.name == "pyside6-essentials" and requirement.marker and requirement.marker.evaluate(versions)
    )
    assert qt.specifier.contains(release) is allowed


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is not counted from Python 3.12 on")
def test_calls_and_signals_of_qt_lose_no_reference_to_none() -> None:
    class Sender(QObject):
        sent = Signal()

    sender = Sender()
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        sender.setObjectName("sender")
        sender.sent.emit()
    # Each call that loses one would take it down by as many; what else happens meanwhile is worth a few.
    assert sys.getrefcount(None) > before - CALLS // 10


def test_the_constraints_are_names_and_versions_only() -> None:
    lines = (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"[A-Za-z0-9][\w.-]*==\d[\w.]*", line)] == []
    names = [canonicalize_name(line.partition("==")[0]) for line in lines]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("requirement", RUNTIME + DEVELOPMENT, ids=str)
def test_a_declared_dependency_is_pinned_to_a_version_that_it_allows(requirement: Requirement) -> None:
    lines = (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {canonicalize_name(name): version for name, _equal, version in (line.partition("==") for line in lines)}
    assert requirement.specifier.contains(pinned[canonicalize_name(requirement.name)])


def test_every_hook_is_a_step_of_the_checks() -> None:
    hooks = re.findall(r"^ *entry: (.+)$", (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"), re.MULTILINE)
    steps = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert hooks
    assert set(hooks) <= set(steps)


def test_no_module_is_long() -> None:
    lengths = {str(module.relative_to(ROOT)): _lines(module) for module in _modules("annotator")}
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


def test_no_class_has_many_methods() -> None:
    counts = {
        f"{module.relative_to(ROOT)}:{node.name}": _methods(node)
        for module in _modules("annotator")
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    assert counts
    assert {name: methods for name, methods in counts.items() if methods > MOST_METHODS} == {}


def _lines(module: Path) -> int:
    return len(module.read_text(encoding="utf-8").splitlines())


def _methods(node: ast.ClassDef) -> int:
    return sum(isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) for part in node.body)
