"""Reports on agreement: for spreadsheets, for programs, for paper, whatever the script of the names in them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from pypdf import PdfReader

from annotator.core.agreement import MEASURES, Agreement, ArticleScores, Confused, Figure, Scores
from annotator.core.errors import OutputError, Refused
from annotator.core.records import Annotator
from annotator.services.agreement import pdf
from annotator.services.agreement.exporting import export_report, write_csv, write_pdf
from annotator.services.agreement.report import COLUMNS, Report, confusion_table, report, shown_value
from annotator.store.project import Project

DEJAVU = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
TITLES = (
    "Harbour reopens", "العربية والنص", "漢字 かな 한국어", "cranes 🏗 👩‍👩‍👧", "x" * 500, "", "=1+1\tand\nlines",
    "Šimůnková “quoted” – dash", "ก็ไทย देवनागरी", "a\u202eb\u0301\u200b",
)  # fmt: skip

FIGURES = (
    *(Figure(measure, 0.5, 1_200, "spans") for measure in MEASURES if measure != "γ"),
    Figure("γ", None, 3, "units", "only one layer has spans"),
)
FOUND = Agreement(
    layers=("a", None),
    articles=len(TITLES),
    scores=(Scores(None, (4, 5), FIGURES), Scores("quote", (4, 5), FIGURES)),
    by_article=tuple(
        ArticleScores(str(place), title, Scores(None, (1, 2), FIGURES)) for place, title in enumerate(TITLES)
    ),
    confusion=(Confused("quote", None, 3), Confused("quote", "quote", 5), Confused("claim", "quote", 1)),
)
TAGS = {None: "all tags", "quote": "Quote", "claim": "Claim"}
REPORT = Report("Harbour", ("Ada Ferris", "final layer"), TAGS, FOUND)


def written(made: Report = REPORT) -> PdfReader:
    target = io.BytesIO()
    write_pdf(made, target)
    return PdfReader(target)


def text_of(pages: PdfReader) -> str:
    return "\n".join(page.extract_text() for page in pages.pages)


def test_a_value_is_shown_with_three_decimals_or_with_the_reason_why_there_is_none() -> None:
    assert [shown_value(one) for one in FIGURES[-2:]] == ["0.500", "undefined, because only one layer has spans"]


def test_the_table_has_a_row_for_each_figure_overall_by_tag_and_by_article() -> None:
    rows = list(REPORT.rows())
    assert len(rows) == len(MEASURES) * (2 + len(TITLES))
    assert rows[0] == ("", "", "all tags", "exact precision", "0.500000", "1200", "spans", "")
    assert rows[len(MEASURES) + 1][2] == "Quote"
    assert rows[-1][:2] == (str(len(TITLES) - 1), TITLES[-1])


def test_spreadsheets_get_greek_letters_and_nothing_to_compute() -> None:
    target = io.BytesIO()
    write_csv(REPORT, target)
    assert target.getvalue().startswith(b"\xef\xbb\xbf")
    heading, *rows = csv.reader(io.StringIO(target.getvalue().decode("utf-8-sig"), newline=""))
    assert tuple(heading) == COLUMNS
    assert {row[1] for row in rows} == {*TITLES, ""} - {"=1+1\tand\nlines"} | {"'=1+1\tand\nlines"}
    assert "α on characters" in {row[3] for row in rows}
    assert next(row for row in rows if row[3] == "γ")[4:] == ["", "3", "units", "only one layer has spans"]


def test_tags_of_matched_spans_stand_in_a_table_with_those_without_a_counterpart() -> None:
    assert confusion_table(REPORT) == (
        ["", "Quote", "no span"], [["Quote", "5", "3"], ["Claim", "1", "0"], ["no span", "0", "0"]]
    )  # fmt: skip


def test_pages_are_written_in_any_script_without_a_font_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "font_files", list)
    text = text_of(written())
    for words in (
        "Agreement – Harbour", "Ada Ferris and final layer: 10 articles", "alpha on characters",
        "undefined, because only one layer has spans", "Harbour reopens", "Šim?nková “quoted” – dash",
    ):  # fmt: skip
        assert words in text


@pytest.mark.skipif(not DEJAVU.is_file(), reason="there is no font that has other letters")
def test_pages_are_written_in_the_scripts_that_a_font_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "font_files", lambda: [DEJAVU])
    text = text_of(written())
    for words in ("α on characters", "Šimůnková “quoted” – dash"):
        assert words in text


def test_a_scheme_of_many_tags_fits_on_paper() -> None:
    tags = {None: "all tags"} | {f"t{number}": f"A tag with a long name {number}" for number in range(40)}
    cells = tuple(Confused(f"t{number}", f"t{number}", number) for number in range(40))
    made = Report("Harbour", ("Ada Ferris", "Bo"), tags, Agreement(("a", "b"), 1, (FOUND.scores[0],), confusion=cells))
    assert "A tag with a long name 39" in " ".join(text_of(written(made)).split())


def test_a_report_has_the_names_of_the_project(sqlite_project: Project, ada: Annotator, tmp_path: Path) -> None:
    made = report(sqlite_project, Agreement((ada.id, None), 0, (Scores(None, (0, 0), ()),)))
    assert (made.title, made.layers, made.tags["hedge"]) == ("News", ("Ada Ferris", "final layer"), "Hedge")
    export_report(sqlite_project, made.found, tmp_path / "agreement.JSON")
    data = json.loads((tmp_path / "agreement.JSON").read_bytes())
    assert (data["project"], data["names"], data["layers"]) == ("News", ["Ada Ferris", "final layer"], [ada.id, None])


def test_a_report_is_refused_where_it_cannot_be_written(sqlite_project: Project, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"written as \.csv, \.json, \.pdf"):
        export_report(sqlite_project, FOUND, tmp_path / "agreement.txt")
    with pytest.raises(OutputError, match="the folder does not exist"):
        export_report(sqlite_project, FOUND, tmp_path / "missing" / "agreement.pdf")
    assert list(tmp_path.glob("agreement*")) == []
