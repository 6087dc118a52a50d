"""Comments on spans, in whoever's layer they are, and answers to them; they change no span."""

from __future__ import annotations

from annotator.core.errors import Refused
from annotator.core.ids import new_id
from annotator.core.text import store_text
from annotator.services.layers import GONE
from annotator.store import reviewing, tables
from annotator.store.project import Project, Writing


def add(project: Project, span: str, text: str, answers: str | None = None) -> str:
    """Comment on a span, or answer the comment `answers` on it. Returns the comment's id.

    Raises Refused for a text that says nothing, and where the span or the comment is not there.
    """
    with project.write("comment" if answers is None else "answer comment") as writing:
        session, me = writing.session, project.me
        row = session.get(tables.Span, span)
        if row is None:
            raise Refused(GONE)
        if answers is not None and _comment(writing, answers).span_id != span:
            raise Refused("This comment stands at another span.")
        made = tables.Comment(id=new_id(), span_id=span, span=row, author_id=me, text=_said(text), answers=answers)
        session.add(made)
        return made.id


def edit(project: Project, comment: str, text: str) -> None:
    """Write the acting annotator's comment anew. Raises Refused as `add` does, and for somebody else's comment."""
    with project.write("edit comment") as writing:
        _own(project, writing, comment).text = _said(text)


def delete(project: Project, comment: str) -> None:
    """Delete the acting annotator's comment. Raises Refused where it was answered, or is somebody else's."""
    with project.write("delete comment") as writing:
        row = _own(project, writing, comment)
        if reviewing.answers_to(writing.session, comment):
            raise Refused("This comment was answered; it stays, so that the answer can be understood.")
        writing.session.delete(row)


def _own(project: Project, writing: Writing, key: str) -> tables.Comment:
    row = _comment(writing, key)
    if row.author_id != project.me:
        raise Refused("This comment is another annotator's; only they can change it.")
    return row


def _comment(writing: Writing, key: str) -> tables.Comment:
    row = writing.session.get(tables.Comment, key)
    if row is None:
        raise Refused("This comment is not in the project any more.")
    return row


def _said(text: str) -> str:
    said = store_text(text).text.strip()
    if not said:
        raise Refused("A comment needs words.")
    return said
