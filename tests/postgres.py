"""A PostgreSQL server for the tests: its own folder, a socket and no port, nothing kept."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType

import psycopg


class Unavailable(Exception):
    """There is no server to be had here, and why."""


def _binary(name: str) -> Path:
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if os.access(folder / name, os.X_OK):
            return folder / name
    found = shutil.which(name)
    if found is None:
        raise Unavailable(f"{name} is not installed (Debian: postgresql)")
    return Path(found)


def _user() -> str | None:
    """The user to run as: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    for name in ("postgres", "nobody"):
        if name in names:
            return name
    raise Unavailable("PostgreSQL does not run as root, and there is no user postgres or nobody")


class Server:
    """A running server; each call of `new_database` makes an empty one."""

    def __init__(self, folder: Path, user: str | None) -> None:
        self._folder, self._user, self._numbers = folder, user, itertools.count(1)

    def run(self, name: str, *arguments: str | Path) -> None:
        group = pwd.getpwnam(self._user).pw_gid if self._user else None
        done = subprocess.run(
            [_binary(name), *arguments],
            cwd=self._folder,
            env={**os.environ, "LC_ALL": "C.UTF-8", "HOME": str(self._folder)},
            user=self._user,
            group=group,
            extra_groups=[] if self._user else None,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode:
            raise Unavailable(f"{name} failed: {done.stderr.strip().splitlines()[-1:]}")

    def new_database(self) -> str:
        name = f"news{next(self._numbers)}"
        with psycopg.connect(host=str(self._folder), user="postgres", dbname="postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql+psycopg://postgres@/{name}?host={self._folder}"

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.run("pg_ctl", "-D", self._folder / "data", "-m", "immediate", "stop")
        shutil.rmtree(self._folder, ignore_errors=True)


def start_server() -> Server:
    user = _user()
    folder = Path(tempfile.mkdtemp(prefix="annotator-postgres-"))
    if user:
        shutil.chown(folder, user)
    server = Server(folder, user)
    try:
        data = folder / "data"
        server.run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-k {folder} -c listen_addresses= -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
        server.run("pg_ctl", "-D", data, "-o", options, "-l", folder / "log", "-w", "-t", "60", "start")
    except Unavailable:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return server
