"""The texts on which layers are held against each other, one after the other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from annotator.analysis.agreement.own_text import OwnText
from annotator.analysis.differences import Difference, differences
from annotator.analysis.same_entities import same_entities
from annotator.core.errors import Refused
from annotator.core.records import Article, LayerStatus, Span
from annotator.formats.interface import Progress, no_progress
from annotator.services import people
from annotator.services.projects import annotators
from annotator.store import shared_layers
from annotator.store.history import chunks
from annotator.store.project import Project

BEGUN: frozenset[LayerStatus] = frozenset({"in progress", "done"})
"""The statuses of layers that are compared by default."""

FINAL = "final"
"""What the final layer is called where annotators are named."""

_PAIRS = 100


def layer_named(project: Project, name: str) -> str | None:
    """Return the id of the annotator of that name or id, None for "final". Raises Refused for an unknown name."""
    if name == FINAL:
        return None
    found = people.named(project, name)
    if found is None:
        known = ", ".join(sorted(one.name for one in annotators(project)))
        raise Refused(f"There is no annotator “{name}”; there are {known}, and “{FINAL}” is the final layer.")
    return found.id


@dataclass(frozen=True, slots=True)
class Compared:
    """One text, and the spans of each layer in it; None where a layer is missing, or has another status.

    `articles` has one for each layer: the same one, but for self-agreement. `spans` stand in the own text, of `length`
    characters: what is not the article's own is cut out.
    """

    articles: tuple[Article, ...]
    spans: tuple[list[Span] | None, ...]
    length: int

    @property
    def whole(self) -> list[list[Span]] | None:
        """The spans of each layer where all are there, else None."""
        present = [one for one in self.spans if one is not None]
        return present if len(present) == len(self.spans) else None


class Comparison:
    """Layers of a project that are compared: two or more annotators, None for the final layer.

    One annotator twice stands for articles that are in the project twice, with the same text. Only usable articles
    count, and only layers with one of the `statuses`; of these the ones in `articles`, where that is given. Raises
    Refused for layers that cannot be compared.
    """

    def __init__(
        self,
        project: Project,
        layers: Sequence[str | None],
        statuses: Collection[LayerStatus] = BEGUN,
        articles: Collection[str] | None = None,
    ) -> None:
        self.layers = tuple(layers)
        self._project, self._statuses = project, statuses
        self._of_self = len(layers) == 2 and layers[0] is not None and layers[0] == layers[1]
        if len(layers) < 2 or (len(set(layers)) < len(layers) and not self._of_self):
            raise Refused("Choose two different layers to compare.")
        wanted = None if articles is None else set(articles)
        self._keys = [keys for keys in self._all_keys() if wanted is None or not wanted.isdisjoint(keys)]
        self._entities = shared_layers.entities(project)
        self._same = same_entities(self._entities)

    def _all_keys(self) -> list[tuple[str, ...]]:
        """Return the ids of the articles: one for each layer, or one for all."""
        if self._of_self and self.layers[0] is not None:
            return list(shared_layers.repeated_articles(self._project, self.layers[0], self._statuses))
        return [(key,) for key in shared_layers.shared_articles(self._project, self.layers, self._statuses, least=2)]

    def texts(self, progress: Progress = no_progress) -> Iterator[Compared]:
        """Yield the texts that at least two of the layers are there for. Raises Cancelled where `progress` does."""
        done = 0
        for chunk in chunks(self._keys, _PAIRS):
            every = [key for keys in chunk for key in keys]
            found = {one.id: one for one in shared_layers.articles(self._project, every, self.layers)}
            for keys in chunk:
                articles = tuple(found[key] for key in keys if key in found)
                if len(articles) == len(keys):  # nobody removed one meanwhile
                    progress(done, len(self._keys), articles[0].title)
                    yield self._compared(articles)
                done += 1

    def differences(self, text: Compared) -> list[Difference]:
        """Return how the spans of two layers differ in a text; nothing where one is missing."""
        if text.whole is None:
            return []
        first, second = text.whole
        return differences(first, second, self._same)

    def called_alike(self, one: Difference) -> tuple[str, ...]:
        """Return the names of entities that count as the same in a difference because of their names only."""
        pairs = ((pair.first, pair.second) for pair in one.links)
        return tuple(
            self._entities[first.entity].name
            for first, second in pairs
            if first is not None and second is not None and self._same.by_name(first.entity, second.entity)
        )

    def _compared(self, articles: tuple[Article, ...]) -> Compared:
        own = OwnText.of(articles[0])
        of_each = articles * len(self.layers) if len(articles) == 1 else articles
        held = (self._spans(article, layer) for article, layer in zip(of_each, self.layers, strict=True))
        return Compared(of_each, tuple(None if spans is None else own.spans(spans) for spans in held), own.length)

    def _spans(self, article: Article, annotator: str | None) -> Sequence[Span] | None:
        found = (one for one in article.layers if one.annotator == annotator and one.status in self._statuses)
        layer = next(found, None)
        return None if layer is None else layer.spans
