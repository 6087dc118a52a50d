"""Measure what performance is promised for, beside its floors: `python -m tests.benchmarks [NAME…] [--json FILE]`."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from tests.benchmarks.row import Row

NAMES = (
    "start",
    "article_view",
    "keys",
    "picker",
    "entities",
    "importing",
    "import_dialog",
    "merging",
    "large_project",
    "searching",
    "differences",
)


def main() -> int:
    """Run the benchmarks named, by default all. Returns 0, however slow things are."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Measure, beside floors.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(NAMES)}; by default all")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures into this file as well")
    arguments = parser.parse_args()
    unknown = set(arguments.names) - set(NAMES)
    if unknown:
        parser.error(f"there is no benchmark {min(unknown)}")
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="annotator-benchmark-") as home:
        # Neither the preferences of whoever runs this nor their screen have a part in it.
        os.environ.update(XDG_CONFIG_HOME=home, XDG_DATA_HOME=home, XDG_CACHE_HOME=home, QT_QPA_PLATFORM="offscreen")
        for name in arguments.names or NAMES:
            for row in import_module(f"tests.benchmarks.{name}").benchmarks():
                print(_line(row), flush=True)
                rows.append(row)
    if arguments.json:
        arguments.json.write_text(json.dumps([_record(row) for row in rows], indent=1) + "\n", encoding="utf-8")
    return 0


def _line(row: Row) -> str:
    floor = f"{row.floor:9.1f} {row.unit}" if row.floor is not None else ""
    ratio = f"{row.ratio:6.2f} ×" if row.ratio is not None else ""
    met = "met" if row.met else "NOT MET"
    return f"{row.name:72} {row.figure:9.1f} {row.unit:2}  {floor:12} {ratio:8}  {row.target:20} {met}"


def _record(row: Row) -> dict[str, object]:
    return asdict(row) | {"ratio": row.ratio, "target": row.target, "met": row.met}


if __name__ == "__main__":
    sys.exit(main())
