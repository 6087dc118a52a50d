"""The scheme: every change is one undoable step, and no span loses anything unasked; on both databases."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from annotator.analysis import looks
from annotator.core.errors import Conflict, Refused
from annotator.core.records import Annotator, Span
from annotator.core.scheme import Tag
from annotator.core.segments import Segment
from annotator.formats.interface import Source
from annotator.services import (
    annotate,
    articles,
    checking,
    exporting,
    history,
    importing,
    layers,
    linking,
    projects,
    scheme,
    suggesting,
)
from annotator.services import scheme_attributes as attributes
from annotator.services.scheme import Doubles, InUse
from annotator.store.project import Project

TEXT = "“We act,” said Mayor Ines Calloway. The plan may cost forty million, a clerk said.\n"


@pytest.fixture
def article(project: Project, write_text: Callable[[str, str], Path]) -> str:
    importing.import_files(project, [write_text("mayor.txt", TEXT)])
    return articles.article_ids(project)[0]


def tag(project: Project, key: str) -> Tag:
    return next(each for each in projects.scheme(project) if each.id == key)


def ids(project: Project) -> list[str]:
    return [each.id for each in projects.scheme(project)]


def place(part: str) -> Segment:
    start = TEXT.index(part)
    return Segment(start, start + len(part))


def spans(project: Project, article: str) -> dict[str, Span]:
    return {span.id: span for layer in articles.whole_article(project, article).layers for span in layer.spans}


def held(project: Project) -> object:
    """Everything that a change of the scheme may touch, without versions and times."""
    found = []
    for key in articles.article_ids(project):
        whole = articles.whole_article(project, key)
        for layer in whole.layers:
            rows = [
                (one.id, one.tag, one.segments, one.links, dict(one.attributes), one.note)
                for one in sorted(layer.spans, key=lambda one: one.id)
            ]
            found.append((layer.annotator, layer.status, rows))
        found.append(sorted((one.by, one.tag, one.segments) for one in whole.dismissed))
    return projects.scheme(project), projects.info(project).guidelines, found


def one_step(project: Project, change: Callable[[], object]) -> None:
    """Do it, and see that it is one step that undo takes back and redo brings again."""
    before, steps = held(project), len(history.rows(project))
    change()
    after = held(project)
    assert after != before
    assert len(history.rows(project)) == steps + 1
    history.undo(project)
    assert held(project) == before
    history.redo(project)
    assert held(project) == after
    assert checking.check(project) == []


def test_a_tag_is_added_with_a_look_and_a_key_of_its_own(project: Project) -> None:
    one_step(project, lambda: scheme.add_tag(project, "  Réponse   officielle "))
    made = projects.scheme(project)[-1]
    assert (made.id, made.name, made.key) == ("reponse-officielle", "Réponse officielle", "5")
    assert not any(scheme.warnings(projects.scheme(project)).values())


def test_nine_tags_can_be_seen_and_told_apart_and_the_tenth_has_no_key(project: Project) -> None:
    for number in range(5, 11):
        scheme.add_tag(project, f"Tag {number}")
    found = projects.scheme(project)
    assert [each.key for each in found] == [*"123456789", ""]
    assert not any(scheme.warnings(found).values())


def test_the_id_of_a_deleted_tag_is_not_used_again(project: Project) -> None:
    first = scheme.add_tag(project, "Rumour")
    scheme.delete_tag(project, first)
    assert scheme.add_tag(project, "Rumour") == "rumour-2"
    assert scheme.add_tag(project, "消息") == "tag"


@pytest.mark.parametrize(("name", "reason"), [(" ", "needs a name"), ("qUOTE", "already")])
def test_a_name_is_needed_and_not_given_twice(project: Project, name: str, reason: str) -> None:
    claim = tag(project, "claim")
    with pytest.raises(Refused, match=reason):
        scheme.add_tag(project, name)
    with pytest.raises(Refused, match=reason):
        scheme.edit_tag(project, claim, replace(claim, name=name))
    assert tag(project, "claim") == claim


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"key": "1"}, "key of “Quote” already"),
        ({"key": "0"}, "from 1 to 9"),
        ({"key": "12"}, "from 1 to 9"),
        ({"role": " "}, "needs a role"),
        ({"light": "red"}, "#RRGGBB"),
        ({"dark": "#12345"}, "#RRGGBB"),
        ({"line": "double"}, "no line style"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(project: Project, change: dict[str, str], reason: str) -> None:
    claim, steps = tag(project, "claim"), len(history.rows(project))
    with pytest.raises(Refused, match=reason):
        scheme.edit_tag(project, claim, replace(claim, name="Statement", **change))  # type: ignore[arg-type]
    assert tag(project, "claim") == claim
    assert len(history.rows(project)) == steps


def test_a_renamed_tag_keeps_its_id_and_its_spans(project: Project, article: str) -> None:
    key = annotate.add_span(project, article, "claim", [place("forty million")])
    claim = tag(project, "claim")
    changed = replace(
        claim, name="Statement", key="", light="#123456", line="dotted", guideline="Only what can be checked."
    )
    one_step(project, lambda: scheme.edit_tag(project, claim, changed))
    assert tag(project, "claim") == changed
    assert spans(project, article)[key].tag == "claim"


def test_links_follow_the_role_of_their_tag_in_all_layers(
    project: Project, article: str, ada: Annotator, bo: Annotator
) -> None:
    mine = annotate.add_span(project, article, "quote", [place("“We act,”")])
    mayor = linking.link_new(project, mine, "Ines Calloway")
    linking.link(project, mine, mayor, role="relayed by", add=True)
    projects.join(project, bo)
    theirs = annotate.add_span(project, article, "quote", [place("“We act,”")])
    linking.link(project, theirs, mayor)
    layers.set_status(project, article, "done")
    projects.join(project, ada)
    quote = tag(project, "quote")
    one_step(project, lambda: scheme.edit_tag(project, quote, replace(quote, role="utterer")))
    found = spans(project, article)
    assert [link.role for link in found[mine].links] == ["utterer", "relayed by"]
    assert [link.role for link in found[theirs].links] == ["utterer"]


def test_a_change_made_meanwhile_is_told_and_not_overwritten(project: Project) -> None:
    claim = tag(project, "claim")
    scheme.edit_tag(project, claim, replace(claim, name="Statement"))
    with pytest.raises(Conflict, match="Somebody else"):
        scheme.edit_tag(project, claim, replace(claim, name="Assertion"))
    scheme.edit_tag(project, claim, replace(claim, role="speaker"))
    assert (tag(project, "claim").name, tag(project, "claim").role) == ("Statement", "speaker")
    attributes.add_attribute(project, claim, "checked")
    with pytest.raises(Conflict, match="Somebody else"):
        attributes.add_attribute(project, claim, "cited")
    scheme.set_guidelines(project, projects.info(project).guidelines, "Short.")
    with pytest.raises(Conflict, match="Somebody else"):
        scheme.set_guidelines(project, "Long.", "Longer.")
    with pytest.raises(Conflict, match="Somebody else"):
        scheme.reorder_tags(project, ["claim", "quote"])


def test_guidelines_and_the_order_of_tags_change(project: Project) -> None:
    before = projects.info(project).guidelines
    one_step(project, lambda: scheme.set_guidelines(project, before, "# Read\n\nMark what stands there.\n"))
    assert projects.info(project).guidelines == "# Read\n\nMark what stands there.\n"
    one_step(project, lambda: scheme.reorder_tags(project, ["hedge", "quote", "opinion", "claim"]))
    assert ids(project) == ["hedge", "quote", "opinion", "claim"]


# Attributes


@pytest.fixture
def formed(project: Project, article: str) -> str:
    """A quote with a form, flagged as altered."""
    key = annotate.add_span(project, article, "quote", [place("“We act,”")])
    annotate.set_attributes(project, key, {"form": "direct", "altered": "yes"})
    return key


def test_renamed_attributes_and_values_keep_what_spans_have(project: Project, article: str, formed: str) -> None:
    one_step(project, lambda: attributes.rename_attribute(project, tag(project, "quote"), "form", "shape"))
    one_step(project, lambda: attributes.rename_value(project, tag(project, "quote"), "shape", "direct", "verbatim"))
    assert spans(project, article)[formed].attributes == {"shape": "verbatim", "altered": "yes"}
    assert tag(project, "quote").attributes[0].values == ("verbatim", "indirect", "mixed", "scare")
    annotate.set_attributes(project, formed, {"shape": "scare"})


@pytest.mark.parametrize("what", ["attribute", "value", "first value"])
def test_what_spans_have_goes_only_when_asked(project: Project, article: str, formed: str, what: str) -> None:
    quote = tag(project, "quote")

    def change(drop: bool) -> None:
        if what == "attribute":
            attributes.remove_attribute(project, quote, "form", drop=drop)
        elif what == "value":
            attributes.remove_value(project, quote, "form", "direct", drop=drop)
        else:
            attributes.add_value(project, quote, "altered", "slightly", drop=drop)

    with pytest.raises(InUse, match="1 span of “Quote”") as refused:
        change(drop=False)
    assert refused.value.spans == 1
    assert tag(project, "quote") == quote
    one_step(project, lambda: change(drop=True))
    left = {"form": "direct"} if what == "first value" else {"altered": "yes"}
    assert spans(project, article)[formed].attributes == left


def test_what_no_span_has_goes_at_once_and_new_ones_can_be_used(project: Project, article: str, formed: str) -> None:
    one_step(project, lambda: attributes.remove_value(project, tag(project, "quote"), "form", "mixed"))
    one_step(project, lambda: attributes.add_attribute(project, tag(project, "quote"), "length"))
    one_step(project, lambda: attributes.add_value(project, tag(project, "quote"), "length", "long"))
    annotate.set_attributes(project, formed, {"length": "long"})
    assert spans(project, article)[formed].attributes == {"form": "direct", "altered": "yes", "length": "long"}


def test_attributes_and_values_need_names_of_their_own(project: Project) -> None:
    quote = tag(project, "quote")
    for attempt, reason in (
        (lambda: attributes.add_attribute(project, quote, "Form"), "already"),
        (lambda: attributes.add_attribute(project, quote, " "), "needs a name"),
        (lambda: attributes.rename_attribute(project, quote, "form", "altered"), "already"),
        (lambda: attributes.add_value(project, quote, "form", "DIRECT"), "already"),
        (lambda: attributes.rename_value(project, quote, "form", "direct", "mixed"), "already"),
        (lambda: attributes.remove_attribute(project, quote, "colour"), "no attribute"),
    ):
        with pytest.raises(Refused, match=reason):
            attempt()
    assert tag(project, "quote") == quote


# Deleting


@pytest.fixture
def used(project: Project, article: str, ada: Annotator, bo: Annotator) -> dict[str, str]:
    """Hedges of two annotators, one of them done, and dismissed candidates."""
    keys = {"mine": annotate.add_span(project, article, "hedge", [place("may")])}
    linking.link_new(project, keys["mine"], "City council", "organisation")
    annotate.set_note(project, keys["mine"], "how likely?")
    suggesting.dismiss(project, article, "hedge", (place("cost"),))
    suggesting.dismiss(project, article, "claim", (place("cost"),))
    suggesting.dismiss(project, article, "hedge", (place("plan"),))
    projects.join(project, bo)
    keys["theirs"] = annotate.add_span(project, article, "hedge", [place("may")])
    layers.set_status(project, article, "done")
    projects.join(project, ada)
    return keys


def test_a_tag_in_use_is_not_deleted_unasked(project: Project, used: dict[str, str]) -> None:
    before, steps = held(project), len(history.rows(project))
    with pytest.raises(InUse, match="2 spans and 2 dismissed candidates") as refused:
        scheme.delete_tag(project, "hedge")
    assert refused.value.spans == scheme.span_counts(project)["hedge"] == 2
    assert (held(project), len(history.rows(project))) == (before, steps)


def test_deleting_with_the_spans_takes_them_from_all_layers(
    project: Project, article: str, used: dict[str, str]
) -> None:
    one_step(project, lambda: scheme.delete_tag(project, "hedge", delete_spans=True))
    assert ids(project) == ["quote", "claim", "opinion"]
    assert spans(project, article) == {}
    assert [one.tag for one in articles.whole_article(project, article).dismissed] == ["claim"]


def test_deleting_moves_spans_of_all_layers_with_links_and_dismissals(
    project: Project, article: str, used: dict[str, str], bo: Annotator
) -> None:
    annotate.set_attributes(project, used["mine"], {"kind": "weasel"})
    one_step(project, lambda: scheme.delete_tag(project, "hedge", move_to="claim"))
    found = spans(project, article)
    assert {found[key].tag for key in used.values()} == {"claim"}
    assert [link.role for link in found[used["mine"]].links] == ["claimant"]
    assert found[used["mine"]].attributes == {}
    assert found[used["mine"]].note == "how likely?"
    whole = articles.whole_article(project, article)
    assert [layer.status for layer in whole.layers if layer.annotator == bo.id] == ["done"]
    assert sorted((one.tag, one.segments[0]) for one in whole.dismissed) == [
        ("claim", place("plan")),
        ("claim", place("cost")),
    ]
    suggesting.dismiss(project, article, "claim", (place("plan"),))


def test_spans_that_would_become_identical_are_named_and_dropped_only_when_asked(
    project: Project, article: str, used: dict[str, str]
) -> None:
    there = annotate.add_span(project, article, "opinion", [place("may")])
    before = held(project)
    with pytest.raises(Doubles, match=r"1 span stands there with the tag “Opinion” already: “may” in “.*” .Ada Ferris"):
        scheme.delete_tag(project, "hedge", move_to="opinion")
    assert held(project) == before
    one_step(project, lambda: scheme.delete_tag(project, "hedge", move_to="opinion", drop_doubles=True))
    found = spans(project, article)
    assert set(found) == {there, used["theirs"]}
    assert {span.tag for span in found.values()} == {"opinion"}


def test_a_tag_nobody_uses_goes_and_the_last_one_stays(project: Project) -> None:
    one_step(project, lambda: scheme.delete_tag(project, "hedge"))
    with pytest.raises(Refused, match="no tag “hedge”"):
        scheme.delete_tag(project, "hedge")
    with pytest.raises(Refused, match="no tag “claim”"):
        scheme.delete_tag(project, "claim", move_to="claim")
    for key in ("claim", "opinion"):
        scheme.delete_tag(project, key)
    with pytest.raises(Refused, match="at least one tag"):
        scheme.delete_tag(project, "quote")
    assert ids(project) == ["quote"]


def test_many_spans_follow_in_one_step(project: Project, write_text: Callable[[str, str], Path]) -> None:
    importing.import_files(project, [write_text("long.txt", "word " * 600)])
    (article,) = articles.article_ids(project)
    for number in range(600):
        annotate.add_span(project, article, "hedge", [(number * 5, number * 5 + 4)])
    heard = []
    project.subscribe(heard.append)
    scheme.delete_tag(project, "hedge", move_to="quote")
    assert [one.bulk for one in heard] == [True]
    assert "tag" in heard[0].tables
    assert scheme.span_counts(project) == {"quote": 600}
    history.undo(project)
    assert scheme.span_counts(project) == {"hedge": 600}


# Looks


def test_a_line_that_can_hardly_be_seen_is_warned_of() -> None:
    pale = replace(projects.default_tags()[0], light="#FFFF00", dark="#222244")
    warned = scheme.warnings([pale])[pale.id]
    assert [warning.split(" look")[0] for warning in warned] == ["In the light", "In the dark"]
    assert looks.contrast("#000000", "#FFFFFF") == pytest.approx(21)


def test_tags_that_look_alike_are_warned_of_unless_their_lines_differ() -> None:
    quote, claim = projects.default_tags()[:2]
    twin = replace(claim, light="#13316F", line="solid")
    found = scheme.warnings([quote, twin])
    assert "hard to tell from “Claim”" in found["quote"][0]
    assert "hard to tell from “Quote”" in found["claim"][0]
    assert not any(scheme.warnings([quote, replace(twin, line="dotted")]).values())


def test_a_changed_scheme_goes_out_and_comes_in_again(
    project: Project, article: str, used: dict[str, str], tmp_path: Path, ada: Annotator
) -> None:
    made = scheme.add_tag(project, "Rumour")
    rumour = tag(project, made)
    scheme.edit_tag(project, rumour, replace(rumour, role="teller", line="wavy", guideline="Who says so?\n\nNobody."))
    attributes.add_attribute(project, tag(project, made), "spread")
    attributes.add_value(project, tag(project, made), "spread", "wide, and far")
    scheme.delete_tag(project, "hedge", move_to=made)
    scheme.reorder_tags(project, [made, "opinion", "quote", "claim"])
    scheme.set_guidelines(project, projects.info(project).guidelines, "# Ours\n")
    target = io.BytesIO()
    exporting.export_stream(project, target, "json")
    data = target.getvalue()
    other = projects.create(str(tmp_path / "other.annotator"), ada)
    try:
        report = importing.import_sources(other, [Source("a.json", lambda: io.BytesIO(data), len(data))])
        assert [one.status for one in report.inputs] == ["done"]
        assert held(other) == held(project)
    finally:
        other.close()
