"""Importing: what is read becomes articles in one step, what is not is named, and nothing is half done."""

from __future__ import annotations

import io
import itertools
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from annotator.core.errors import Cancelled, ReadOnly, Refused
from annotator.core.records import Annotator, Article, Comment, Dismissal, Entity, Layer, Link, Relation, Span
from annotator.core.segments import Segment
from annotator.core.text import sha256
from annotator.formats.interface import Progress, ReadOptions, Record, Source
from annotator.services import annotate, articles, checking, history, importing, projects
from annotator.services.importing import ImportReport, inputs
from annotator.store.project import Project
from tests.conftest import SHARED
from tests.formats.examples import TEXT, example
from tests.listed import entity_rows
from tests.store.test_history import state

MAYOR = "“We act,” said Mayor Ines Calloway. “We do not wait.”\n"


def outcomes(report: ImportReport) -> list[tuple[str, str]]:
    return [(one.name, one.status) for one in report.inputs]


def messages(report: ImportReport) -> list[str]:
    return [message for one in report.inputs for message in one.messages]


def texts(project: Project) -> list[str]:
    return [articles.whole_article(project, key).text for key in articles.article_ids(project)]


def import_json(project: Project, *documents: dict[str, Any], name: str = "news.json") -> ImportReport:
    def source(data: bytes) -> Source:
        return Source(name, lambda: io.BytesIO(data), len(data))

    return importing.import_sources(project, [source(orjson.dumps(one)) for one in documents])


def import_records(project: Project, records: list[Record], monkeypatch: pytest.MonkeyPatch) -> ImportReport:
    """Import what a reader from elsewhere yields, which checks nothing."""

    class Elsewhere:
        name, title, suffixes = "elsewhere", "From elsewhere", (".any",)

        def sniff(self, _head: bytes) -> float:
            return 1.0

        def read(self, _source: Source, _options: ReadOptions, _progress: Progress) -> Iterator[Record]:
            yield from records

    monkeypatch.setattr(inputs, "reader_for", lambda _source, _name: Elsewhere())
    return importing.import_sources(project, [Source("news.any", lambda: io.BytesIO(b""))])


HARD = {
    "astral.txt": "📌 “It was 🏗,” said Zoë 🇫🇷. 👍🏽\n𝒎",
    "separators.txt": "one\u2028two\u2029three\x85four\x0cfive\x0bsix",
    "spaces.txt": "Elle a dit\u00a0: «\u00a0Oui\u202f»\u200b\u00ad.",
    "combining.txt": "Cafe\u0301 owner Ame\u0301lie said: “De\u0301ja\u0300 vu.”",
    "directions.txt": 'قالت العمدة: «نعمل». ראש העיר אמרה: "נבנה".',
    "markup.txt": "<b>Bold</b> & <script>alert(1)</script>",
}
"""Texts that are stored as they are."""

CHANGED = {
    "bom-crlf.txt": (b"\xef\xbb\xbf" + MAYOR.replace("\n", "\r\n").encode(), MAYOR),
    "utf16.txt": (f"A {MAYOR}".encode("utf-16"), f"A {MAYOR}"),
    "cp1252.txt": (f"B {MAYOR}".encode("cp1252"), f"B {MAYOR}"),
    "lone-cr.txt": (f"C {MAYOR}\r{MAYOR}".encode(), f"C {MAYOR}\n{MAYOR}"),
    "nul.txt": (b"before\0after \xe2\x80\x9cquote\xe2\x80\x9d end", "before\ufffdafter “quote” end"),
    "noncharacters.txt": ("a\ufdd0b\uffffc “quote” end".encode(), "a\ufffdb\ufffdc “quote” end"),
}
"""Bytes, and the text that is stored of them."""


def test_hard_texts_are_stored_as_the_files_said_them(project: Project, tmp_path: Path) -> None:
    inputs_of = {name: (text.encode(), text) for name, text in HARD.items()} | CHANGED
    for name, (data, _text) in inputs_of.items():
        (tmp_path / name).write_bytes(data)
    report = importing.import_files(project, [tmp_path / name for name in inputs_of])
    assert outcomes(report) == [(name, "done") for name in inputs_of]
    assert texts(project) == [text for _data, text in inputs_of.values()]
    for key in articles.article_ids(project):
        text = articles.whole_article(project, key).text
        span = annotate.add_span(project, key, "quote", [(2, len(text))])
        (kept,) = articles.spans_by_id(project, [span]).values()
        assert text[kept.start : kept.end] == text[2:].strip()
    assert checking.check(project) == []


def test_a_bad_file_is_named_with_its_reason_and_the_rest_is_imported(project: Project, tmp_path: Path) -> None:
    bad = {
        "empty.txt": b"",
        "white.txt": b" \n\t\r\n \xc2\xa0\n",
        "broken.txt": b"Good text, then \xff\xfe\xfa, then \xe2\x80\x9cgood\xe2\x80\x9d again.",
        "picture.txt": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 4,
        "half.json": b'{"format": "annotator/1", "project": {"id": "x", "tit',
        "other.json": b'{"unrelated": [1, 2, 3]}',
    }
    for name, data in bad.items():
        (tmp_path / name).write_bytes(data)
    for name in ("a.txt", "z.md"):
        (tmp_path / name).write_text(f"{name}: {MAYOR}", encoding="utf-8")
    report = importing.import_files(
        project, [tmp_path / name for name in ("a.txt", *bad, "missing.txt", "z.md", "long" * 100)]
    )
    found = dict(outcomes(report))
    assert [name for name, status in found.items() if status == "done"] == ["a.txt", "z.md"]
    assert {status for name, status in found.items() if name not in ("a.txt", "z.md")} == {"failed"}
    for one in report.inputs:
        if one.status == "failed":
            (message,) = one.messages
            assert message.startswith(f"{one.name}: ")
            assert "\n" not in message
            assert len(message) > len(f"{one.name}: ")
    assert report.articles == 2
    assert len(texts(project)) == 2
    assert [row.kind for row in history.rows(project)] == ["import", "new project"]


def test_equal_texts_are_taken_once_and_the_other_title_is_named(
    project: Project, write_text: Callable[[str, str], Path]
) -> None:
    first, second = write_text("first.txt", f"The mayor acts\n{MAYOR}"), write_text("second.txt", f"Other\n{MAYOR}")
    again = write_text("again.txt", f"The mayor acts\n{MAYOR}")
    report = importing.import_files(project, [first, again, second])
    assert outcomes(report) == [("first.txt", "done"), ("again.txt", "skipped"), ("second.txt", "done")]
    assert report.inputs[1].messages == [
        "“The mayor acts” has the same text as “The mayor acts”, which is there already."
    ]
    steps = history.rows(project)
    report = importing.import_files(project, [again, second])
    assert [status for _name, status in outcomes(report)] == ["skipped", "skipped"]
    assert "“Other”, which is there already" in messages(report)[1]
    assert history.rows(project) == steps
    assert len(texts(project)) == 2


def test_a_text_that_was_refused_does_not_count_as_there(
    sqlite_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    dangling = Article("one", MAYOR, title="First", assignments=("nobody",))
    report = import_records(sqlite_project, [dangling, Article("two", MAYOR, title="Second")], monkeypatch)
    assert messages(report) == [
        "“First”: its annotator nobody is neither in the file nor in the project; this article was left out."
    ]
    assert articles.article_ids(sqlite_project) == ["two"]


def test_folders_are_walked_in_order_without_hidden_files_links_and_other_kinds(
    sqlite_project: Project, tmp_path: Path
) -> None:
    folder = tmp_path / "wire"
    for name in ("b/2.txt", "b/1.TXT", "a.md", ".hidden.txt", ".git/x.txt", "photo.jpg", "b/c/d/3.txt"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{name} {MAYOR}", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("Not to be found.", encoding="utf-8")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "round").symlink_to(folder)
    os.mkfifo(folder / "pipe.txt")
    report = importing.import_files(sqlite_project, [folder])
    assert outcomes(report) == [
        ("wire/a.md", "done"),
        ("wire/pipe.txt", "failed"),
        ("wire/b/1.TXT", "done"),
        ("wire/b/2.txt", "done"),
        ("wire/b/c/d/3.txt", "done"),
    ]
    assert messages(report) == ["wire/pipe.txt: this is no ordinary file"]


def test_a_name_that_is_no_text_is_imported_all_the_same(project: Project, tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9.txt")
    path.write_text(MAYOR, encoding="utf-8")
    report = importing.import_files(project, [path])
    assert outcomes(report) == [("caf\ufffd.txt", "done")]
    (key,) = articles.article_ids(project)
    assert articles.whole_article(project, key).title == "caf\ufffd"


def test_cancelling_at_any_moment_leaves_nothing(project: Project, tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.txt").write_text(f"{number} {MAYOR}", encoding="utf-8")
    (tmp_path / "news.json").write_bytes(orjson.dumps(example()))
    first, steps = state(project), history.rows(project)

    def stop_at(moment: int) -> Progress:
        numbers = itertools.count()

        def progress(_done: int, _total: int, _text: str) -> None:
            if next(numbers) == moment:
                raise Cancelled

        return progress

    names = [tmp_path / name for name in ("0.txt", "news.json", "1.txt", "2.txt")]
    for moment in itertools.count():
        try:
            report = importing.import_files(project, names, progress=stop_at(moment))
        except Cancelled:
            assert state(project) == first
            assert history.rows(project) == steps
        else:
            assert report.articles >= 4
            assert moment > 8
            return


def test_an_unknown_format_is_refused_and_nothing_is_read(sqlite_project: Project, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(MAYOR, encoding="utf-8")
    with pytest.raises(Refused, match="no format"):
        importing.import_files(sqlite_project, [tmp_path / "a.txt"], format_name="wax")
    assert texts(sqlite_project) == []


def test_a_read_only_project_takes_nothing_in(sqlite_project: Project, write_text: Callable[[str, str], Path]) -> None:
    sqlite_project.close()
    project = projects.open_project(sqlite_project.name, sqlite_project.acting, read_only=True)
    with pytest.raises(ReadOnly):
        importing.import_files(project, [write_text("a.txt", MAYOR)])
    project.close()


def test_annotated_articles_come_with_all_that_belongs_to_them(
    project: Project, write_text: Callable[[str, str], Path]
) -> None:
    importing.import_files(project, [write_text("mayor.txt", MAYOR)])
    mine, first = projects.info(project), state(project)
    document = example()
    report = import_json(project, document)
    assert (report.articles, [one.status for one in report.inputs]) == (len(document["articles"]), ["done"])
    assert projects.info(project) == mine
    assert {"ada", "bo"} <= {one.id for one in projects.annotators(project)}
    (key,) = [key for key in articles.article_ids(project) if articles.whole_article(project, key).text == TEXT]
    article = articles.whole_article(project, key)
    spans = [span for layer in article.layers for span in layer.spans]
    assert report.spans == len(spans) > 0
    (quote,) = [span for span in spans if span.id == "span-1"]
    assert [TEXT[start:end] for start, end in quote.segments] == ['"We act,"', '"We do not wait."']
    assert [link.entity for link in quote.links] == ["zoë"]
    assert [decision.verdict for decision in quote.decisions] == ["accepted"]
    assert [row.spans for row in entity_rows(project) if row.entity.id == "zoë"] == [1]
    assert checking.check(project) == []

    full, steps = state(project), history.rows(project)
    report = import_json(project, document)
    assert ([one.status for one in report.inputs], report.articles, report.spans) == (["skipped"], 0, 0)
    assert state(project) == full
    assert history.rows(project) == steps

    history.undo(project)
    assert state(project) == first
    history.redo(project)
    assert state(project) == full


def test_an_undone_import_cannot_go_where_somebody_has_built_on_it(project: Project, bo: Annotator) -> None:
    import_json(project, example())
    ada = project.acting
    projects.join(project, bo)
    annotate.add_span(project, articles.article_ids(project)[0], "quote", [(0, 1)])
    project.acting = ada
    with pytest.raises(history.StepConflict, match="cannot go"):
        history.undo(project)
    assert len(articles.article_ids(project)) > 0


def test_only_a_project_without_articles_becomes_the_one_of_the_file(
    project: Project, write_text: Callable[[str, str], Path]
) -> None:
    document = example()
    import_json(project, document)
    assert (projects.info(project).id, projects.info(project).title) == ("project", "Test")
    assert [tag.id for tag in projects.scheme(project)] == ["quote", "hedge"]
    history.undo(project)
    assert projects.info(project).title == "News"
    assert len(projects.scheme(project)) == 4


def test_an_article_whose_spans_are_in_another_one_is_left_out(project: Project) -> None:
    document, copy = example(), example()
    annotated = next(article for article in copy["articles"] if "layers" in article)
    annotated.pop("sha256", None)
    copy["articles"] = [annotated | {"id": "another", "text": f"{TEXT} More."}]
    import_json(project, document)
    report = import_json(project, copy)
    assert report.articles == 0
    assert ["in another article; it was left out" in message for message in messages(report)] == [True]


def test_lines_that_are_wrong_are_named_and_the_others_imported(sqlite_project: Project, tmp_path: Path) -> None:
    document = example()
    body = document.pop("articles")[0]
    del document["relations"]
    bare = {"id": "bare", "text": "Nobody said a word.", "title": "Bare"}
    lines = [orjson.dumps(document), orjson.dumps(body), b'{"id": "half", "text": ', orjson.dumps(bare), b"[1]"]
    (tmp_path / "news.jsonl").write_bytes(b"\n".join(lines))
    report = importing.import_files(sqlite_project, [tmp_path / "news.jsonl"])
    (one,) = report.inputs
    assert (one.status, one.articles, report.articles) == ("failed", 2, 2)
    assert ["line 3" in message or "line 5" in message for message in one.messages] == [True, True]
    assert len(texts(sqlite_project)) == 2


QUOTE = Span("span", "quote", (Segment(0, 9),))


@pytest.mark.parametrize(
    ("article", "what"),
    [
        (Article("a", MAYOR, title="Lost", layers=(Layer("nobody", spans=(QUOTE,)),)), "annotator nobody"),
        (Article("a", MAYOR, title="Lost", assignments=("nobody",)), "annotator nobody"),
        (Article("a", MAYOR, title="Lost", layers=(Layer(None, "final", spans=(replace(QUOTE, tag="shout"),)),)),
         "tag shout"),
        (Article("a", MAYOR, title="Lost", layers=(
            Layer(None, "final", spans=(replace(QUOTE, links=(Link("l", "ghost", "speaker"),)),)),)), "entity ghost"),
        (Article("a", MAYOR, title="Lost", dismissed=(Dismissal("nobody", "quote", (Segment(0, 9),)),)),
         "annotator nobody"),
    ],
)  # fmt: skip
def test_a_reference_to_nothing_is_one_sentence_that_names_the_article(
    sqlite_project: Project, monkeypatch: pytest.MonkeyPatch, article: Article, what: str
) -> None:
    good = Article("good", "Nobody said a word.", title="Good")
    report = import_records(sqlite_project, [article, good], monkeypatch)
    assert messages(report) == [
        f"“Lost”: its {what} is neither in the file nor in the project; this article was left out."
    ]
    assert [one.status for one in report.inputs] == ["failed"]
    assert articles.article_ids(sqlite_project) == ["good"]
    assert checking.check(sqlite_project) == []


def test_an_answer_to_no_comment_is_refused(
    sqlite_project: Project, monkeypatch: pytest.MonkeyPatch, ada: Annotator
) -> None:
    comment = Comment("c", ada.id, "Indeed.", QUOTE.created, answers="gone")
    layer = Layer(None, "final", spans=(replace(QUOTE, comments=(comment,)),))
    report = import_records(sqlite_project, [Article("a", MAYOR, title="Lost", layers=(layer,))], monkeypatch)
    assert messages(report) == [
        "“Lost”: a comment of span span answers one that is not there; this article was left out."
    ]


def test_what_points_outside_the_file_is_cut_off_and_said(
    project: Project, monkeypatch: pytest.MonkeyPatch, ada: Annotator
) -> None:
    records: list[Record] = [
        Entity("e1", "Ines Calloway", article="gone", merged_into="gone too"),
        Article("a", MAYOR, title="Corrected", replaces="gone", layers=(Layer(ada.id, spans=(QUOTE,)),)),
        Relation("r", "supports", "span", "gone"),
    ]
    report = import_records(project, records, monkeypatch)
    assert report.articles == 1
    assert sorted(messages(report)) == [
        "Relations between spans that are not here were left out: 1.",
        "“Corrected” replaces an article that is not here.",
    ]
    (row,) = entity_rows(project)
    assert (row.entity.article, row.entity.merged_into) == (None, None)
    assert articles.whole_article(project, "a").replaces is None
    assert checking.check(project) == []


def test_an_order_number_that_no_database_holds_is_replaced(project: Project) -> None:
    document = example()
    document["articles"][0]["order"] = 2**62
    import_json(project, document)
    assert articles.whole_article(project, articles.article_ids(project)[0]).order < 1000


def test_spans_that_are_wrong_are_never_stored(sqlite_project: Project) -> None:
    for change in ({"start": 0, "end": 10**6}, {"start": 5, "end": 5}, {"start": -1, "end": 3}):
        document = example()
        annotated = next(article for article in document["articles"] if "layers" in article)
        annotated["layers"][0]["spans"][0]["segments"] = [change]
        report = import_json(sqlite_project, document)
        assert [one.status for one in report.inputs] == ["failed"]
    assert checking.check(sqlite_project) == []


def test_the_hard_inputs_that_are_at_hand_are_imported_or_named(sqlite_project: Project) -> None:
    folder = SHARED / "hard"
    if not folder.is_dir():
        pytest.skip("the hard inputs are not here")
    report = importing.import_files(sqlite_project, [folder])
    status = {Path(one.name).name: one.status for one in report.inputs}
    for name in ("empty.txt", "whitespace-only.txt", "bad-byte.txt", "picture-renamed.txt", "broken.json"):
        assert status[name] == "failed", name
    for name in ("emoji.txt", "nul-inside.txt", "cp1252.txt", "rtl.txt", "separators.txt", "utf8-bom-crlf.txt"):
        assert status[name] in ("done", "skipped"), name
    assert all(one.messages for one in report.inputs if one.status != "done")
    assert report.articles == len(texts(sqlite_project)) > 10
    assert len({sha256(text) for text in texts(sqlite_project)}) == report.articles
    assert checking.check(sqlite_project) == []
