"""What a project is called by: the path of a file, or the URL of a database."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

# As far as the last @: a password may hold one that nobody has escaped.
_IN_AUTHORITY = re.compile("^([^:]+://[^:/@]*):.*@", re.DOTALL)
_IN_QUERY = re.compile("([?&](?:ssl)?password=)[^&]*")
_HIDDEN = "***"


def is_url(name: str) -> bool:
    """Tell whether a project's name is a database URL and not a file."""
    return name.startswith(("postgresql://", "postgresql+psycopg://"))


def shown_name(name: str) -> str:
    """Return a project's name as it may be shown: a URL comes without its password."""
    if not is_url(name):
        return name
    return _IN_QUERY.sub(rf"\1{_HIDDEN}", _IN_AUTHORITY.sub(rf"\1:{_HIDDEN}@", name))


def plain_title(name: str) -> str:
    """Return the title of a project that nobody gave one: the name of its file, without suffix, or of its database."""
    if not is_url(name):
        return Path(name).stem
    _scheme, _slashes, place = shown_name(name).partition("://")
    _host, _slash, database = place.partition("?")[0].partition("/")
    return unquote(database) or "project"
