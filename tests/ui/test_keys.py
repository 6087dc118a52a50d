"""The rules for keys: what clashes, what is not to be had, who gets which."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from annotator.services.projects import default_tags
from annotator.ui.actions import SPECS, Spec, tag_specs
from annotator.ui.keyboard import keys
from annotator.ui.keyboard.keys import bindings, pressed, refusal, spelled

pytestmark = pytest.mark.usefixtures("qapp")  # what moves in texts differs from platform to platform

EVERY = (*SPECS, *tag_specs(default_tags()))
BUILT_IN, _TOLD = bindings(EVERY, {})
BY_ID = {spec.id: spec for spec in EVERY}
KEYS = st.sampled_from(["N", "J", "1", "Ctrl+S", "Ctrl+Z", "F5", "Shift+N", "Z", "Foo", "Ctrl+K, Ctrl+B", "", "Left"])
CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier,
)  # fmt: skip


def test_what_is_built_in_is_what_is_bound_and_nothing_is_told() -> None:
    assert bindings(EVERY, {})[1] == []
    assert {spec.id: tuple(spelled(key) for key in spec.keys) for spec in EVERY} == BUILT_IN


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.id)
def test_every_key_that_is_built_in_could_be_given_again(spec: Spec) -> None:
    assert [why for key in BUILT_IN[spec.id] if (why := refusal(key, spec, EVERY, BUILT_IN))] == []


@pytest.mark.parametrize(
    ("action", "key", "named"),
    [
        ("next_span", "N", "“Next candidate”"),
        ("next_span", "Ctrl+Z", "“Undo”"),
        ("undo", "N", "“Next candidate”"),
        ("undo", "Ctrl+N", "“New project”"),
        ("next_span", "1", "“Quote”"),
        ("import", "Num+3", "“Hedge”"),
        ("next_span", "Left", "moves, selects or copies"),
        ("undo", "Ctrl+C", "moves, selects or copies"),
        ("undo", "Tab", "from field to field"),
        ("undo", "Alt+F", "the menu File"),
        ("next_span", "Shift+@", "another keyboard"),
    ],
)
def test_a_key_that_has_a_meaning_is_refused_with_its_name(action: str, key: str, named: str) -> None:
    why = refusal(spelled(key), BY_ID[action], EVERY, BUILT_IN)
    assert named in why
    assert why.endswith(".")


def test_single_keys_of_two_scopes_do_not_clash_but_those_of_the_window_do() -> None:
    one = Spec("one", "&A", "One", ("X",), scope="article")
    other = Spec("other", "&A", "Other", scope="elsewhere")  # type: ignore[arg-type]
    window = Spec("window", "&A", "Window")
    bound = {"one": ("X",)}
    assert refusal("X", other, (one, other, window), bound) == ""
    assert refusal("X", window, (one, other, window), bound) == "X is the key of “One” already."


@pytest.mark.parametrize("key", ["F12", "Ctrl+F12", "Ctrl+Shift+%", "Z", "Shift+Z", "Alt+0", ";"])
def test_a_free_key_is_given(key: str) -> None:
    assert refusal(spelled(key), BY_ID["next_span"], EVERY, BUILT_IN) == ""


@given(st.dictionaries(st.sampled_from([spec.id for spec in EVERY] + ["gone"]), st.lists(KEYS, max_size=3).map(tuple)))
def test_whatever_is_remapped_no_key_has_two_meanings(remapped: dict[str, tuple[str, ...]]) -> None:
    bound, told = bindings(EVERY, remapped)
    assert bound.keys() == BY_ID.keys()
    for one in EVERY:
        for other in EVERY:
            if one.id != other.id and (one.scope == other.scope or "window" in (one.scope, other.scope)):
                assert not set(bound[one.id]) & set(bound[other.id])
    for spec in EVERY:
        if spec.is_tag:
            assert bound[spec.id] == BUILT_IN[spec.id]
        elif spec.id not in remapped:
            missing = set(BUILT_IN[spec.id]) - set(bound[spec.id])
            assert len(missing) == sum(text.startswith(f"“{spec.name}” does not get") for text in told)


def test_a_tag_of_the_project_has_its_key_whoever_has_it_elsewhere() -> None:
    specs = (*SPECS, Spec("tag:fact", "A&nnotate", "Fact", ("J",), "article"))
    bound, told = bindings(specs, {"import": ("F5",)})
    assert bound["tag:fact"] == ("J",)
    assert bound["next_span"] == ()
    assert told == ["“Next span” does not get its key: j is the key of “Fact” already."]


@pytest.mark.parametrize(
    ("key", "modifiers", "text"),
    [
        (Qt.Key.Key_N, Qt.KeyboardModifier.NoModifier, "N"),
        (Qt.Key.Key_N, SHIFT, "Shift+N"),
        (Qt.Key.Key_N, CTRL | SHIFT, "Ctrl+Shift+N"),
        (Qt.Key.Key_Question, CTRL | SHIFT, "Ctrl+?"),
        (Qt.Key.Key_Plus, CTRL | SHIFT, "Ctrl++"),
        (Qt.Key.Key_At, SHIFT, "Shift+@"),
        (Qt.Key.Key_F5, CTRL | SHIFT, "Ctrl+Shift+F5"),
        (Qt.Key.Key_5, Qt.KeyboardModifier.KeypadModifier, "Num+5"),
        (Qt.Key.Key_Backtab, SHIFT, "Shift+Backtab"),
        (Qt.Key.Key_Control, CTRL, ""),
        (Qt.Key.Key_AltGr, Qt.KeyboardModifier.NoModifier, ""),
        (Qt.Key.Key_unknown, Qt.KeyboardModifier.NoModifier, ""),
    ],
)
def test_a_press_is_spelled_as_the_menus_do(key: Qt.Key, modifiers: Qt.KeyboardModifier, text: str) -> None:
    assert pressed(QKeyEvent(QEvent.Type.KeyPress, key, modifiers)) == text


@given(st.sampled_from([key for held in BUILT_IN.values() for key in held]))
def test_spelling_is_the_same_twice(key: str) -> None:
    assert spelled(spelled(key)) == spelled(key) == QKeySequence(key).toString()
    assert keys.shown([key])
