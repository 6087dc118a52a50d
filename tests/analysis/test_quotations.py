from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.analysis.quotations import Quotation, find_quotations, quotation_at
from annotator.core.segments import problem
from tests.analysis.strategies import texts
from tests.analysis.work import steps

DATA = Path(__file__).parents[3] / "shared" / "data"


def parts(text: str, quotation: Quotation) -> list[str]:
    return [text[start:end] for start, end in quotation.segments]


def all_parts(text: str) -> list[list[str]]:
    return [parts(text, quotation) for quotation in find_quotations(text)]


def the_one(text: str) -> Quotation:
    (quotation,) = find_quotations(text)
    return quotation


def test_positions_are_code_points() -> None:
    assert the_one('A😀 "B"').segments == ((3, 6),)


def test_a_quotation_interrupted_by_who_says_it_is_one_with_a_stray_space_after_its_mark() -> None:
    text = '"The bridge will hold," she said. " We will not close it."'
    quotation = the_one(text)
    assert parts(text, quotation) == ['"The bridge will hold,"', '" We will not close it."']
    assert [text[slice(*inner)] for inner in quotation.inner] == ["The bridge will hold,", "We will not close it."]


def test_a_sentence_interrupted_by_who_says_it_is_one() -> None:
    assert all_parts("“The bridge,” said Orlo, “will hold.”") == [["“The bridge,”", "“will hold.”"]]


def test_two_statements_with_a_sentence_of_their_own_between_are_two() -> None:
    text = "Orlo said: “It holds.” Mayor Inge Brandt would not agree: “It may fall.”"
    assert all_parts(text) == [["“It holds.”"], ["“It may fall.”"]]


def test_words_quoted_side_by_side_in_a_sentence_are_two() -> None:
    assert all_parts("Orlo called it “a shame” and “a waste.”") == [["“a shame”"], ["“a waste.”"]]


def test_a_title_is_not_joined_with_what_is_said_in_it() -> None:
    assert all_parts("On “Dawn Talk,” Orlo said, “It holds.”") == [["“Dawn Talk,”"], ["“It holds.”"]]


def test_an_unclosed_quotation_runs_to_the_end_of_its_paragraph_and_is_flagged() -> None:
    text = '"We stay," the office said later. "The bridge is safe. It was tested.\nTwo days later it fell.'
    quotation = the_one(text)
    assert parts(text, quotation) == ['"We stay,"', '"The bridge is safe. It was tested.']
    assert quotation.unclosed


def test_an_unclosed_quotation_goes_on_where_the_next_paragraph_opens_with_the_mark() -> None:
    text = "“The first part is long.\n\n“The second part ends it.”"
    quotation = the_one(text)
    assert parts(text, quotation) == ["“The first part is long.", "“The second part ends it.”"]
    assert not quotation.unclosed


def test_paragraphs_of_a_transcript_are_quotations_of_their_own() -> None:
    text = '"ORLO: The bridge holds.\n\n"BRANDT: It may fall.'
    assert all_parts(text) == [['"ORLO: The bridge holds.'], ['"BRANDT: It may fall.']]


def test_an_attributed_quotation_goes_on_in_a_paragraph_that_is_nothing_but_a_quotation() -> None:
    text = "“It was a hard night,” Orlo told the Courier.\n\n“We stayed until dawn.”\n\nNobody else came."
    assert all_parts(text) == [["“It was a hard night,”", "“We stayed until dawn.”"]]


def test_a_paragraph_with_a_speaker_of_its_own_goes_on_with_nothing() -> None:
    text = "“It was a hard night,” Orlo told the Courier.\n\n“We stayed,” Brandt said."
    assert all_parts(text) == [["“It was a hard night,”"], ["“We stayed,”"]]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("“It holds,” Orlo said.", "direct"),
        ("Orlo said: “It holds.”", "direct"),
        ("Orlo said the bridge was “upwards of four metres” too low.", "mixed"),
        ("Orlo called the plan “crazy.”", "mixed"),
        ("The “experts” arrived late.", "scare"),
        ("He was a host on “Dawn and Dusk Talk” for years.", "title"),
        ("她读了《红楼梦》。", "title"),
    ],
)
def test_the_kind_is_told_from_the_words_around(text: str, kind: str) -> None:
    assert the_one(text).kind == kind


def test_marks_within_a_quotation_are_nested_and_follow_it() -> None:
    text = "He called it \"a so-called 'expert' opinion\" and left."
    assert [(parts(text, q), q.kind) for q in find_quotations(text)] == [
        (["\"a so-called 'expert' opinion\""], "mixed"),
        (["'expert'"], "nested"),
    ]


def test_weak_kinds_are_less_sure_than_statements() -> None:
    surest = [
        the_one(t).confidence
        for t in ("The “experts” came.", "Orlo said it was “not yet safe” then.", "“It holds,” he said.")
    ]
    assert surest == sorted(surest)
    assert len(set(surest)) == len(surest)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("—No sé —dijo ella.", ["—No sé"]),
        ("—No sé —dijo ella—. Tal vez mañana.", ["—No sé", "Tal vez mañana."]),
        ("— Не знаю, — сказала она. — Может быть.", ["— Не знаю,", "Может быть."]),
        ("— Je ne sais pas, dit-elle.", ["— Je ne sais pas,"]),
    ],
)
def test_a_dash_opens_speech_where_the_paragraph_says_who_speaks(text: str, found: list[str]) -> None:
    quotation = the_one(text)
    assert parts(text, quotation) == found
    assert text[quotation.inner[0].start] not in "— "


@pytest.mark.parametrize("text", ["— The council meets on Monday.", "—Ada Orlo", "The bridge — all of it — holds."])
def test_other_dashes_open_nothing(text: str) -> None:
    assert find_quotations(text) == []


def test_the_quotation_at_a_caret_is_the_innermost_with_its_marks() -> None:
    text = "Orlo said “a ‘so-called’ bridge” fell."
    quotations = find_quotations(text)

    def at(position: int) -> list[str] | None:
        found = quotation_at(quotations, position)
        return parts(text, found) if found else None

    assert at(text.index("so-")) == ["‘so-called’"]
    assert at(text.index("bridge")) == ["“a ‘so-called’ bridge”"]
    assert at(text.index("“")) == ["“a ‘so-called’ bridge”"]
    assert at(text.index("”") + 1) == ["“a ‘so-called’ bridge”"]
    assert at(text.index("fell")) is None


def test_between_the_segments_of_a_quotation_there_is_none() -> None:
    text = "“The bridge,” said Orlo, “will hold.”"
    assert quotation_at(find_quotations(text), text.index("Orlo")) is None


def test_at_the_border_of_two_quotations_the_one_that_begins_counts() -> None:
    text = "«Ja»«Nein»"
    quotation = quotation_at(find_quotations(text), 4)
    assert quotation is not None
    assert parts(text, quotation) == ["«Nein»"]


@given(texts)
def test_quotations_of_any_text_are_valid_spans_in_order(text: str) -> None:
    quotations = find_quotations(text)
    assert [q.start for q in quotations] == sorted(q.start for q in quotations)
    for quotation in quotations:
        assert problem(quotation.segments, len(text)) is None
        assert problem(quotation.inner, len(text)) is None
        assert len(quotation.inner) == len(quotation.segments)
        for outer, inner in zip(quotation.segments, quotation.inner, strict=True):
            assert outer.start <= inner.start < inner.end <= outer.end
        for start, end in (*quotation.segments, *quotation.inner):
            assert text[start:end] == text[start:end].strip()
        assert 0 < quotation.confidence <= 1


@given(texts)
def test_no_quotation_is_found_twice(text: str) -> None:
    found = [quotation.segments for quotation in find_quotations(text)]
    assert len(set(found)) == len(found)


@given(texts, st.integers())
def test_the_quotation_at_a_position_touches_it(text: str, position: int) -> None:
    quotation = quotation_at(find_quotations(text), position)
    assert quotation is None or any(start <= position <= end for start, end in quotation.segments)


@pytest.mark.parametrize(
    "unit", ['"', "“", "„a ", "« a", '" ', '"a ', "'a s' ", "「", "“a «b ", '"a\n', '"a," b. ', "—a —b—. "]
)
def test_work_grows_no_faster_than_the_text(unit: str) -> None:
    short, long = unit * 400, unit * 800
    assert steps(find_quotations, long) <= 2.2 * steps(find_quotations, short)


def read(folder: str, name: str) -> str:
    path = next((DATA / folder).glob(name), None) if (DATA / folder).is_dir() else None
    if path is None:
        pytest.skip(f"the shared data set has no {folder}/{name}")
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "starts"),
    [
        (
            "000_*.txt",
            [
                ['"Given'],
                ['"The Coral', '" We will'],
                ['"Our pol', '"The Coral'],
                ['"I under'],
                ['"upwards'],
                ['"What I'],
                ['"went in'],
                ["\"I'm in"],
            ],
        ),
        ("001_*.txt", [["“stunned"], ["“I under"], ["“Given", "“Sheriff"]]),
        ("002_*.txt", [["“resent"], ["“about"], ["“upset"], ["“I under"]]),
    ],
)
def test_every_marked_passage_of_the_seeds_is_found_and_nothing_else(name: str, starts: list[list[str]]) -> None:
    text = read("seeds", name)
    found = all_parts(text)
    assert [len(segments) for segments in found] == [len(segments) for segments in starts]
    for segments, beginnings in zip(found, starts, strict=True):
        for segment, beginning in zip(segments, beginnings, strict=True):
            assert segment.startswith(beginning)


def test_only_the_seed_with_a_missing_mark_has_an_unclosed_quotation() -> None:
    unclosed = {
        name: [text[slice(*q.segments[-1])][-13:] for q in find_quotations(text) if q.unclosed]
        for name in ("000_*.txt", "001_*.txt", "002_*.txt")
        for text in [read("seeds", name)]
    }
    assert unclosed == {"000_*.txt": ["spokesperson."], "001_*.txt": [], "002_*.txt": []}


def test_quotations_of_the_hard_inputs() -> None:
    assert all_parts(read("hard", "quotes-world.txt")) == [
        ["„Wir bauen auf“"],
        ["»Wir bauen auf«"],
        ["« Nous reconstruirons »"],
        ["「再建します」"],
        ["—No sé"],
    ]
    assert all_parts(read("hard", "quotes-unclosed.txt")) == [
        ['"The first paragraph is never closed, she said.', '"The second paragraph closes the speech."'],
        ["\"a so-called 'expert' opinion\""],
        ["'expert'"],
        ['"We act,"', '" We do not wait."'],
        ["'no'"],
    ]


def test_a_measure_at_a_paragraphs_end_says_nothing_of_the_next_ones_mark() -> None:
    text = 'The guard is 6\'2\n"We act," she said.'
    (found,) = find_quotations(text)
    assert parts(text, found) == ['"We act,"']
