"""Single fields of JSON objects, checked one by one, with the place of what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

import orjson

T = TypeVar("T")
Object = dict[str, Any]

_COLOUR = re.compile("#[0-9A-Fa-f]{6}")


class Problem(Exception):
    """What is wrong with a value, and where in it; the place grows as the error rises through the levels."""

    def __init__(self, reason: str, place: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.place = place

    def within(self, outer: str) -> Problem:
        """Return the same problem as seen from the value that holds this one under the name `outer`."""
        return Problem(self.reason, f"{outer}.{self.place}" if self.place else outer)


def shown(value: object) -> str:
    """Return a value on one line and short, for a message."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def object_of(raw: object) -> Object:
    """Return the value if it is an object."""
    if type(raw) is not dict:
        raise Problem(f"an object is expected, not {shown(raw)}")
    return raw


def nested(raw: Object, key: str, decode: Callable[[Object], T]) -> T | None:
    """Return what `decode` makes of the object under `key`; None where there is none."""
    value = raw.get(key)
    if value is None:
        return None
    try:
        return decode(object_of(value))
    except Problem as problem:
        raise problem.within(key) from None


def each(raw: Object, key: str, decode: Callable[[Object], T]) -> tuple[T, ...]:
    """Return what `decode` makes of each object in the list under `key`; none where there is no list."""
    values = raw.get(key)
    if values is None or values == []:
        return ()
    if type(values) is not list:
        raise Problem(f"a list is expected, not {shown(values)}", key)
    result: list[T] = []
    try:
        for value in values:
            result.append(decode(object_of(value)))  # noqa: PERF401 - the length tells where a problem is
    except Problem as problem:
        raise problem.within(f"{key}[{len(result)}]") from None
    return tuple(result)


def string(raw: Object, key: str, default: str | None = None) -> str:
    """Return the text under `key`; the default where it is absent or null, a problem where there is no default."""
    value = raw.get(key)
    if type(value) is str:
        return value
    if value is not None:
        raise Problem(f"a text is expected, not {shown(value)}", key)
    if default is None:
        raise Problem("is missing", key)
    return default


def optional(raw: Object, key: str) -> str | None:
    """Return the text under `key`, None where it is absent or null."""
    value = raw.get(key)
    if value is None or type(value) is str:
        return value
    raise Problem(f"a text is expected, not {shown(value)}", key)


def identifier(raw: Object, key: str = "id") -> str:
    """Return the id under `key`: a text that is not empty."""
    value = string(raw, key)
    if not value:
        raise Problem("is empty", key)
    return value


def strings(raw: Object, key: str) -> tuple[str, ...]:
    """Return the list of texts under `key`; empty where it is absent."""
    values = raw.get(key)
    if values is None:
        return ()
    if type(values) is not list or not all(type(value) is str for value in values):
        raise Problem(f"a list of texts is expected, not {shown(values)}", key)
    return tuple(values)


def integer(raw: Object, key: str, default: int | None = None) -> int:
    """Return the whole number under `key`."""
    value = raw.get(key)
    if type(value) is int:
        return value
    if value is None and default is not None:
        return default
    raise Problem("is missing" if value is None else f"a whole number is expected, not {shown(value)}", key)


def boolean(raw: Object, key: str) -> bool:
    """Return true or false as it stands under `key`; false where it is absent."""
    value = raw.get(key)
    if value is None:
        return False
    if type(value) is not bool:
        raise Problem(f"true or false is expected, not {shown(value)}", key)
    return value


def one_of(raw: Object, key: str, values: Sequence[T], default: T | None = None) -> T:
    """Return the value under `key`, which is one of `values`."""
    value = raw.get(key)
    if value is None and default is not None:
        return default
    if type(value) is not str or value not in values:
        raise Problem(f"{shown(value)} is none of {', '.join(map(str, values))}", key)
    return values[values.index(value)]


def colour(raw: Object, key: str) -> str:
    """Return the colour `#RRGGBB` under `key`."""
    value = string(raw, key)
    if not _COLOUR.fullmatch(value):
        raise Problem(f"a colour such as #12306F is expected, not {shown(value)}", key)
    return value


def moment(raw: Object, key: str, default: datetime | None = None) -> datetime:
    """Return the time under `key` in UTC; its offset must be given (`Z`)."""
    value = raw.get(key)
    if value is None and default is not None:
        return default
    try:
        time = datetime.fromisoformat(value)  # type: ignore[arg-type]  # what is no text is caught below
        if time.tzinfo is not None:
            return time if time.tzinfo is UTC else time.astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        pass
    raise Problem(f"a time such as 2026-11-30T18:31:00.000000Z is expected, not {shown(value)}", key)


def extra(raw: Object, known: frozenset[str]) -> dict[str, Any]:
    """Return the keys that are not known, with values that can be written again."""
    if raw.keys() <= known:
        return {}
    unknown = {key: value for key, value in raw.items() if key not in known}
    for key, value in unknown.items():
        writable(value, key)
    return unknown


def writable(value: object, key: str) -> None:
    """Make sure that a value which is kept unseen can be written again."""
    try:
        orjson.dumps(value)
    except TypeError:
        raise Problem("is nested too deep", key) from None
