"""What labels become: guessed by plain rules, changed by a person, and taken into records whatever the format."""

from __future__ import annotations

import pytest

from annotator.core.errors import Refused
from annotator.core.records import Article
from annotator.core.scheme import Attribute
from annotator.core.segments import Segment
from annotator.formats.foreign import ForeignArticle, ForeignLayer, ForeignRelation, ForeignSpan
from annotator.formats.foreign.apply import apply
from annotator.formats.foreign.entities import UNKNOWN, ForeignEntities, is_pronoun
from annotator.formats.interface import Mapped
from annotator.formats.label_map import CUE, ENTITY, IGNORED, LabelMap, Labels, guess, labels_of

TEXT = "The mayor said the bridge may fall."


@pytest.mark.parametrize(
    ("label", "target"),
    [
        ("Content", "quote"), ("quote", "quote"), ("DirectQuote", "quote"), ("Quote-direct", "quote"),
        ("CLAIM", "claim"), ("claim_2", "claim"), ("Hedging", "hedge"), ("OPINION", "opinion"),
        ("Source", ENTITY), ("OpinionHolder", ENTITY), ("opinion holder", ENTITY), ("Cue", CUE),
        ("Discard", IGNORED), ("TODO", IGNORED), ("Irony", "Irony"), ("Ирония", "Ирония"), ("4711", "4711"),
    ],
)  # fmt: skip
def test_a_label_becomes_what_its_words_say_else_a_tag_of_its_own(label: str, target: str) -> None:
    assert guess(Labels(spans=frozenset([label]))).spans == {label: target}


def test_what_events_hang_on_is_a_cue_unless_other_spans_have_its_label() -> None:
    found = guess(Labels(frozenset(["Quote"]), frozenset(["Attribution", "Quote"])))
    assert found.spans == {"Quote": "quote", "Attribution": CUE}


@pytest.mark.parametrize(
    ("label", "kind"), [("Supports", "supports"), ("SAME_AS", "same as"), ("attacks", "contradicts"), ("Near", None)]
)
def test_a_relation_becomes_a_kind_of_ours_or_nothing(label: str, kind: str | None) -> None:
    assert guess(Labels(relations=frozenset([label]))).relations == {label: kind}


def test_what_a_person_chose_wins_in_any_case_and_labels_that_are_not_there_go() -> None:
    guessed = LabelMap({"Content": "quote", "Role": "Role"}, {"Near": None}, {"Form": "Form"})
    changed = guessed.changed({"content": " claim ", "ROLE": "entity", "near": "Same As", "form": "", "Else": "quote"})
    assert changed == LabelMap({"Content": "claim", "Role": ENTITY}, {"Near": "same as"}, {"Form": ""})
    assert changed.shown() == {"Content": "claim", "Role": "entity", "Near": "same as"}
    assert guessed.changed({"Content": ""}).shown()["Content"] == "left out"
    with pytest.raises(Refused, match="The relation “Near” cannot become “far”; there are modifies, supports"):
        guessed.changed({"Near": "far"})


def foreign(*spans: ForeignSpan, relations: tuple[ForeignRelation, ...] = ()) -> ForeignArticle:
    return ForeignArticle(Article("one", TEXT), (ForeignLayer("Ida", "notes", spans, relations),))


def test_labels_are_gathered_by_what_has_them() -> None:
    article = foreign(
        ForeignSpan("1", "Claim", (Segment(0, 9),), attributes={"Form": ""}),
        ForeignSpan("2", "Says", (Segment(10, 14),)),
        relations=(
            ForeignRelation("3", "Says", (("what", "1"),), "2", {"Sure": "no"}),
            ForeignRelation("4", "Near", (("a", "1"), ("b", "1"))),
        ),
    )
    assert labels_of([article]) == Labels(
        frozenset(["Claim"]), frozenset(["Says"]), frozenset(["Near"]), frozenset(["Form", "Sure"])
    )


def test_the_tags_that_spans_want_come_with_the_attributes_that_these_have() -> None:
    article = foreign(
        ForeignSpan("1", "Irony", (Segment(0, 9),), attributes={"Tone": "dry", "Loud": "", "Who": "x"}),
        ForeignSpan("2", "Irony", (Segment(15, 25),), attributes={"Tone": "bitter"}),
        ForeignSpan("3", "Claim", (Segment(15, 25),)),
    )
    labels = guess(labels_of([article])).changed({"Who": ""})
    (mapped,) = (record for record in apply(article, labels) if isinstance(record, Mapped))
    assert mapped.tags == {"Irony": (Attribute("Tone", ("bitter", "dry")), Attribute("Loud")), "claim": ()}


def test_an_entity_is_one_for_each_text_of_an_article_and_none_for_pronouns() -> None:
    entities = ForeignEntities("one")
    mayor = entities.named("the  mayor\n", None, "ida")
    assert entities.named("the mayor", None, "bo") == mayor
    assert entities.named("The mayor", None, "bo") != mayor
    assert entities.named("they", None, "ida") == entities.unknown() == UNKNOWN
    assert [(one.name, one.article, one.by) for one in entities] == [
        ("the mayor", "one", "ida"), ("The mayor", "one", "bo"), ("Unknown", None, None)
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["he", "She", "They,", "“We", "who"])
def test_pronouns_are_known_in_any_case(text: str) -> None:
    assert is_pronoun(text)
    assert not is_pronoun(f"{text} Orlo")
