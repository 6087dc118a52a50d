"""The sample project: its files fit together, it shows what it should, and it is whole."""

from __future__ import annotations

import io
import shutil
import tomllib
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest

from annotator import paths
from annotator.core.errors import Conflict, InputError, ProjectError
from annotator.core.listing import ArticleRow
from annotator.core.records import Annotator, Article, Span
from annotator.core.segments import Segment
from annotator.services import annotate, articles, checking, exporting, history, importing, projects
from annotator.services.sample import Sample, make_sample, read_sample
from annotator.store.project import Project

FOLDER = paths.resources() / "sample"


@pytest.fixture(scope="module")
def sample() -> Sample:
    return read_sample(FOLDER)


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Project]:
    project = make_sample(tmp_path / "sample.annotator")
    yield project
    project.close()


def article(sample: Sample, file: str) -> Article:
    return next(one for one in sample.articles if one.source.file == file)


def spans_of(article: Article, annotator: str) -> tuple[Span, ...]:
    return next((layer.spans for layer in article.layers if layer.annotator == annotator), ())


def all_spans(sample: Sample) -> list[Span]:
    return [span for one in sample.articles for layer in one.layers for span in layer.spans]


def me(sample: Sample) -> str:
    return sample.annotators[0].id


def words(article: Article, segments: tuple[Segment, ...]) -> list[str]:
    return [article.text[start:end] for start, end in segments]


def exported(project: Project) -> bytes:
    target = io.BytesIO()
    exporting.export_stream(project, target, "json")
    return target.getvalue()


def test_each_span_has_the_words_that_its_file_says(sample: Sample) -> None:
    data = tomllib.loads((FOLDER / "annotations.toml").read_text(encoding="utf-8"))
    people = {one.name: one.id for one in sample.annotators}
    for raw in data["articles"]:
        found = article(sample, raw["file"])
        for key in raw["status"]:
            asked = [
                (span["tag"], [span["words"]] if isinstance(span["words"], str) else span["words"])
                for span in raw["spans"]
                if key in span.get("by", raw["status"])
            ]
            placed = [
                (span.tag, words(found, span.segments)) for span in spans_of(found, people[data["annotators"][key]])
            ]
            assert placed == asked


def test_each_article_is_its_file_and_begins_with_its_headline(sample: Sample) -> None:
    for one in sample.articles:
        assert one.text == (FOLDER / one.source.file).read_text(encoding="utf-8")
        assert one.title == one.text.partition("\n")[0]
        assert words(one, (Segment(one.regions[0].start, one.regions[0].end),)) == [one.title]
        assert one.regions[0].kind == "headline"


def test_the_articles_hold_the_troubles_of_the_trade(sample: Sample) -> None:
    report, follow_up = article(sample, "report.txt").text, article(sample, "follow-up.txt").text
    assert 250 <= len(report.split()) <= 400
    assert " -- " in report
    assert not set("“”—") & set(report)
    assert {*"“”—’"} <= set(follow_up)
    assert '"' not in follow_up
    assert "told the Brindlemouth Gazette" in follow_up
    assert article(sample, "correction.txt").text.count('"') == 1
    regions = {region.kind for one in sample.articles for region in one.regions}
    assert {"headline", "byline", "dateline", "credit", "related"} <= regions


def test_all_that_the_scheme_offers_is_used_and_nothing_else(sample: Sample) -> None:
    offered = {tag.id: {each.name: each.values for each in tag.attributes} for tag in projects.default_tags()}
    spans = all_spans(sample)
    assert {span.tag for span in spans} == set(offered)
    assert {(span.tag, name) for span in spans for name in span.attributes} == {
        (tag, name) for tag, attributes in offered.items() for name in attributes
    }
    for span in spans:
        for name, value in span.attributes.items():
            assert value in (offered[span.tag][name] or ("yes",))


def test_it_shows_what_a_span_can_be(sample: Sample) -> None:
    spans = all_spans(sample)
    assert {span.tag for span in spans if len(span.segments) > 1} == {"quote", "claim"}
    assert any(span.unsure and span.note for span in spans)
    report = article(sample, "report.txt")
    gaps = [report.text[one.segments[0].end : one.segments[-1].start] for one in spans_of(report, me(sample))]
    assert any("\n\n" in gap for gap in gaps)
    assert {link.role for span in spans for link in span.links} >= {"speaker", "relayed by", "target"}
    assert 0 < sum(not span.links for span in spans) < len(spans) / 10
    assert {relation.kind for relation in sample.relations} >= {"contradicts", "copy of", "same as", "supports"}


def test_sources_without_a_name_belong_to_their_article_with_a_reason(sample: Sample) -> None:
    anonymous = [entity for entity in sample.entities if entity.kind == "anonymous"]
    assert len(anonymous) > 1
    assert all(entity.article and entity.reason for entity in anonymous)


def test_each_entity_is_linked_in_its_own_article_only(sample: Sample) -> None:
    scopes = {entity.id: entity.article for entity in sample.entities}
    linked = {
        link.entity: one.id for one in sample.articles for layer in one.layers for span in layer.spans
        for link in span.links
    }  # fmt: skip
    assert linked.keys() == scopes.keys()
    assert all(scopes[entity] in (None, at) for entity, at in linked.items())


def differences(first: tuple[Span, ...], second: tuple[Span, ...]) -> set[str]:
    """Return in which ways two layers differ where they touch."""
    found = set()
    for one, other in product(first, second):
        same_place = one.segments == other.segments
        if one.tag == other.tag and not same_place and one.start < other.end and other.start < one.end:
            found.add("boundary")
        if one.tag != other.tag and same_place:
            found.add("tag")
        if one.tag == other.tag and same_place:
            if [link.entity for link in one.links] != [link.entity for link in other.links]:
                found.add("entity")
            if one.attributes != other.attributes:
                found.add("attributes")
    for mine, theirs in ((first, second), (second, first)):
        if any(not any(a.start < b.end and b.start < a.end and a.tag == b.tag for b in theirs) for a in mine):
            found.add("missing")
    return found


def test_the_two_annotators_disagree_in_every_way_where_both_are_done(sample: Sample) -> None:
    report = article(sample, "report.txt")
    assert [layer.status for layer in report.layers] == ["done", "done"]
    first, second = (spans_of(report, one.id) for one in sample.annotators)
    assert differences(first, second) == {"boundary", "tag", "entity", "attributes", "missing"}
    assert {(span.tag, span.segments) for span in first} & {(span.tag, span.segments) for span in second}


def test_the_first_annotator_acts_and_has_an_article_of_each_status(made: Project) -> None:
    assert made.acting is not None
    assert made.acting.name == "Nora Tamsin"
    assert [one.name for one in projects.annotators(made)].count("Emil Brandvold") == 1
    keys = articles.article_ids(made)
    rows: dict[str, ArticleRow] = articles.article_rows(made, keys)
    assert [rows[key].status for key in keys] == ["done", "in progress", "new", "done"]
    assert rows[keys[2]].spans == 0
    assert projects.info(made).title == "The Sallow Street flood (sample)"


def test_it_is_whole(made: Project, sample: Sample) -> None:
    assert checking.check(made) == []
    ours = {span.id: span for span in all_spans(sample)}
    assert articles.spans_by_id(made, list(ours)) == ours


def test_undo_takes_back_what_was_added_and_never_the_sample(made: Project) -> None:
    assert not history.can_undo(made)
    assert {row.kind for row in history.rows(made)} == {"new project"}
    before = exported(made)
    new = articles.article_ids(made)[2]
    annotate.add_span(made, new, "hedge", [(0, 5)])
    history.undo(made)
    assert not history.can_undo(made)
    for one in projects.annotators(made):
        projects.join(made, one)
        assert not history.can_undo(made)
    assert exported(made).partition(b'"deleted"')[0] == before.partition(b'"deleted"')[0]


def test_export_import_and_export_again_are_the_same(made: Project, tmp_path: Path, ada: Annotator) -> None:
    file = tmp_path / "sample.json"
    exporting.export_file(made, file, "json")
    other = projects.create(str(tmp_path / "other.annotator"), ada)
    report = importing.import_files(other, [file])
    again = exported(other)
    other.close()
    assert report.inputs[0].messages == []
    assert again == file.read_bytes()


def test_whoever_opens_it_acts_in_it_with_everything_new(tmp_path: Path, ada: Annotator) -> None:
    project = make_sample(tmp_path / "mine.annotator", ada)
    keys = articles.article_ids(project)
    rows = articles.article_rows(project, keys)
    people = {one.name for one in projects.annotators(project)}
    undoable = history.can_undo(project)
    project.close()
    assert project.acting == ada
    assert people == {"Ada Ferris", "Nora Tamsin", "Emil Brandvold"}
    assert {row.status for row in rows.values()} == {"new"}
    assert not undoable


def test_two_copies_differ_in_nothing_but_the_projects_own_id(made: Project, tmp_path: Path) -> None:
    other = make_sample(tmp_path / "other.annotator")
    ids = [projects.info(one).id.encode() for one in (made, other)]
    copies = [exported(one) for one in (made, other)]
    other.close()
    assert ids[0] != ids[1]
    assert copies[0].replace(ids[0], ids[1]) == copies[1]


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "taken.annotator"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(ProjectError, match="there is a file of this name already"):
        make_sample(path)
    assert path.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        ('"the reading rooms had', '"the reading room had', InputError, "report.txt: “the reading room had stayed dry"),
        ('{ entity = "marchbank" }', '{ entity = "nobody known" }', Conflict, "clashes"),
    ],
)
def test_a_sample_that_does_not_fit_together_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, error: type[Exception], message: str
) -> None:
    resources, path = tmp_path / "resources", tmp_path / "project" / "sample.annotator"
    shutil.copytree(paths.resources(), resources)
    path.parent.mkdir()
    file = resources / "sample" / "annotations.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    monkeypatch.setattr(paths, "resources", lambda: resources)
    with pytest.raises(error, match=message):
        make_sample(path)
    assert list(path.parent.iterdir()) == []


TEXT = 'Low water\n\nHe said so. "Mayday," she said, "may come. It may not," she added. The mayor said: it may.\n'

HEAD = """
title = "Low water (sample)"
made = 2026-01-02T03:04:05Z
relations = [{relations}]

[annotators]
nora = "Nora Tamsin"
emil = "Emil Brandvold"

[entities.mayor]
name = "the mayor"

[[articles]]
file = "water.txt"
publication = "The Ebb"
published = 2026-01-02
status = {{ nora = "done" }}
regions = []

[[articles.spans]]
{span}
"""


@pytest.fixture
def read_span(tmp_path: Path) -> Callable[..., Span]:
    """Read a sample of one span."""

    def read(span: str, relations: str = "") -> Span:
        (tmp_path / "water.txt").write_text(TEXT, encoding="utf-8")
        (tmp_path / "annotations.toml").write_text(HEAD.format(span=span, relations=relations), encoding="utf-8")
        (found,) = all_spans(read_sample(tmp_path))
        return found

    return read


def test_words_are_found_whole_and_by_their_occurrence(read_span: Callable[..., Span]) -> None:
    places = [read_span(f'tag = "hedge"\nwords = "may"\noccurrence = {number}').start for number in (1, 2, 3)]
    assert places == [TEXT.index("may come"), TEXT.index("may not"), TEXT.index("may.\n")]


def test_later_segments_are_the_first_after_the_one_before(read_span: Callable[..., Span]) -> None:
    span = read_span('tag = "claim"\nwords = ["It", "may"]')
    assert span.segments[1].start == TEXT.index("may not")


def test_a_mention_is_the_nearest_to_the_span_and_a_cue_the_nearest_to_the_mention(
    read_span: Callable[..., Span],
) -> None:
    link = 'links = [{ entity = "mayor", mention = "The mayor", cue = "said" }]'
    (found,) = read_span(f'tag = "claim"\nwords = "Mayday"\n{link}').links
    assert found.role == "claimant"
    assert found.mention is not None
    assert found.cue == Segment(TEXT.index("said: it"), TEXT.index(": it"))
    (found,) = read_span('tag = "claim"\nwords = "Low water"\nlinks = [{ entity = "mayor", cue = "said" }]').links
    assert found.cue is not None
    assert found.cue.start == TEXT.index("said so")


@pytest.mark.parametrize(
    ("span", "message"),
    [
        ('words = "high water"', "water.txt: “high water” does not stand in the text"),
        ('words = "ayday"', "water.txt: “ayday” does not stand in the text"),
        ('words = "may"', "water.txt: “may” stands there 3 times; an `occurrence`"),
        ('words = "may"\noccurrence = 4', "water.txt: “may” stands there 3 times; there is no occurrence 4"),
        ('words = "may"\noccurrence = 0', "there is no occurrence 0"),
        ('words = ["Mayday", "Low water"]', "water.txt: “Low water” does not stand after the segment before it"),
        ('words = ["Low", "Mayday"]\nby = ["emil"]', "water.txt: “Low … Mayday” is by somebody who has no status"),
        ('words = "Low"\nlinks = [{ entity = "mayor", cue = "wrote" }]', "water.txt: “wrote” does not stand"),
    ],
)
def test_words_that_cannot_be_placed_are_named_with_their_article(
    read_span: Callable[..., Span], span: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        read_span(f'tag = "claim"\n{span}')


def test_a_relation_to_a_span_that_the_annotator_does_not_have_is_named(read_span: Callable[..., Span]) -> None:
    relation = '{ from = "low", kind = "supports", to = "high", by = "nora" }'
    with pytest.raises(InputError, match="Nora Tamsin has no span of the name “high”"):
        read_span('name = "low"\ntag = "claim"\nwords = "Low water"', relation)
