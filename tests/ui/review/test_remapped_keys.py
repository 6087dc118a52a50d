"""The review names the keys that its actions have now."""

from __future__ import annotations

from tests.ui.review.reviewing import Reviewer

REMAPPED = {
    "review_accept": ("Y",), "review_edit": ("E",), "review_leave": ("Z",), "review_next": ("F7",),
    "review_anchor": ("Ctrl+R",), "review_segment": (), "review_done": ("F12",),
}  # fmt: skip


def test_buttons_and_messages_name_the_keys_that_were_chosen(reviewer: Reviewer) -> None:
    reviewer.window.actions_.remap(REMAPPED)
    reviewer.press("R")
    reviewer.press("Ctrl+R")
    assert reviewer.message() == "Press E to edit a copy of the span first."
    reviewer.press("E")
    assert reviewer.message() == "Editing: digits retag, E accepts, Z leaves."
    editing = reviewer.review.editing
    buttons = (editing.anchor, editing.segment, editing.link, editing.accept, editing.cancel)
    assert [button.text() for button in buttons] == [
        "Move to selection (Ctrl+R)", "Add selection", "Link… (L)", "Accept as edited (E)", "Cancel (Z)"
    ]  # fmt: skip
    reviewer.press("X")
    assert reviewer.message() == "A copy is being edited: E accepts it, Z leaves it."
    reviewer.press("Z")
    assert not editing.isVisible()


def test_the_accepted_side_and_the_end_name_them_too(reviewer: Reviewer) -> None:
    reviewer.window.actions_.remap(REMAPPED)
    told = []
    for _number in range(30):
        told.append("\n".join(side.title.text() for side in reviewer.review.card.sides if side.isVisible()))
        reviewer.press("Y")
        if "Nothing is left" in reviewer.message():
            break
    assert any("◂ Y accepts this" in shown for shown in told)
    assert reviewer.message() == "Nothing is left to decide. F12 marks the final layer as done."
    reviewer.press("Esc")
    assert "A accepts" not in reviewer.review.card.spoken()
