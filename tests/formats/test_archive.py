from __future__ import annotations

import io
import stat
import zipfile
from pathlib import Path

import pytest

from annotator.core.errors import InputError
from annotator.formats import archive
from annotator.formats.archive import is_archive, members
from annotator.formats.interface import Source
from annotator.services.importing.inputs import expand
from tests.formats.making import docx_bytes, zip_bytes
from tests.formats.sources import source_of

SUFFIXES = {".txt", ".json"}


def found(data: bytes, name: str = "a.zip") -> dict[str, bytes | str]:
    """Return the bytes of each member by its name, or why it is refused."""
    result: dict[str, bytes | str] = {}
    for one in members(source_of(data, name), SUFFIXES):
        if isinstance(one, InputError):
            result[one.file] = one.reason
        else:
            with one.open() as stream:
                result[one.name] = stream.read()
            assert one.size == len(result[one.name])
    return result


def test_members_with_a_known_suffix_are_sources_in_their_order() -> None:
    data = zip_bytes(
        {"b/two.TXT": b"two", "one.txt": b"one", "c/": b"", "x.exe": b"x", "__MACOSX/._one.txt": b"x", ".h.txt": b"x"}
    )
    assert found(data) == {"a.zip/b/two.TXT": b"two", "a.zip/one.txt": b"one"}


def test_a_source_opens_anew_each_time_also_when_all_were_listed() -> None:
    one, two = members(source_of(zip_bytes({"one.txt": b"one\nline", "two.txt": b"two"}), "a.zip"), SUFFIXES)
    assert isinstance(one, Source)
    assert isinstance(two, Source)
    for _ in range(2):
        with one.open() as stream, two.open() as other:
            assert stream.readline() == b"one\n"
            assert other.read() == b"two"
            assert stream.read() == b"line"


def test_archives_in_archives_are_looked_into_up_to_the_limit() -> None:
    inner = zip_bytes({"deep.txt": b"deep"})
    middle = zip_bytes({"mid.txt": b"mid", "inner.zip": inner})
    assert found(middle) == {"a.zip/mid.txt": b"mid", "a.zip/inner.zip/deep.txt": b"deep"}
    deeper = found(zip_bytes({"middle.zip": middle}))
    assert deeper == {
        "a.zip/middle.zip/mid.txt": b"mid",
        "a.zip/middle.zip/inner.zip": "stands deeper than 2 archives in each other; unpack it first",
    }


def test_paths_of_members_are_only_labels(tmp_path: Path) -> None:
    file = tmp_path / "sub" / "a.zip"
    file.parent.mkdir()
    file.write_bytes(zip_bytes({"../../up.txt": b"up", "/etc/root.txt": b"root", "a\nb.txt": b"line"}))
    assert [one.name for one in expand([file]) if isinstance(one, Source)] == [
        "a.zip/../../up.txt",
        "a.zip//etc/root.txt",
        "a.zip/a b.txt",
    ]
    assert [one.name for one in tmp_path.rglob("*")] == ["sub", "a.zip"]


def test_links_in_an_archive_are_not_followed() -> None:
    link = zipfile.ZipInfo("link.txt")
    link.create_system = 3
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as whole:
        whole.writestr(link, "/etc/hostname")
        whole.writestr("one.txt", "one")
    assert found(target.getvalue()) == {"a.zip/one.txt": b"one"}


def test_an_encrypted_member_is_named_and_the_others_are_read() -> None:
    data = bytearray(zip_bytes({"one.txt": b"one", "two.txt": b"two"}))
    entry = data.index(b"PK\x01\x02")
    data[entry + 8] |= 1
    assert found(bytes(data)) == {"a.zip/one.txt": "is encrypted; unpack the archive first", "a.zip/two.txt": b"two"}


def test_bombs_are_refused_before_they_are_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = zip_bytes({"one.txt": b"one", "zeros.txt": bytes(5 << 20)})
    assert found(bomb) == {"a.zip": "its member zeros.txt unpacks to more than 200 times its size"}
    assert found(zip_bytes({"in.zip": bomb, "one.txt": b"one"})) == {
        "a.zip/in.zip": "its member zeros.txt unpacks to more than 200 times its size",
        "a.zip/one.txt": b"one",
    }
    data = zip_bytes({"one.txt": b"one", "two.txt": b"two two"})
    for limit, value, expected in (
        ("MOST_MEMBERS", 1, {"a.zip": "has 2 members, more than 1"}),
        ("LARGEST_WHOLE", 9, {"a.zip": "unpacks to more than 0 MB"}),
        ("LARGEST_MEMBER", 6, {"a.zip/one.txt": b"one", "a.zip/two.txt": "unpacks to more than 0 MB"}),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(archive, limit, value)
            assert found(data) == expected


def test_a_member_never_unpacks_to_more_than_it_says() -> None:
    data = bytearray(zip_bytes({"one.txt": b"word " * 1000}))
    entry = data.index(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = (10).to_bytes(4, "little")
    (one,) = members(source_of(bytes(data), "a.zip"), SUFFIXES)
    assert isinstance(one, Source)
    with pytest.raises(InputError, match=r"^a\.zip/one\.txt: cannot be unpacked \(Bad CRC-32"), one.open() as stream:
        stream.read()


def test_what_is_no_archive_is_one_sentence(tmp_path: Path) -> None:
    whole = zip_bytes({"one.txt": b"one"})
    for data in (b"", b"text", whole[:-5], b"%PDF-1.4"):
        assert found(data) == {"a.zip": "is no ZIP archive, or a damaged one"}
    (missing,) = expand([tmp_path / "missing.zip"])
    assert isinstance(missing, InputError)


def test_only_archives_are_looked_into() -> None:
    assert is_archive(source_of(zip_bytes({}), "A.ZIP"))
    assert not is_archive(source_of(zip_bytes({}), "a.txt"))
    word = source_of(docx_bytes(), "a.zip")
    assert list(members(word, SUFFIXES)) == [word]


def test_folders_and_lists_of_files_give_the_members_of_their_archives(tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(zip_bytes({"in.txt": b"in", "no.exe": b"no"}))
    (tmp_path / "a.txt").write_text("text")
    (tmp_path / "c.zip").write_bytes(docx_bytes())
    names = [one.name for one in expand([tmp_path]) if isinstance(one, Source)]
    folder = tmp_path.name
    assert names == [f"{folder}/a.txt", f"{folder}/b.zip/in.txt", f"{folder}/c.zip"]


def companions(members_of: dict[str, bytes]) -> dict[str, list[str]]:
    """Return the names of the annotations of each member of an archive that is one input."""
    found = members(source_of(zip_bytes(members_of), "a.zip"), {".txt", ".ann"})
    return {one.name: [note.name for note in one.companions] for one in found if isinstance(one, Source)}


def test_texts_come_with_the_annotations_beside_them_as_from_folders() -> None:
    names = (
        "x_ida.ann", "x.txt", "x.ann", "x_y.txt", "lone.ann", "b/text/z.txt", "b/notes/z_bo.ann", "b/notes/z.ann",
        "c/one/w.txt", "c/one/w.ann", "c/two/w.txt", "c/.three/w_ida.ann",
    )  # fmt: skip
    assert companions(dict.fromkeys(names, b"T1\tClaim 0 1\tx\n")) == {
        "a.zip/x.txt": ["a.zip/x.ann", "a.zip/x_ida.ann"],
        "a.zip/x_y.txt": [],
        "a.zip/lone.ann": [],
        "a.zip/b/text/z.txt": ["a.zip/b/notes/z.ann", "a.zip/b/notes/z_bo.ann"],
        "a.zip/c/one/w.txt": ["a.zip/c/one/w.ann"],
        "a.zip/c/two/w.txt": [],
    }


def test_an_encrypted_annotation_is_named_and_its_text_is_read() -> None:
    data = bytearray(zip_bytes({"one.ann": b"T1\tClaim 0 1\to\n", "one.txt": b"one"}))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    text, refused = members(source_of(bytes(data), "a.zip"), {".txt", ".ann"})
    assert isinstance(text, Source)
    assert (text.name, text.companions) == ("a.zip/one.txt", ())
    assert str(refused) == "a.zip/one.ann: is encrypted; unpack the archive first"


def test_two_members_of_one_name_both_come(recwarn: pytest.WarningsRecorder) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as whole:
        whole.writestr("one.txt", "first")
        whole.writestr("one.txt", "second")
    assert [str(one.message) for one in recwarn] == ["Duplicate name: 'one.txt'"]
    texts = []
    for one in members(source_of(target.getvalue(), "a.zip"), SUFFIXES):
        assert isinstance(one, Source)
        with one.open() as stream:
            texts.append(stream.read())
    assert texts == [b"first", b"second"]


def test_archives_within_share_the_limits_of_the_outermost(monkeypatch: pytest.MonkeyPatch) -> None:
    inner = zip_bytes({"one.txt": b"one"})
    data = zip_bytes({"a.zip": inner, "b.zip": inner})
    monkeypatch.setattr(archive, "MOST_MEMBERS", 3)
    assert found(data) == {
        "a.zip/a.zip/one.txt": b"one",
        "a.zip/b.zip": "has 1 member, more than 3, with those of the archives around it",
    }
    monkeypatch.setattr(archive, "MOST_MEMBERS", 9)
    monkeypatch.setattr(archive, "LARGEST_WHOLE", 2 * len(inner) + 5)
    assert found(data) == {
        "a.zip/a.zip/one.txt": b"one",
        "a.zip/b.zip": "unpacks to more than 0 MB, with those of the archives around it",
    }


def test_folders_of_several_annotators_name_them_in_an_archive_too() -> None:
    names = dict.fromkeys(("text/x.txt", "ida/x.ann", "bo/x.ann"), b"T1\tClaim 0 1\tx\n")
    (text,) = members(source_of(zip_bytes(names), "a.zip"), {".txt", ".ann"})
    assert isinstance(text, Source)
    assert [(one.name, one.annotator) for one in text.companions] == [
        ("a.zip/bo/x.ann", "bo"),
        ("a.zip/ida/x.ann", "ida"),
    ]
