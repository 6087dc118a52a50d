"""`annotator suggest`."""

from __future__ import annotations

from typing import Any

import click

from annotator.cli.opening import open_for_reading
from annotator.cli.options import json_option
from annotator.cli.output import print_json, print_table
from annotator.core.records import Article
from annotator.core.segments import excerpt
from annotator.core.text import snippet
from annotator.services.suggesting import Candidate, all_candidates


@click.command()
@click.argument("project")
@click.option("--article", "keys", metavar="ID", multiple=True, help="Only this article; may be repeated.")
@json_option
def suggest(project: str, keys: tuple[str, ...], as_json: bool) -> None:
    """Propose spans that nobody has tagged: quotations.

    Candidates that the acting annotator dismissed, and what is not the article's own text, are left out.
    """
    with open_for_reading(project) as opened:
        found = list(all_candidates(opened, list(keys)))
    if as_json:
        print_json({"articles": [
            {"id": article.id, "file": article.source.file, "candidates": [_candidate(one) for one in candidates]}
            for article, candidates in found
        ]})  # fmt: skip
        return
    print_table(
        ("likely", "tag", "kind", "place", "text", "speaker", "reason", "article"),
        [_cells(article, one) for article, candidates in found for one in candidates],
        "There is nothing to propose.",
    )


def _candidate(candidate: Candidate) -> dict[str, Any]:
    return {
        "tag": candidate.tag,
        "segments": [list(segment) for segment in candidate.segments],
        "kind": candidate.kind,
        "unclosed": candidate.unclosed,
        "speaker": list(candidate.speaker) if candidate.speaker else None,
        "cue": list(candidate.cue) if candidate.cue else None,
        "confidence": candidate.confidence,
        "reason": candidate.reason,
    }


def _cells(article: Article, candidate: Candidate) -> tuple[str, ...]:
    segments = candidate.segments
    return (
        f"{candidate.confidence:.2f}",
        candidate.tag,
        f"{candidate.kind}, unclosed" if candidate.unclosed else candidate.kind,
        f"{segments[0].start}–{segments[-1].end}",
        snippet(excerpt(article.text, segments)),
        snippet(article.text[candidate.speaker.start : candidate.speaker.end], 24) if candidate.speaker else "",
        candidate.reason,
        snippet(article.title, 40),
    )
