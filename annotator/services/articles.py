"""Articles: reading them, listing them, marking them as unusable, removing them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from annotator.core.errors import Refused
from annotator.core.listing import ArticleQuery, ArticleRow, SpanRow
from annotator.core.records import Article, Span
from annotator.core.text import counted
from annotator.store import intake, queries, removal
from annotator.store.intake import layer_id
from annotator.store.project import Project, Writing


def article_ids(project: Project, query: ArticleQuery | None = None) -> list[str]:
    """Return the ids of the articles that match, in order."""
    return queries.article_ids(project, query or ArticleQuery())


def article_rows(project: Project, keys: Sequence[str]) -> dict[str, ArticleRow]:
    """Return the rows of a page of the list, by id; counts and status are those of the acting annotator."""
    return queries.article_rows(project, keys)


def own_article(project: Project, key: str) -> Article:
    """Return an article with the acting annotator's layer, if there is one. Raises Refused where it is not there."""
    return queries.article(project, key, layers=[project.acting.id] if project.acting else [])


def whole_article(project: Project, key: str) -> Article:
    """Return an article with all layers. Raises Refused where it is not there."""
    return queries.article(project, key)


def spans_by_id(project: Project, keys: Sequence[str]) -> dict[str, Span]:
    """Return those of the spans that there are, by id."""
    return {key: span for key, (_layer, span) in queries.spans_by_id(project, keys).items()}


def own_spans(project: Project, article: str, keys: Sequence[str]) -> dict[str, Span]:
    """Return those of the spans that are in the acting annotator's layer of an article, by id."""
    mine = layer_id(article, project.acting.id) if project.acting else None
    return {key: span for key, (layer, span) in queries.spans_by_id(project, keys).items() if layer == mine}


def span_rows(project: Project, text: str = "") -> Iterator[SpanRow]:
    """Yield the spans of all articles, in order, while the project is open; `text` stands in their text or note."""
    return queries.span_rows(project, text)


def count_spans(project: Project, keys: Sequence[str]) -> int:
    """Return how many spans articles have, of all annotators."""
    with project.read() as session:
        return removal.count_spans(session, keys)


def remove(project: Project, keys: Sequence[str]) -> int:
    """Remove articles with their spans, as one step. Returns how many."""
    with project.write("remove article" if len(keys) == 1 else f"remove {len(keys)} articles") as writing:
        return removal.remove_articles(writing, keys)


def set_unusable(project: Project, keys: Sequence[str], unusable: bool) -> int:
    """Mark articles as unusable, or as usable again, as one step. Returns how many were not so before.

    Raises Refused where one is not in the project.
    """
    what = "" if len(keys) == 1 else f"{counted(len(keys), 'article')} "
    with project.write(f"mark {what}as {'unusable' if unusable else 'usable'}") as writing:
        refuse_missing(writing, keys)
        changing = queries.articles_marked(writing.session, keys, unusable=not unusable)
        return writing.bulk_update("article", [{"id": key, "unusable": unusable} for key in changing])


def refuse_missing(writing: Writing, keys: Sequence[str]) -> None:
    """Raise Refused where an article is not in the project."""
    missing = set(keys) - intake.known(writing.session, "article", keys)
    if missing:
        raise Refused(f"There is no article {min(missing)} in the project.")
