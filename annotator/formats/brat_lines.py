"""The lines of a brat `.ann` file. Source: brat's own description of its standoff format."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field, replace

from annotator.core.errors import InputError
from annotator.core.segments import Segment
from annotator.formats.foreign import ForeignRelation, ForeignSpan, Reference

_SPAN = re.compile(r"(?P<key>T\S+)\t(?P<label>\S+) (?P<ranges>\d+ \d+(?:;\d+ \d+)*)(?:\t(?P<text>.*))?")
_EVENT = re.compile(r"(?P<key>E\S+)\t(?P<label>[^\s:]+):(?P<anchor>\S+)(?P<ends>(?: +[^\s:]+:\S+)*) *")
_RELATION = re.compile(r"(?P<key>R\S+)\t(?P<label>\S+)(?P<ends>(?: +[^\s:]+:\S+){2}) *\t?")
_EQUAL = re.compile(r"\*\t(?P<label>\S+)(?P<keys>(?: +\S+){2,}) *")
_ATTRIBUTE = re.compile(r"[AM]\S+\t(?P<name>\S+) (?P<target>\S+)(?: (?P<value>.*))?")
_REFERENCE = re.compile(r"N\S+\tReference (?P<target>\S+) (?P<base>[^\s:]+):(?P<id>\S+)(?:\t(?P<name>.*))?")
_NOTE = re.compile(r"#\S*\t(?P<kind>\S+) (?P<target>\S+)\t(?P<note>.*)")

_KINDS = (
    ("T", _SPAN, "T1⇥Label 0 5⇥text"),
    ("E", _EVENT, "E1⇥Label:T1 Role:T2"),
    ("R", _RELATION, "R1⇥Label Arg1:T1 Arg2:T2"),
    ("*", _EQUAL, "*⇥Equiv T1 T2"),
    ("A", _ATTRIBUTE, "A1⇥Name T1 value"),
    ("M", _ATTRIBUTE, "M1⇥Name T1 value"),
    ("N", _REFERENCE, "N1⇥Reference T1 Wikidata:Q1⇥name"),
    ("#", _NOTE, "#1⇥AnnotatorNotes T1⇥text"),
)
_LONGEST_NUMBER = 15
"""Digits of a position: more would be no position in any text, and slow to read."""

_WIKIDATA = "https://www.wikidata.org/wiki/"


@dataclass(slots=True)
class Lines:
    """What the lines of a file say, its ranges as the file counts; and a sentence for each broken one."""

    file: str
    spans: dict[str, ForeignSpan] = field(default_factory=dict)
    relations: dict[str, ForeignRelation] = field(default_factory=dict)
    broken: list[InputError] = field(default_factory=list)


def parse(text: str, file: str) -> Lines:
    """Read the lines of a file, split at line feeds only; a broken one is named, and the others are read."""
    lines = Lines(file)
    further: list[tuple[int, re.Match[str]]] = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        line = line.removesuffix("\r")
        if not line.strip():
            continue
        shape, example = next(((shape, text) for first, shape, text in _KINDS if line.startswith(first)), (None, ""))
        match = shape.fullmatch(line) if shape else None
        if match is None:
            wanted = f"should look like {example}" if shape else "begins with none of T E R * A M N #"
            lines.broken.append(InputError(file, f"the line {wanted}", f"line {number}"))
        elif shape in (_SPAN, _EVENT, _RELATION, _EQUAL):
            _take(lines, number, match)
        else:
            # What is said of an annotation may stand before it.
            further.append((number, match))
    _describe(lines, further)
    return lines


def _take(lines: Lines, number: int, match: re.Match[str]) -> None:
    if match.re is _EQUAL:
        # The others are the same as the first: that makes them all the same.
        first, *others = match["keys"].split()
        for other in others:
            key = f"* ({first} {other})"
            lines.relations[key] = ForeignRelation(key, match["label"], (("", first), ("", other)))
        return
    key = match["key"]
    if key in lines.spans or key in lines.relations:
        lines.broken.append(InputError(lines.file, f"{key} stands in a line before already", f"line {number}"))
    elif match.re is _SPAN:
        if any(len(digits) > _LONGEST_NUMBER for digits in re.findall(r"\d+", match["ranges"])):
            lines.broken.append(InputError(lines.file, "a position is no number of characters", f"line {number}"))
            return
        ranges = (part.split(" ") for part in match["ranges"].split(";"))
        placed = tuple(Segment(int(start), int(end)) for start, end in ranges)
        lines.spans[key] = ForeignSpan(key, match["label"], placed, match["text"])
    else:
        ends = tuple((role, end) for role, _, end in (part.partition(":") for part in match["ends"].split()))
        anchor = match["anchor"] if match.re is _EVENT else None
        lines.relations[key] = ForeignRelation(key, match["label"], ends, anchor)


def _describe(lines: Lines, further: list[tuple[int, re.Match[str]]]) -> None:
    attributes: dict[str, dict[str, str]] = defaultdict(dict)
    notes: dict[str, list[str]] = defaultdict(list)
    references: dict[str, list[Reference]] = defaultdict(list)
    for number, match in further:
        target = match["target"]
        if target not in lines.spans and (target not in lines.relations or match.re is _REFERENCE):
            reason = f"it describes {target}, which is not there"
            lines.broken.append(InputError(lines.file, reason, f"line {number}"))
        elif match.re is _ATTRIBUTE:
            attributes[target][match["name"]] = (match["value"] or "").strip()
        elif match.re is _REFERENCE:
            references[target].append(Reference(_address(match["base"], match["id"]), match["name"] or ""))
        elif match["note"].strip():
            notes[target].append(match["note"].strip())
    for key in attributes.keys() | notes.keys() | references.keys():
        note = "\n".join(notes[key])
        if key in lines.spans:
            lines.spans[key] = replace(
                lines.spans[key], attributes=attributes[key], note=note, references=tuple(references[key])
            )
        else:
            lines.relations[key] = replace(lines.relations[key], attributes=attributes[key], note=note)


def _address(base: str, key: str) -> str:
    return f"{_WIKIDATA}{key}" if base.casefold() == "wikidata" else f"{base}:{key}"
