from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.analysis.quotations import find_quotations
from annotator.analysis.speakers import Proposal, SpeakerFinder, propose_speakers
from annotator.core.segments import Segment, join
from tests.analysis.ranking import POLNEAR, rank_speakers
from tests.analysis.strategies import PIECES
from tests.analysis.work import steps

DATA = Path(__file__).parents[3] / "shared" / "data"


def of_quotation(text: str, number: int = 0, known: tuple[str, ...] = ()) -> list[Proposal]:
    quotations = find_quotations(text)
    return propose_speakers(text, quotations[number].segments, quotations, known)


def of_words(text: str, words: str) -> list[Proposal]:
    start = text.index(words)
    return propose_speakers(text, (Segment(start, start + len(words)),), find_quotations(text))


def first(text: str, number: int = 0) -> tuple[str, str, str | None]:
    """Return mention, name and cue of the best proposal for a quotation."""
    best = of_quotation(text, number)[0]
    return text[slice(*best.mention)], best.name, text[slice(*best.cue)] if best.cue else None


@pytest.mark.parametrize(
    ("text", "mention", "cue"),
    [
        ("“It holds,” Ada Orlo said.", "Ada Orlo", "said"),
        ("“It holds,” said Mayor Ada Orlo, who built it.", "Mayor Ada Orlo", "said"),
        ("“It holds,” the ministry said later in a statement.", "the ministry", "said"),
        ("“It holds,” Ada Orlo, an engineer from Westmark, told the Courier.", "Ada Orlo", "told"),
        ("“It holds,” Ada Orlo (Westmark) said.", "Ada Orlo", "said"),
        ("“It holds,” according to Ada Orlo.", "Ada Orlo", "according"),
        ("“Does it hold?” Mayor Orlo asked.", "Mayor Orlo", "asked"),
        ("“The bridge,” said Ada Orlo, “will hold.”", "Ada Orlo", "said"),
        ("Ada Orlo said, “It holds.”", "Ada Orlo", "said"),
        ("Ada Orlo, who built it, has always said: “It holds.”", "Ada Orlo", "said"),
        ("Said Ada Orlo: “It holds.”", "Ada Orlo", "Said"),
        ("Two days later, Ada Orlo sent the council a letter that said, “It holds.”", "Ada Orlo", "said"),
        ("According to Ada Orlo, “it holds.”", "Ada Orlo", "According"),
        ("A person close to the mayor called it “a shame and a waste.”", "A person close to the mayor", "called"),
        ("“It holds.”\n— Ada Orlo", "Ada Orlo", None),
        ("Ada Orlo came late, saying it was “not her fault at all.”", "Ada Orlo", "saying"),
        ("Ada Orlo announced on Monday that the bridge over the Westmark was “far too low.”", "Ada Orlo", "announced"),
    ],
)
def test_the_speaker_stands_beside_the_verb(text: str, mention: str, cue: str | None) -> None:
    assert first(text)[::2] == (mention, cue)


def test_the_subject_of_the_sentence_is_proposed_without_a_verb_of_speech() -> None:
    text = "Ada Orlo has “no idea at all” what to do."
    best = of_quotation(text)[0]
    assert text[slice(*best.mention)] == "Ada Orlo"
    assert best.cue is None
    assert best.confidence <= 0.5


def test_the_sentence_before_is_a_weak_hint() -> None:
    text = "Ada Orlo warned the council.\n\n“The bridge will fall.”"
    best = of_quotation(text)[0]
    assert best.name == "Ada Orlo"
    assert best.confidence < 0.5


def test_after_a_colon_an_impersonal_subject_is_a_weak_hint() -> None:
    text = "The council sent a letter. It read, in part: “We will not pay.”"
    assert all(proposal.confidence < 0.5 for proposal in of_quotation(text))


def test_the_speaker_of_the_quotation_before_is_not_proposed() -> None:
    text = "“It holds,” Ada Orlo said.\n\nNight fell.\n\n“It falls.”"
    assert "Ada Orlo" not in [proposal.name for proposal in of_quotation(text, 1)]


def test_the_surest_comes_first_and_there_are_at_most_five() -> None:
    text = (
        "Inge Brandt said Dirk Marek said Lea Vogt said Nils Holm said Tove Lind said that Ada Orlo argued, “It holds.”"
    )
    proposals = of_quotation(text)
    assert proposals[0].name == "Ada Orlo"
    assert len(proposals) == 5
    assert [p.confidence for p in proposals] == sorted((p.confidence for p in proposals), reverse=True)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada Orlo came.\n\n“It holds,” Orlo said.", "Ada Orlo"),
        ("Ada Orlo came.\n\n“It holds,” Mayor Orlo said.", "Ada Orlo"),
        ("“It holds,” Orlo said.\n\nMayor Ada K. Orlo left.", "Ada K. Orlo"),
        ("Dirk van der Berg came.\n\n“It holds,” said van der Berg.", "Dirk van der Berg"),
        ("Ada Orlo came. Ada B. Orlo left.\n\n“It holds,” Ada Orlo said.", "Ada B. Orlo"),
        ("“It holds,” Sgt. Orlo said.", "Sgt. Orlo"),
        ("Mayor Orlo came.\n\n“It holds,” Orlo said.", "Mayor Orlo"),
        ("“It holds,” said Westmark City Manager Ada Orlo.", "Ada Orlo"),
        ("“It holds,” a friend of Ada Orlo said.", "a friend of Ada Orlo"),
        ("“It holds,” the Westmark Police Department said.", "the Westmark Police Department"),
    ],
)
def test_the_name_is_the_fullest_that_the_text_has(text: str, name: str) -> None:
    assert first(text)[1] == name


def test_of_two_people_with_one_surname_the_nearest_before_is_meant() -> None:
    text = "Ada Orlo came. “It holds,” Orlo said.\n\nBela Orlo left. “It falls,” Orlo said."
    assert [first(text, number)[1] for number in (0, 1)] == ["Ada Orlo", "Bela Orlo"]


def test_a_known_name_completes_a_surname_that_the_text_does_not() -> None:
    text = "“It holds,” Orlo said."
    assert of_quotation(text, known=("Ada Orlo", "Inge Brandt"))[0].name == "Ada Orlo"
    assert of_quotation(text)[0].name == "Orlo"


def test_a_pronoun_is_the_person_named_before_with_less_confidence() -> None:
    text = "Sgt. Ada Orlo of the Westmark Police came.\n\n“It holds,” she said."
    best = of_quotation(text)[0]
    assert text[slice(*best.mention)] == "she"
    assert best.name == "Ada Orlo"
    assert best.confidence < of_quotation("“It holds,” Ada Orlo said.")[0].confidence


def test_a_pronoun_does_not_take_a_name_with_the_other_title_or_one_that_is_quoted() -> None:
    text = "Ms. Orlo spoke. Mr. Brandt left. “Ask Ms. Lind.” “It holds,” she said."
    assert of_quotation(text, 1)[0].name == "Ms. Orlo"


def test_a_pronoun_has_a_second_reading_after_the_first() -> None:
    text = "Ada Orlo met Inge Brandt.\n\n“It holds,” she said."
    assert [p.name for p in of_quotation(text) if text[slice(*p.mention)] == "she"] == ["Ada Orlo", "Inge Brandt"]


def test_it_is_an_organisation() -> None:
    text = "Ada Orlo called the Westmark Bridge Authority.\n\n“We build,” it said."
    assert first(text)[1] == "Westmark Bridge Authority"


@pytest.mark.parametrize(
    ("text", "words", "mention"),
    [
        ("The bridge may fall, sources in Westmark said.", "may fall", "sources in Westmark"),
        ("Orlo's office confirmed that the bridge was closed.", "the bridge was closed", "Orlo's office"),
        ("The bridge, Ada Orlo believes, is ugly.", "is ugly", "Ada Orlo"),
        ("According to Ada Orlo, the bridge is low.", "the bridge is low", "Ada Orlo"),
    ],
)
def test_spans_without_marks_have_speakers_too(text: str, words: str, mention: str) -> None:
    assert text[slice(*of_words(text, words)[0].mention)] == mention


def test_within_a_quotation_speaks_who_is_quoted() -> None:
    text = "“Brandt said it was ugly. I think it may fall,” Ada Orlo said."
    assert of_words(text, "it may fall")[0].name == "Ada Orlo"


def test_nouns_names_and_passives_are_no_verbs_of_speech() -> None:
    for text in (
        "Ada Orlo met her claims “with great calm and care.”",
        "Ada Orlo left the United States “with great calm and care.”",
        "Ada Orlo was told “to leave with great calm.”",
    ):
        assert of_quotation(text)[0].cue is None


def test_there_is_no_proposal_where_nobody_is_named() -> None:
    assert of_quotation("“It holds.”") == []
    assert propose_speakers("", (Segment(0, 1),)) == []
    assert propose_speakers("Ada Orlo said it.", ()) == []


hard = st.lists(
    st.sampled_from(
        [*PIECES, "Ada Orlo", " said ", " according to ", ", who ", " she ", " (", ")", "’s", " the ", "Mayor "]
    )
).map("".join)
spans = st.lists(st.tuples(st.integers(0, 60), st.integers(1, 12)).map(lambda pair: Segment(pair[0], sum(pair))))


@given(st.one_of(st.text(), hard), spans)
def test_mentions_lie_in_the_text_and_outside_of_the_span(text: str, ranges: list[Segment]) -> None:
    own = join(ranges)
    finder = SpeakerFinder(text, find_quotations(text))
    proposals = finder.proposals(own)
    assert proposals == finder.proposals(own)
    assert len(proposals) <= 5
    for proposal in proposals:
        assert 0 <= proposal.mention.start < proposal.mention.end <= len(text)
        assert all(proposal.mention.end <= start or end <= proposal.mention.start for start, end in own)
        assert 0 < proposal.confidence <= 1
        assert proposal.name
        assert proposal.reason


@given(hard)
def test_mentions_lie_outside_of_every_quotation(text: str) -> None:
    quotations = find_quotations(text)
    finder = SpeakerFinder(text, quotations)
    spoken = [s for q in quotations if q.kind in ("direct", "mixed") for s in q.segments]
    for quotation in quotations:
        for proposal in finder.proposals(quotation.segments):
            start, end = proposal.mention
            assert not any(a < end and start < b for a, b in spoken)


@pytest.mark.parametrize(
    "unit",
    [
        "“A b c,” she said, ",
        "Ada Orlo said “a b c” and ",
        "Ada ",
        "“A b c d,” ",
        "“A.”\n",
        "said ",
        "“a,” he said. ",
        "A, ",
    ],
)
def test_work_grows_no_faster_than_the_text(unit: str) -> None:
    def propose(text: str) -> None:
        quotations = find_quotations(str(text))
        finder = SpeakerFinder(text, quotations)
        for quotation in quotations:
            finder.proposals(quotation.segments)

    assert steps(propose, unit * 800) <= 2.2 * steps(propose, unit * 400)


def seed(name: str) -> str:
    path = next((DATA / "seeds").glob(name), None) if (DATA / "seeds").is_dir() else None
    if path is None:
        pytest.skip(f"the shared data set has no seeds/{name}")
    return path.read_text(encoding="utf-8")


def test_the_speakers_of_a_seed() -> None:
    text = seed("000_*.txt")
    quotations = find_quotations(text)
    finder = SpeakerFinder(text, quotations)
    best = [finder.proposals(quotation.segments)[0] for quotation in quotations]
    assert [(text[slice(*proposal.mention)], proposal.name) for proposal in best] == [
        ("Goodrum", "Mike Goodrum"),
        ("she", "Carla Kmiotek"),
        ("the department", "the department"),
        ("Coral Springs Police Chief Tony Pustizzi", "Tony Pustizzi"),
        ("Broward County Sheriff Israel", "Scott Israel"),
        ("Israel", "Scott Israel"),
        ("Israel", "Scott Israel"),
        ("County Superintendent Robert Runcie", "Robert Runcie"),
    ]


def test_the_source_of_a_claim_of_a_seed() -> None:
    text = seed("000_*.txt")
    best = of_words(text, "Goodrum was upset that the Broward deputies had remained outside the school")[0]
    assert best.name == "A source familiar with the conversation"


def test_the_line_that_is_looked_at_never_begins_within_a_word() -> None:
    for padding in range(12):
        text = f"{'Information about the harbour ' * 9}{'x' * padding} is what the report held, said to be “rusty”."
        start = text.index("“")
        for proposal in propose_speakers(text, [Segment(start, len(text) - 1)]):
            place = proposal.mention.start
            assert place == 0 or not (text[place - 1].isalnum() and text[place].isalnum())


@pytest.mark.parametrize(
    "text", ["HOLM: It stays shut.\nREED: For a year?", "Holm: “It stays shut.”\n“REED: For a year?”"]
)
def test_in_a_protocol_the_name_before_the_colon_speaks(text: str) -> None:
    text = f"Pia Holm met Tom Reed.\n{text}"
    finder = SpeakerFinder(text, find_quotations(text))
    for words, name in (("It stays shut.", "Pia Holm"), ("For a year?", "Tom Reed")):
        start = text.index(words)
        best = finder.proposals((Segment(start, start + len(words)),))[0]
        assert (best.name, best.cue) == (name, None)


def test_a_colon_that_stands_elsewhere_makes_nobody_a_speaker_of_a_turn() -> None:
    text = "Pia Holm: it stays shut. Rain fell on the dam."
    start = text.index("Rain")
    reasons = [one.reason for one in SpeakerFinder(text).proposals((Segment(start, len(text)),))]
    assert "its turn begins with the name" not in reasons


@pytest.mark.parametrize("opening", ["Likewise", "Perhaps", "Contrary to hopes"])
def test_a_word_that_joins_two_sentences_is_nobody(opening: str) -> None:
    names = [one.name for one in of_quotation(f"{opening}, the letter calls it “a shame and a waste.”")]
    assert names[0] == "the letter"
    assert opening not in names


def test_whom_a_pronoun_may_stand_for_is_only_assumed() -> None:
    text = "Ada Orlo came. “It holds,” she said.\n\n“It bends,” Tom Reed said."
    assert [(one.name, one.assumed) for one in of_quotation(text)[:1]] == [("Ada Orlo", True)]
    assert [(one.name, one.assumed) for one in of_quotation(text, 1)[:1]] == [("Tom Reed", False)]
    assert [one.assumed for one in of_quotation("“It holds,” she said.")] == [False]


def test_where_nobody_speaks_those_named_last_before_it_are_known() -> None:
    text = "Ada Orlo came. Tom Reed left with Ada Orlo. Night fell.\n\nIt falls."
    found = SpeakerFinder(text).named_before(text.index("It falls"), 2)
    assert [one.name for one in found] == ["Tom Reed", "Ada Orlo"]
    assert max(one.confidence for one in found) < 0.1


def test_everybody_whom_a_text_names_is_listed_once_by_the_fullest_name() -> None:
    text = "Mayor Orlo came. Ada Orlo left. The West Port Council met Orlo."
    assert list(SpeakerFinder(text).everybody()) == ["Ada Orlo", "West Port Council"]
    finder = SpeakerFinder(text)
    assert [name for name, _place in finder.named_between(0, len(text))][-1] == "Ada Orlo"


@pytest.mark.skipif(not POLNEAR.is_dir(), reason="the annotated newspaper articles are not here")
def test_on_real_articles_the_right_speaker_is_most_often_proposed_first() -> None:
    found = rank_speakers(POLNEAR)
    assert found.all > 500
    assert found.first / found.all >= 0.87
    assert found.three / found.all >= 0.92


def test_a_speaker_whose_accents_stand_apart_is_found_whole() -> None:
    text = "Amélie Dürr-Žák said: “It holds.”"
    (whole, *_), (apart, *_) = of_quotation(text), of_quotation(normalize("NFD", text))
    assert "Amélie Dürr-Žák" in whole.name
    assert normalize("NFC", apart.name) == whole.name
