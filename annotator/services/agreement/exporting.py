"""Agreement as a table for other programs and for paper: CSV, JSON, PDF."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import IO

import orjson

from annotator.core.agreement import Agreement
from annotator.core.errors import Refused
from annotator.formats.files import write_beside
from annotator.services.agreement.report import COLUMNS, Report, as_json, report
from annotator.services.projects import is_own_file
from annotator.store.project import Project

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would compute."""


def export_report(project: Project, found: Agreement, target: Path) -> None:
    """Write a report into a file, of the format that its suffix names: `.csv`, `.json` or `.pdf`.

    Raises Refused for any other, OutputError where the file cannot be written; what stood there before stays then.
    """
    write = _WRITERS.get(target.suffix.lower())
    if write is None:
        raise Refused(f"{target.name}: a report is written as {', '.join(sorted(_WRITERS))}; choose such a name.")
    if is_own_file(project, target):
        raise Refused(f"{target}: this is the open project itself; choose another name.")
    made = report(project, found)
    write_beside(target, lambda file: write(made, file))


def write_csv(made: Report, target: IO[bytes]) -> None:
    """Write the table in UTF-8 with a byte-order mark, without which spreadsheets misread Greek letters."""
    text = io.TextIOWrapper(target, encoding="utf-8-sig", newline="", write_through=True)
    table = csv.writer(text)
    table.writerow(COLUMNS)
    table.writerows([*map(_harmless, row[:3]), *row[3:]] for row in made.rows())
    text.detach()


def _harmless(cell: str) -> str:
    """Return a text from files as no spreadsheet computes it."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def write_json(made: Report, target: IO[bytes]) -> None:
    """Write one object; see `as_json`."""
    target.write(orjson.dumps(as_json(made), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))


def write_pdf(made: Report, target: IO[bytes]) -> None:
    """Write pages to print: a table for each tag, the table of tags by tags, a line for each article."""
    # Imported here: fpdf2 takes a while, and few reports become a PDF.
    from annotator.services.agreement.pdf import pages

    target.write(pages(made))


_WRITERS = {".csv": write_csv, ".json": write_json, ".pdf": write_pdf}
