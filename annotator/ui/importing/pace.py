"""How fast a long piece of work goes, and how long it will take still."""

from __future__ import annotations

from time import monotonic

from annotator.core.text import counted

_OFTEN = 0.05
_SOON = 1.0


class Pace:
    """Says how work gets on, no more often than anybody can read."""

    def __init__(self) -> None:
        self._started = monotonic()
        self._told = 0.0

    def is_due(self) -> bool:
        """Tell whether it is time to say something again."""
        now = monotonic()
        if now - self._told < _OFTEN:
            return False
        self._told = now
        return True

    def sentence(self, done: int, total: int) -> str:
        """Return rate and remaining time, nothing before there is anything to go by."""
        passed = monotonic() - self._started
        if not done or passed < _SOON:
            return ""
        rate = done / passed
        left = f", about {_time((total - done) / rate)} left" if total > done else ""
        return f" · {rate:,.0f} a second{left}"


def _time(seconds: float) -> str:
    return counted(round(seconds), "second") if seconds < 100 else counted(round(seconds / 60), "minute")
