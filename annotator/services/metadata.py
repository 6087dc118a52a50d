"""What is known about an article besides its text: edited by people, checked before it is written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Literal, TypeAlias, get_args
from urllib.parse import urlsplit

from annotator.core.errors import Refused
from annotator.core.text import one_line, store_text
from annotator.store import tables
from annotator.store.project import Project

Field: TypeAlias = Literal["title", "byline", "publication", "url", "published", "language", "note"]
FIELDS: tuple[Field, ...] = get_args(Field)

# Extended format only, so that sorting by text is sorting by time.
_MOMENT = re.compile(
    r"\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?)?)?)?", re.ASCII
)  # fmt: skip
_NOT_IN_URLS = re.compile(r"[\s\x00-\x1f\x7f]")


def edit(project: Project, article: str, changes: Mapping[Field, str]) -> None:
    """Set metadata of an article as one step; fields that are not named stay. Raises Refused, and nothing is changed.

    `url` is an http(s) address or empty, `published` a date or time of ISO 8601 (a year or month will do) or empty.
    """
    with project.write("edit note of article" if set(changes) == {"note"} else "edit article") as writing:
        row = writing.session.get(tables.Article, article)
        if row is None:
            raise Refused(f"There is no article {article} in the project.")
        for field, value in changes.items():
            kept = checked(field, value)
            setattr(row, field, kept or None if field == "url" else kept)


def checked(field: Field, value: str) -> str:
    """Return what is stored for what was typed. Raises Refused for what makes no sense."""
    if field not in FIELDS:
        raise Refused(f"There is no field “{field}” of articles.")
    if field == "note":
        return store_text(value).text.strip()
    value = one_line(value)
    if field == "url" and value and not is_web_address(value):
        raise Refused(f"“{value}” is no address of the web: it has to begin with http:// or https://.")
    if field == "published" and value and not is_moment(value):
        raise Refused(f"“{value}” is no date: write it like 2018-02-23, or like 2018-02-23T14:05 with the time.")
    return value


def is_web_address(text: str) -> bool:
    """Tell whether a text is an http or https address with a host. Source: RFC 3986."""
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and not _NOT_IN_URLS.search(text)
    except ValueError:
        return False


def is_moment(text: str) -> bool:
    """Tell whether a text is a year, month, day or time in the extended format of ISO 8601."""
    if not _MOMENT.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text + "-01-01"[len(text) - 4 :])
    except ValueError:
        return False
    return True
