"""Assignments: which articles are given to which annotators, by hand or in turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from annotator.core.errors import Refused
from annotator.core.ids import derived_id
from annotator.core.text import counted
from annotator.services.articles import refuse_missing
from annotator.store import assignments, intake
from annotator.store.project import Project, Writing


def assigned(project: Project, articles: Sequence[str]) -> dict[str, list[str]]:
    """Return, by article, the ids of the annotators that it is given to; articles given to nobody are left out."""
    found: dict[str, list[str]] = {}
    with project.read() as session:
        for article, annotator in assignments.given(session, articles):
            found.setdefault(article, []).append(annotator)
    return found


def loads(project: Project) -> dict[str, int]:
    """Return, by annotator, how many articles are given to them; whoever has none is left out."""
    with project.read() as session:
        return assignments.loads(session)


def assign(project: Project, articles: Sequence[str], annotators: Sequence[str], away: Sequence[str] = ()) -> int:
    """Give each article to each of the annotators, and take it from those of `away`, as one step; spans stay.

    Returns how many assignments came or went. Raises Refused where an article or an annotator is not in the project.
    """
    with project.write(f"assign {_what(articles)}") as writing:
        _refuse_strangers(writing, articles, annotators)
        held = assignments.given(writing.session, articles)
        gone = writing.bulk_delete("assignment", [held[pair] for pair in held if pair[1] in away])
        pairs = ((article, annotator) for article in articles for annotator in annotators)
        return gone + _insert(writing, (pair for pair in pairs if pair not in held))


def assign_in_turn(project: Project, articles: Sequence[str], annotators: Sequence[str], each: int) -> int:
    """Give each article to `each` of the annotators, as one step, so that all get as many. Returns how many are new.

    The articles are dealt in the project's order, each to those with the fewest so far, in the order of `annotators`;
    what they have already counts. Raises Refused as `assign` does, and where there are fewer annotators than `each`.
    """
    annotators = list(dict.fromkeys(annotators))
    if not 1 <= each <= len(annotators):
        raise Refused(f"{counted(each, 'annotator')} for each article cannot be had of {len(annotators)}.")
    with project.write(f"assign {_what(articles)} in turn") as writing:
        _refuse_strangers(writing, articles, annotators)
        session = writing.session
        held, load = assignments.given(session, articles), assignments.loads(session)
        dealt: list[tuple[str, str]] = []
        for article in assignments.in_order(session, articles):
            free = [one for one in annotators if (article, one) not in held]
            wanted = each - (len(annotators) - len(free))
            # Sorting keeps the given order among those who have as many.
            for annotator in sorted(free, key=lambda one: load.get(one, 0))[: max(0, wanted)]:
                load[annotator] = load.get(annotator, 0) + 1
                dealt.append((article, annotator))
        return _insert(writing, dealt)


def _what(articles: Sequence[str]) -> str:
    return "article" if len(articles) == 1 else counted(len(articles), "article")


def _refuse_strangers(writing: Writing, articles: Sequence[str], annotators: Sequence[str]) -> None:
    refuse_missing(writing, articles)
    if set(annotators) - intake.known(writing.session, "annotator", annotators):
        raise Refused("An annotator is not in the project any more.")


def _insert(writing: Writing, pairs: Iterable[tuple[str, str]]) -> int:
    return writing.bulk_insert("assignment", [
        {"id": derived_id("assignment", article, annotator), "article_id": article, "annotator_id": annotator}
        for article, annotator in dict.fromkeys(pairs)
    ])  # fmt: skip
