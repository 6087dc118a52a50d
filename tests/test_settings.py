"""Preferences: what is saved comes back, and what a person wrote into the file stays."""

from __future__ import annotations

import logging
import os
from dataclasses import replace
from pathlib import Path

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from annotator import paths, settings
from annotator.settings import Settings

FULL = Settings(
    annotator_id="8d2f0a34-77aa-4d5f-9f0c-0d8d0f8b2f11",
    annotator_name="Ada Ferris",
    scheme="dark",
    font_family="Vollkorn",
    font_points=14,
    line_spacing=1.75,
    zoom=125,
    recent=("/home/ada/news.annotator", "postgresql+psycopg://desk/news"),
    last_project="/home/ada/news.annotator",
    keys={"next_candidate": ("M", "Ctrl+M"), "history": ()},
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@pytest.fixture
def file() -> Path:
    found = paths.settings_file()
    found.parent.mkdir(parents=True)
    return found


def loaded() -> tuple[Settings, list[str]]:
    messages: list[str] = []
    return settings.load(messages.append), messages


def test_without_a_file_the_defaults_hold() -> None:
    assert loaded() == (Settings(), [])


def test_what_is_saved_comes_back() -> None:
    settings.save(FULL)
    assert loaded() == (FULL, [])


@given(
    st.builds(
        Settings,
        annotator_id=TEXTS,
        annotator_name=TEXTS,
        scheme=st.sampled_from(settings.SCHEMES),
        font_family=TEXTS,
        font_points=st.integers(6, 72),
        line_spacing=st.floats(1, 3),
        zoom=st.integers(25, 500),
        recent=st.lists(TEXTS, max_size=3).map(tuple),
        last_project=TEXTS,
        keys=st.dictionaries(TEXTS, st.lists(TEXTS, max_size=3).map(tuple), max_size=3),
    )
)
def test_whatever_is_saved_over_other_settings_comes_back(chosen: Settings) -> None:
    settings.save(FULL)
    settings.save(chosen)
    assert loaded() == (chosen, [])


def test_comments_and_unknown_keys_survive(file: Path) -> None:
    file.write_text(
        '# mine\ncolour = "teal"  # unknown\n\n[appearance]\nscheme = "dark"  # easier at night\nsound = true\n'
        "\n[plugin]\non = 1\n"
    )
    settings.save(replace(settings.load(), zoom=150, annotator_name="Ada Ferris"))
    text = file.read_text(encoding="utf-8")
    for kept in ("# mine", 'colour = "teal"  # unknown', 'scheme = "dark"  # easier at night', "sound = true"):
        assert kept in text
    assert tomlkit.parse(text)["plugin"] == {"on": 1}
    found, messages = loaded()
    assert (found.zoom, found.scheme, found.annotator_name, messages) == (150, "dark", "Ada Ferris", [])


def test_saving_what_was_loaded_leaves_the_file_as_it_is(file: Path) -> None:
    text = "# sparse\n[appearance]\nzoom =   125 # percent\nline_spacing = 2\n"
    file.write_text(text)
    settings.save(settings.load())
    assert file.read_text() == text


@pytest.mark.parametrize("data", [b"[appearance\nzoom = 1", b"zoom = \xff\xfe", b"a = 1\na = 2\n"])
def test_a_damaged_file_is_kept_beside_and_the_defaults_hold(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    found, messages = loaded()
    assert found == Settings()
    assert len(messages) == 1
    assert "damaged" in messages[0]
    assert not file.exists()
    assert file.with_name("settings.toml.bad").read_bytes() == data
    settings.save(FULL)
    assert loaded() == (FULL, [])


@pytest.mark.parametrize(
    "line",
    ['font_points = "big"', "font_points = 0", "zoom = true", "zoom = nan", 'scheme = "pink"', "font_family = 7",
     "line_spacing = 40"],
)  # fmt: skip
def test_a_value_that_makes_no_sense_leaves_the_others(file: Path, line: str) -> None:
    file.write_text(f'[appearance]\n{line}\n[projects]\nrecent = ["a.annotator"]\n')
    found, messages = loaded()
    assert found == Settings(recent=("a.annotator",))
    assert len(messages) == 1
    assert line.split()[0] in messages[0]


def test_a_table_that_is_none_is_as_if_it_were_not_there_and_is_replaced(file: Path) -> None:
    file.write_text('annotator = "Ada"\n')
    assert loaded()[0] == Settings()
    settings.save(FULL)
    assert loaded() == (FULL, [])


def test_keys_are_a_table_in_which_comments_stay_and_what_makes_no_sense_is_left_alone(file: Path) -> None:
    file.write_text('[keys]\nundo = ["F3"]  # one hand\nredo = "F4"\nexport = ["F5"]\nimport = [7]\n')
    found, messages = loaded()
    assert found.keys == {"undo": ("F3",), "export": ("F5",)}
    assert [name in message for name, message in zip(("keys.redo", "keys.import"), messages, strict=True)] == [True] * 2
    settings.save(replace(found, keys={"undo": ("F3",), "new": ("F6", "F7")}))
    text = file.read_text(encoding="utf-8")
    for kept in ('undo = ["F3"]  # one hand', 'redo = "F4"', "import = [7]"):
        assert kept in text
    assert loaded()[0].keys == {"undo": ("F3",), "new": ("F6", "F7")}


def test_a_sense_that_is_given_replaces_what_had_none(file: Path) -> None:
    file.write_text('[keys]\nredo = "F4"\n')
    settings.save(Settings(keys={"redo": ("F4",)}))
    assert loaded() == (Settings(keys={"redo": ("F4",)}), [])


def test_what_is_wrong_is_logged_where_nobody_listens(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    file.write_text("[")
    with caplog.at_level(logging.WARNING):
        assert settings.load() == Settings()
    assert "damaged" in caplog.text


def test_a_folder_in_its_place_is_told_and_saving_fails_without_a_trace(file: Path) -> None:
    file.mkdir()
    found, messages = loaded()
    assert found == Settings()
    assert "cannot be read" in messages[0]
    with pytest.raises(OSError, match="directory"):
        settings.save(FULL)
    assert list(file.parent.iterdir()) == [file]


def test_a_save_that_fails_leaves_the_old_file_whole(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.save(FULL)

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        settings.save(Settings())
    assert loaded() == (FULL, [])
    assert list(file.parent.iterdir()) == [file]


def test_a_link_to_the_file_stays_a_link(file: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.toml"
    real.write_text("# kept elsewhere\n")
    file.symlink_to(real)
    settings.save(FULL)
    assert file.is_symlink()
    assert real.read_text().startswith("# kept elsewhere\n")


def test_nobody_else_may_read_what_may_hold_a_password(file: Path) -> None:
    settings.save(FULL)
    assert file.stat().st_mode & 0o077 == 0


def test_an_annotators_id_is_made_once() -> None:
    first = Settings().with_annotator("Ada")
    renamed = first.with_annotator("Ada Ferris")
    assert first.annotator_id
    assert renamed == replace(first, annotator_name="Ada Ferris")
    assert Settings().with_annotator("Ada").annotator_id != first.annotator_id


def test_the_last_used_project_is_the_first_of_the_recent_ones() -> None:
    chosen = Settings()
    for number in range(settings.MOST_RECENT + 2):
        chosen = chosen.with_project(f"{number}.annotator")
    chosen = chosen.with_project("5.annotator")
    assert chosen.last_project == "5.annotator"
    assert len(chosen.recent) == settings.MOST_RECENT == len(set(chosen.recent))
    assert chosen.recent[:2] == ("5.annotator", f"{settings.MOST_RECENT + 1}.annotator")
