"""What reviewers decided on a span, as signs and in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from annotator.core.records import Decision, Span, Verdict

SIGNS: Mapping[Verdict, str] = {"accepted": "✓", "rejected": "✗", "changed": "≠"}


def signs(span: Span) -> str:
    """Return a sign for each verdict on a span; empty where nobody decided on it."""
    return "".join(dict.fromkeys(SIGNS[one.verdict] for one in span.decisions))


def told(decision: Decision, name_of: Callable[[str], str]) -> str:
    """Return a decision in words, with its sign; `name_of` tells what a reviewer is called."""
    since = ", before it was changed" if decision.stale else ""
    return f"{SIGNS[decision.verdict]} {decision.verdict} by {name_of(decision.by)}{since}"


def verdicts(span: Span) -> str:
    """Return the verdicts on a span in words, without who decided; empty where nobody did."""
    return ", ".join(dict.fromkeys(one.verdict for one in span.decisions))


def is_returned(span: Span) -> bool:
    """Tell whether a reviewer rejected a span, or accepted it only as changed."""
    return any(one.verdict != "accepted" for one in span.decisions)
