"""Lists of entities: what is written comes back the same, formulas are none, and errors name their place."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.core.errors import InputError
from annotator.core.records import ENTITY_KINDS
from annotator.core.text import one_line
from annotator.formats.entity_list import Line, read, write_csv, write_json
from annotator.formats.interface import Source, Warn


def source(data: bytes, name: str = "list") -> Source:
    return Source(name, lambda: io.BytesIO(data), len(data))


def lines(data: bytes | str) -> list[Line]:
    found = list(read(source(data.encode() if isinstance(data, str) else data)))
    assert all(isinstance(one, Line) for one in found), found
    return [one for one in found if isinstance(one, Line)]


def problems(data: str) -> list[str]:
    return [str(one) for one in read(source(data.encode())) if isinstance(one, InputError)]


_NAME = (st.text(min_size=1, max_size=20) | st.text("=+-@'|\\,;\"", min_size=1, max_size=6)).map(one_line).filter(bool)
_LINES = st.lists(
    st.builds(
        lambda name, kind, aliases, uri: Line(
            "", name, kind, tuple(dict.fromkeys(a for a in aliases if a != name)), uri
        ),
        _NAME,
        st.sampled_from(ENTITY_KINDS),
        st.lists(_NAME, max_size=4),
        st.none() | st.just("https://www.wikidata.org/wiki/Q42"),
    ),
    min_size=1,
    max_size=5,
)


@given(_LINES)
def test_what_is_written_as_csv_comes_back_the_same_and_no_cell_is_a_formula(written: list[Line]) -> None:
    data = b"".join(write_csv(written))
    assert [Line("", one.name, one.kind, one.aliases, one.uri) for one in lines(data)] == written
    for row in csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")):
        assert all(cell[:1] not in ("=", "+", "-", "@") for cell in row)


@given(_LINES)
def test_what_is_written_as_json_comes_back_the_same(written: list[Line]) -> None:
    data = b"".join(write_json(written))
    assert [Line("", one.name, one.kind, one.aliases, one.uri) for one in lines(data)] == written
    assert [one["name"] for one in json.loads(data)["entities"]] == [one.name for one in written]


def test_an_empty_list_is_written_and_read() -> None:
    assert lines(b"".join(write_json([]))) == lines(b"".join(write_csv([]))) == []


def test_a_formula_has_an_apostrophe_before_it_which_no_other_cell_gets() -> None:
    data = b"".join(write_csv([Line("", "=1+1", "person", ("-x", "'=y"), None), Line("", "'t Hooft")]))
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    assert [row[0] for row in rows] == ["name", "'=1+1", "'t Hooft"]
    assert rows[1][2] == "'-x|'=y"


@pytest.mark.parametrize(
    "text",
    [
        "Name;Kind;URI;Notes\nOrla  Venn;Person;Q42;x\n\n;;;\nCalder;place;;\n",
        '\ufeffuri,name,kind\r\nQ42,"Orla\nVenn",person\r\n,Calder,place\r\n',
        "kind\tname\turi\n\tOrla Venn\tQ42\nplace\tCalder\n",
        '{"entities": [{"id": 7, "name": "Orla Venn", "uri": "Q42"},'
        ' {"name": " Calder ", "kind": "PLACE", "aliases": []}]}',
        ' [{"name": "Orla Venn", "kind": null, "uri": "Q42"}, {"name": "Calder", "kind": "place", "spans": 3}]',
    ],
)
def test_lists_as_others_write_them_are_read(text: str) -> None:
    found = [(one.name, one.kind, one.aliases, one.uri) for one in lines(text)]
    assert found == [("Orla Venn", "person", (), "Q42"), ("Calder", "place", (), None)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name,kind\nOrla,robot\nBo,person\n", "list: row 2: there is no kind “robot”; there are person, organisation"),
        ("name,kind\n ,person\n", "list: row 2: has no name"),
        ("name,kind\nOrla,person,x\n", "list: row 2: has 3 cells, and the header 2"),
        ('name\n"Orla\nBo\n', "list: row 2: cannot be read (unexpected end of data)"),
        ('[{"name": "Orla"}, "Bo"]', "list: entity 2: is no object"),
        ('[{"name": 7}]', "list: entity 1: “name” is not a text"),
        ('[{"name": "Orla", "aliases": "Bo"}]', "list: entity 1: “aliases” is not a list of texts"),
        ('[{"name": "Orla", "aliases": ["Bo", 1]}]', "list: entity 1: “aliases” is not a list of texts"),
        ('[{"kind": "person"}]', "list: entity 1: has no name"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_its_place_and_reason(text: str, told: str) -> None:
    (problem,) = problems(text)
    assert problem.startswith(told)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "is empty"),
        (b"who,kind\nOrla,person\n", "has no column “name”"),
        (b"name,name\nOrla,Bo\n", "has two columns “name”"),
        (b'{"entities": 7}', "holds no list of entities"),
        (b'{"people": []}', "holds no list of entities"),
        (b'[{"name": "Orla"},\n{"name" 7}]', "line 2: broken JSON"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "list: "),
    ],
)
def test_an_input_that_is_no_list_is_said_to_be_none(data: bytes, told: str) -> None:
    with pytest.raises(InputError, match="list: ") as raised:
        list(read(source(data)))
    assert told in str(raised.value)


def test_an_encoding_that_is_a_guess_is_told() -> None:
    found = list(read(source("name\nZoë Brûlé, née Müller à Orléans\n".replace(",", "").encode("cp1252"))))
    assert isinstance(found[0], Warn)
    assert "which is a guess" in found[0].reason
