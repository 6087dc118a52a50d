"""The text that was asked for last, kept: each key in a long article asks for a few words of the same one."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.store.tables import ArticleText

_ARTICLE_KEY: sa.BindParameter[str] = sa.bindparam("article")
_DIGEST = sa.select(ArticleText.sha256).where(ArticleText.id == _ARTICLE_KEY)
_BOTH = sa.select(ArticleText.sha256, ArticleText.text).where(ArticleText.id == _ARTICLE_KEY)


class LastText:
    """Keeps one text. It is known by its digest, so that it is the right one whatever was removed or imported since.

    To cut words out of a million characters takes the database as long as to write a span.
    """

    def __init__(self) -> None:
        self._kept: tuple[str, str] = ("", "")

    def of(self, session: Session, article: str) -> str | None:
        """Return the text of an article, or None where there is no such article."""
        kept = self._kept
        digest = session.scalar(_DIGEST, {"article": article})
        if digest is None:
            return None
        if digest != kept[0]:
            # Together: the text that this digest is of.
            digest, text = session.execute(_BOTH, {"article": article}).one()
            kept = self._kept = digest, text
        return kept[1]
