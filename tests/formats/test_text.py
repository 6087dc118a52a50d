from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.core.errors import InputError
from annotator.core.records import Article
from annotator.core.text import counted
from annotator.formats import text as module
from annotator.formats.interface import Warn
from annotator.formats.text import READER
from tests.formats.sources import SHARED, read
from tests.formats.strategies import CHARACTERS

GUESS = "read as {}, which is a guess; choose another encoding (--encoding)"


def read_one(data: bytes, name: str = "in.txt", encoding: str | None = None) -> tuple[Article, list[str]]:
    """Return the only article of a file, and the warnings before it."""
    *warnings, article = read(READER, data, name, encoding)
    assert isinstance(article, Article)
    return article, [record.reason for record in warnings if isinstance(record, Warn)]


def refusal(data: bytes, encoding: str | None = None) -> str:
    with pytest.raises(InputError) as raised:
        read(READER, data, "in.txt", encoding)
    return str(raised.value)


@given(st.text(CHARACTERS, min_size=1).filter(str.strip))
def test_the_stored_text_is_what_the_file_said(text: str) -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32"):
        article, warnings = read_one(text.encode(encoding))
        assert article.text == text
        assert not warnings


@pytest.mark.parametrize(
    ("mark", "codec"),
    [
        (b"\xef\xbb\xbf", "utf-8"),
        (b"\xff\xfe", "utf-16-le"),
        (b"\xfe\xff", "utf-16-be"),
        (b"\xff\xfe\0\0", "utf-32-le"),
        (b"\0\0\xfe\xff", "utf-32-be"),
    ],
)
def test_a_byte_order_mark_decides_and_goes(mark: bytes, codec: str) -> None:
    data = mark + "Nächste Woche 💩".encode(codec)
    article, warnings = read_one(data)
    assert article.text == "Nächste Woche 💩"
    assert article.source.encoding == codec
    assert not warnings
    assert READER.sniff(data) > 0


def test_only_carriage_returns_are_line_ends() -> None:
    article, _ = read_one("one\r\ntwo\rthree\n\u2028\u2029\u0085\f\v\u00a0\ufeffend ".encode())
    assert article.text == "one\ntwo\nthree\n\u2028\u2029\u0085\f\v\u00a0\ufeffend "


def test_characters_that_no_format_carries_are_replaced_and_counted() -> None:
    article, warnings = read_one("a\0b\ufdd0c\uffffd\U0001ffff".encode())
    assert article.text == "a\ufffdb\ufffdc\ufffdd\U0001ffff"
    assert warnings == ["3 characters that no format can carry became U+FFFD"]


def test_the_source_says_file_encoding_and_checksum_of_the_bytes() -> None:
    data = "\ufeffOne.\r\nTwo.".encode()
    source = read_one(data, "folder.name.md")[0].source
    assert (source.file, source.format, source.encoding) == ("folder.name.md", "text", "utf-8")
    assert source.sha256 == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Mayor resigns\n\nShe left on Friday.", "Mayor resigns"),
        ("\n\n  Mayor  resigns \nShe left.", "Mayor resigns"),
        ("# Mayor resigns #1\n\nShe left.", "Mayor resigns #1"),
        ("#1 in town\nShe left.", "#1 in town"),
        ("Mayor resigns", "in"),
        ("Mayor resigns\n \n", "in"),
        ("She left. " * 20 + "\nNobody knew.", "in"),
    ],
)
def test_the_title_is_a_short_first_line_with_text_after_it_else_the_name(text: str, title: str) -> None:
    assert read_one(text.encode())[0].title == title


@pytest.mark.parametrize(
    "text",
    [
        "“We will rebuild,” Mayor Ana Núñez said. “It may take years.”\nCritics say all €40m of it is wasted.",
        "“No,” she said. “Never.” It’s over — he’s gone.",
        "The café on the corner closed on Friday after forty years.",
        "Le café «CAFÉ» a été fermé à Noël, dit-elle.",
        "Der Bürgermeister erklärte, die Straße müsse für größere Züge geöffnet werden. „Nein“, sagte er.",
        "El alcalde dijo: «¿Qué pasó mañana? ¡Señor!» y la niña pidió 5 €.",
    ],
)
def test_western_texts_are_read_as_windows_1252_with_a_warning(text: str) -> None:
    article, warnings = read_one(text.encode("cp1252"))
    assert article.text == text
    assert article.source.encoding == "cp1252"
    assert warnings == [GUESS.format("cp1252")]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Burmistrz powiedział, że żadna z dróg nie będzie zamknięta. „Źle się dzieje”, rzekła Świątek.", "cp1250"),
        ("Starosta řekl, že čeká na odpověd úřadů. Občané říkají, že už nevěří slibům a chtějí změnu.", "cp1250"),
        ("A tanács döntött: a híd egy évig zárva marad. „Hűvös ősz jön” – mondta Kőszegi Márta.", "cp1250"),
        ("Consiliul a hotărât că podul rămâne închis. Nimeni nu ştie cât va costa şi cine plăteşte preţul.", "cp1250"),
        ("Meclis çarşamba günü kararını açıkladı: köprü bir yıl kapalı kalacak, dedi İpek Yıldız.", "cp1254"),
        ("Bæjarráð ákvað á miðvikudag að brúin verði lokuð í ár, sagði Þóra Ýr formaður.", "cp1252"),
        ("A câmara decidiu que a ponte ficará fechada. Põe-se agora a questão, disse a presidente.", "cp1252"),
        ("Il consiglio ha deciso: il ponte resterà chiuso. Perciò, più di così, non si può, disse lei.", "cp1252"),
        ("Le pont restera fermé. « Nous ne savons pas où cela mène », a dit la maire, et la forêt brûlait.", "cp1252"),
        ("Мэр города заявил, что план займёт несколько лет, и жители должны быть готовы.", "cp1251"),
        ("Мэр города заявил, что план займёт несколько лет, и жители должны быть готовы.", "koi8-r"),
        ("Ο δήμαρχος είπε ότι η πόλη θα ξαναχτιστεί μέσα σε λίγα χρόνια.", "cp1253"),
        ("市長は「町を再建します」と述べた。住民は答えを待っている。", "cp932"),
    ],
)
def test_other_languages_are_read_in_their_encoding_with_a_warning(text: str, encoding: str) -> None:
    article, warnings = read_one(text.encode(encoding))
    assert article.text == text
    assert article.source.encoding == encoding
    assert warnings == [GUESS.format(encoding)]


def test_a_chosen_encoding_is_taken_without_a_warning_and_strictly() -> None:
    article, warnings = read_one("Núñez".encode("cp1250", "replace"), encoding="Windows-1250")
    assert article.source.encoding == "cp1250"
    assert not warnings
    assert read_one("Zoë".encode("utf-16"), encoding="utf-16")[0].text == "Zoë"
    assert read_one("\ufeffZoë".encode(), encoding="utf-8")[0].text == "Zoë"
    assert refusal("Zoë!".encode("latin-1"), "utf-8") == "in.txt: byte 2: 0xeb is not valid in utf-8"
    assert refusal(b"Zo\x81", "cp1252") == "in.txt: byte 2: 0x81 is not valid in cp1252"


@pytest.mark.parametrize("encoding", ["utf-99", "", "base64", "rot13", "a\0b", "zip", "ä" * 300])
def test_an_unknown_encoding_is_one_sentence(encoding: str) -> None:
    assert refusal(b"Zoe", encoding) == f"in.txt: there is no text encoding called “{encoding}”"


@pytest.mark.parametrize("repeated", [1, 1_000])
def test_cyrillic_is_that_of_windows_and_not_of_old_macintoshes(repeated: int) -> None:
    text = "Мост закроют на год, сказал мэр. " * repeated
    article, warnings = read_one(text.encode("cp1251"))
    assert article.text == text
    assert warnings == [GUESS.format("cp1251")]


def test_broken_utf8_is_refused_with_the_byte_and_not_guessed() -> None:
    data = "Good, then “good” and ".encode() + b"\xff\xfe" + " “good” again".encode()
    assert refusal(data) == f"in.txt: byte {data.index(0xFF)}: 0xff is not valid in utf-8"
    cut = "All is well: “good”".encode()[:-1]
    assert refusal(cut).startswith(f"in.txt: byte {len(cut) - 2}: 0xe2 is not valid")


def test_a_broken_text_behind_a_byte_order_mark_is_refused_with_the_byte() -> None:
    assert refusal(b"\xef\xbb\xbfab\xff") == "in.txt: byte 5: 0xff is not valid in utf-8"
    assert refusal(b"\xff\xfea\0\x00\xd8") == "in.txt: byte 4: 0x00 is not valid in utf-16-le"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff", "is a PNG picture, not text"),
        (b"%PDF-1.7\n%plain", "is a PDF file, not text"),
        (b"PK\x03\x04\x14\0", "is a ZIP archive or an office document, not text"),
        (b"\x7fELF\x02\x01\x01\0\xff\xff\xf0", "byte 0: is binary, not text: it holds 0x7f"),
        (b"abc\x00\xff\xfe\xfd a longer text", "byte 3: is binary, not text: it holds 0x00"),
        (b"\x01\x02\x03 text", "byte 0: is binary, not text: it holds 0x01"),
        ("Town hall".encode("utf-16-le"), "looks like utf-16-le without a byte-order mark"),
        ("Town hall".encode("utf-16-be"), "looks like utf-16-be without a byte-order mark"),
        (b"", "is empty"),
        (b"\xef\xbb\xbf", "has nothing but white space in it"),
        (b" \n\t\r\n \xc2\xa0\n", "has nothing but white space in it"),
    ],
)
def test_what_is_no_text_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    assert refusal(data).startswith(f"in.txt: {reason}")


def test_a_file_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST", 4)
    assert "too large for one article" in refusal(b"12345")
    assert read_one(b"1234")[0].text == "1234"


@given(st.binary(max_size=60))
def test_any_bytes_give_an_article_or_one_sentence(data: bytes) -> None:
    try:
        article, _ = read_one(data)
    except InputError as error:
        said = str(error)
    else:
        assert article.text.strip()
        article.text.encode("utf-8")
        return
    assert said.startswith("in.txt: ")
    assert "\n" not in said


BODY = (
    "“We will rebuild,” Mayor Ana Núñez said. “It may take years.”\n"
    "Critics say the plan — all €40m of it — is unlikely to work."
)
HARD_REFUSED = {
    "bad-byte.txt": "byte 16: 0xff is not valid in utf-8",
    "empty.txt": "is empty",
    "picture-renamed.txt": "is a PNG picture, not text",
    "whitespace-only.txt": "has nothing but white space in it",
}
HARD_REPLACED = {"noncharacters.txt": 4, "nul-inside.txt": 1}
HARD_OTHERWISE_ENCODED = {
    "cp1252.txt": "cp1252",
    "utf16-le-bom.txt": "utf-16-le",
    "utf16-be-bom.txt": "utf-16-be",
    "utf8-bom-crlf.txt": "utf-8",
    "mac-lone-cr.txt": "utf-8",
}


@pytest.mark.skipif(not (SHARED / "hard").is_dir(), reason="the folder of hard inputs is not here")
def test_every_hard_text_is_read_as_it_is_or_refused_with_its_reason() -> None:
    for path in sorted((SHARED / "hard").glob("*.txt")):
        data = path.read_bytes()
        if path.name in HARD_REFUSED:
            assert refusal(data) == f"in.txt: {HARD_REFUSED[path.name]}"
            continue
        article, warnings = read_one(data, path.name)
        if path.name in HARD_OTHERWISE_ENCODED:
            assert article.source.encoding == HARD_OTHERWISE_ENCODED[path.name]
            assert article.text == BODY
            assert bool(warnings) == (path.name == "cp1252.txt")
        elif path.name in HARD_REPLACED:
            assert len(article.text) == len(data.decode())
            assert article.text.count("\ufffd") == HARD_REPLACED[path.name]
            told = counted(HARD_REPLACED[path.name], "character")
            assert warnings == [f"{told} that no format can carry became U+FFFD"]
        else:
            assert article.text == data.decode()
            assert not warnings


@pytest.mark.skipif(not (SHARED / "seeds").is_dir(), reason="the folder of seed articles is not here")
def test_the_seed_articles_are_read_as_they_are_with_the_file_name_as_title() -> None:
    for path in (SHARED / "seeds").glob("*.txt"):
        article, warnings = read_one(path.read_bytes(), path.name)
        assert article.text == path.read_bytes().decode()
        assert article.title == path.stem
        assert not warnings
