"""Annotated JSON, the application's own format `annotator/1`: as one object, or as lines."""

from annotator.formats.annotated_json.reader import JsonLinesReader, JsonReader
from annotator.formats.annotated_json.writer import JsonLinesWriter, JsonWriter

JSON_READER = JsonReader()
JSONL_READER = JsonLinesReader()
JSON_WRITER = JsonWriter()
JSONL_WRITER = JsonLinesWriter()

__all__ = ["JSONL_READER", "JSONL_WRITER", "JSON_READER", "JSON_WRITER"]
