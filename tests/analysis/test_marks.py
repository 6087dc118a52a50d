import pytest
from hypothesis import given

from annotator.analysis.marks import find_runs, paragraphs
from annotator.core.segments import Segment
from tests.analysis.strategies import texts


def outer(text: str) -> list[str]:
    return [text[r.start : r.end] for p in paragraphs(text) for r in find_runs(text, p) if r.depth == 0]


def inner(text: str) -> list[str]:
    return [text[slice(*r.inner)] for p in paragraphs(text) for r in find_runs(text, p)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('Orlo said "we stay" twice.', ['"we stay"']),
        ("Orlo said “we stay” twice.", ["“we stay”"]),
        ("Orlo said ''we stay'' twice.", ["''we stay''"]),
        ("Orlo said ``we stay'' twice.", ["``we stay''"]),
        ("Orlo said ‘we stay’ twice.", ["‘we stay’"]),
        ("„Wir bleiben“, sagte Orlo.", ["„Wir bleiben“"]),
        ("»Wir bleiben«, sagte Orlo.", ["»Wir bleiben«"]),
        ("»Vi stannar», sade Orlo.", ["»Vi stannar»"]),
        ("”Vi stannar”, sade Orlo.", ["”Vi stannar”"]),
        ("« Nous restons », dit Orlo.", ["« Nous restons »"]),
        ("« Il dit « non » souvent », dit Orlo.", ["« Il dit « non » souvent »"]),
        ("‹Wir bleiben›, sagte Orlo.", ["‹Wir bleiben›"]),
        ("市長は「残る」と述べた。", ["「残る」"]),
        ("市長は『残る』と述べた。", ["『残る』"]),
        ("他说“留下”吗", ["“留下”"]),
    ],
)
def test_marks_of_every_kind_pair(text: str, found: list[str]) -> None:
    assert outer(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "Back in the '90s it wasn't so.",
        "Back in the ’90s it wasn’t so.",
        "A 6'2\" man stood there.",
        "The voters' will and the editors' wish.",
        "They were goin' home and rockin' on.",
        "Get 'em, 'cause 'tis late.",
        '<tweet author="orlo" id="77">',
        'דובר צה"ל מסר.',
    ],
)
def test_apostrophes_measures_and_markup_are_no_quotations(text: str) -> None:
    assert outer(text) == []


def test_an_apostrophe_of_a_plural_does_not_end_single_marks() -> None:
    assert outer("She wrote 'the voters' will is clear' to Orlo.") == ["'the voters' will is clear'"]


def test_a_word_in_s_ends_with_its_mark_where_no_other_follows() -> None:
    assert outer("She spoke of 'losers' and left.") == ["'losers'"]


def test_single_marks_within_double_ones_are_deeper() -> None:
    text = "“He told me ‘go’ twice,” Orlo said."
    (paragraph,) = paragraphs(text)
    assert [(text[r.start : r.end], r.depth) for r in find_runs(text, paragraph)] == [
        ("“He told me ‘go’ twice,”", 0),
        ("‘go’", 1),
    ]


def test_double_marks_within_single_ones_are_deeper() -> None:
    assert outer("‘He said “no” to me,’ Orlo told us.") == ["‘He said “no” to me,’"]


def test_a_space_after_the_opening_mark_stays_inside_the_run_but_not_in_its_inner_range() -> None:
    text = 'Then: " We stay. "'
    assert outer(text) == ['" We stay. "']
    assert inner(text) == ["We stay."]


def test_a_run_that_is_not_closed_ends_with_its_paragraph() -> None:
    text = "“We stay, Orlo said.  \nNothing else."
    (run,) = [r for p in paragraphs(text) for r in find_runs(text, p)]
    assert (text[run.start : run.end], run.closed) == ("“We stay, Orlo said.", False)


def test_a_run_that_is_not_closed_ends_where_the_same_mark_opens_again() -> None:
    assert outer('"We stay, Orlo said. "We go," she said.') == ['"We stay, Orlo said.', '"We go,"']


def test_a_closing_mark_alone_shifts_nothing() -> None:
    assert outer('We stay," Orlo said. "We go," she said.') == ['"We go,"']


def test_empty_marks_hold_nothing() -> None:
    assert outer('Here "" and “ ” and «».') == []


@given(texts)
def test_runs_lie_in_their_paragraph_and_nest(text: str) -> None:
    for paragraph in paragraphs(text):
        open_ends: list[int] = []
        for run in find_runs(text, paragraph):
            assert paragraph.start <= run.start < run.inner.start < run.inner.end <= run.end <= paragraph.end
            while open_ends and open_ends[-1] <= run.start:
                open_ends.pop()
            assert len(open_ends) == run.depth
            assert not open_ends or run.end <= open_ends[-1]
            open_ends.append(run.end)


@given(texts)
def test_paragraphs_hold_all_that_is_not_space_and_no_newline(text: str) -> None:
    found = list(paragraphs(text))
    assert "".join("".join(text[slice(*p)].split()) for p in found) == "".join(text.split())
    assert all("\n" not in text[slice(*p)] for p in found)
    assert all(isinstance(p, Segment) for p in found)
