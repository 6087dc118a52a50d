import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.analysis.sentences import (
    clause_at,
    paragraph_at,
    sentence_at,
    sentences,
    word_at,
    words,
)
from annotator.core.segments import Segment
from tests.analysis.strategies import texts
from tests.analysis.test_quotations import steps


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


def taken(text: str, segment: Segment | None) -> str | None:
    return None if segment is None else text[segment.start : segment.end]


@pytest.mark.parametrize(
    "sentence",
    [
        "Sgt. Ana Orlo met Mr. Brandt and Gov. Ida Voss.",
        "The U.S. Senate voted at 5 a.m. on Feb. 3.",
        "J. R. Orlo read No. 5 of the list.",
        "It cost $3.5 million, i.e. too much.",
        "She waited … and then left.",
        "She waited . . . and then left.",
        "“Why now?” she asked.",
        "“Why now?” Mayor Ida Voss asked.",
        "3. Other business of the day.",
        "They saw it on example.org yesterday.",
        "He said: ”Mr. Orlo is no liar.”",
        "She wrote of «Gov. Voss» and ’Dr. Brandt’.",
        "MARLEN, N.Y. ― If it holds, it holds.",
        "MARLEN, W.Va. - The bridge holds.",
        "MARLEN, Va. -- In March it opens.",
    ],
)
def test_points_that_end_no_sentence(sentence: str) -> None:
    assert split(sentence) == [sentence]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It holds. It may fall!  Will it?", ["It holds.", "It may fall!", "Will it?"]),
        ("“It holds.” Orlo left. (He ran.) She stayed.", ["“It holds.”", "Orlo left.", "(He ran.)", "She stayed."]),
        ("He moved to the U.S. The bridge fell.", ["He moved to the U.S.", "The bridge fell."]),
        ("He took vitamin C. The pain stayed.", ["He took vitamin C.", "The pain stayed."]),
        ("He said no. It fell.", ["He said no.", "It fell."]),
        ("She waited... Then she left.", ["She waited...", "Then she left."]),
        ("A headline without a point\nThe first sentence.", ["A headline without a point", "The first sentence."]),
        ("残る。「帰らない。」本当？", ["残る。", "「帰らない。」", "本当？"]),
        ("هل يبقى؟ نعم.", ["هل يبقى؟", "نعم."]),
        ("पुल गिरा। सब बचे।", ["पुल गिरा।", "सब बचे।"]),
    ],
)
def test_sentences_end_with_their_closing_marks(text: str, found: list[str]) -> None:
    assert split(text) == found


@given(texts)
def test_sentences_tile_all_that_is_not_space(text: str) -> None:
    found = sentences(text)
    last = 0
    for start, end in found:
        assert last <= start < end <= len(text)
        assert not text[last:start].strip()
        assert text[start:end] == text[start:end].strip()
        assert "\n" not in text[start:end]
        last = end
    assert not text[last:].strip()


@given(texts)
def test_words_are_in_order_and_hold_every_letter(text: str) -> None:
    found = words(text)
    held = {i for start, end in found for i in range(start, end)}
    assert [*found] == sorted(found)
    assert sum(end - start for start, end in found) == len(held)
    assert all(i in held for i, character in enumerate(text) if character.isalnum())


@given(texts, st.integers())
def test_what_stands_at_a_position_lies_in_the_text(text: str, position: int) -> None:
    for find in (word_at, clause_at, sentence_at, paragraph_at):
        segment = find(text, position)
        assert segment is None or 0 <= segment.start < segment.end <= len(text)


@given(texts)
def test_every_sentence_is_the_one_at_its_characters(text: str) -> None:
    for sentence in sentences(text):
        assert sentence_at(text, sentence.start) == sentence
        assert sentence_at(text, sentence.end - 1) == sentence


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Orlo's well-known plan, isn't it", ["Orlo's", "well-known", "plan", "isn't", "it"]),
        ("The U.S. paid 3.5 million", ["The", "U.S", "paid", "3.5", "million"]),
        ("Cafe\u0301 पुल — 'quoted'", ["Cafe\u0301", "पुल", "quoted"]),
    ],
)
def test_words_keep_their_apostrophes_hyphens_and_accents(text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in words(text)] == found


def test_the_word_at_a_position_is_the_one_that_it_touches() -> None:
    text = "The bridge  holds."
    assert taken(text, word_at(text, 4)) == "bridge"
    assert taken(text, word_at(text, 10)) == "bridge"
    assert taken(text, word_at(text, 11)) is None
    assert taken(text, word_at(text, 17)) == "holds"


def test_the_space_between_two_sentences_belongs_to_the_one_before() -> None:
    text = "It holds.  It may fall."
    assert taken(text, sentence_at(text, 10)) == "It holds."
    assert taken(text, sentence_at(text, 11)) == "It may fall."


def test_an_empty_line_has_no_paragraph() -> None:
    text = "One.\n\n  Two. \n"
    assert taken(text, paragraph_at(text, 2)) == "One."
    assert paragraph_at(text, 5) is None
    assert taken(text, paragraph_at(text, 6)) == "Two."
    assert paragraph_at(text, len(text)) is None


@pytest.mark.parametrize(
    ("inside", "clause"),
    [
        ("Orlo", "Orlo said on Sunday"),
        ("plan", "that the plan"),
        ("mock", "which he called “only to mock” voters"),
        ("badly", "badly"),
        ("costs", "because of costs."),
    ],
)
def test_clauses_end_at_commas_dashes_and_joining_words(inside: str, clause: str) -> None:
    text = (
        "Rain. Orlo said on Sunday that the plan, which he called “only to mock” voters, had failed — badly —"
        " because of costs."
    )
    assert taken(text, clause_at(text, text.index(inside))) == clause


def test_the_clause_of_a_range_reaches_over_the_commas_within_it() -> None:
    text = "Orlo promised that “jobs, jobs, jobs” would come, but left."
    start = text.index("“")
    assert taken(text, clause_at(text, start, text.index("”") + 1)) == "that “jobs, jobs, jobs” would come"


@pytest.mark.parametrize("unit", [".", "a. ", "? ", '"." ', "。", "Mr. ", "1.", "a\n", ". . "])
def test_work_grows_no_faster_than_the_text(unit: str) -> None:
    assert steps(sentences, unit * 800) <= 2.2 * steps(sentences, unit * 400)
