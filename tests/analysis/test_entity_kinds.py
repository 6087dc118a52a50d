from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.analysis.entity_kinds import likely_kind
from annotator.core.records import ENTITY_KINDS


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Ines Calloway", "person"),
        ("James Burns", "person"),
        ("the mayor", "person"),
        ("County Sheriff", "person"),
        ("the department", "organisation"),
        ("Harbour Police", "organisation"),
        ("Holm University Press", "organisation"),
        ("BBC", "organisation"),
        ("two city officials", "collective"),
        ("critics", "collective"),
        ("a source close to the council", "anonymous"),
        ("police sources", "anonymous"),
        ("the Harbour report", "publication"),
        ("an internal email", "publication"),
        ("Joan Story", "person"),
        ("", "person"),
    ],
)
def test_a_name_tells_what_kind_of_entity_it_is(name: str, kind: str) -> None:
    assert likely_kind(name) == kind


@given(st.text())
def test_every_name_has_a_kind(name: str) -> None:
    assert likely_kind(name) in ENTITY_KINDS
