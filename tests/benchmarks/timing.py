"""Timing of what a person does: until the last thing that it wants painted is painted."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from statistics import quantiles

from PySide6.QtWidgets import QApplication


def best(action: Callable[[], object], rounds: int = 5) -> float:
    """Return the shortest of several runs in milliseconds: what else a shared machine does only ever adds time."""
    return min(_painted(action) for _ in range(rounds)) * 1000


def least(actions: Iterable[Callable[[], object]]) -> float:
    """Return in milliseconds what the shortest of several actions takes; what makes them is not timed."""
    return min(_painted(action) for action in actions) * 1000


def p95(actions: Iterable[Callable[[], object]]) -> float:
    """Return in milliseconds what 95 of a hundred actions take at most; what makes them is not timed."""
    return quantiles([_painted(action) for action in actions], n=20)[-1] * 1000


def settle(seconds: float = 2) -> None:
    """Let what goes on beside a person who reads be done: nobody annotates the moment that an article opens."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        QApplication.processEvents()


def _painted(action: Callable[[], object]) -> float:
    QApplication.processEvents()
    started = time.perf_counter()
    action()
    # What the action wants painted is painted here, and no more.
    QApplication.processEvents()
    return time.perf_counter() - started
