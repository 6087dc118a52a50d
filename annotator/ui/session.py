"""Where a person was in a project: read off its page when it is closed, and taken up again at the next start."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QComboBox, QLineEdit

from annotator.ui.annotate.page import AnnotatePage
from annotator.ui.article_view.sight import first_in_sight, show_from
from annotator.ui.window_state import Session


def session_of(page: AnnotatePage, before: Session) -> Session:
    """Return where the person is now; what is none of the page's is as it was before."""
    article, header = page.article.article, page.list.view.horizontalHeader()
    return replace(
        before,
        article=article.id if article else "",
        caret=page.view.caret(),
        top=first_in_sight(page.view),
        articles_with=page.list.filter.text(),
        articles_of=_choice(page.list.status),
        collection=_choice(page.list.collection),
        sorted_by=header.sortIndicatorSection() if page.list.model.query.sort != "order" else -1,
        descending=header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder,
        spans_with=page.spans.words.text(),
        spans_of=_choice(page.spans.which),
    )


def resume(page: AnnotatePage, session: Session) -> None:
    """Show the lists as they were, and the article where it was left; what is gone by now is left out."""
    _fill(page.list.filter, session.articles_with)
    _choose(page.list.status, session.articles_of)
    _choose(page.list.collection, session.collection)
    _fill(page.spans.words, session.spans_with)
    _choose(page.spans.which, session.spans_of)
    if 0 <= session.sorted_by < page.list.model.columnCount():
        order = Qt.SortOrder.DescendingOrder if session.descending else Qt.SortOrder.AscendingOrder
        page.list.view.sortByColumn(session.sorted_by, order)
    page.start(session.article)
    article = page.article.article
    if article is not None and article.id == session.article:
        page.view.set_caret(session.caret)
        show_from(page.view, session.top)


def _choice(box: QComboBox) -> str:
    chosen = box.currentData()
    return "" if chosen is None else str(chosen)


# The lists are read once, when everything is chosen.


def _choose(box: QComboBox, choice: str) -> None:
    with QSignalBlocker(box):
        box.setCurrentIndex(next((row for row in range(box.count()) if str(box.itemData(row)) == choice), 0))


def _fill(field: QLineEdit, text: str) -> None:
    with QSignalBlocker(field):
        field.setText(text)
