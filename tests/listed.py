"""The entities of a project, for tests that look at what became of them."""

from __future__ import annotations

from annotator.core.entity_listing import EntityQuery, ListedEntity
from annotator.services.entities import listing
from annotator.store.project import Project


def entity_rows(project: Project, text: str = "") -> list[ListedEntity]:
    """Return the entities that are not merged, most used first; `text` stands in a name."""
    keys = listing.entity_ids(project, EntityQuery(text=text, sort="spans", descending=True))
    rows = listing.listed(project, keys)
    return [rows[key] for key in keys]
