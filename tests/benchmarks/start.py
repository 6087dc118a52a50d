"""From the start of the process to what is painted first: row 1 of the targets."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from annotator import settings
from tests.benchmarks.corpus import ADA, invented_text, make_project
from tests.benchmarks.row import Row

_ROUNDS = 7


def benchmarks() -> list[Row]:
    """Start each window several times in turn, and take the best of each."""
    with tempfile.TemporaryDirectory(prefix="annotator-benchmark-") as folder:
        project = make_project(Path(folder) / "news.annotator", [invented_text(5_000)] * 3, 50)
        runs = [(start_child("bare"), start_child("window", project)) for _ in range(_ROUNDS)]
    floor = min(bare["article"] for bare, _ours in runs)
    return [
        Row(f"start, {what}", min(ours[key] for _bare, ours in runs), floor, times=2.5)
        for key, what in (("window", "window painted first"), ("article", "project open and article painted"))
    ]


def start_child(*arguments: str) -> dict[str, float]:
    """Start a window in a process of its own. Returns milliseconds from its start, and `memory` in bytes."""
    # A person's name is there, so that no dialog asks for it.
    settings.save(settings.Settings(ADA.id, ADA.name))
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.start_child", *arguments], stdout=subprocess.PIPE, check=True
    )
    found: dict[str, float] = json.loads(done.stdout)
    return {key: value if key == "memory" else (value - started) * 1000 for key, value in found.items()}
