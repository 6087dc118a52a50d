"""What the links of one span say together."""

from __future__ import annotations

import pytest

from annotator.core.links import RELAYED_BY, chain, shown_link
from annotator.core.records import Link


def links(*pairs: tuple[str, str]) -> list[Link]:
    return [Link(f"link {number}", entity, role) for number, (entity, role) in enumerate(pairs)]


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        ([], ""),
        ([("Ada Orlo", "speaker")], "Ada Orlo"),
        ([("Ada Orlo", "speaker"), ("The Gazette", RELAYED_BY), ("a blog", RELAYED_BY)],
         "Ada Orlo, via The Gazette, via a blog"),
        ([("The Gazette", RELAYED_BY), ("Ada Orlo", "speaker")], "Ada Orlo, via The Gazette"),
        ([("Ada Orlo", "speaker"), ("Tom Reed", "speaker"), ("The Gazette", RELAYED_BY)],
         "Ada Orlo and Tom Reed, via The Gazette"),
        ([("Ada Orlo", "speaker"), ("the council", "target")], "Ada Orlo"),
        ([("The Gazette", RELAYED_BY)], "via The Gazette"),
        ([("the council", "target")], "the council"),
    ],
)  # fmt: skip
def test_a_chain_names_who_says_it_and_then_through_whom_it_came(pairs: list[tuple[str, str]], told: str) -> None:
    assert chain(links(*pairs), "speaker", str) == told


def test_the_first_link_in_the_tags_own_role_is_shown_else_the_first() -> None:
    found = links(("The Gazette", RELAYED_BY), ("Ada Orlo", "speaker"), ("Tom Reed", "speaker"))
    assert shown_link(found, "speaker") == found[1]
    assert shown_link(found, "holder") == found[0]
    assert shown_link([], "speaker") is None
