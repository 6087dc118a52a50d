from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.formats.written_dates import written_moment


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2018-02-23", "2018-02-23"),
        ("2018", "2018"),
        ("2018-02-23 18:04:00 UTC", "2018-02-23T18:04:00+00:00"),
        ("Fri, 23 Feb 2018 18:04:00 -0500", "2018-02-23T18:04:00-05:00"),
        ("2018/2/3", "2018-02-03"),
        ("23.02.2018", "2018-02-23"),
        ("3.4.2018", "2018-04-03"),
        ("02/23/2018", "2018-02-23"),
        ("23/02/2018 18:04", "2018-02-23T18:04:00"),
        ("04/04/2018", "2018-04-04"),
        ("February 23, 2018", "2018-02-23"),
        ("Friday,  Feb. 23rd, 2018 at 6:04 p.m.", "2018-02-23T18:04:00"),
        ("Feb 23, 2018 12:30 AM", "2018-02-23T00:30:00"),
        ("23. Sept. 2018", "2018-09-23"),
    ],
)
def test_a_written_date_is_read(text: str, moment: str) -> None:
    assert written_moment(text) == moment


@pytest.mark.parametrize(
    "text",
    [
        "",
        "03/04/2018",
        "30/30/2018",
        "not a date",
        "May",
        "Mai 3, 2018",
        "1/2/3",
        "2018-13-01",
        "30 February 2018",
        "6:04 PM",
        "99999999",
    ],
)
def test_what_is_no_date_or_could_be_two_is_none(text: str) -> None:
    assert written_moment(text) == ""


@given(
    st.datetimes(datetime(1000, 1, 1), datetime(9999, 12, 31)),
    st.sampled_from(["%B %d, %Y", "%d %b %Y", "%d.%m.%Y", "%Y/%m/%d"]),
)
def test_every_day_is_read_in_every_way_of_writing_it(day: datetime, way: str) -> None:
    assert written_moment(day.strftime(way)) == day.date().isoformat()


@given(st.text(max_size=30))
def test_any_text_gives_a_moment_or_nothing(text: str) -> None:
    moment = written_moment(text)
    assert moment == "" or date.fromisoformat((moment + "-01-01")[:10] if len(moment) < 8 else moment[:10])
