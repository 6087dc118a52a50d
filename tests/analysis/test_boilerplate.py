"""Regions that rules propose: credits, boilerplate, related headlines; bylines, datelines, headlines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.analysis.boilerplate import ProposedRegion, propose_regions
from annotator.core import segments as rules
from annotator.core.segments import Segment
from tests.analysis.strategies import texts
from tests.analysis.work import steps
from tests.conftest import SHARED

SEEDS = SHARED / "seeds"

LONG = (
    "The council of Orlo met on Monday to hear why the ferry has not left its berth since the storm, and heard little"
    " that its members did not know before."
)
PIECES = [
    "(HPN) The ferry", "[Photo: A]", "By Ada Brandt", "ORLO (HPN) –", "Follow me on Twitter", "Read more: now", LONG,
    "Mayor who closed the bridge had been warned twice", "\n", "\n\n", " ", "\u00a0", "😀", "© 2018", "- one", "é",
]  # fmt: skip
lines = st.one_of(texts, st.lists(st.sampled_from(PIECES)).map("".join))


def found(text: str) -> list[tuple[str, str]]:
    return [(one.kind, text[one.segment.start : one.segment.end]) for one in propose_regions(text)]


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("credit", "[Feature image: Harbour Wire]"),
        ("credit", "Photo: Tomas Reed / Harbour Wire"),
        ("credit", "Photograph by Tomas Reed"),
        ("credit", "(Photos courtesy of Pia Holm)"),
        ("credit", "© 2018 Harbour Wire"),
        ("credit", "Copyright 2018 The Harbour Post. All rights reserved."),
        ("credit", "(Reporting by Tomas Reed; Editing by Pia Holm)"),
        ("credit", "Pia Holm contributed to this report."),
        ("boilerplate", "[Cross-posted at The Breakwater.]"),
        ("boilerplate", "This article was originally published by The Breakwater."),
        ("boilerplate", "Follow Ines Calloway on Twitter: @inescalloway."),
        ("boilerplate", "Sign up for our newsletter"),
        ("boilerplate", "SUBSCRIBE to The Harbour Post for more."),
        ("boilerplate", "Read more: Ferry to stay in its berth"),
        ("boilerplate", "Click here to see the map"),
        ("boilerplate", "Advertisement"),
        ("boilerplate", "Story continues below advertisement"),
        ("related", "RELATED: Ferry to stay in its berth"),
        ("related", "Related stories: who owns the quay?"),
        ("related", "More from Orlo: who owns the quay?"),
    ],
)
def test_lines_that_are_not_the_articles_own_are_told_by_their_words(kind: str, line: str) -> None:
    text = f"{LONG}\n\n  {line}\u00a0\n\n{LONG}"
    assert found(text) == [(kind, line)]
    assert all(one.reason and one.confidence >= 0.8 for one in propose_regions(text))


@pytest.mark.parametrize(
    "line",
    [
        "Follow the money, Mayor Ines Calloway said.",
        "Photographs of the ferry were shown to the council on Monday.",
        "Imaging by sonar found nothing, he said.",
        "Read it again, she said.",
        "Sharing the quay was never on the table, she said.",
        "Related to this, the mayor said: “We act.”",
        "Comments were not heard by anybody at the council.",
        f"Follow {LONG} {LONG} {LONG} on Twitter.",
    ],
)
def test_sentences_that_begin_alike_are_left_alone(line: str) -> None:
    assert found(f"{LONG}\n{line}\n{LONG}") == []


@pytest.mark.parametrize(
    ("dateline", "rest"),
    [
        ("(CNN)", " The ferry stays."),
        ("(CNN) --", " The ferry stays."),
        ("PARIS (Reuters) –", " The ferry stays."),
        ("NEW ORLO, March 3 (AP) —", " The ferry stays."),
        ("ST. ORLO (HPN) -", " The ferry stays."),
        ("Orlo (Harbour Wire) —", " The ferry stays."),
        ("ORLO, Fla. —", " The ferry stays."),
        ("ÉVRY –", " The ferry stays."),
    ],
)
def test_datelines_are_found_before_the_text(dateline: str, rest: str) -> None:
    assert found(dateline + rest + " " + LONG) == [("dateline", dateline)]


@pytest.mark.parametrize(
    "text",
    [
        "(She never did.) The ferry stays.",
        "The harbour (built in 1902) – the oldest of all – stays.",
        "ORLO-BASED sailors stay.",
        "It was told to the harbour police (HPN) by a clerk.",
        "(CNN)",
    ],
)
def test_what_only_looks_like_a_dateline_is_left_alone(text: str) -> None:
    assert "dateline" not in [kind for kind, _words in found(text)]


def test_only_the_first_dateline_near_the_start_counts() -> None:
    assert found(f"ORLO (AP) — {LONG}\nPARIS (AP) — {LONG}") == [("dateline", "ORLO (AP) —")]
    assert found("\n".join([LONG] * 9 + [f"PARIS (AP) — {LONG}"])) == []


def test_headline_byline_and_dateline_stand_at_the_start() -> None:
    text = f"Ferry “stays,” says mayor\n\nBy Ines Calloway and Tomas van der Reed, Staff Writers\n\nORLO (HPN) — {LONG}"
    assert found(text) == [
        ("headline", "Ferry “stays,” says mayor"),
        ("byline", "By Ines Calloway and Tomas van der Reed, Staff Writers"),
        ("dateline", "ORLO (HPN) —"),
    ]


@pytest.mark.parametrize("line", ["By Monday it left", "By order of the council", "By and by"])
def test_what_begins_with_by_is_no_byline_without_a_name(line: str) -> None:
    assert found(f"{LONG}\n{line}\n{LONG}") == []


@pytest.mark.parametrize(
    "text",
    [
        "Ferry stays in its berth",
        "Ferry stays.\n\n" + LONG,
        "The ferry stays in its berth, and\nit will not move.\n",
        LONG,
    ],
)
def test_a_first_line_that_is_alone_long_or_a_sentence_is_no_headline(text: str) -> None:
    assert found(text) == []


def test_a_related_headline_between_paragraphs_is_weak() -> None:
    headline = "Mayor who closed the bridge had been warned twice, papers show"
    text = f"{LONG}\n\n{headline}\n\n{LONG}"
    (one,) = propose_regions(text)
    assert (one.kind, text[slice(*one.segment)]) == ("related", headline)
    assert one.confidence < 0.5


@pytest.mark.parametrize(
    ("before", "line", "after"),
    [
        (LONG, "What comes next", LONG),
        (LONG, "The council asked for these five things on Monday:", LONG),
        (LONG, "These are the five things the council asked for", "1. A new quay " + LONG),
        (LONG, "- Mayor who closed the bridge had been warned twice", LONG),
        (LONG, "Nobody asked the ferry’s captain about it.", LONG),
        (LONG, "and nobody asked the captain of the ferry", LONG),
        ("A short line", "Mayor who closed the bridge had been warned twice", LONG),
        (LONG, "Mayor who closed the bridge had been warned twice", ""),
    ],
)
def test_headings_lists_and_sentences_are_no_related_headlines(before: str, line: str, after: str) -> None:
    assert "related" not in [kind for kind, _words in found(f"{before}\n\n{line}\n\n{after}")]


def test_what_overlaps_a_known_region_is_left_out() -> None:
    text = f"Ferry stays\n\nBy Ines Calloway\n\n{LONG}\n\n[Photo: Harbour Wire]"
    photo = text.index("Harbour")
    assert [one.kind for one in propose_regions(text, [(photo, photo + 3), (0, 4), (0, 2)])] == ["byline"]
    ends = text.index("\n")
    assert propose_regions(text, [(ends, ends + 1)])[0].kind == "headline"


@given(lines)
def test_proposals_lie_in_the_text_in_order_apart_and_trimmed(text: str) -> None:
    proposed = propose_regions(text)
    segments = tuple(one.segment for one in proposed)
    assert rules.join(segments) == segments
    for one in proposed:
        assert rules.problem((one.segment,), len(text)) is None
        assert rules.trim(text, [one.segment]) == (one.segment,)
        assert 0 < one.confidence < 1
        assert one.reason


@given(lines, st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300))))
def test_known_regions_only_take_proposals_away(text: str, known: list[tuple[int, int]]) -> None:
    def touched(one: ProposedRegion) -> bool:
        return any(one.segment.start < end and start < one.segment.end for start, end in known if start < end)

    assert propose_regions(text, known) == [one for one in propose_regions(text) if not touched(one)]


@given(lines)
def test_what_was_taken_is_not_proposed_again(text: str) -> None:
    assert propose_regions(text, [one.segment for one in propose_regions(text)]) == []


@pytest.mark.parametrize("piece", [*PIECES[:8], "Photo ", "A. ", "By Ada Brandt, ", "Follow on ", "ORLO, ", "\n"])
def test_work_grows_with_the_text_only(piece: str) -> None:
    short, long = piece * 400, piece * 1600
    assert steps(propose_regions, long) < 5 * steps(propose_regions, short)


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the seeds are not at hand")
def test_the_seeds_regions_are_proposed() -> None:
    every = {path.name[:3]: path.read_bytes().decode("utf-8") for path in SEEDS.glob("*.txt")}
    assert {name: found(text) for name, text in every.items()} == {
        "000": [
            ("dateline", "(CNN)"),
            ("related", "Deputy who stayed outside during school shooting had glowing reviews, his personnel records"
                        " show"),
        ],
        "001": [("credit", "[Feature image: Associated Press]")],
        "002": [
            ("boilerplate", "Follow Sarah Rumpf on Twitter: @rumpfshaker."),
            ("boilerplate", "[Cross-posted at The Capitolist.]"),
        ],
    }  # fmt: skip
    assert propose_regions(every["000"])[0].segment == Segment(0, 5)
