"""The whole schema.

Revision: 0001, the first
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "annotator",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_annotator")),
    )
    op.create_table(
        "article",
        sa.Column("order", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("byline", sa.String(), nullable=False),
        sa.Column("publication", sa.String(), nullable=False),
        sa.Column("url", sa.String(), nullable=True),
        sa.Column("published", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("unusable", sa.Boolean(), nullable=False),
        sa.Column("source_file", sa.String(), nullable=False),
        sa.Column("source_format", sa.String(), nullable=False),
        sa.Column("source_encoding", sa.String(), nullable=False),
        sa.Column("source_sha256", sa.String(), nullable=False),
        sa.Column("replaces", sa.String(), nullable=True),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["replaces"], ["article.id"], name=op.f("fk_article_replaces"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_article")),
    )
    op.create_index(op.f("ix_article_order"), "article", ["order"], unique=False)
    op.create_index(op.f("ix_article_replaces"), "article", ["replaces"], unique=False)
    op.create_table(
        "collection",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_collection")),
    )
    op.create_table(
        "project",
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("guidelines", sa.String(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_project")),
    )
    op.create_table(
        "revision",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("reverts", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["reverts"], ["revision.id"], name=op.f("fk_revision_reverts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_revision")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_revision_by_id", "revision", ["by", "id"], unique=False)
    op.create_table(
        "tag",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("light", sa.String(), nullable=False),
        sa.Column("dark", sa.String(), nullable=False),
        sa.Column("line", sa.String(), nullable=False),
        sa.Column("guideline", sa.String(), nullable=False),
        sa.Column("order", sa.Integer(), nullable=False),
        sa.Column("attributes", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tag")),
    )
    op.create_table(
        "tombstone",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tombstone")),
    )
    op.create_table(
        "article_text",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["id"], ["article.id"], name=op.f("fk_article_text_id"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_article_text")),
    )
    op.create_index(op.f("ix_article_text_sha256"), "article_text", ["sha256"], unique=False)
    op.create_table(
        "assignment",
        sa.Column("article_id", sa.String(), nullable=False),
        sa.Column("annotator_id", sa.String(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["annotator_id"],
            ["annotator.id"],
            name=op.f("fk_assignment_annotator_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["article_id"], ["article.id"], name=op.f("fk_assignment_article_id"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignment")),
    )
    op.create_index(op.f("ix_assignment_annotator_id"), "assignment", ["annotator_id"], unique=False)
    op.create_index("uq_assignment", "assignment", ["article_id", "annotator_id"], unique=True)
    op.create_table(
        "change",
        sa.Column("revision_id", sa.Integer(), nullable=False),
        sa.Column("table_name", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("before", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["revision_id"], ["revision.id"], name=op.f("fk_change_revision_id")),
        sa.PrimaryKeyConstraint("revision_id", "table_name", "key", name=op.f("pk_change")),
    )
    op.create_index("ix_change_key_revision_id", "change", ["key", "revision_id"], unique=False)
    op.create_table(
        "collection_article",
        sa.Column("collection_id", sa.String(), nullable=False),
        sa.Column("article_id", sa.String(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["article_id"],
            ["article.id"],
            name=op.f("fk_collection_article_article_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["collection_id"],
            ["collection.id"],
            name=op.f("fk_collection_article_collection_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_collection_article")),
    )
    op.create_index(op.f("ix_collection_article_article_id"), "collection_article", ["article_id"], unique=False)
    op.create_index("uq_collection_article", "collection_article", ["collection_id", "article_id"], unique=True)
    op.create_table(
        "dismissal",
        sa.Column("article_id", sa.String(), nullable=False),
        sa.Column("annotator_id", sa.String(), nullable=False),
        sa.Column("tag_id", sa.String(), nullable=False),
        sa.Column("segments", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["annotator_id"],
            ["annotator.id"],
            name=op.f("fk_dismissal_annotator_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["article_id"], ["article.id"], name=op.f("fk_dismissal_article_id"), initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["tag_id"], ["tag.id"], name=op.f("fk_dismissal_tag_id"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dismissal")),
    )
    op.create_index(op.f("ix_dismissal_annotator_id"), "dismissal", ["annotator_id"], unique=False)
    op.create_index(op.f("ix_dismissal_tag_id"), "dismissal", ["tag_id"], unique=False)
    op.create_index("uq_dismissal", "dismissal", ["article_id", "annotator_id", "tag_id", "key"], unique=True)
    op.create_table(
        "entity",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("aliases", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("uri", sa.String(), nullable=True),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("article_id", sa.String(), nullable=True),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("merged_into", sa.String(), nullable=True),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["article_id"], ["article.id"], name=op.f("fk_entity_article_id"), initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["merged_into"], ["entity.id"], name=op.f("fk_entity_merged_into"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entity")),
    )
    op.create_index(op.f("ix_entity_article_id"), "entity", ["article_id"], unique=False)
    op.create_index(op.f("ix_entity_merged_into"), "entity", ["merged_into"], unique=False)
    op.create_index(op.f("ix_entity_name"), "entity", ["name"], unique=False)
    op.create_table(
        "layer",
        sa.Column("article_id", sa.String(), nullable=False),
        sa.Column("annotator_id", sa.String(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=False),
        sa.CheckConstraint("(kind = 'final') = (annotator_id IS NULL)", name=op.f("ck_layer_kind")),
        sa.ForeignKeyConstraint(
            ["annotator_id"],
            ["annotator.id"],
            name=op.f("fk_layer_annotator_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["article_id"], ["article.id"], name=op.f("fk_layer_article_id"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_layer")),
    )
    op.create_index(op.f("ix_layer_annotator_id"), "layer", ["annotator_id"], unique=False)
    op.create_index("uq_layer_annotator", "layer", ["article_id", "annotator_id"], unique=True)
    op.create_index(
        "uq_layer_final",
        "layer",
        ["article_id"],
        unique=True,
        sqlite_where=sa.text("kind = 'final'"),
        postgresql_where=sa.text("kind = 'final'"),
    )
    op.create_table(
        "region",
        sa.Column("article_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["article_id"], ["article.id"], name=op.f("fk_region_article_id"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_region")),
    )
    op.create_index(op.f("ix_region_article_id"), "region", ["article_id"], unique=False)
    op.create_table(
        "span",
        sa.Column("layer_id", sa.String(), nullable=False),
        sa.Column("tag_id", sa.String(), nullable=False),
        sa.Column("segments", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("attributes", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("unsure", sa.Boolean(), nullable=False),
        sa.Column("origin", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["layer_id"], ["layer.id"], name=op.f("fk_span_layer_id"), initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["tag_id"], ["tag.id"], name=op.f("fk_span_tag_id"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_span")),
    )
    op.create_index("ix_span_layer_id_start", "span", ["layer_id", "start"], unique=False)
    op.create_index(op.f("ix_span_tag_id"), "span", ["tag_id"], unique=False)
    op.create_index("uq_span", "span", ["layer_id", "tag_id", "key"], unique=True)
    op.create_table(
        "comment",
        sa.Column("span_id", sa.String(), nullable=False),
        sa.Column("author_id", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answers", sa.String(), nullable=True),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["answers"], ["comment.id"], name=op.f("fk_comment_answers"), initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["author_id"], ["annotator.id"], name=op.f("fk_comment_author_id"), initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["span_id"], ["span.id"], name=op.f("fk_comment_span_id"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comment")),
    )
    op.create_index(op.f("ix_comment_answers"), "comment", ["answers"], unique=False)
    op.create_index(op.f("ix_comment_author_id"), "comment", ["author_id"], unique=False)
    op.create_index(op.f("ix_comment_span_id"), "comment", ["span_id"], unique=False)
    op.create_table(
        "decision",
        sa.Column("span_id", sa.String(), nullable=False),
        sa.Column("reviewer_id", sa.String(), nullable=False),
        sa.Column("verdict", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("span_version", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["reviewer_id"],
            ["annotator.id"],
            name=op.f("fk_decision_reviewer_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["span_id"], ["span.id"], name=op.f("fk_decision_span_id"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_decision")),
    )
    op.create_index(op.f("ix_decision_reviewer_id"), "decision", ["reviewer_id"], unique=False)
    op.create_index("uq_decision", "decision", ["span_id", "reviewer_id"], unique=True)
    op.create_table(
        "link",
        sa.Column("span_id", sa.String(), nullable=False),
        sa.Column("entity_id", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("order", sa.Integer(), nullable=False),
        sa.Column("mention", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("cue", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["entity_id"], ["entity.id"], name=op.f("fk_link_entity_id"), initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["span_id"], ["span.id"], name=op.f("fk_link_span_id"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_link")),
    )
    op.create_index(op.f("ix_link_entity_id"), "link", ["entity_id"], unique=False)
    op.create_index(op.f("ix_link_span_id"), "link", ["span_id"], unique=False)
    op.create_table(
        "relation",
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("source_id", sa.String(), nullable=False),
        sa.Column("target_id", sa.String(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["source_id"], ["span.id"], name=op.f("fk_relation_source_id"), initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["target_id"], ["span.id"], name=op.f("fk_relation_target_id"), initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_relation")),
    )
    op.create_index(op.f("ix_relation_source_id"), "relation", ["source_id"], unique=False)
    op.create_index(op.f("ix_relation_target_id"), "relation", ["target_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_relation_target_id"), table_name="relation")
    op.drop_index(op.f("ix_relation_source_id"), table_name="relation")
    op.drop_table("relation")
    op.drop_index(op.f("ix_link_span_id"), table_name="link")
    op.drop_index(op.f("ix_link_entity_id"), table_name="link")
    op.drop_table("link")
    op.drop_index("uq_decision", table_name="decision")
    op.drop_index(op.f("ix_decision_reviewer_id"), table_name="decision")
    op.drop_table("decision")
    op.drop_index(op.f("ix_comment_span_id"), table_name="comment")
    op.drop_index(op.f("ix_comment_author_id"), table_name="comment")
    op.drop_index(op.f("ix_comment_answers"), table_name="comment")
    op.drop_table("comment")
    op.drop_index("uq_span", table_name="span")
    op.drop_index(op.f("ix_span_tag_id"), table_name="span")
    op.drop_index("ix_span_layer_id_start", table_name="span")
    op.drop_table("span")
    op.drop_index(op.f("ix_region_article_id"), table_name="region")
    op.drop_table("region")
    op.drop_index(
        "uq_layer_final",
        table_name="layer",
        sqlite_where=sa.text("kind = 'final'"),
        postgresql_where=sa.text("kind = 'final'"),
    )
    op.drop_index("uq_layer_annotator", table_name="layer")
    op.drop_index(op.f("ix_layer_annotator_id"), table_name="layer")
    op.drop_table("layer")
    op.drop_index(op.f("ix_entity_name"), table_name="entity")
    op.drop_index(op.f("ix_entity_merged_into"), table_name="entity")
    op.drop_index(op.f("ix_entity_article_id"), table_name="entity")
    op.drop_table("entity")
    op.drop_index("uq_dismissal", table_name="dismissal")
    op.drop_index(op.f("ix_dismissal_tag_id"), table_name="dismissal")
    op.drop_index(op.f("ix_dismissal_annotator_id"), table_name="dismissal")
    op.drop_table("dismissal")
    op.drop_index("uq_collection_article", table_name="collection_article")
    op.drop_index(op.f("ix_collection_article_article_id"), table_name="collection_article")
    op.drop_table("collection_article")
    op.drop_index("ix_change_key_revision_id", table_name="change")
    op.drop_table("change")
    op.drop_index("uq_assignment", table_name="assignment")
    op.drop_index(op.f("ix_assignment_annotator_id"), table_name="assignment")
    op.drop_table("assignment")
    op.drop_index(op.f("ix_article_text_sha256"), table_name="article_text")
    op.drop_table("article_text")
    op.drop_table("tombstone")
    op.drop_table("tag")
    op.drop_index("ix_revision_by_id", table_name="revision")
    op.drop_table("revision")
    op.drop_table("project")
    op.drop_table("collection")
    op.drop_index(op.f("ix_article_replaces"), table_name="article")
    op.drop_index(op.f("ix_article_order"), table_name="article")
    op.drop_table("article")
    op.drop_table("annotator")
