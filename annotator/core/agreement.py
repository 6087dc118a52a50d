"""What is said of the agreement of annotators: figures, what they are of, and why one cannot be computed."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from annotator.core.counting import Placed

Measure: TypeAlias = Literal[
    "exact precision", "exact recall", "exact F1",
    "overlap precision", "overlap recall", "overlap F1",
    "α on characters", "κ on characters", "unitised α",
    "uα", "|uα", "cuα", "(k)uα", "coverage", "γ",
    "entity accuracy", "start distance", "end distance",
]  # fmt: skip
MEASURES: tuple[Measure, ...] = get_args(Measure)

Counted: TypeAlias = Literal["characters", "spans", "units", "pairs"]
"""What the number beside a figure counts; pairs are matched spans."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measure's value and of how much it is; None where it is undefined, and then `why`.

    `why` stands after "undefined, because". Distances are in characters; of the other values 1 is the most.
    """

    measure: Measure
    value: float | None
    n: int
    of: Counted
    why: str = ""


@dataclass(frozen=True, slots=True)
class Scores:
    """The figures for one tag, or for all (`tag` is None); `spans` are the numbers of spans in each layer."""

    tag: str | None
    spans: tuple[int, ...]
    figures: tuple[Figure, ...]

    def figure(self, measure: Measure) -> Figure | None:
        """Return the figure of a measure; None where it is not one of these."""
        return next((one for one in self.figures if one.measure == measure), None)


@dataclass(frozen=True, slots=True)
class ArticleScores:
    """The figures of one article, over all tags."""

    article: str
    title: str
    scores: Scores


@dataclass(frozen=True, slots=True)
class Confused:
    """How many spans of one tag in the first layer are matched with another in the second; None: with no span."""

    first: str | None
    second: str | None
    pairs: int


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far layers agree on the articles that all of them have.

    `layers` are ids of annotators, None the final layer; the first is what the others are held against. `scores` are
    those over all tags, then those of each tag that has spans. `kinds` counts the kinds of differences, `starts` and
    `ends` how far matched spans of the second layer begin and end behind those of the first; these, and `confusion`,
    are of two layers only.
    """

    layers: tuple[str | None, ...]
    articles: int
    scores: tuple[Scores, ...]
    by_article: tuple[ArticleScores, ...] = ()
    confusion: tuple[Confused, ...] = ()
    kinds: tuple[tuple[str, int], ...] = ()
    starts: tuple[tuple[int, int], ...] = ()
    ends: tuple[tuple[int, int], ...] = ()

    @property
    def overall(self) -> Scores:
        """The scores over all tags."""
        return self.scores[0]


@dataclass(frozen=True, slots=True)
class Shared:
    """Two layers and the number of articles that have both; None: the final layer."""

    first: str | None
    second: str | None
    articles: int


@dataclass(frozen=True, slots=True)
class Behind:
    """Which matched spans stand behind a figure; None: no condition.

    `tag`: one of the two has it. `cell`: the tags of the first and of the second span, None for no span. `kinds`: they
    differ so, in one of these ways at least.
    """

    tag: str | None = None
    cell: tuple[str | None, str | None] | None = None
    kinds: Set[str] | None = None
    articles: Sequence[str] | None = None


@dataclass(frozen=True, slots=True)
class PlacedPair:
    """Two matched spans with where they stand, one of them None where it has no counterpart; and how they differ.

    `by_name` are names of entities that count as the same only because kind and name, or an alias, agree.
    """

    first: Placed | None
    second: Placed | None
    kinds: frozenset[str]
    by_name: tuple[str, ...] = ()
