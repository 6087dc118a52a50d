from hypothesis import given
from hypothesis import strategies as st

from annotator.analysis.expansion import expanded
from annotator.analysis.quotations import find_quotations
from annotator.core.segments import Segment
from tests.analysis.strategies import texts


def test_a_caret_grows_to_word_clause_quotation_sentence_and_paragraph() -> None:
    text = "“The bridge holds, and it will,” Orlo said. Nobody agreed."
    quotations = find_quotations(text)
    caret = text.index("holds")
    selection, steps = Segment(caret, caret), []
    while (larger := expanded(text, selection, quotations)) != selection:
        selection = larger
        steps.append(text[slice(*selection)])
    assert steps == [
        "holds",
        "“The bridge holds",
        "“The bridge holds, and it will,”",
        "“The bridge holds, and it will,” Orlo said.",
        text,
    ]


def test_quoted_words_grow_to_the_clause_round_them() -> None:
    text = "Orlo said that the bridge is “not yet safe” for trucks, but left."
    (quotation,) = find_quotations(text)
    assert (
        text[slice(*expanded(text, quotation.segments[0], [quotation]))]
        == "that the bridge is “not yet safe” for trucks"
    )


def test_a_selection_over_two_sentences_grows_to_both() -> None:
    text = "It holds well. It may fall soon. Nobody knows."
    selection = Segment(text.index("well"), text.index("may"))
    assert text[slice(*expanded(text, selection, []))] == "It holds well. It may fall soon."


@given(texts, st.data())
def test_expanding_holds_the_selection_and_comes_to_an_end(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    selection = Segment(start, data.draw(st.integers(start, len(text))))
    quotations = find_quotations(text)
    for _ in range(len(text) + 1):
        larger = expanded(text, selection, quotations)
        assert 0 <= larger.start <= selection.start <= selection.end <= larger.end <= len(text)
        if larger == selection:
            break
        selection = larger
    assert expanded(text, selection, quotations) == selection
