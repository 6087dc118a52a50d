from __future__ import annotations

import io
import os
import signal
import stat
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest

from annotator.core.errors import Cancelled, InputError, OutputError
from annotator.formats.files import at_hand, open_source, write_beside
from annotator.formats.interface import Source

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
needs_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become another")
needs_modes = pytest.mark.skipif(sys.platform == "win32", reason="this system has no such permissions")


def write_new(target: IO[bytes]) -> None:
    target.write(b"new")


def in_child(work: Callable[[], None]) -> None:
    """Run `work` in a forked child, whose limits and rights may be changed; fail if it fails."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os.write(writing, traceback.format_exc().encode())
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        said = stream.read().decode()
    _, status = os.waitpid(child, 0)
    assert status == 0, said


def test_the_file_is_there_whole_and_nothing_beside_it(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    write_beside(target, write_new)
    assert target.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [target]


def test_the_old_file_stands_until_the_new_one_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    target.write_bytes(b"old")

    def write(stream: IO[bytes]) -> None:
        stream.write(b"new")
        stream.flush()
        beside = next(path for path in tmp_path.iterdir() if path != target)
        assert beside.name.startswith(".")
        assert (target.read_bytes(), beside.read_bytes()) == (b"old", b"new")

    write_beside(target, write)
    assert target.read_bytes() == b"new"


@needs_modes
def test_the_mode_of_the_old_file_is_kept_and_a_new_one_follows_the_umask(tmp_path: Path) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    old.write_bytes(b"old")
    old.chmod(0o640)
    before = os.umask(0o027)
    try:
        write_beside(old, write_new)
        write_beside(new, write_new)
    finally:
        os.umask(before)
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert stat.S_IMODE(new.stat().st_mode) == 0o640
    old.chmod(0o604)
    write_beside(old, write_new)
    assert stat.S_IMODE(old.stat().st_mode) == 0o604


@needs_modes
def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    folder = tmp_path / "real"
    folder.mkdir()
    link = tmp_path / "link.json"
    link.symlink_to(folder / "out.json")
    write_beside(link, write_new)
    assert link.is_symlink()
    assert (folder / "out.json").read_bytes() == b"new"
    assert list(tmp_path.iterdir()) in ([folder, link], [link, folder])


@pytest.mark.parametrize("failure", [Cancelled(), RuntimeError("broken"), KeyboardInterrupt()])
def test_whatever_stops_the_writing_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, failure: BaseException
) -> None:
    target = tmp_path / "out.json"
    target.write_bytes(b"old")

    def write(stream: IO[bytes]) -> None:
        stream.write(b"half")
        raise failure

    with pytest.raises(type(failure)):
        write_beside(target, write)
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_missing_folder_and_a_folder_as_target_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"out\.json: cannot be written: the folder does not exist\.$"):
        write_beside(tmp_path / "missing" / "out.json", write_new)
    with pytest.raises(OutputError, match=r"cannot be written: it is a folder\.$"):
        write_beside(tmp_path, write_new)
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OutputError, match="cannot be written: "):
        write_beside(tmp_path / "file" / "out.json", write_new)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@needs_modes
def test_what_is_no_ordinary_file_is_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OutputError, match="it is no ordinary file"):
        write_beside(pipe, write_new)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_long_name_that_the_system_allows_can_be_written(tmp_path: Path) -> None:
    target = tmp_path / ("n" * 250 + ".json")
    write_beside(target, write_new)
    assert target.read_bytes() == b"new"


@needs_fork
def test_a_disk_that_takes_no_more_is_one_sentence_and_the_old_file_stands(tmp_path: Path) -> None:
    import resource

    target = tmp_path / "out.json"
    target.write_bytes(b"old")

    def write_much(stream: IO[bytes]) -> None:
        stream.write(b"x" * 20_000)

    def work() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
        with pytest.raises(OutputError, match=r"cannot be written: the file would be larger than the system allows\.$"):
            write_beside(target, write_much)

    in_child(work)
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


@needs_fork
@needs_root
def test_a_folder_without_rights_is_one_sentence_and_the_old_file_stands(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    target.write_bytes(b"old")
    for folder in (tmp_path, *tmp_path.parents[:3]):
        folder.chmod(0o755)

    def work() -> None:
        os.seteuid(65534)
        with pytest.raises(OutputError, match=r"cannot be written: no right to write there\.$"):
            write_beside(target, write_new)

    in_child(work)
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_an_input_that_fails_while_it_is_read_is_one_sentence(tmp_path: Path) -> None:
    with (
        pytest.raises(InputError, match=r"^x: cannot be read: "),
        open_source(Source("x", lambda: tmp_path.open("rb"))),
    ):
        pytest.fail("a folder was opened")

    def opened() -> IO[bytes]:
        return (tmp_path / "empty").open("w+b")

    with pytest.raises(InputError, match=r"^x: cannot be read: the cable is out$"), open_source(Source("x", opened)):
        raise OSError(5, "the cable is out")


def test_a_small_input_is_opened_once_and_a_large_one_is_left_where_it_is() -> None:
    opened: list[str] = []

    def source(size: int) -> Source:
        def opening() -> io.BytesIO:
            opened.append(f"{size}")
            return io.BytesIO(bytes(size))

        return Source(f"{size}", opening, size)

    held = at_hand(source(3), 4)
    for _ in range(2):
        with held.open() as stream:
            assert stream.read() == bytes(3)
    assert opened == ["3"]
    large = source(4)
    assert at_hand(large, 4) is large
