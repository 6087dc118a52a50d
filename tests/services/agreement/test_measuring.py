"""Agreement over the articles of a project, and the spans behind the figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from annotator.analysis.agreement.tally import Layers, Tally
from annotator.core.agreement import MEASURES, Agreement, Behind, Confused, PlacedPair, Shared
from annotator.core.errors import Cancelled, Refused
from annotator.core.ids import new_id
from annotator.core.records import Annotator, Article, Entity, Layer, LayerStatus, Link, Region, Span
from annotator.core.segments import Segment, join
from annotator.services import articles, importing, people
from annotator.services.agreement.comparing import BEGUN, FINAL, layer_named
from annotator.services.agreement.measuring import agreement, pairs_behind, shared
from annotator.store.intake import Intake
from annotator.store.project import Project
from tests.conftest import SHARED

TEXT = "“The bridge stays closed,” said Mayor Ines Calloway. Repairs may cost forty million crowns, some fear.\n"
SIX = SHARED / "polnear-six-annotators"


def span(words: str, tag: str = "quote", *entities: str) -> Span:
    start = TEXT.index(words)
    links = tuple(Link(new_id(), entity, "speaker") for entity in entities)
    return Span(new_id(), tag, (Segment(start, start + len(words)),), links)


def layer(annotator: Annotator | None, *spans: Span, status: LayerStatus = "done") -> Layer:
    return Layer(annotator.id if annotator else None, "annotator" if annotator else "final", status, spans)


def add(
    project: Project, *layers: Layer, entities: tuple[Entity, ...] = (), regions: tuple[Region, ...] = (),
    unusable: bool = False,
) -> str:  # fmt: skip
    """Add an article with layers; return its id."""
    number = len(articles.article_ids(project)) + 1
    key = new_id()
    with project.write("import") as writing:
        intake = Intake(writing)
        for entity in entities:
            intake.entity(entity)
        intake.article(
            Article(key, TEXT, title=f"Bridge {number}", regions=regions, layers=layers, unusable=unusable), number
        )
        intake.flush()
    return key


@pytest.fixture
def bo(project: Project) -> Annotator:
    return people.add(project, "Bo Lindqvist")


@pytest.fixture
def cy(project: Project) -> Annotator:
    return people.add(project, "Cy Moreau")


def value(found: Agreement, measure: str, tag: str | None = None) -> float | None:
    scores = next(one for one in found.scores if one.tag == tag)
    return next(one.value for one in scores.figures if one.measure == measure)


def why(found: Agreement, measure: str, tag: str | None = None) -> str:
    scores = next(one for one in found.scores if one.tag == tag)
    return next(one.why for one in scores.figures if one.measure == measure)


QUOTE, MILLION, MAY = "“The bridge stays closed,”", "forty million crowns", "may"


def test_figures_are_told_overall_by_tag_and_by_article(project: Project, ada: Annotator, bo: Annotator) -> None:
    ines, calloway = Entity(new_id(), "Ines Calloway"), Entity(new_id(), "Mayor", aliases=("Ines Calloway",))
    first = add(
        project,
        layer(ada, span(QUOTE, "quote", ines.id), span(MILLION, "claim"), span(MAY, "hedge")),
        layer(bo, span(QUOTE, "quote", calloway.id), span("forty million", "claim"), span(MAY, "opinion")),
        entities=(ines, calloway),
    )
    second = add(project, layer(ada, span(QUOTE, "quote", ines.id)), layer(bo, span(QUOTE)))
    found = agreement(project, [ada.id, bo.id], gamma=True)
    assert (found.articles, found.layers) == (2, (ada.id, bo.id))
    assert [(one.tag, one.spans) for one in found.scores] == [
        (None, (4, 4)), ("quote", (2, 2)), ("claim", (1, 1)), ("hedge", (1, 0)), ("opinion", (0, 1))
    ]  # fmt: skip
    assert (value(found, "exact F1"), value(found, "overlap F1")) == (0.5, 0.75)
    assert (value(found, "exact F1", "claim"), value(found, "overlap recall", "claim")) == (0, 1)
    assert (value(found, "entity accuracy"), value(found, "start distance"), value(found, "end distance")) == (
        0.5, 0, len(" crowns") / 4
    )  # fmt: skip
    assert value(found, "(k)uα", "quote") == 1
    assert why(found, "γ", "hedge") == why(found, "exact F1", "opinion") == "only one layer has spans"
    assert [(one.article, one.title, one.scores.spans) for one in found.by_article] == [
        (first, "Bridge 1", (3, 3)), (second, "Bridge 2", (1, 1))
    ]  # fmt: skip
    assert found.by_article[1].scores.figure("unitised α") is not None
    assert dict(found.kinds) == {"same": 1, "boundary": 1, "tag": 1, "entity": 1}
    assert set(found.confusion) == {
        Confused("quote", "quote", 2), Confused("claim", "claim", 1), Confused("hedge", "opinion", 1)
    }  # fmt: skip
    assert (found.starts, found.ends) == (((0, 4),), ((-len(" crowns"), 1), (0, 3)))
    for scores in found.scores:
        measures = [one.measure for one in scores.figures]
        assert sorted(measures, key=MEASURES.index) == sorted(set(measures), key=MEASURES.index)
        assert all((one.value is None) == bool(one.why) for one in scores.figures)


def test_articles_count_that_both_did_and_that_are_usable(project: Project, ada: Annotator, bo: Annotator) -> None:
    add(project, layer(ada, span(QUOTE)), layer(bo, span(QUOTE)))
    add(project, layer(ada, span(QUOTE)))
    add(project, layer(ada, span(QUOTE)), layer(bo, span(QUOTE), status="in progress"))
    add(project, layer(ada, span(QUOTE)), layer(bo, span(QUOTE), status="new"))
    add(project, layer(ada, span(QUOTE)), layer(bo, span(QUOTE)), unusable=True)
    assert agreement(project, [ada.id, bo.id]).articles == 2
    assert agreement(project, [ada.id, bo.id], statuses={"done"}).articles == 1
    assert agreement(project, [ada.id, bo.id], statuses=BEGUN | {"new"}).articles == 3
    chosen = agreement(project, [ada.id, bo.id], articles=articles.article_ids(project)[:1])
    assert [one.title for one in chosen.by_article] == ["Bridge 1"]
    assert shared(project) == [Shared(ada.id, bo.id, 2)]


def test_without_a_shared_article_nothing_is_told_but_why(project: Project, ada: Annotator, bo: Annotator) -> None:
    add(project, layer(ada, span(QUOTE)))
    found = agreement(project, [ada.id, bo.id])
    assert (found.articles, found.by_article, shared(project)) == (0, (), [])
    assert {one.value for one in found.overall.figures} == {None}
    assert {one.why for one in found.overall.figures} == {"there is no article that all of them have"}


def test_layers_without_spans_agree_about_nothing(project: Project, ada: Annotator, bo: Annotator) -> None:
    add(project, layer(ada), layer(bo))
    found = agreement(project, [ada.id, bo.id])
    assert found.articles == 1
    assert {(one.value, one.why) for one in found.overall.figures} == {(None, "no layer has spans")}


def test_the_final_layer_is_a_layer(project: Project, ada: Annotator) -> None:
    add(project, layer(ada, span(QUOTE)), layer(None, span(QUOTE), span(MAY, "hedge")))
    found = agreement(project, [None, ada.id])
    assert (value(found, "exact precision"), value(found, "exact recall")) == (1, 0.5)
    assert shared(project) == [Shared(ada.id, None, 1)]


def test_what_is_not_the_articles_own_text_does_not_count(project: Project, ada: Annotator, bo: Annotator) -> None:
    credit = Region(new_id(), "credit", TEXT.index("Repairs"), len(TEXT))
    add(project, layer(ada, span(QUOTE), span(MAY, "hedge")), layer(bo, span(QUOTE)), regions=(credit,))
    found = agreement(project, [ada.id, bo.id])
    assert value(found, "exact F1") == 1
    characters = found.overall.figure("α on characters")
    assert characters is not None
    assert characters.n == TEXT.index("Repairs")
    assert pairs_behind(project, (ada.id, bo.id), Behind(kinds={"only here"})) == []


def test_a_left_out_region_in_the_middle_of_a_span_takes_nothing_from_the_agreement(
    project: Project, ada: Annotator, bo: Annotator
) -> None:
    start, end = (TEXT.index(words) for words in ("stays", "said"))
    whole = span("The bridge stays closed,” said Mayor Ines Calloway.")
    parts = replace(whole, id=new_id(), segments=(Segment(whole.start, start), Segment(end, whole.end)))
    add(project, layer(ada, whole), layer(bo, parts), regions=(Region(new_id(), "related", start, end),))
    add(project, layer(ada, span("stays closed")), layer(bo), regions=(Region(new_id(), "related", start, end),))
    found = agreement(project, [ada.id, bo.id])
    assert found.overall.spans == (1, 1)
    assert {value(found, measure) for measure in ("exact F1", "α on characters", "κ on characters")} == {1}
    assert (value(found, "start distance"), value(found, "end distance")) == (0, 0)
    characters = found.overall.figure("κ on characters")
    assert characters is not None
    assert characters.n == 2 * (len(TEXT) - (end - start))


def test_of_several_annotators_spans_do_not_count_where_one_of_them_has_no_layer(
    project: Project, ada: Annotator, bo: Annotator, cy: Annotator
) -> None:
    add(project, layer(ada, span(QUOTE)), layer(bo, span(QUOTE)))
    found = agreement(project, [ada.id, bo.id, cy.id], gamma=True)
    alpha, *others = found.overall.figures
    assert alpha.value == 1
    assert {one.why for one in others} == {"there is no article that all of them have"}
    add(project, layer(ada, span(MAY, "hedge")), layer(bo), layer(cy))
    found = agreement(project, [ada.id, bo.id, cy.id], gamma=True)
    assert {(one.value, one.why) for one in found.overall.figures[1:]} == {(None, "only one layer has spans")}


def test_of_several_annotators_those_figures_are_told_that_are_of_several(
    project: Project, ada: Annotator, bo: Annotator, cy: Annotator
) -> None:
    add(project, layer(ada, span(QUOTE)), layer(bo, span(QUOTE)), layer(cy, span(MAY, "hedge")))
    add(project, layer(ada, span(QUOTE)), layer(bo, span(MAY)))
    found = agreement(project, [ada.id, bo.id, cy.id], gamma=True)
    assert (found.articles, found.confusion, found.overall.spans) == (1, (), (2, 2, 1))
    measures = [one.measure for one in found.overall.figures]
    assert measures == ["α on characters", "unitised α", "uα", "|uα", "cuα", "coverage", "γ"]
    alpha, unitised = found.overall.figures[:2]
    assert (alpha.n, unitised.n) == (2 * len(TEXT), 3)
    assert [(one.first, one.second, one.articles) for one in shared(project)] == [
        (*sorted(pair), number)
        for pair, number in sorted(
            [((ada.id, bo.id), 2), ((ada.id, cy.id), 1), ((bo.id, cy.id), 1)], key=lambda one: sorted(one[0])
        )
    ]


def test_overlapping_tags_leave_the_family_of_several_tags_undefined(
    project: Project, ada: Annotator, bo: Annotator
) -> None:
    cost = "Repairs may cost forty million crowns"
    add(
        project, layer(ada, span(cost, "claim"), span(MAY, "hedge")), layer(bo, span(cost, "claim"), span(MAY, "hedge"))
    )
    found = agreement(project, [ada.id, bo.id])
    assert why(found, "cuα") == why(found, "(k)uα", "hedge") == "spans of different tags overlap"
    assert (value(found, "|uα", "hedge"), value(found, "unitised α"), value(found, "α on characters")) == (1, 1, 1)


def test_an_annotator_is_compared_with_themselves_on_texts_that_are_there_twice(
    project: Project, ada: Annotator, bo: Annotator
) -> None:
    first = add(project, layer(ada, span(QUOTE), span(MAY, "hedge")), layer(bo, span(MILLION)))
    second = add(project, layer(ada, span(QUOTE)))
    found = agreement(project, [ada.id, ada.id])
    assert (found.articles, value(found, "exact precision"), value(found, "exact recall")) == (1, 1, 0.5)
    same, only = pairs_behind(project, (ada.id, ada.id), Behind())
    assert same.first is not None
    assert same.second is not None
    assert (same.first.article, same.second.article, same.kinds) == (first, second, {"same"})
    assert (only.second, only.kinds) == (None, {"only here"})
    assert agreement(project, [bo.id, bo.id]).articles == 0


def test_the_spans_behind_a_figure_are_found_by_tag_cell_kind_and_article(
    project: Project, ada: Annotator, bo: Annotator
) -> None:
    ines, mayor = Entity(new_id(), "Ines Calloway"), Entity(new_id(), "Mayor", aliases=("Ines Calloway",))
    first = add(
        project,
        layer(ada, span(QUOTE, "quote", ines.id), span(MAY, "hedge")),
        layer(bo, span(QUOTE, "quote", mayor.id), span(MAY, "opinion"), span("fear", "opinion")),
        entities=(ines, mayor),
    )
    second = add(project, layer(ada, span(QUOTE)), layer(bo, span(QUOTE)))

    def words(which: Behind) -> list[str]:
        found = pairs_behind(project, (ada.id, bo.id), which)
        return [placed.words for pair in found if (placed := pair.first or pair.second)]

    assert words(Behind()) == [QUOTE, MAY, "fear", QUOTE]
    assert words(Behind(tag="opinion")) == [MAY, "fear"]
    assert words(Behind(cell=("hedge", "opinion"))) == [MAY]
    assert words(Behind(cell=(None, "opinion"))) == words(Behind(kinds={"only there"})) == ["fear"]
    assert words(Behind(articles=[second])) == [QUOTE]
    quote, _may, fear = pairs_behind(project, (ada.id, bo.id), Behind(articles=[first]))
    assert quote.by_name == ("Ines Calloway",)
    assert isinstance(fear, PlacedPair)
    assert fear.second is not None
    assert (fear.second.annotator, fear.second.title, fear.second.tag) == (bo.id, "Bridge 1", "opinion")
    assert len(pairs_behind(project, (ada.id, bo.id), Behind(), most=2)) == 2


def test_words_behind_a_figure_are_those_of_the_whole_span(project: Project, ada: Annotator, bo: Annotator) -> None:
    credit = Region(new_id(), "credit", 0, 5)
    add(project, layer(ada, span(QUOTE)), layer(bo, span(QUOTE)), regions=(credit,))
    (pair,) = pairs_behind(project, (ada.id, bo.id), Behind())
    assert pair.first is not None
    assert pair.first.words == QUOTE


@pytest.mark.parametrize("chosen", [[], ["a"], ["a", "b", "a"], [None, None]])
def test_fewer_than_two_layers_are_refused(sqlite_project: Project, chosen: list[str | None]) -> None:
    with pytest.raises(Refused, match="two different layers"):
        agreement(sqlite_project, chosen)


def test_layers_are_found_by_name(sqlite_project: Project, ada: Annotator) -> None:
    assert layer_named(sqlite_project, ada.name) == layer_named(sqlite_project, ada.id) == ada.id
    assert layer_named(sqlite_project, FINAL) is None
    with pytest.raises(Refused, match="There is no annotator “Zoe”; there are Ada Ferris"):
        layer_named(sqlite_project, "Zoe")


@pytest.mark.parametrize("with_gamma", [False, True])
def test_it_can_be_cancelled_between_articles_and_within_one(
    sqlite_project: Project, ada: Annotator, with_gamma: bool
) -> None:
    bo = people.add(sqlite_project, "Bo Lindqvist")
    for _ in range(3):
        add(sqlite_project, layer(ada, span(QUOTE)), layer(bo, span(QUOTE)))
    told: list[tuple[int, int, str]] = []

    def progress(done: int, total: int, text: str) -> None:
        told.append((done, total, text))
        if len(told) == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        agreement(sqlite_project, [ada.id, bo.id], gamma=with_gamma, progress=progress)
    assert told[0] == (0, 3, "Bridge 1")
    assert told[2] == ((0, 3, "Bridge 1") if with_gamma else (2, 3, "Bridge 3"))


def test_many_articles_are_taken_a_few_at_a_time(
    sqlite_project: Project, ada: Annotator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotator.services.agreement.comparing._PAIRS", 2)
    for _ in range(5):
        add(sqlite_project, layer(ada, span(QUOTE)), layer(None, span(QUOTE)))
    found = agreement(sqlite_project, [ada.id, None])
    assert [one.title for one in found.by_article] == [f"Bridge {number}" for number in range(1, 6)]
    assert found.overall.spans == (5, 5)


def divided(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return spans as the files have them: what reaches over a line end is divided there."""
    parts = (
        (one, [at for start, end in one.segments for at in range(start, end) if text[at] != "\n"]) for one in spans
    )
    return [replace(one, segments=join((at, at + 1) for at in kept)) for one, kept in parts]


@pytest.fixture
def six_annotators(sqlite_project: Project) -> Project:
    """Four articles that six people annotated, each label of theirs as a tag."""
    if not SIX.is_dir():
        pytest.skip("the articles with six annotators are not here")
    left_out = dict.fromkeys(("Attribution", "Attribution-no-source", "Discuss", "Discard"), "")
    labels = {"Source": "Source", "Cue": "Cue", "Content": "Content"} | left_out
    report = importing.import_files(sqlite_project, [SIX], labels=labels)
    assert (report.articles, report.spans) == (4, 959)
    return sqlite_project


def test_alpha_on_characters_of_six_annotators_of_real_articles(six_annotators: Project) -> None:
    tally = Tally(6, ["source", "cue", "content"])
    for key in articles.article_ids(six_annotators):
        article = articles.whole_article(six_annotators, key)
        tally.add(Layers([divided(article.text, one.spans) for one in article.layers], len(article.text)))
    overall, *tags = tally.scores()
    alpha, content = overall.figure("α on characters"), tags[2].figure("α on characters")
    assert alpha is not None
    assert content is not None
    assert (alpha.n, tags[2].tag) == (16_363, "content")
    assert alpha.value == pytest.approx(0.7989, abs=0.000_05)
    assert content.value == pytest.approx(0.8471, abs=0.000_05)


def test_the_agreement_of_six_annotators_counts_the_line_ends_within_spans_too(six_annotators: Project) -> None:
    six = [row.annotator.id for row in people.rows(six_annotators) if row.layers]
    found = agreement(six_annotators, six)
    assert (found.articles, len(found.layers), len(shared(six_annotators))) == (4, 6, 15)
    assert value(found, "α on characters") == pytest.approx(0.79875, abs=0.000_005)
    assert value(found, "α on characters", "content") == pytest.approx(0.84687, abs=0.000_005)
