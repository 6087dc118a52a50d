"""Articles of an import that are the same as others, or nearly: copies from a wire, files that were taken before."""

from __future__ import annotations

from collections.abc import Iterable

from annotator.analysis.near_duplicates import Index, signature
from annotator.core.errors import Refused
from annotator.formats.interface import Progress, no_progress
from annotator.services import articles
from annotator.services.importing.batches import Batch, Row, Twin
from annotator.services.importing.inputs import Spooled
from annotator.store import assemble, intake
from annotator.store.project import Project

MOST = 20_000
"""Articles of a project, and of a batch, beyond which only equal texts are found: it would take minutes."""

LEAST = 0.6
"""How much of the shorter text has to stand in the other one to be told."""

_PART = 200


class Duplicates:
    """Finds the twins of a batch's articles, in the project and among those before them in the batch.

    What it learns of the project's texts it keeps: have one for as long as the person imports.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._known: set[str] = set()
        self._there: Index[str] = Index(self._text)
        self._batch: Batch | None = None
        self._arrived: Index[Spooled] = Index()

    def find(self, batch: Batch, rows: Iterable[Row], progress: Progress = no_progress) -> None:
        """Put the twins of rows that were just read into `batch.twins`. Raises Cancelled where `progress` does."""
        if batch is not self._batch:
            self._batch, self._arrived = batch, Index(lambda one: batch.article(one).text)
        arrived = [(row, one) for row in rows for one in row.read.articles]
        self._find_equal(batch, arrived)
        if len(self._arrived) + len(arrived) <= MOST and self._learn(progress):
            self._find_similar(batch, [one for _row, one in arrived], progress)

    def _find_equal(self, batch: Batch, arrived: list[tuple[Row, Spooled]]) -> None:
        with self._project.read() as session:
            held = intake.known_texts(session, {one.sha256 for _row, one in arrived})
        first: dict[str, Spooled] = {}
        for row in batch.rows:
            for one in row.read.articles:
                first.setdefault(one.sha256, one)
        for row, one in arrived:
            batch.twins.pop(one.position, None)
            if one.sha256 in held:
                batch.twins[one.position] = Twin(held[one.sha256], 1.0, is_equal=True)
            elif first[one.sha256] is not one and row.read.info is None:
                other = first[one.sha256]
                batch.twins[one.position] = Twin(batch.title(other), 1.0, is_equal=True, key=other)

    def _learn(self, progress: Progress) -> bool:
        """Take in the texts of the project that are not known yet; tell whether they are few enough."""
        keys = articles.article_ids(self._project)
        if len(keys) > MOST:
            return False
        new = [key for key in keys if key not in self._known]
        for start in range(0, len(new), _PART):
            progress(start, len(new), "looking for what is there already")
            with self._project.read() as session:
                for article in assemble.articles(session, new[start : start + _PART], layers=[]):
                    self._there.add_signature(article.id, signature(article.text))
                    self._known.add(article.id)
        return True

    def _find_similar(self, batch: Batch, arrived: list[Spooled], progress: Progress) -> None:
        live = {one.position for row in batch.rows for one in row.read.articles}
        for number, one in enumerate(arrived):
            progress(number, len(arrived), "looking for copies")
            text = batch.article(one).text
            if one.position not in batch.twins:
                there = self._there.similar(text, LEAST)
                # An input that was read again left its articles of before behind.
                here = [hit for hit in self._arrived.similar(text, LEAST) if hit.key.position in live]
                if there and (not here or there[0].similarity >= here[0].similarity):
                    title = articles.article_rows(self._project, [there[0].key])[there[0].key].title
                    batch.twins[one.position] = Twin(title, there[0].similarity, key=there[0].key)
                elif here:
                    batch.twins[one.position] = Twin(batch.title(here[0].key), here[0].similarity, key=here[0].key)
            # The first of many copies stands for all of them: to compare each with each would take for ever.
            if one.position not in batch.twins:
                self._arrived.add_signature(one, signature(text))

    def _text(self, key: str) -> str:
        try:
            return articles.own_article(self._project, key).text
        except Refused:  # it was removed in the meantime
            return ""

    def texts(self, batch: Batch, one: Spooled) -> tuple[str, str] | None:
        """Return the text of an article and that of its twin, None where it has none but for an equal one."""
        twin = batch.twins.get(one.position)
        if twin is None or twin.key is None or twin.is_equal:
            return None
        other = self._text(twin.key) if isinstance(twin.key, str) else batch.article(twin.key).text
        return batch.article(one).text, other
