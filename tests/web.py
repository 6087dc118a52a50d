"""A web server on this computer that answers as servers do, well and badly."""

from __future__ import annotations

import contextlib
import gzip
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = (
    "<html><body><p>Мост закроют на год, сказал мэр в пятницу, и никто не знает, сколько это стоит.</p></body></html>"
)


class Handler(BaseHTTPRequestHandler):
    """Answers by the path; what it was asked stands in its server's list."""

    server: Server

    def do_GET(self) -> None:
        self.server.asked.append((self.path, dict(self.headers)))
        name, _, rest = self.path.removeprefix("/").partition("/")
        match name:
            case "page":
                self.answer(PAGE.encode("cp1251"), "text/html; charset=windows-1251")
            case "gzip":
                self.answer(gzip.compress(PAGE.encode()), "text/html", {"Content-Encoding": "gzip"})
            case "gzips":
                half = len(PAGE.encode()) // 2
                parts = (PAGE.encode()[:half], PAGE.encode()[half:])
                packed = b"".join(map(gzip.compress, parts)) + bytes(9)
                self.answer(packed, "text/html", {"Content-Encoding": "gzip"})
            case "halfgzip":
                self.answer(gzip.compress(PAGE.encode())[:-9], "text/html", {"Content-Encoding": "gzip"})
            case "garbled":
                self.answer(b"no gzip", "text/html", {"Content-Encoding": "gzip"})
            case "bomb":
                self.answer(gzip.compress(b"a" * 1_000_000), "text/html", {"Content-Encoding": "gzip"})
            case "odd":
                self.answer(b"?", "text/html", {"Content-Encoding": "br"})
            case "hop":
                left = int(rest)
                self.lead(f"/hop/{left - 1}" if left else "/page")
            case "to":
                self.lead(rest)
            case "utf8":
                self.lead("/page/ü".encode().decode("latin-1"))
            case "nowhere":
                self.answer(b"", "text/html", status=302)
            case "picture":
                self.answer(b"\x89PNG", "image/png")
            case "untyped":
                self.answer(PAGE.encode(), None)
            case "drip":
                self.drip()
            case "cut":
                self.answer(b"half", "text/html", {"Content-Length": "100"})
            case _:
                self.send_error(404)

    def lead(self, target: str) -> None:
        self.answer(b"", "text/html", {"Location": target}, status=302)

    def answer(
        self, body: bytes, kind: str | None, headers: dict[str, str] | None = None, *, status: int = 200
    ) -> None:
        self.send_response(status)
        if kind is not None:
            self.send_header("Content-Type", kind)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def drip(self) -> None:
        """Send a header now and then, and never an end: until the other side, or the test, has had enough."""
        try:
            self.wfile.write(b"HTTP/1.0 200 OK\r\n")
            while not self.server.over.wait(0.02):
                self.wfile.write(b"X-More: x\r\n")
        except OSError:
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that the library gives it
        """Say nothing on standard error."""


class Server(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.over = threading.Event()

    def at(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_port}/{path}"


@contextlib.contextmanager
def serving() -> Iterator[Server]:
    """Run a server while the block runs."""
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield running
        finally:
            running.over.set()
            running.shutdown()
            thread.join()
