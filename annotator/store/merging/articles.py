"""Finding the articles of another copy in this one: by id, then by text; and collections by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.store import intake
from annotator.store.history import Row, chunks, rows_of
from annotator.store.merging.plan import Plan
from annotator.store.tables import AUDITED

_TEXT, _ARTICLE, _COLLECTION = AUDITED["article_text"], AUDITED["article"], AUDITED["collection"]

_OTHER_TEXT = "has another text than the article of the same id here; nothing in it can be merged"
_OTHERWISE = "the same text is here already, and what is here stays; other there: {what}"
_TOLD = ("title", "byline", "publication", "url", "published", "language", "note", "unusable")
_NAMES = {"url": "address", "published": "date"}


def matched(ours: Session, theirs: Session, plan: Plan, page: Sequence[Row]) -> list[Row]:
    """Return the rows of articles that are to be compared: new ones, and those that are here by id.

    One that is here by text only gets the id that it has here, and its row is left as it is; what it says otherwise
    there is listed. One whose text is not the same as here is left out.
    """
    keys = [row["id"] for row in page]
    there, here = _digests(theirs, keys), _digests(ours, keys)
    unknown = {key: digest for key, digest in there.items() if key not in here}
    twins = _by_text(ours, set(unknown.values()))
    # An article that they have by id is that one, and no other of theirs.
    known_there = intake.known(theirs, "article", {key for found in twins.values() for key in found})
    used = set(plan.renaming.names["article"].values())
    found = []
    by_text: dict[str, tuple[Row, str]] = {}
    for row in page:
        key = row["id"]
        if key in here and here[key] != there.get(key):
            plan.leave("article", key, _OTHER_TEXT)
            plan.barred.add(key)
            continue
        twin = next((one for one in twins.get(unknown.get(key, ""), ()) if one not in known_there | used), None)
        if twin is None:
            found.append(row)
        else:
            plan.renaming.names["article"][key] = twin
            used.add(twin)
            by_text[key] = (row, twin)
    _list_others(ours, plan, by_text)
    return found


def _list_others(ours: Session, plan: Plan, by_text: Mapping[str, tuple[Row, str]]) -> None:
    """List the articles of theirs of which something else is known there than of the same text here."""
    here = rows_of(ours.connection(), "article", [twin for _row, twin in by_text.values()])
    for key, (row, twin) in by_text.items():
        if others := [column for column in _TOLD if row[column] and row[column] != here[twin][column]]:
            plan.leave("article", key, _OTHERWISE.format(what=", ".join(_NAMES.get(one, one) for one in others)))


def _digests(session: Session, keys: Sequence[str]) -> dict[str, str]:
    found = session.execute(sa.select(_TEXT.c.id, _TEXT.c.sha256).where(_TEXT.c.id.in_(keys)))
    return {row.id: row.sha256 for row in found}


def _by_text(session: Session, digests: set[str]) -> dict[str, list[str]]:
    """Return the ids of the articles that have a text, by its checksum, in their order."""
    found: dict[str, list[str]] = {}
    for chunk in chunks(digests):
        statement = (
            sa.select(_TEXT.c.sha256, _TEXT.c.id)
            .join(_ARTICLE, _ARTICLE.c.id == _TEXT.c.id)
            .where(_TEXT.c.sha256.in_(chunk))
            .order_by(_ARTICLE.c.order, _ARTICLE.c.id)
        )
        for digest, key in session.execute(statement):
            found.setdefault(digest, []).append(key)
    return found


def match_collections(ours: Session, theirs: Session, plan: Plan, page: Sequence[Row]) -> None:
    """Let collections of theirs that have the name of one here be that one."""
    names = {name.casefold(): key for key, name in ours.execute(sa.select(_COLLECTION.c.id, _COLLECTION.c.name))}
    here = set(names.values())
    known_there = intake.known(theirs, "collection", here)
    for row in page:
        key = names.get(row["name"].casefold())
        if row["id"] not in here and key is not None and key not in known_there:
            plan.renaming.names["collection"][row["id"]] = key
