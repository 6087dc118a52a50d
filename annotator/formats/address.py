"""Pages fetched from the web: one address, asked for once, within limits."""

from __future__ import annotations

import http.client
import io
import ipaddress
import socket
import ssl
import threading
import time
import urllib.request
import zlib
from dataclasses import dataclass
from email.message import Message
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

from annotator import __version__
from annotator.core.errors import InputError
from annotator.formats.interface import Source

_SCHEMES = ("http", "https")
_TYPES = frozenset({
    "application/xhtml+xml", "application/xml", "application/rss+xml", "application/atom+xml",
    "application/rdf+xml", "application/json", "application/x-ndjson", "application/pdf", "application/rtf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "application/mbox", "message/rfc822",
    "application/octet-stream",
})  # fmt: skip
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_CHUNK = 1 << 16
_GZIP = 16 + zlib.MAX_WBITS
_GZIP_MARK = b"\x1f\x8b"
_IN_URLS = "%/:=&?~#+!$,;'@()*[]"
_HEADERS = {
    "User-Agent": f"annotator/{__version__}",
    "Accept": "text/html, application/xhtml+xml, application/xml;q=0.9, text/plain;q=0.8, */*;q=0.1",
    "Accept-Encoding": "gzip",
}


@dataclass(frozen=True, slots=True)
class Limits:
    """What fetching one address may take: bytes, seconds in all, redirects.

    `private`: addresses of this computer and its own network may be asked for, as pages of an intranet are. Even then
    an address on the internet cannot lead there by a redirect.
    """

    size: int = 10 << 20
    seconds: float = 30.0
    redirects: int = 5
    private: bool = True


LIMITS = Limits()


class _Refusal(Exception):
    """Why an address is not fetched."""


def fetch(url: str, limits: Limits = LIMITS) -> Source:
    """Return what stands at an http(s) address, as a source in memory with its final address and its encoding.

    Raises InputError for an address that makes no sense or is not to be asked, for what the server or the network
    refuses, for a kind of content that holds no text, and where a limit is passed.
    """
    guard = _Guard(limits)
    timer = threading.Timer(limits.seconds, guard.end)
    timer.daemon = True
    timer.start()
    try:
        address = _checked(url)
        for _hop in range(limits.redirects + 1):
            answer, body = _ask(address, guard)
            if answer.status not in _REDIRECTS:
                return _source(url, address, answer.headers, body)
            address = _checked(_target(address, answer.headers))
        raise _Refusal(f"leads to other addresses more than {limits.redirects} times")
    except (_Refusal, OSError, http.client.HTTPException, ValueError, zlib.error) as error:
        if guard.ended:
            raise InputError(url, f"took longer than {limits.seconds:g} seconds, and was given up") from error
        raise InputError(url, _reason(error)) from error
    finally:
        timer.cancel()


class _Guard:
    """Watches the connections of one fetch: whom they reach, how long they take, how much they bring."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._until = time.monotonic() + limits.seconds
        self._socket: socket.socket | None = None
        self._is_public = False
        self.ended = False

    def watch(self, connection: socket.socket, *, proxied: bool) -> None:
        """Take a connection just made, before anything is sent over it; a proxy's own address says nothing."""
        self._socket = connection
        if self.ended:
            self.end()
        if proxied:
            return
        private = is_private(str(connection.getpeername()[0]))
        if private and self._is_public:
            raise _Refusal("an address on the internet leads to one of this computer's own network: it is not followed")
        if private and not self._limits.private:
            raise _Refusal("this is an address of this computer's own network, which may not be asked here")
        self._is_public = self._is_public or not private

    def end(self) -> None:
        """Break off whatever is waiting for the other side."""
        self.ended = True
        if self._socket is not None:
            try:
                self._socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                self._socket = None  # it has ended by itself

    @property
    def seconds(self) -> float:
        """How long there still is."""
        return max(self._until - time.monotonic(), 0.001)

    def read(self, answer: http.client.HTTPResponse, encoding: str) -> bytes:
        """Return an answer's whole body, unpacked. Raises _Refusal where it is too large or packed in another way."""
        if encoding not in ("", "identity", "gzip", "x-gzip"):
            raise _Refusal(f"the server packs the page as “{encoding}”, which is not read")
        unpack = zlib.decompressobj(_GZIP) if "gzip" in encoding else None
        body = bytearray()
        while chunk := answer.read(_CHUNK):
            while chunk:
                if unpack and unpack.eof:
                    if not chunk.startswith(_GZIP_MARK):
                        break  # padding, which some servers send
                    unpack = zlib.decompressobj(_GZIP)  # what is packed can be in several parts
                body += unpack.decompress(chunk, self._limits.size + 1) if unpack else chunk
                if len(body) > self._limits.size or (unpack and unpack.unconsumed_tail):
                    raise _Refusal(f"is larger than {self._limits.size / (1 << 20):g} MB")
                chunk = unpack.unused_data if unpack else b""
        if self.ended or answer.length or (unpack and not unpack.eof):
            raise _Refusal("breaks off before its end")
        return bytes(body)


def is_private(host: str) -> bool:
    """Tell whether an IP address is one of this computer or of a network of its own."""
    address = ipaddress.ip_address(host.partition("%")[0])
    mapped = getattr(address, "ipv4_mapped", None)
    return not (mapped or address).is_global


def _checked(url: str) -> str:
    """Return an address in the form in which it is sent. Raises _Refusal for one that is not to be asked."""
    parts = urlsplit(url.strip())
    if parts.scheme not in _SCHEMES:
        raise _Refusal(f"only http and https addresses are fetched, not “{parts.scheme}”")
    if not parts.hostname:
        raise _Refusal("there is no host in this address")
    if "@" in parts.netloc:
        raise _Refusal("an address with a name or password in it is not fetched")
    host = parts.hostname if parts.hostname.isascii() else parts.hostname.encode("idna").decode("ascii")
    host = f"[{host}]" if ":" in host else host
    place = host if parts.port is None else f"{host}:{parts.port}"
    return urlunsplit((parts.scheme, place, quote(parts.path or "/", _IN_URLS), quote(parts.query, _IN_URLS), ""))


def _target(address: str, headers: Message) -> str:
    location = headers.get("Location")
    if not location:
        raise _Refusal("the server leads on to no address")
    # The module for HTTP reads headers as Latin-1; what is not ASCII in them is nearly always UTF-8.
    return urljoin(address, location.encode("latin-1", "replace").decode("utf-8", "replace"))


def _ask(address: str, guard: _Guard) -> tuple[Any, bytes]:
    """Return one answer and its body; a redirect's body is not read. Raises _Refusal, OSError or HTTPException."""
    opener = urllib.request.OpenerDirector()
    for handler in (urllib.request.ProxyHandler(), _Http(guard), _Https(guard)):
        opener.add_handler(handler)
    request = urllib.request.Request(address, headers=_HEADERS)
    answer = opener.open(request, timeout=guard.seconds)
    if answer is None:
        raise _Refusal("no way is known to fetch this address")
    with answer:
        if answer.status in _REDIRECTS:
            return answer, b""
        if answer.status != http.client.OK:
            raise _Refusal(f"the server answers {answer.status} {answer.reason}".rstrip())
        kind = answer.headers.get_content_type()
        if answer.headers.get("Content-Type") and not (kind.startswith("text/") or kind in _TYPES):
            raise _Refusal(f"is {kind}, which has no text to read")
        return answer, guard.read(answer, answer.headers.get("Content-Encoding", "").strip().lower())


class _Http(urllib.request.HTTPHandler):
    def __init__(self, guard: _Guard) -> None:
        super().__init__()
        self._guard = guard

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        guard, proxied = self._guard, req.has_proxy()

        class Connection(http.client.HTTPConnection):
            def connect(self) -> None:
                super().connect()
                guard.watch(self.sock, proxied=proxied)

        return self.do_open(Connection, req)


class _Https(urllib.request.HTTPSHandler):
    def __init__(self, guard: _Guard) -> None:
        super().__init__()
        self._guard = guard

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        guard, proxied = self._guard, req.has_proxy()

        class Connection(http.client.HTTPSConnection):
            def connect(self) -> None:
                super().connect()
                guard.watch(self.sock, proxied=proxied)

        return self.do_open(Connection, req, context=ssl.create_default_context())


def _source(url: str, address: str, headers: Message, body: bytes) -> Source:
    return Source(url, lambda: io.BytesIO(body), len(body), url=address, encoding=headers.get_content_charset() or None)


def _reason(error: Exception) -> str:
    if isinstance(error, _Refusal):
        return str(error)
    cause = error.reason if isinstance(error, URLError) and not isinstance(error, HTTPError) else error
    if isinstance(cause, _Refusal):
        return str(cause)
    if isinstance(cause, ssl.SSLCertVerificationError):
        return f"the server's certificate is not to be trusted: {cause.verify_message}"
    if isinstance(cause, TimeoutError):
        return "the server does not answer"
    if isinstance(cause, socket.gaierror):
        return "there is no such host, or no way to it"
    if isinstance(cause, OSError):
        return f"cannot be fetched: {cause.strerror or cause}"
    return f"cannot be fetched: {' '.join(str(cause).split()) or type(cause).__name__}"
