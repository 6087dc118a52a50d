"""Rows of regions, for the verbs that change them."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.store.tables import Region


def regions_of(session: Session, article: str) -> list[Region]:
    """Return the regions of an article as they stand in its text."""
    return list(session.scalars(
        sa.select(Region).where(Region.article_id == article).order_by(Region.start, Region.end, Region.id)
    ))  # fmt: skip
