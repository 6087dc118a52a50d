"""The keys of each object of `annotator/1`; all others are kept as they are in the record's `extra`."""

FORMAT = "annotator/1"
OFFSETS = "half-open, Unicode code points"

HEAD = frozenset({"format", "generator", "offsets", "project", "scheme", "annotators", "entities", "collections"})
FILE = HEAD | {"articles", "relations", "deleted"}
PROJECT = frozenset({"id", "title"})
SCHEME = frozenset({"guidelines", "tags"})
TAG = frozenset({"id", "name", "key", "role", "colour", "line", "guideline", "attributes"})
COLOUR = frozenset({"light", "dark"})
ATTRIBUTE = frozenset({"name", "values"})
ANNOTATOR = frozenset({"id", "name"})
ENTITY = frozenset(
    {
        *("id", "name", "kind", "aliases", "uri", "article", "reason", "merged_into", "note"),
        *("created", "updated", "by"),
    }
)
COLLECTION = frozenset({"id", "name", "articles"})
ARTICLE = frozenset(
    {
        *("id", "order", "title", "byline", "publication", "url", "published", "language", "note", "unusable"),
        *("replaces", "source", "text", "sha256", "regions", "assignments", "layers", "dismissed"),
    }
)
SOURCE = frozenset({"file", "format", "encoding", "sha256"})
REGION = frozenset({"id", "kind", "start", "end", "by"})
LAYER = frozenset({"annotator", "kind", "status", "spans"})
SPAN = frozenset(
    {
        *("id", "tag", "segments", "links", "attributes", "note", "unsure", "origin", "created", "updated"),
        *("decisions", "comments"),
    }
)
SEGMENT = frozenset({"start", "end", "text"})
LINK = frozenset({"id", "entity", "role", "mention", "cue"})
DECISION = frozenset({"by", "verdict", "at"})
COMMENT = frozenset({"id", "by", "text", "answers", "at"})
DISMISSAL = frozenset({"by", "tag", "segments"})
RELATION = frozenset({"id", "kind", "from", "to", "by"})
DELETED = frozenset({"id", "at", "by", "changes"})
