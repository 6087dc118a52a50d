"""How a query for all articles is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.core.errors import Refused
from annotator.core.search import Term, Wanted, parse


def terms(*texts: str) -> tuple[Term, ...]:
    return tuple(Term(text.removesuffix("*"), prefix=text.endswith("*")) for text in texts)


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("mayor Calloway", ["mayor", "Calloway"]),
        ("mayor mayor", ["mayor"]),
        ('"we act" now', ["we act", "now"]),
        ("“we act”", ["we act"]),
        ("„wir handeln“ «nous» ‹agissons›", ["wir handeln", "nous", "agissons"]),
        ("「行動」", ["行動"]),
        ("‘we act’ don’t ’tis", ["we act", "don’t", "tis"]),
        ("“we act", ["we act"]),
        ('"  we \n act "', ["we act"]),
        ("harb* “port ward*” “port ward”*", ["harb*", "port ward*"]),
        ("f***", ["f*"]),
        ("(CNN) said, “said,”", ["CNN", "said", "said,"]),
        ("U.S. don't well-known C++ $5", ["U.S", "don't", "well-known", "C++", "$5"]),
        ("cranes — safe", ["cranes", "safe"]),
        ("—", ["—"]),
        ("--", ["--"]),
        ("fire 🔥", ["fire", "🔥"]),
        ('say"we act"again', ["say", "we act", "again"]),
    ],
)
def test_words_phrases_and_beginnings_are_read(written: str, wanted: list[str]) -> None:
    assert parse(written) == Wanted(terms(*wanted))


def test_a_minus_says_what_must_not_be_there() -> None:
    assert parse("-night mayor -“we wait” -harb* - e-mail") == Wanted(
        terms("mayor", "e-mail"), terms("night", "we wait", "harb*")
    )


@pytest.mark.parametrize("written", ["", "  \n", '"', "“ ”", "*", "“*”", "\u00a0"])
def test_a_query_without_a_term_is_refused(written: str) -> None:
    with pytest.raises(Refused, match="nothing to look for"):
        parse(written)


@pytest.mark.parametrize("written", ["-night", "-“we wait” -x"])
def test_a_query_that_only_excludes_is_refused(written: str) -> None:
    with pytest.raises(Refused, match="without a minus"):
        parse(written)


@given(st.text(alphabet=st.sampled_from("ab \"“”‘’«»-*—.,'🔥\n"), max_size=30))
def test_whatever_is_typed_is_read_or_refused(written: str) -> None:
    try:
        wanted = parse(written)
    except Refused:
        return
    assert wanted.terms
    assert all(term.text == " ".join(term.text.split()) != "" for term in (*wanted.terms, *wanted.excluded))
