from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings

from annotator import paths
from annotator.core.merging import CHANGES
from annotator.formats.annotated_json import JSON_WRITER, JSONL_WRITER, keys
from annotator.formats.interface import Record
from tests.formats.sources import written
from tests.formats.strategies import projects

SCHEMA: dict[str, Any] = json.loads((paths.resources() / "annotator-1.schema.json").read_bytes())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None, max_examples=40)
@given(records=projects())
def test_every_written_object_passes_the_schema(records: list[Record]) -> None:
    VALIDATOR.validate(json.loads(written(JSON_WRITER, records)))


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None, max_examples=20)
@given(records=projects())
def test_the_lines_put_together_pass_the_schema(records: list[Record]) -> None:
    header, *lines = (json.loads(line) for line in written(JSONL_WRITER, records).splitlines())
    articles = [line for line in lines if "text" in line]
    last = next((line for line in lines if "text" not in line), {"relations": [], "deleted": []})
    VALIDATOR.validate(header | {"articles": articles} | last)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("time", "2026-11-30T18:31:00Z"),
        ("colour", "blue"),
        ("segments", []),
        ("segment", {"start": -1, "end": 3, "text": "abc"}),
        ("segment", {"start": 0, "end": 3}),
        ("region", {"id": "r", "kind": "zone", "start": 0, "end": 1, "by": None}),
        ("layer", {"annotator": None, "kind": "annotator", "status": "done", "spans": []}),
        ("layer", {"annotator": "ada", "kind": "final", "status": "done", "spans": []}),
        ("decision", {"by": "ada", "verdict": "ok", "at": "2026-11-30T18:31:00.000000Z"}),
    ],
)
def test_what_the_format_does_not_allow_fails_the_schema(part: str, value: object) -> None:
    assert not VALIDATOR.evolve(schema={"$ref": f"#/$defs/{part}", "$defs": SCHEMA["$defs"]}).is_valid(value)


@pytest.mark.parametrize(
    ("part", "known"),
    [
        ("tag", keys.TAG),
        ("attribute", keys.ATTRIBUTE),
        ("annotator", keys.ANNOTATOR),
        ("entity", keys.ENTITY),
        ("collection", keys.COLLECTION),
        ("article", keys.ARTICLE),
        ("region", keys.REGION),
        ("layer", keys.LAYER),
        ("span", keys.SPAN),
        ("segment", keys.SEGMENT),
        ("link", keys.LINK),
        ("decision", keys.DECISION),
        ("comment", keys.COMMENT),
        ("dismissal", keys.DISMISSAL),
        ("relation", keys.RELATION),
        ("deleted", keys.DELETED),
    ],
)
def test_the_schema_and_the_reader_know_the_same_keys(part: str, known: frozenset[str]) -> None:
    properties = set(SCHEMA["$defs"][part]["properties"])
    # What a row has been through is for merging: whoever only reads it keeps it as any other key.
    assert properties - {CHANGES} == known - {CHANGES}


def test_the_schema_and_the_reader_know_the_same_keys_of_the_file() -> None:
    assert set(SCHEMA["properties"]) == keys.FILE
    assert set(SCHEMA["properties"]["project"]["properties"]) == keys.PROJECT | {CHANGES}
    assert set(SCHEMA["properties"]["scheme"]["properties"]) == keys.SCHEME
    assert set(SCHEMA["$defs"]["article"]["properties"]["source"]["properties"]) == keys.SOURCE
