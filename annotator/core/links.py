"""What the links of one span say together: which of them is shown, and through whom the words came."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from annotator.core.records import Link

RELAYED_BY = "relayed by"
"""The role of those through whom the words of somebody else came."""

OTHER_ROLES = ("target", "addressee", RELAYED_BY)
"""Roles that a link can have beside the one of its span's tag."""


def shown_link(links: Sequence[Link], own: str) -> Link | None:
    """Return "the" link of a span, which lists and the margin show: the first in its tag's own role, else the first."""
    return next((link for link in links if link.role == own), links[0] if links else None)


def chain(links: Sequence[Link], own: str, name: Callable[[str], str]) -> str:
    """Return who says it and through whom it came, as "A, via B, via C"; empty without links.

    `own` is the role of the span's tag, `name` returns what the entity of an id is called. Several in the tag's own
    role are "A and B". Roles that are neither are left out, unless there is nothing else.
    """
    named = [name(link.entity) for link in links if link.role == own]
    relayed = [f"via {name(link.entity)}" for link in links if link.role == RELAYED_BY and link.role != own]
    if not named and not relayed:
        return name(links[0].entity) if links else ""
    return ", ".join([*([" and ".join(named)] if named else []), *relayed])
