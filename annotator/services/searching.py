"""Searching all articles, and tagging what is found.

The index only says which articles may hold the words; what is found is found in their texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

from annotator.analysis.concordance import context
from annotator.analysis.full_text import Matcher, term_words, words_of
from annotator.core.errors import Conflict, ProjectError, ReadOnly
from annotator.core.ids import new_id
from annotator.core.search import Hit, Line, SearchPage, SearchQuery, parse
from annotator.core.segments import Segment, Segments
from annotator.core.text import counted
from annotator.formats.interface import Progress, no_progress
from annotator.services.articles import refuse_missing
from annotator.services.placing import placed, tag_row, trimmed
from annotator.services.stepping import reported
from annotator.store import queries
from annotator.store import spans as rows
from annotator.store.history import chunks
from annotator.store.intake import layer_id
from annotator.store.project import Project, Session, Writing
from annotator.store.search import index
from annotator.store.search.finding import Candidate, Finder, Place

_FIRST, _THEN = 20, 200
"""Articles that are looked at together: few at first, since most often a page is full soon."""


class _Found(NamedTuple):
    place: Place
    candidate: Candidate
    hits: Sequence[Segment]


def search(
    project: Project,
    query: SearchQuery,
    cursor: str | None = None,
    most: int = 200,
    progress: Progress = no_progress,
) -> SearchPage:
    """Return the first lines, `most` of them at most, in the order of articles and texts, or those behind a `cursor`.

    For the first ones the index is brought up to date; where it cannot be, the texts are read through: slower, with the
    same result. Raises Refused where the query holds nothing that can be looked for, Cancelled as `progress` does.
    """
    matcher = Matcher(parse(query.text))
    after = _Cursor.read(cursor)
    if after is None:
        _refresh(project, progress)
    lines: list[Line] = []
    with project.read() as session:
        for found in _find(session, query, matcher, after, progress):
            for hit in found.hits:
                if len(lines) == most:
                    return SearchPage(tuple(lines), str(_Cursor.behind(lines[-1])))
                lines.append(_line(found, hit))
    return SearchPage(tuple(lines))


def count(project: Project, query: SearchQuery, progress: Progress = no_progress) -> tuple[int, int]:
    """Return how many hits there are, and in how many articles. Raises as `search` does; the index stays as it is."""
    matcher = Matcher(parse(query.text))
    hits = articles = 0
    with project.read() as session:
        for found in _find(session, query, matcher, None, progress):
            hits += len(found.hits)
            articles += bool(found.hits)
    return hits, articles


def update_index(project: Project, progress: Progress = no_progress) -> None:
    """Take into the index the words of articles that it does not know.

    What is done stays where `progress` raises Cancelled. Raises ReadOnly, ProjectError where it cannot be written.
    """
    index.update(project, words_of, progress)


def remake_index(project: Project, progress: Progress = no_progress) -> None:
    """Make the index anew. Raises as `update_index` does."""
    index.forget(project)
    index.update(project, words_of, progress)


def index_problems(project: Project) -> list[str]:
    """Return a sentence for each article that the index says it knows, and does not find."""
    with project.read() as session:
        return [
            f"The search index does not find article {article} by its words; “annotator upgrade” makes it anew."
            for article in index.lost(session, words_of)
        ]


def publications(project: Project) -> list[str]:
    """Return the names of the publications of all articles, by alphabet (case folded)."""
    return sorted(queries.publications(project), key=lambda name: (name.casefold(), name))


def tag_hits(project: Project, hits: Sequence[Hit], tag: str, progress: Progress = no_progress) -> int:
    """Make a span of each hit in the acting annotator's layers, as one step; those that are there are left out.

    Returns how many were made. Raises ReadOnly where articles are done, Refused as `annotate.add_span` does, Cancelled
    where `progress` does; then none is made.
    """
    by_article: dict[str, dict[tuple[int, int], None]] = {}
    for hit in hits:
        by_article.setdefault(hit.article, {})[hit.start, hit.end] = None
    number = sum(map(len, by_article.values()))
    with project.write(f"tag {counted(number, 'hit')}") as writing:
        tag_row(writing, tag)
        layers = {article: layer_id(article, project.me) for article in by_article}
        _open_layers(project, writing, layers)
        made: list[dict[str, Any]] = []
        for part in chunks(by_article):
            progress(0, number, "")
            there = rows.keys_with(writing.session, [layers[article] for article in part], tag)
            texts = rows.texts(writing.session, part)
            for article in part:
                for segment in by_article[article]:
                    place = placed(trimmed([segment], texts[article]))
                    identity = layers[article], place["key"]
                    if identity not in there:
                        there.add(identity)
                        made.append({"id": new_id(), "layer_id": layers[article], "tag_id": tag, **place})
        writing.bulk_insert("span", reported(writing, made, progress))
    return len(made)


def _open_layers(project: Project, writing: Writing, layers: dict[str, str]) -> None:
    """Make the layers that are missing, by article. Raises ReadOnly where any is done, Refused for no article."""
    refuse_missing(writing, list(layers))
    statuses = rows.layer_statuses(writing.session, list(layers.values()))
    done = list(statuses.values()).count("done")
    if done:
        of_these = "One of these articles is" if done == 1 else f"{done:,} of these articles are"
        again = "it" if done == 1 else "them"
        raise ReadOnly(f"{of_these} done; open {again} again before you tag what was found there.")
    writing.bulk_insert("layer", (
        {"id": key, "article_id": article, "annotator_id": project.me, "kind": "annotator"}
        for article, key in layers.items()
        if key not in statuses
    ))  # fmt: skip


class _Cursor(NamedTuple):
    """Behind which character of which article a page begins."""

    place: Place
    end: int

    @classmethod
    def read(cls, text: str | None) -> _Cursor | None:
        if text is None:
            return None
        order, end, article = text.split(" ", 2)
        return cls(Place(int(order), article), int(end))

    @classmethod
    def behind(cls, line: Line) -> _Cursor:
        return cls(Place(line.order, line.article), line.end)

    def __str__(self) -> str:
        return f"{self.place.order} {self.end} {self.place.article}"


def _refresh(project: Project, progress: Progress) -> None:
    # A project that is locked, full or open for reading only is searched all the same.
    if not project.read_only:
        with suppress(ProjectError, Conflict):
            update_index(project, progress)


def _find(
    session: Session, query: SearchQuery, matcher: Matcher, after: _Cursor | None, progress: Progress
) -> Iterator[_Found]:
    """Yield articles that were looked at, with their hits, which may be none, in order."""
    unknown = index.outdated(session.connection())
    finder = Finder(session, query, unknown.articles, usable=unknown.usable)
    places = finder.places([term_words(term) for term in matcher.terms], after.place if after else None)
    looked_at, size = 0, _FIRST
    while part := list(islice(places, size)):
        progress(looked_at, 0, "")
        spans = finder.spans(part)
        for place, candidate in finder.candidates(part):
            hits = matcher.find(candidate.text)
            if after is not None and place == after.place:
                hits = [hit for hit in hits if hit.start >= after.end]
            if spans is not None:
                hits = [hit for hit in hits if _lies_in(hit, spans.get(place.article, ()))]
            yield _Found(place, candidate, hits)
        looked_at, size = looked_at + len(part), _THEN


def _lies_in(hit: Segment, spans: Sequence[Segments]) -> bool:
    return any(start <= hit.start and hit.end <= end for segments in spans for start, end in segments)


def _line(found: _Found, hit: Segment) -> Line:
    place, article = found.place, found.candidate
    shown = context(article.text, hit.start, hit.end)
    return Line(
        place.article, place.order, article.title, article.publication, article.published, hit.start, hit.end, *shown
    )  # fmt: skip
