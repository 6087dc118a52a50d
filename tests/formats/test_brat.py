"""brat: every kind of line, every broken one, and positions whatever a text's line ends are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.core.errors import InputError
from annotator.core.ids import derived_id
from annotator.core.records import Annotator, Article, Entity, Relation, Span
from annotator.core.segments import Segment
from annotator.core.text import store_text
from annotator.formats import brat_files, registry
from annotator.formats.brat import READER
from annotator.formats.brat_files import BratFiles, annotator_of, on_disk
from annotator.formats.foreign.entities import UNKNOWN
from annotator.formats.interface import Failure, Mapped, ReadOptions, Record, Source, Warn, no_progress
from annotator.formats.offsets import FileOffsets
from tests.formats.sources import source_of

TEXT = "“We act,” said Mayor Ines Calloway. “We do not wait.” He may agree.\n"


OUTSIDE = f"lies outside the text of {len(TEXT)} characters or is empty; it was left out"


def at(part: str, text: str = TEXT) -> str:
    """Return the position of a part of a text as brat writes it."""
    return f"{text.index(part)} {text.index(part) + len(part)}"


def line(key: str, label: str, *parts: str, text: str = TEXT) -> str:
    return f"{key}\t{label} {';'.join(at(part, text) for part in parts)}\t{' '.join(parts)}"


def brat(text: str | bytes, *companions: tuple[str, str | bytes]) -> Source:
    main, *beside = (
        source_of(data.encode() if isinstance(data, str) else data, name)
        for name, data in (("mayor.txt", text), *companions)
    )
    return Source(main.name, main.open, main.size, companions=tuple(beside))


def read(source: Source, labels: Mapping[str, str] | None = None, annotator: str | None = None) -> list[Record]:
    return list(READER.read(source, ReadOptions(labels=labels or {}, annotator=annotator), no_progress))


def read_lines(*lines: str, text: str = TEXT, labels: Mapping[str, str] | None = None) -> list[Record]:
    return read(brat(text, ("mayor_ida.ann", "\n".join(lines))), labels)


def article_of(records: list[Record]) -> Article:
    (article,) = (record for record in records if isinstance(record, Article))
    return article


def spans_of(records: list[Record]) -> list[Span]:
    return [span for layer in article_of(records).layers for span in layer.spans]


def entities_of(records: list[Record]) -> dict[str, Entity]:
    return {record.id: record for record in records if isinstance(record, Entity)}


def said(records: list[Record]) -> list[str]:
    """Return all that is wrong, as people read it."""
    return [
        f"{record.place}: {record.reason}" if isinstance(record, Warn) else str(record.error)
        for record in records
        if isinstance(record, Warn | Failure)
    ]


def words(span: Span, text: str = TEXT) -> list[str]:
    return [text[start:end] for start, end in span.segments]


EVENT = (
    line("T1", "Content", "“We act,”", "“We do not wait.”"),
    line("T2", "Source", "Mayor Ines Calloway"),
    line("T3", "Cue", "said"),
    line("T4", "Attribution", "said"),
    "E1\tAttribution:T4 Content:T1 Source:T2 Cue:T3 ",
)


def test_an_event_becomes_a_span_with_its_entity_mention_and_cue() -> None:
    records = read_lines(*EVENT)
    assert said(records) == []
    (span,) = spans_of(records)
    assert (span.tag, words(span)) == ("quote", ["“We act,”", "“We do not wait.”"])
    (link,) = span.links
    assert link.mention is not None
    assert link.cue is not None
    assert TEXT[slice(*link.mention)] == "Mayor Ines Calloway"
    assert TEXT[slice(*link.cue)] == "said"
    entity = entities_of(records)[link.entity]
    assert (entity.name, entity.article) == ("Mayor Ines Calloway", article_of(records).id)
    (mapped,) = (record for record in records if isinstance(record, Mapped))
    assert mapped.labels == {"Content": "quote", "Source": "entity", "Cue": "cue", "Attribution": "cue"}
    assert mapped.tags == {"quote": ()}


def test_the_verb_that_an_event_hangs_on_is_the_cue_where_there_is_no_other() -> None:
    records = read_lines(*EVENT[:2], EVENT[3], "E1\tAttribution:T4 Content:T1 Source:T2")
    (link,) = spans_of(records)[0].links
    assert link.cue is not None
    assert TEXT[slice(*link.cue)] == "said"
    assert said(records) == []


def test_an_event_without_a_source_keeps_its_cue_on_a_link_to_unknown() -> None:
    records = read_lines(EVENT[0], EVENT[2], EVENT[3], "E1\tAttribution-no-source:T4 Content:T1 Cue:T3")
    (link,) = spans_of(records)[0].links
    assert (link.entity, link.mention) == (UNKNOWN, None)
    assert link.cue is not None
    assert entities_of(records)[UNKNOWN].kind == "unknown"


def test_a_pronoun_keeps_its_mention_and_makes_no_entity() -> None:
    records = read_lines(EVENT[0], line("T2", "Source", "He"), EVENT[3], "E1\tAttribution:T4 Content:T1 Source:T2")
    (link,) = spans_of(records)[0].links
    assert link.entity == UNKNOWN
    assert link.mention is not None
    assert TEXT[slice(*link.mention)] == "He"
    assert set(entities_of(records)) == {UNKNOWN}


def test_numbered_roles_tie_several_spans_and_several_sources() -> None:
    records = read_lines(
        line("T1", "Content", "“We act,”"),
        line("T5", "Content", "“We do not wait.”"),
        *EVENT[1:4],
        line("T6", "Source", "We act"),
        "E1\tAttribution:T4 Content:T1 Content2:T5 Source:T2 Source2:T6 Cue:T3",
    )
    first, second = spans_of(records)
    names = entities_of(records)
    assert [names[link.entity].name for link in first.links] == ["Mayor Ines Calloway", "We act"]
    assert [link.entity for link in first.links] == [link.entity for link in second.links]
    assert said(records) == []


def test_fragments_out_of_order_are_ordered_and_touching_ones_joined() -> None:
    quote = line("T1", "Quote", "“We do not wait.”", "“We act,”")
    start = TEXT.index("act")
    touching = f"T2\tClaim {start} {start + 1};{start + 1} {start + 3}\ta ct"
    records = read_lines(quote, touching)
    assert [words(span) for span in spans_of(records)] == [["“We act,”", "“We do not wait.”"], ["act"]]
    assert said(records) == ["mayor_ida.ann: T2: its touching parts were joined"]


def test_a_span_that_a_line_end_divides_is_one_again() -> None:
    text = "“We act.\n\nWe do not wait.” she said."
    records = read_lines(line("T1", "Quote", "“We act.", "We do not wait.”", text=text), text=text)
    (span,) = spans_of(records)
    assert words(span, text) == ["“We act.\n\nWe do not wait.”"]
    assert said(records) == []


def test_attributes_notes_and_references_are_kept() -> None:
    records = read_lines(
        "A1\tForm T1 direct",
        "M2\tAltered E1",
        *EVENT,
        "#1\tAnnotatorNotes T1\tA long one,\twith a tab",
        "#2\tAnnotatorNotes E1\tSure?",
        "N1\tReference T2 Wikidata:Q99\tInes Calloway",
        "N2\tReference T1 Persons:7\tTown hall",
    )
    (span,) = spans_of(records)
    assert span.attributes == {"Form": "direct", "Altered": "yes"}
    assert span.note == "A long one,\twith a tab\nSure?"
    entities = [entities_of(records)[link.entity] for link in span.links]
    assert [(one.name, one.uri, one.aliases) for one in entities] == [
        ("Ines Calloway", "https://www.wikidata.org/wiki/Q99", ("Mayor Ines Calloway",)),
        ("Town hall", "Persons:7", ()),
    ]
    assert said(records) == []


def test_relations_between_spans_are_relations_and_those_to_a_source_are_links() -> None:
    records = read_lines(
        line("T1", "Claim", "We act"),
        line("T2", "Claim", "We do not wait"),
        line("T3", "Speaker", "Mayor Ines Calloway"),
        line("T4", "Cue", "said"),
        "R1\tSupports Arg1:T1 Arg2:T2\t",
        "R2\tSaid-by Arg1:T1 Arg2:T3",
        "R3\tSaid-with Arg1:T1 Arg2:T4",
        "*\tEquiv T2 T1",
        "R4\tNear Arg1:T1 Arg2:T2",
    )
    first, second = spans_of(records)
    (link,) = first.links
    assert link.mention is not None
    assert link.cue is not None
    assert [(one.kind, one.source, one.target) for one in records if isinstance(one, Relation)] == [
        ("supports", first.id, second.id),
        ("same as", second.id, first.id),
    ]
    assert said(records) == ["mayor_ida.ann: R4: the relation “Near” was left out, as its label is"]


def test_each_file_is_a_layer_of_the_annotator_that_its_name_names() -> None:
    quote = line("T1", "Quote", "“We act,”")
    records = read(brat(TEXT, ("mayor.ann", quote), ("mayor_ida.ann", quote), ("mayor_Bo_B.ann", quote)), None, "Ida")
    people = [record for record in records if isinstance(record, Annotator)]
    assert people == [Annotator(derived_id("annotator", name), name) for name in ("Ida", "Bo_B")]
    assert [layer.annotator for layer in article_of(records).layers] == [one.id for one in people]
    assert said(records) == ["mayor_ida.ann: T1: the same span stands there already as “quote”; it was taken once"]


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ("Hello", "the line begins with none of T E R * A M N #"),
        ("T9\tQuote 1\t“", "the line should look like T1⇥Label 0 5⇥text"),
        ("T9 Quote 0 1\t“", "the line should look like T1⇥Label 0 5⇥text"),
        ("T9\tQuote 0 one\t“", "the line should look like T1⇥Label 0 5⇥text"),
        ("T9\tQuote -1 2\t“", "the line should look like T1⇥Label 0 5⇥text"),
        (f"T9\tQuote 0 {'9' * 5000}\t“", "a position is no number of characters"),
        ("T1\tQuote 0 1\t“", "T1 stands in a line before already"),
        ("E9\tAttribution Content:T1", "the line should look like E1⇥Label:T1 Role:T2"),
        ("R9\tSupports Arg1:T1", "the line should look like R1⇥Label Arg1:T1 Arg2:T2"),
        ("*\tEquiv T1", "the line should look like *⇥Equiv T1 T2"),
        ("A9\tForm", "the line should look like A1⇥Name T1 value"),
        ("M9\tForm", "the line should look like M1⇥Name T1 value"),
        ("A9\tForm T77 direct", "it describes T77, which is not there"),
        ("N9\tReference T1 Q1\tname", "the line should look like N1⇥Reference T1 Wikidata:Q1⇥name"),
        ("#9\tAnnotatorNotes T1", "the line should look like #1⇥AnnotatorNotes T1⇥text"),
        ("#9\tAnnotatorNotes T77\tlost", "it describes T77, which is not there"),
    ],
)
def test_a_broken_line_is_one_sentence_with_its_number_and_the_rest_is_read(broken: str, reason: str) -> None:
    records = read_lines(line("T1", "Quote", "“We act,”"), broken, "", line("T2", "Quote", "“We do not wait.”"))
    assert said(records) == [f"mayor_ida.ann: line 2: {reason}"]
    assert len(spans_of(records)) == 2


@pytest.mark.parametrize(
    ("lines", "reasons"),
    [
        (["T1\tQuote 0 999\t“We"], [f"T1: 0–999 {OUTSIDE}"]),
        (["T1\tQuote 5 5\t"], [f"T1: 5–5 {OUTSIDE}"]),
        (["T1\tQuote 0 3\tYes"], ["T1: the text there is ““We”, not “Yes”; it was left out"]),
        (["T1\tQuote 3 4\t "], ["T1: it holds nothing but white space; it was left out"]),
        ([EVENT[1]], ["T2: “Source” is tied to no span; it was left out"]),
        (
            [*EVENT[1:4], "E1\tAttribution:T4 Content:T9 Source:T2 Cue:T3"],
            [
                "E1: “Attribution” ties T9, which is not there",
                "E1: “Attribution” ties no span that is here; it was left out",
                "T2: “Source” is tied to no span; it was left out",
                "T3: “Cue” is tied to no span; it was left out",
            ],
        ),
        (
            [EVENT[0], *EVENT[1:4], line("T8", "Cue", "may"), "E1\tAttribution:T4 Content:T1 Cue:T3 Cue2:T8 Source:T2"],
            ["T8: a link has one cue here; “may” was left out"],
        ),
        (
            [*EVENT, line("T8", "Source", "He"), line("T9", "Source", "We"), "E2\tAttribution:T4 Content:T1 Source:T8",
             "E3\tAttribution:T4 Content:T1 Source:T9"],
            ["T9: the entity of “We” is linked to this span already"],
        ),
        (
            [*EVENT, "#1\tAnnotatorNotes T2\twho?"],
            ["T2: “Source” is no span here; its note and attributes were left out"],
        ),
        (
            [line("T1", "Claim", "We act"), "A1\tForm T1 direct", line("T2", "Claim", "We act"), "A2\tForm T2 mixed"],
            [
                "T2: the same span stands there already as “claim”; it was taken once",
                "T2: “Form” is “direct” already; “mixed” was left out",
            ],
        ),
        (
            [line("T1", "Claim", "We act"), line("T2", "Claim", "wait"), "R1\tSupports Arg1:T1 Arg2:T2",
             "#1\tAnnotatorNotes R1\twhy?"],
            ["R1: a relation has no notes and attributes here; its own were left out"],
        ),
        (
            [line("T1", "Claim", "We act"), "R1\tSupports Arg1:T1 Arg2:T1"],
            ["R1: “Supports” ties 1 span, not two; it was left out"],
        ),
    ],
)  # fmt: skip
def test_every_annotation_that_does_not_fit_is_named(lines: list[str], reasons: list[str]) -> None:
    assert said(read_lines(*lines)) == [f"mayor_ida.ann: {reason}" for reason in reasons]


def test_events_in_the_roles_of_others_stand_for_what_is_said_in_them() -> None:
    records = read_lines(
        *EVENT, line("T5", "Source", "He"), line("T6", "Attribution", "may"), "E2\tAttribution:T6 Content:E1 Source:T5"
    )
    (span,) = spans_of(records)
    assert len(span.links) == 2
    loop = read_lines(*EVENT[:4], "E1\tAttribution:T4 Content:E2", "E2\tAttribution:T4 Content:E1")
    assert "mayor_ida.ann: E1: “Attribution” ties no span that is here; it was left out" in said(loop)


def test_events_that_stand_in_each_other_without_end_are_cut() -> None:
    chain = [f"E{number}\tSays:T2 Arg:E{number + 1}" for number in range(1, 3_000)]
    lines = ["T1\tContent 0 3", "T2\tCue 4 9", *chain, "E3000\tSays:T2 Said:T1"]
    found = read_lines(*lines)
    assert len(spans_of(found)) == 1
    warned = [one for one in found if isinstance(one, Warn) and "ties over 100 others" in one.reason]
    assert len(warned) == 2_900


def test_a_file_of_annotations_that_is_no_text_is_named_and_the_others_are_read() -> None:
    quote = line("T1", "Quote", "“We act,”")
    records = read(brat(TEXT, ("mayor_a.ann", b"\x89PNG\r\n\x1a\n"), ("mayor_b.ann", quote)))
    assert said(records) == ["mayor_a.ann: is a PNG picture, not text"]
    assert len(spans_of(records)) == 1


def test_what_labels_become_can_be_chosen() -> None:
    records = read_lines(*EVENT, labels={"content": "Reported speech", "Source": "", "Cue": "cue"})
    (span,) = spans_of(records)
    assert span.tag == "Reported speech"
    assert said(records) == ["mayor_ida.ann: 1 span labelled “Source” left out, as the map of labels says"]
    with pytest.raises(InputError, match=r"^mayor.txt: The relation “Near” cannot become “far”; there are modifies"):
        read_lines("R1\tNear Arg1:T1 Arg2:T2", labels={"Near": "far"})


def test_annotations_in_another_encoding_are_read_with_a_warning() -> None:
    text, notes = "Größe zählt für die Brücke.", "T1\tContent 0 11\tGröße zählt\n#1\tAnnotatorNotes T1\tgroß"
    companion = source_of(notes.encode("cp1252"), "mayor.ann")
    found = read(replace(source_of(text.encode(), "mayor.txt"), companions=(companion,)))
    assert said(found)[0] == "mayor.ann: read as cp1252, which is a guess"
    (span,) = spans_of(found)
    assert (span.segments, span.note) == ((Segment(0, 11),), "groß")


def test_a_text_without_annotations_is_plain_text() -> None:
    records = read(source_of(TEXT.encode(), "mayor.txt"))
    assert said(records) == [": there are no annotations (.ann) beside it; it was read as plain text"]
    assert article_of(records).text == TEXT


def test_annotations_alone_are_refused_with_a_sentence() -> None:
    source = source_of(EVENT[0].encode(), "mayor.ann")
    assert registry.reader_for(source) is READER
    with pytest.raises(InputError, match=r"^mayor\.ann: annotations alone are no article; their text"):
        read(source)


def test_companions_choose_the_reader() -> None:
    assert registry.reader_for(brat(TEXT, ("mayor.ann", ""))) is READER
    assert registry.reader_for(source_of(TEXT.encode(), "mayor.txt")).name == "text"


MARKED = st.sampled_from(["a", "\r\n", "\r", "\n", "💩", "é", " "])


@given(st.lists(MARKED, max_size=30), st.booleans())
def test_a_position_of_a_file_is_as_far_in_the_stored_text_as_what_stands_before_it(
    parts: list[str], marked: bool
) -> None:
    raw = ("\ufeff" if marked else "") + "".join(parts)
    offsets = FileOffsets(raw)
    for position in range(len(raw) + 1):
        if raw[max(0, position - 1) : position + 1] != "\r\n":
            assert offsets.stored(position) == len(store_text(raw[:position]).text)


@given(st.lists(st.sampled_from(["one", "\r\n", "💩", "two words"]), min_size=1, max_size=12), st.booleans())
def test_a_span_is_found_whether_line_ends_counted_once_or_twice(parts: list[str], twice: bool) -> None:
    raw = "\r\n".join([*parts, "Then “we act” he said."])
    counted = raw if twice else raw.replace("\r\n", "\n")
    records = read(
        brat(raw.encode(), ("mayor.ann", line("T1", "Quote", "“we act”", text=counted).replace("\n", "\r\n")))
    )
    (span,) = spans_of(records)
    assert words(span, article_of(records).text) == ["“we act”"]


def test_positions_are_code_points() -> None:
    (span,) = spans_of(read_lines("T1\tQuote 12 22\tannotation", text="💩This is an annotation."))
    assert (span.start, span.end) == (12, 22)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (
        "a/x.txt", "a/x.ann", "a/x_ida.ann", "a/x_y.txt", "a/x_y_bo.ann", "a/lone.ann",
        "b/text/z_1.txt", "b/attributions/z_1_ida.ann", "b/attributions/z_1.ann",
        "c/one/w.txt", "c/one/w.ann", "c/two/w.txt", "c/two/v.txt",
        "d/text/u.txt", "d/text/t.txt", "d/ida/u.ann", "d/ida/t.ann", "d/bo/u.ann", "d/bo/u_eve.ann",
    ):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x", encoding="utf-8")
    return tmp_path


def test_annotations_belong_to_the_text_with_the_longest_name_that_fits(folder: Path) -> None:
    found = on_disk()
    assert [one.name for one in found.companions(folder / "a" / "x.txt")] == ["x.ann", "x_ida.ann"]
    assert [one.name for one in found.companions(folder / "a" / "x_y.txt")] == ["x_y_bo.ann"]
    assert found.text_of(folder / "a" / "x_y_bo.ann") == folder / "a" / "x_y.txt"
    assert found.text_of(folder / "a" / "lone.ann") is None


def test_annotations_are_found_in_a_folder_beside_unless_it_has_the_text_itself(folder: Path) -> None:
    found = on_disk()
    beside = folder / "b" / "attributions"
    assert found.companions(folder / "b" / "text" / "z_1.txt") == [beside / "z_1.ann", beside / "z_1_ida.ann"]
    assert found.text_of(beside / "z_1_ida.ann") == folder / "b" / "text" / "z_1.txt"
    assert found.companions(folder / "c" / "two" / "w.txt") == []
    assert found.companions(folder / "nowhere" / "w.txt") == []


def test_folders_of_several_annotators_all_count_and_name_them(folder: Path) -> None:
    found = on_disk()
    text, bo, ida = (folder / "d" / name for name in ("text", "bo", "ida"))
    assert found.companions(text / "u.txt") == [bo / "u.ann", bo / "u_eve.ann", ida / "u.ann"]
    named = [found.annotator(text / "u.txt", one) for one in found.companions(text / "u.txt")]
    assert named == ["bo", "eve", "ida"]
    assert found.annotator(text / "t.txt", ida / "t.ann") == "ida"
    beside = folder / "b"
    assert found.annotator(beside / "text" / "z_1.txt", beside / "attributions" / "z_1.ann") == ""
    assert found.text_of(bo / "u.ann") == text / "u.txt"


def test_a_folder_for_each_article_is_looked_at_once(tmp_path: Path) -> None:
    listed: Counter[Path] = Counter()
    inside: Counter[Path] = Counter()
    folders = [tmp_path / f"{number:03}" for number in range(300)]

    def files(one: Path) -> list[str]:
        listed[one] += 1
        return ["article.txt", "article.ann"] if int(one.name) % 2 else ["article.txt"]

    def within(one: Path) -> list[Path]:
        inside[one] += 1
        return folders

    found = BratFiles(files, within)
    for number, one in enumerate(folders):
        assert found.companions(one / "article.txt") == ([one / "article.ann"] if number % 2 else [])
    assert set(listed.values()) == {1}
    assert inside == {tmp_path: 1}


def test_a_name_that_no_system_allows_belongs_to_nothing() -> None:
    assert list(brat_files._owners("_" * 60_000)) == []


@pytest.mark.parametrize(
    ("text", "notes", "name"),
    [("x.txt", "x.ann", ""), ("x.txt", "x_ida.ann", "ida"), ("a/x_.txt", "b/x__b_c.ann", "b_c")],
)
def test_an_annotator_is_what_a_file_is_called_beyond_its_text(text: str, notes: str, name: str) -> None:
    assert annotator_of(text, notes) == name
