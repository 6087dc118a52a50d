"""One small project as a JSON object, for tests to break in one place at a time."""

from __future__ import annotations

import json
from typing import Any

TEXT = 'A😀 "We act," Zoë Quandt said. "We do not wait."\nHe may.'
AT = "2026-11-30T18:31:00.000000Z"
ADA, BO = "ada", "bo"


def segment(part: str, text: str = TEXT) -> dict[str, Any]:
    start = text.index(part)
    return {"start": start, "end": start + len(part), "text": part}


def place(part: str) -> dict[str, int]:
    return {"start": TEXT.index(part), "end": TEXT.index(part) + len(part)}


def example() -> dict[str, Any]:
    """Return a new copy of the object."""
    span = {
        "id": "span-1",
        "tag": "quote",
        "segments": [segment('"We act,"'), segment('"We do not wait."')],
        "links": [
            {"id": "link-1", "entity": "zoë", "role": "speaker", "mention": place("Zoë"), "cue": place("said")},
        ],
        "attributes": {"form": "direct"},
        "note": "",
        "unsure": False,
        "origin": None,
        "created": AT,
        "updated": AT,
        "decisions": [{"by": BO, "verdict": "accepted", "at": AT}],
        "comments": [{"id": "comment-1", "by": BO, "text": "Good.", "answers": None, "at": AT}],
    }
    hedge = {"id": "span-2", "tag": "hedge", "segments": [segment("may")], "created": AT, "updated": AT}
    return {
        "format": "annotator/1",
        "generator": "annotator 0.0.0",
        "offsets": "half-open, Unicode code points",
        "project": {"id": "project", "title": "Test"},
        "scheme": {
            "guidelines": "Mark all.",
            "tags": [
                {
                    "id": name,
                    "name": name.title(),
                    "key": key,
                    "role": "speaker",
                    "colour": {"light": "#12306F", "dark": "#8E9ADA"},
                    "line": "solid",
                    "guideline": "",
                    "attributes": [{"name": "form", "values": ["direct", "indirect"]}],
                }
                for key, name in (("1", "quote"), ("3", "hedge"))
            ],
        },
        "annotators": [{"id": ADA, "name": "Ada"}, {"id": BO, "name": "Bo"}],
        "entities": [
            {"id": "zoë", "name": "Zoë Quandt", "created": AT, "updated": AT, "by": ADA},
            {"id": "quandt", "name": "Quandt", "merged_into": "zoë", "created": AT, "updated": AT},
        ],
        "articles": [
            {"id": "article-0", "text": "Nothing here."},
            {
                "id": "article-1",
                "order": 7,
                "text": TEXT,
                "regions": [{"id": "region-1", "kind": "boilerplate", "start": 0, "end": 2, "by": BO}],
                "assignments": [ADA],
                "layers": [{"annotator": ADA, "kind": "annotator", "status": "done", "spans": [span, hedge]}],
                "dismissed": [{"by": ADA, "tag": "hedge", "segments": [segment("He")]}],
            },
        ],
        "relations": [{"id": "relation-1", "kind": "modifies", "from": "span-2", "to": "span-1", "by": ADA}],
        "deleted": [{"id": "span-0", "at": AT}],
    }


def as_json(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def as_lines(value: dict[str, Any]) -> bytes:
    """Return the object as a header line, a line for each article and a last one."""
    last = {"relations", "deleted"}
    header = {key: part for key, part in value.items() if key not in last | {"articles"}}
    lines = [header, *value["articles"], {key: value[key] for key in sorted(last)}]
    return b"".join(as_json(line) + b"\n" for line in lines)
