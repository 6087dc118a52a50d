"""Dates as people and tables write them: month names in English, and numbers that can mean but one day."""

from __future__ import annotations

import re
from datetime import date, datetime, time

from annotator.formats.dates import moment

_TIME = r"(?:(?:[T, ]|,? at)+(?P<hour>\d\d?):(?P<minute>\d\d)(?::(?P<second>\d\d))?(?: ?(?P<half>[ap])\.?m\.?)?)?"
_NUMBERS = re.compile(
    r"(?P<a>\d{1,2}|\d{4})(?P<mark>[/.-])(?P<b>\d{1,2})(?P=mark)(?P<c>\d{1,2}|\d{4})" + _TIME, re.I | re.A
)
_NAMED = re.compile(
    r"(?:[a-z]{3,9}\.?,? )?(?:(?P<month>[a-z]{3,9})\.? (?P<day>\d{1,2})(?:st|nd|rd|th)?,?"
    r"|(?P<first>\d{1,2})(?:st|nd|rd|th|\.)? (?P<then>[a-z]{3,9})\.?,?) (?P<year>\d{4})" + _TIME,
    re.I | re.A,
)
_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_HALF = re.compile(r"\d ?[ap]\.?m\b", re.I | re.A)
_UTC = re.compile(" ?(UTC|GMT)$")


def written_moment(text: str) -> str:
    """Return a date or time in the extended format of ISO 8601; empty for what is none, or could be two.

    Of numbers, the year comes first, or the day where dots stand between them; with the year last and other marks, one
    of the others has to be above 12 (or both the same). What is not written so is left to `dates.moment`.
    """
    text = " ".join(text.split())
    try:
        if match := _NUMBERS.fullmatch(text):
            return _of_numbers(match)
        if match := _NAMED.fullmatch(text):
            return _named(match)
    except ValueError:
        return ""
    return "" if _HALF.search(text) else moment(_UTC.sub("+00:00", text))


def _of_numbers(match: re.Match[str]) -> str:
    first, second, third = int(match["a"]), int(match["b"]), int(match["c"])
    if len(match["a"]) == 4:
        return _joined(first, second, third, match) if len(match["c"]) < 4 else ""
    if len(match["c"]) != 4:
        return ""
    if match["mark"] == "." or first > 12 or first == second:
        return _joined(third, second, first, match)
    return _joined(third, first, second, match) if second > 12 else ""


def _named(match: re.Match[str]) -> str:
    written = (match["month"] or match["then"]).casefold()
    month = next((number for number, name in enumerate(_MONTHS, 1) if _is_short_for(written, name)), 0)
    return _joined(int(match["year"]), month, int(match["day"] or match["first"]), match)


def _is_short_for(written: str, name: str) -> bool:
    return name.startswith(written) or (written == "sept" and name == "september")


def _joined(year: int, month: int, day: int, match: re.Match[str]) -> str:
    """Return the day, with its time where there is one. Raises ValueError for what is in no calendar or clock."""
    that_day = date(year, month, day)
    if match["hour"] is None:
        return that_day.isoformat()
    hour = int(match["hour"])
    if match["half"]:
        hour = hour % 12 + (12 if match["half"].casefold() == "p" else 0)
    return datetime.combine(that_day, time(hour, int(match["minute"]), int(match["second"] or 0))).isoformat()
