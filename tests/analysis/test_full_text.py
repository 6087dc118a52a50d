"""Where the terms of a query stand in a text, and which words an index must know of it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from annotator.analysis.full_text import Matcher, term_words, words_of
from annotator.core.errors import Refused
from annotator.core.search import Term, Wanted, parse

ALPHABET = "abstABÉéöß19_ \n\u00a0.,'’“\"—–-$🔥…e\u0301\u00ad北京をかがกินहिन्दी한국ةέςΣ"
"""Letters of many scripts, with marks, dashes, spaces, signs, accents of their own and soft hyphens."""

texts = st.text(alphabet=st.sampled_from(ALPHABET), max_size=40)
queries = st.builds(
    lambda parts: " ".join(f"“{part}”{star}" for part, star in parts),
    st.lists(st.tuples(st.text(alphabet=st.sampled_from(ALPHABET), min_size=1, max_size=4), st.sampled_from(["", "*"])),
             min_size=1, max_size=3),
)  # fmt: skip


def found(query: str, text: str) -> list[str]:
    return [text[start:end] for start, end in Matcher(parse(query)).find(text)]


@pytest.mark.parametrize(
    ("query", "text", "hits"),
    [
        ("act", "ACT, acts and re-act", ["ACT", "act"]),
        ("act*", "acts, react, act", ["acts", "act"]),
        ("nunez", "Ana Núñez and NUN\u0303EZ", ["Núñez", "NUN\u0303EZ"]),
        ("annual", "an\u00adnual reports", ["an\u00adnual"]),
        ('"act said"', "“We act,” said the mayor", ["act,” said"]),
        ('"we act"', "We\n\nact. We-act. Weact.", ["We\n\nact", "We-act"]),
        ('"act, said"', "act said, “act, said” act,said", ["act, said", "act,said"]),
        ("don't", "we don’t, dont or don t", ["don’t"]),
        ("U.S.", "the U.S. and the US", ["U.S"]),
        ('"cranes -- safe"', "cranes—safe, cranes – safe, cranes safe", ["cranes—safe", "cranes – safe"]),
        ("—", "a — b -- c", ["—", "--"]),
        ("“— safe”", "safe --- safe", ["--- safe"]),
        ("C++", "C and C++", ["C++"]),
        ("🔥", "fire 🔥🔥", ["🔥", "🔥"]),
        ("北京", "我在北京工作", ["北京"]),
        ("“我 在”", "我在北京", ["我在"]),
        ("か", "がか", ["か"]),
        ("ἄνθρωπος", "ΆΝΘΡΩΠΟΣ", ["ΆΝΘΡΩΠΟΣ"]),
        ("서울", "서울 사울 서울에서", ["서울"]),
        ("서울*", "서울에서", ["서울에서"]),
        ("हिन्द", "हिन्दी", []),
        ("हिन्दी", "मैं हिन्दी बोलता", ["हिन्दी"]),
        ("iPhone", "iPhone手机", ["iPhone"]),
        ("mayor wait", "The mayor acts", []),
        ("mayor acts", "The mayor acts; mayor!", ["mayor", "acts", "mayor"]),
        ("mayor “mayor acts”", "mayor acts, mayor", ["mayor acts", "mayor"]),
        ("mayor -night", "a night mayor", []),
        ("mayor -“night and day”", "a night mayor", ["mayor"]),
        ("act act*", "acting act", ["acting", "act"]),
    ],
)
def test_terms_are_found(query: str, text: str, hits: list[str]) -> None:
    assert found(query, text) == hits


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("“We act,” said Núñez.", ["we", "act", "said", "nunez"]),
        ("don’t U.S. well-known", ["don", "t", "u", "s", "well", "known"]),
        ("snake_case 42 — …", ["snake_case", "42"]),
        ("北京 in 2024年", ["北", "京", "in", "2024", "年"]),
        ("an\u00adnual e\u0301te\u0301", ["annual", "ete"]),
        ("हिन्दी", ["हिन्दी"]),
        ("🔥 -- …", []),
    ],
)
def test_words_are_what_is_between_spaces_and_marks(text: str, words: list[str]) -> None:
    assert words_of(text) == words


@given(texts, queries)
@example("xa\u0301 b", "“a b”")
@example("北a", "“北”")
def test_hits_are_in_order_apart_and_within_the_text(text: str, query: str) -> None:
    try:
        hits = Matcher(parse(query)).find(text)
    except Refused:
        return
    assert all(0 <= start < end <= len(text) for start, end in hits)
    assert all(one.end <= other.start for one, other in pairwise(hits))


@given(texts, st.data())
def test_every_phrase_of_a_text_is_found_in_it(text: str, data: st.DataObject) -> None:
    words = words_of(text)
    if words:
        first = data.draw(st.integers(0, len(words) - 1))
        last = data.draw(st.integers(first, min(len(words), first + 4)))
        phrase = " ".join(words[first : last + 1])
        assert Matcher(Wanted((Term(phrase),))).find(text)
        assert Matcher(Wanted((Term(phrase[:-1] or phrase, prefix=True),))).find(text)


@given(texts, queries)
def test_where_a_term_stands_its_words_stand_together(text: str, query: str) -> None:
    """What the index promises: it may name too many articles, and never misses one."""
    try:
        matcher = Matcher(parse(query))
    except Refused:
        return
    if not matcher.find(text):
        return
    words = words_of(text)
    for term in matcher.terms:
        wanted, prefix = term_words(term)
        size = len(wanted)
        places = [tuple(words[at : at + size]) for at in range(len(words) - size + 1)]
        whole = size - 1 if prefix else size
        assert any(
            place[:whole] == wanted[:whole] and (not prefix or place[-1].startswith(wanted[-1])) for place in places
        )


def test_a_term_that_nobody_sees_is_refused() -> None:
    with pytest.raises(Refused, match="nothing to look for"):
        Matcher(parse("\u00ad"))
