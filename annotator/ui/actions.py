"""What can be done, as specifications only: panels bind the ids to methods of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from annotator.core.scheme import Tag
from annotator.core.segments import Segment, Segments

Scope: TypeAlias = Literal["window", "article"]
"""Keys of scope `article` act only while the article view has the focus."""

Needs: TypeAlias = Literal["", "project", "writable", "article", "span", "selection", "span and selection"]


@dataclass(frozen=True, slots=True)
class Target:
    """What an action would be done to."""

    writable: bool = False
    project: bool = False
    article: str | None = None
    selection: Segment | None = None
    span: str | None = None
    candidate: Segments | None = None

    def has(self, needs: Needs) -> bool:
        """Tell whether an action that needs this makes sense now."""
        return {
            "": True,
            "project": self.project,
            "writable": self.writable,
            "article": self.article is not None,
            "span": self.writable and self.span is not None,
            "selection": self.writable and self.selection is not None,
            "span and selection": self.writable and self.span is not None and self.selection is not None,
        }[needs]


@dataclass(frozen=True, slots=True)
class Spec:
    """One action: its id, the menu it stands in, its text (with the mnemonic), its keys, and what it needs."""

    id: str
    menu: str
    text: str
    keys: tuple[str, ...] = ()
    scope: Scope = "window"
    needs: Needs = ""
    tip: str = ""
    separated: bool = False
    checkable: bool = False


SPECS: tuple[Spec, ...] = (
    Spec("new", "&File", "&New project…", ("Ctrl+N",)),
    Spec("open", "&File", "&Open project…", ("Ctrl+O",)),
    Spec("sample", "&File", "Open the sample &project"),
    Spec("copy_project", "&File", "Save a &copy…", needs="project", separated=True),
    Spec("rename_project", "&File", "&Rename project…", needs="writable"),
    Spec("rename_annotator", "&File", "Your na&me…", needs="writable"),
    Spec("import", "&File", "&Import…", ("Ctrl+Shift+I",), needs="writable", separated=True),
    Spec("export", "&File", "&Export…", ("Ctrl+Shift+E",), needs="project"),
    Spec("close", "&File", "Close pro&ject", ("Ctrl+W",), needs="project", separated=True),
    Spec("quit", "&File", "&Quit", ("Ctrl+Q",)),
    Spec("undo", "&Edit", "&Undo", ("Ctrl+Z",), needs="writable", tip="Take back your newest step"),
    Spec("redo", "&Edit", "&Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), needs="writable", tip="Bring back what undo took"),
    Spec("history", "&Edit", "&History…", ("Ctrl+H",), needs="project", tip="Who did what when"),
    Spec("next_article", "A&rticle", "&Next article", ("Ctrl+PgDown",), needs="project"),
    Spec("previous_article", "A&rticle", "&Previous article", ("Ctrl+PgUp",), needs="project"),
    Spec("done", "A&rticle", "&Done and next", ("Ctrl+Return", "Ctrl+Enter"), needs="article", separated=True),
    Spec("reopen", "A&rticle", "&Open again for changes", needs="article"),
    Spec("remove_article", "A&rticle", "&Remove article…", needs="article", separated=True),
    Spec("next_candidate", "A&nnotate", "&Next candidate", ("N",), "article", "article",
         "Go to the next quotation in marks that has no span", separated=True),
    Spec("previous_candidate", "A&nnotate", "Pre&vious candidate", ("Shift+N",), "article", "article"),
    Spec("next_span", "A&nnotate", "Next &span", ("J",), "article", "article"),
    Spec("previous_span", "A&nnotate", "Previous s&pan", ("K",), "article", "article"),
    Spec("cycle", "A&nnotate", "Span bel&ow", ("O",), "article", "article",
         "Go through the spans at the caret, smallest first"),
    Spec("dismiss", "A&nnotate", "Dismiss candidate", ("X",), "article", "article", "Do not propose it again"),
    Spec("link", "A&nnotate", "&Link…", ("L", "Return", "Enter"), "article", "article",
         "Pick or create the entity that the span belongs to", separated=True),
    Spec("unlink", "A&nnotate", "&Unlink", ("Shift+L",), "article", "span"),
    Spec("add_segment", "A&nnotate", "A&dd selection to the span", ("D",), "article", "span and selection",
         separated=True),
    Spec("remove_segment", "A&nnotate", "Remove the segment at the caret", ("Shift+D",), "article", "span"),
    Spec("anchor", "A&nnotate", "Move the span to the selection", ("R",), "article", "span and selection"),
    Spec("note", "A&nnotate", "Note (&comment)", ("C",), "article", "span"),
    Spec("unsure", "A&nnotate", "Unsure (&flag)", ("F",), "article", "span"),
    Spec("delete", "A&nnotate", "D&elete span", ("Del", "Backspace"), "article", "span", separated=True),
    Spec("clear", "A&nnotate", "Clear selection", ("Esc",), "article", "article",
         "Drop the selection, the candidate and the current span"),
    Spec("sentence", "&Select", "Select or extend by a &sentence", ("S",), "article", "article"),
    Spec("shrink_sentence", "&Select", "Sh&rink by a sentence", ("Shift+S",), "article", "article"),
    Spec("quotation", "&Select", "Snap to the &quotation", ("Q",), "article", "article",
         "Again: with or without its marks"),
    Spec("expand", "&Select", "&Expand", ("E",), "article", "article",
         "Word, clause, quotation, sentence, paragraph"),
    Spec("shrink", "&Select", "S&hrink", ("Shift+E",), "article", "article"),
    Spec("extending", "&Select", "Extend while &moving", ("M",), "article", "article",
         "Movement extends the selection until Esc", separated=True),
    Spec("next_sentence", "&Select", "&Next sentence", (".",), "article", "article", separated=True),
    Spec("previous_sentence", "&Select", "&Previous sentence", (",",), "article", "article"),
    Spec("next_paragraph", "&Select", "Next paragraph", ("Ctrl+Down",), "article", "article"),
    Spec("previous_paragraph", "&Select", "Previous paragraph", ("Ctrl+Up",), "article", "article"),
    Spec("extend_paragraph", "&Select", "Extend to the next paragraph", ("Ctrl+Shift+Down",), "article", "article"),
    Spec("extend_paragraph_back", "&Select", "Extend to the previous paragraph", ("Ctrl+Shift+Up",), "article",
         "article"),
    Spec("zoom_in", "&View", "Zoom &in", ("Ctrl++", "Ctrl+=")),
    Spec("zoom_out", "&View", "Zoom &out", ("Ctrl+-",)),
    Spec("zoom_reset", "&View", "&Normal size", ("Ctrl+0",)),
    Spec("left_pane", "&View", "&Articles", ("F8",), checkable=True, separated=True),
    Spec("right_pane", "&View", "&Spans", ("F9",), checkable=True),
    Spec("next_pane", "&View", "Ne&xt pane", ("F6",), needs="project"),
    Spec("light", "&View", "&Light", checkable=True, separated=True),
    Spec("dark", "&View", "&Dark", checkable=True),
    Spec("system", "&View", "As the s&ystem", checkable=True),
    Spec("keys", "&Help", "&Keys…", ("Ctrl+?",)),
    Spec("about", "&Help", "&About…"),
)  # fmt: skip


def tag_specs(tags: Iterable[Tag]) -> list[Spec]:
    """Return an action for each tag that has a key: both digit rows and the number pad."""
    return [
        Spec(
            f"tag:{tag.id}",
            "A&nnotate",
            tag.name.replace("&", "&&"),
            (tag.key, f"Shift+{tag.key}", f"Num+{tag.key}"),
            "article",
            "article",
            f"Make the selection, or the candidate, a {tag.name.lower()}; or give this tag to the current span",
        )
        for tag in tags
        if tag.key
    ]


class Actions:
    """The actions of one window, made from specifications and enabled by what they would be done to."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._made: dict[str, QAction] = {}
        self._specs: dict[str, Spec] = {}

    def make(self, specs: Iterable[Spec], methods: Mapping[str, Callable[[], object]]) -> None:
        """Make an action for each specification and bind it. Raises KeyError for one without a method."""
        for spec in specs:
            action = QAction(spec.text, self._window)
            action.setObjectName(f"action:{spec.id}")
            action.setShortcuts([QKeySequence(key) for key in spec.keys])
            if spec.scope == "article":
                action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.setCheckable(spec.checkable)
            action.setToolTip(spec.tip or spec.text.replace("&", ""))
            action.setStatusTip(spec.tip)
            method = methods[spec.id]
            action.triggered.connect(lambda _checked=False, run=method: run())
            self._made[spec.id], self._specs[spec.id] = action, spec

    def drop(self, keys: Iterable[str]) -> None:
        """Take actions away again."""
        for key in list(keys):
            self._specs.pop(key)
            action = self._made.pop(key)
            for owner in action.associatedObjects():
                if isinstance(owner, QWidget):
                    owner.removeAction(action)
            action.deleteLater()

    def __getitem__(self, key: str) -> QAction:
        return self._made[key]

    def __iter__(self) -> Iterator[tuple[Spec, QAction]]:
        return iter([(spec, self._made[key]) for key, spec in self._specs.items()])

    def of_scope(self, scope: Scope) -> list[QAction]:
        """Return the actions whose keys have this scope."""
        return [self._made[key] for key, spec in self._specs.items() if spec.scope == scope]

    def enable(self, target: Target) -> None:
        """Enable what makes sense for the target.

        Keys of the article view stay enabled while an article is open: a key that cannot act says why.
        """
        for key, spec in self._specs.items():
            needs: Needs = "article" if spec.scope == "article" else spec.needs
            self._made[key].setEnabled(target.has(needs))
