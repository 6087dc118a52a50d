"""Names of projects: which are URLs, what is shown of them, and the titles made from them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.core.project_names import is_url, plain_title, shown_name


def test_only_urls_of_databases_are_urls() -> None:
    assert is_url("postgresql://desk/news")
    assert is_url("postgresql+psycopg://desk/news")
    assert not is_url("postgresql.annotator")
    assert not is_url("/home/ada/postgresql://news")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("postgresql://ada:tea@desk/news", "postgresql://ada:***@desk/news"),
        ("postgresql+psycopg://ada:t@e:a/@desk:5432/news", "postgresql+psycopg://ada:***@desk:5432/news"),
        ("postgresql://desk/news?user=ada&password=tea&x=1", "postgresql://desk/news?user=ada&password=***&x=1"),
        ("postgresql://ada@desk:5432/news", "postgresql://ada@desk:5432/news"),
        ("postgresql://desk:5432/news", "postgresql://desk:5432/news"),
        ("/home/ada:tea@desk/news.annotator", "/home/ada:tea@desk/news.annotator"),
    ],
)
def test_a_password_is_not_shown_and_all_else_is(name: str, shown: str) -> None:
    assert shown_name(name) == shown


@given(st.text(st.characters(exclude_characters="*"), min_size=1))
def test_no_password_whatever_stands_in_it_is_shown(password: str) -> None:
    assert shown_name(f"postgresql://ada:{password}@desk/news") == "postgresql://ada:***@desk/news"


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("/home/ada/spring news.annotator", "spring news"),
        ("postgresql://desk/news", "news"),
        ("postgresql+psycopg://postgres@/news?host=/var/run/postgresql", "news"),
        ("postgresql://ada:t/ea@desk/spring%20news", "spring news"),
        ("postgresql://ada:t/ea@desk", "project"),
    ],
)
def test_a_title_is_the_name_of_the_file_or_database(name: str, title: str) -> None:
    assert plain_title(name) == title
