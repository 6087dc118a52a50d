"""The index for searching all articles, and the list of articles answered by an index alone.

Revision: 0002, after 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "search_article",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("article_id", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_search_article")),
    )
    op.create_index(op.f("ix_search_article_article_id"), "search_article", ["article_id"], unique=True)
    op.create_table(
        "search_state",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("revisions", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_search_state")),
    )
    if op.get_bind().dialect.name == "postgresql":
        # On SQLite this is a table of FTS5, which not every SQLite has: it is made when it is first filled.
        op.execute("CREATE TABLE search_words (number INTEGER PRIMARY KEY, words TSVECTOR NOT NULL)")
        op.execute("CREATE INDEX ix_search_words_words ON search_words USING gin (words)")
    op.drop_index("ix_article_order", "article")
    op.create_index("ix_article_order_id", "article", ["order", "id"], unique=False)
    op.drop_index("ix_article_text_sha256", "article_text")
    op.create_index("ix_article_text_sha256_id", "article_text", ["sha256", "id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_article_text_sha256_id", "article_text")
    op.create_index("ix_article_text_sha256", "article_text", ["sha256"], unique=False)
    op.drop_index("ix_article_order_id", "article")
    op.create_index("ix_article_order", "article", ["order"], unique=False)
    op.execute("DROP TABLE IF EXISTS search_words")
    op.drop_table("search_state")
    op.drop_table("search_article")
