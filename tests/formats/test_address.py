from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.core.errors import InputError
from annotator.core.records import Article
from annotator.formats import address
from annotator.formats.address import LIMITS, Limits, fetch, is_private
from annotator.formats.html import READER
from annotator.formats.interface import ReadOptions, no_progress
from tests.web import PAGE, Server, serving


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("no_proxy", "*")
    with serving() as running:
        yield running


def body(url: str, limits: Limits = LIMITS) -> bytes:
    with fetch(url, limits).open() as stream:
        return stream.read()


def refusal(url: str, limits: Limits = LIMITS) -> str:
    with pytest.raises(InputError) as raised:
        fetch(url, limits)
    assert raised.value.file == url
    return raised.value.reason


def test_a_page_is_fetched_with_its_address_and_the_encoding_that_the_server_names(server: Server) -> None:
    source = fetch(server.at("page/story?day=1#top"))
    assert (source.name, source.url) == (server.at("page/story?day=1#top"), server.at("page/story?day=1"))
    assert (source.encoding, source.size) == ("windows-1251", len(PAGE.encode("cp1251")))
    *_, article = READER.read(source, ReadOptions(), no_progress)
    assert isinstance(article, Article)
    assert article.text.startswith("Мост закроют на год")
    assert (article.url, article.source.encoding) == (source.url, "cp1251")


def test_a_packed_page_is_unpacked_and_one_without_a_type_is_taken(server: Server) -> None:
    assert body(server.at("gzip")) == body(server.at("gzips")) == PAGE.encode()
    assert body(server.at("untyped")) == PAGE.encode()


def test_redirects_are_followed_as_often_as_is_allowed_and_the_last_address_is_kept(server: Server) -> None:
    assert fetch(server.at("hop/4")).url == server.at("page")
    assert refusal(server.at("hop/5")) == "leads to other addresses more than 5 times"
    assert len(server.asked) == 6 + 6


def test_addresses_are_sent_as_the_web_wants_them(server: Server) -> None:
    assert fetch(server.at("page/übung 1?q=ä&r=%20")).url == server.at("page/%C3%BCbung%201?q=%C3%A4&r=%20")
    assert fetch(server.at("utf8")).url == server.at("page/%C3%BC")
    assert server.asked[0][1]["User-Agent"].startswith("annotator/")


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("file:///etc/hostname", "only http and https addresses are fetched, not “file”"),
        ("ftp://example.org/", "only http and https addresses are fetched, not “ftp”"),
        ("http://ada:secret@127.0.0.1/", "an address with a name or password in it is not fetched"),
    ],
)
def test_a_redirect_to_what_is_not_fetched_is_refused(server: Server, target: str, reason: str) -> None:
    assert refusal(server.at(f"to/{target}")) == reason
    assert refusal(target) == reason


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("missing", "the server answers 404 Not Found"),
        ("picture", "is image/png, which has no text to read"),
        ("odd", "the server packs the page as “br”, which is not read"),
        ("nowhere", "the server leads on to no address"),
        ("garbled", "cannot be fetched: Error -3"),
        ("cut", "breaks off before its end"),
        ("halfgzip", "breaks off before its end"),
    ],
)
def test_what_cannot_be_taken_is_one_sentence(server: Server, path: str, reason: str) -> None:
    assert refusal(server.at(path)).startswith(reason)


def test_no_more_is_read_than_is_allowed_packed_or_not(server: Server) -> None:
    small = Limits(size=1 << 16)
    assert refusal(server.at("bomb"), small) == "is larger than 0.0625 MB"
    assert refusal(server.at("page"), Limits(size=20)).startswith("is larger than")
    exactly = Limits(size=len(PAGE.encode("cp1251")))
    assert len(body(server.at("page"), exactly)) == exactly.size


def test_a_server_that_never_comes_to_an_end_is_given_up(server: Server) -> None:
    assert refusal(server.at("drip"), Limits(seconds=0.2)) == "took longer than 0.2 seconds, and was given up"


def test_an_address_on_the_internet_cannot_lead_into_the_own_network(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([False, True])
    monkeypatch.setattr(address, "is_private", lambda _host: next(answers))
    assert "leads to one of this computer's own network" in refusal(server.at("hop/0"))
    assert [path for path, _headers in server.asked] == ["/hop/0"]


def test_the_own_network_is_asked_only_where_that_is_allowed(server: Server) -> None:
    assert "own network, which may not be asked" in refusal(server.at("page"), Limits(private=False))
    assert not server.asked


@pytest.mark.parametrize(
    ("host", "private"),
    [
        ("127.0.0.1", True), ("10.1.2.3", True), ("192.168.0.9", True), ("169.254.169.254", True), ("0.0.0.0", True),
        ("::1", True), ("fe80::1%eth0", True), ("::ffff:127.0.0.1", True), ("::ffff:8.8.8.8", False),
        ("8.8.8.8", False), ("2606:4700::1111", False),
    ],
)  # fmt: skip
def test_addresses_of_the_own_network_are_known(host: str, private: bool) -> None:
    assert is_private(host) is private


def test_a_closed_door_and_a_broken_address_are_one_sentence(server: Server) -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        assert refusal(f"http://127.0.0.1:{port}/").startswith("cannot be fetched: ")
    assert refusal(server.at("page").replace("http:", "https:")).startswith("cannot be fetched: ")
    assert refusal("http://") == "there is no host in this address"
    assert refusal("http://[::1").startswith("cannot be fetched: ")
    assert refusal("http://127.0.0.1:99999/").startswith("cannot be fetched: ")


@given(st.text(max_size=20))
def test_whatever_is_typed_as_a_scheme_or_port_is_one_sentence(text: str) -> None:
    with pytest.raises(InputError):
        fetch(f"x{text}://127.0.0.1/")
    with pytest.raises(InputError):
        fetch(f"http://127.0.0.1:1x{text}/")
