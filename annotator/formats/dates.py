"""Dates as files write them, and as articles keep them."""

from __future__ import annotations

import re
from datetime import datetime
from email.utils import parsedate_to_datetime

_PART = re.compile(r"\d{4}(-\d\d)?", re.ASCII)
_SLASHES = re.compile(r"(\d{4})/(\d\d?)/(\d\d?)", re.ASCII)
_DAY = re.compile(r"\d{4}-?\d\d-?\d\d", re.ASCII)


def moment(text: str) -> str:
    """Return a date or time in the extended format of ISO 8601; empty where `text` is none.

    Known are ISO 8601 in its extended and basic formats, year and month alone, 2018/2/23, and the dates of RFC 5322.
    """
    written = text.strip()
    if slashes := _SLASHES.fullmatch(written):
        year, month, day = slashes.groups()
        written = f"{year}-{month:0>2}-{day:0>2}"
    try:
        if _PART.fullmatch(written):
            datetime.fromisoformat(written + "-01-01"[len(written) - 4 :])
            return written
        found = datetime.fromisoformat(written)
        return found.date().isoformat() if _DAY.fullmatch(written) else found.isoformat()
    except ValueError:
        pass
    return _from_mail(written)


def _from_mail(text: str) -> str:
    try:
        return parsedate_to_datetime(text).isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""
