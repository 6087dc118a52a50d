"""How far the work is, and who says what: the figures of the dashboard, each with the spans behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo

from annotator.core.counting import Bar, Placed, Progress, SpanCount, SpansOf
from annotator.services import linking, people
from annotator.store import counting
from annotator.store.project import Project

MOST_ENTITIES = 30
"""Entities that are shown as bars at most: those with the most spans."""

MOST_PLACED = 1_000
"""Spans behind a figure that are listed at most."""


def progress(project: Project) -> list[Progress]:
    """Return how far each annotator is, who has most spans first, and at the end how far the final layers are."""
    held: dict[str | None, dict[str, int]] = {}
    for key, status, number in counting.layer_statuses(project):
        held.setdefault(key, {})[status] = number
    given, articles = counting.assigned(project), counting.usable_articles(project)
    spans = _sums(counting.span_counts(project, "annotator", SpansOf()))
    spans |= _sums(counting.span_counts(project, "annotator", SpansOf(final=True)))

    def row(key: str | None) -> tuple[int, int, int, int, int]:
        layers, assigned = held.get(key, {}), given.get(key or "", 0)
        begun = layers.get("in progress", 0), layers.get("done", 0)
        return assigned, max(0, (assigned or articles) - sum(begun)), *begun, spans.get(key, 0)

    rows = [Progress(one.annotator, *row(one.annotator.id)) for one in people.rows(project)]
    rows.sort(key=lambda one: (-one.spans, one.annotator.name.casefold() if one.annotator else ""))
    return [*rows, *([Progress(None, *row(None))] if None in held else [])]


def by_publication(project: Project, which: SpansOf) -> list[Bar]:
    """Return the spans of each publication, that with the most first; the name is empty where an article has none."""
    counts = counting.span_counts(project, "publication", which)
    return _bars(counts, lambda key: key or "", lambda key: replace(which, publication=key or ""))


def by_entity(project: Project, which: SpansOf, most: int = MOST_ENTITIES) -> list[Bar]:
    """Return the spans of each entity, that with the most first, `most` at most; at the end those not linked."""
    counts = counting.span_counts(project, "entity", which)
    sums = _sums(counts)
    keys = sorted((key for key in sums if key is not None), key=lambda key: (-sums[key], key))[:most]
    names = {key: entity.name for key, entity in linking.entities_by_id(project, keys).items()}
    shown = [count for count in counts if count.key in names]
    bars = _bars(shown, lambda key: names[str(key)], lambda key: replace(which, entity=key))
    rest = [count for count in counts if count.key is None]
    return [*bars, *_bars(rest, lambda _key: "", lambda _key: replace(which, unlinked=True))]


def by_day(project: Project, which: SpansOf, zone: tzinfo | None = None) -> list[Bar]:
    """Return the spans made on each day on which any was, in order; days are those of `zone`, else of this machine."""
    days: dict[str, dict[str, int]] = {}
    for count in counting.span_counts(project, "minute", which):
        day = counting.moment_of(str(count.key)).astimezone(zone).date().isoformat()
        parts = days.setdefault(day, {})
        parts[count.tag] = parts.get(count.tag, 0) + count.spans
    return [
        Bar(day, tuple(sorted(parts.items())), replace(which, made=_day(day, zone)))
        for day, parts in sorted(days.items())
    ]


def placed(project: Project, which: SpansOf, most: int = MOST_PLACED) -> list[Placed]:
    """Return the spans behind a figure, in the order of articles and texts."""
    return counting.placed_spans(project, which, most)


def _day(day: str, zone: tzinfo | None) -> tuple[datetime, datetime]:
    # Midnight to midnight of the place: a day on which the clocks change has 23 or 25 hours.
    first = datetime.fromisoformat(day)
    following = first + timedelta(days=1)
    if zone is None:
        return first.astimezone(), following.astimezone()
    return first.replace(tzinfo=zone), following.replace(tzinfo=zone)


def _sums(counts: Iterable[SpanCount]) -> dict[str | None, int]:
    found: dict[str | None, int] = {}
    for count in counts:
        found[count.key] = found.get(count.key, 0) + count.spans
    return found


def _bars(
    counts: Sequence[SpanCount], name: Callable[[str | None], str], which: Callable[[str | None], SpansOf]
) -> list[Bar]:
    """Return a bar for each key, the longest first."""
    parts: dict[str | None, dict[str, int]] = {}
    for count in counts:
        parts.setdefault(count.key, {})[count.tag] = count.spans
    bars = [Bar(name(key), tuple(sorted(held.items())), which(key)) for key, held in parts.items()]
    return sorted(bars, key=lambda bar: (-bar.total, bar.name.casefold()))
