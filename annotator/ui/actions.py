"""What can be done, as specifications only: panels bind the ids to methods of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from annotator.core.scheme import Tag
from annotator.core.segments import Segment, Segments

Scope: TypeAlias = Literal["window", "article", "review", "entities", "dashboard", "search"]
"""Keys of scope `article` act only while the article view has the focus, those of another view only in that view."""

Needs: TypeAlias = Literal[
    "", "project", "writable", "article", "writable article", "span", "selection", "span and selection"
]
NEEDS: tuple[Needs, ...] = get_args(Needs)


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
            "writable article": self.writable and self.article is not None,
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

    @property
    def name(self) -> str:
        """The text without the mnemonic, and without the dots of an action that asks first."""
        return self.text.replace("&&", "\0").replace("&", "").replace("\0", "&").removesuffix("…")

    @property
    def is_tag(self) -> bool:
        """Tell whether this makes spans of a tag: its keys are the project's."""
        return self.id.startswith("tag:")


SPECS: tuple[Spec, ...] = (
    Spec("new", "&File", "&New project…", ("Ctrl+N",)),
    Spec("open", "&File", "&Open project…", ("Ctrl+O",)),
    Spec("open_read_only", "&File", "Open rea&d-only…", tip="Look at a project without changing anything in it"),
    Spec("sample", "&File", "Open the sample &project"),
    Spec("copy_project", "&File", "Save a &copy…", needs="project", separated=True),
    Spec("rename_project", "&File", "&Rename project…", needs="writable"),
    Spec("rename_annotator", "&File", "Your na&me…", needs="writable"),
    Spec("switch_annotator", "&File", "Switc&h annotator…", needs="project", tip="Whose spans are shown and made"),
    Spec("import", "&File", "&Import…", ("Ctrl+Shift+I",), needs="writable", separated=True),
    Spec("export", "&File", "&Export…", ("Ctrl+Shift+E",), needs="project"),
    Spec("merge", "&File", "Mer&ge a colleague's work…", ("Ctrl+Shift+G",), needs="writable",
         tip="Take in what they did, from their exported JSON or their project file"),
    Spec("close", "&File", "Close pro&ject", ("Ctrl+W",), needs="project", separated=True),
    Spec("quit", "&File", "&Quit", ("Ctrl+Q",)),
    Spec("undo", "&Edit", "&Undo", ("Ctrl+Z",), needs="writable", tip="Take back your newest step"),
    Spec("redo", "&Edit", "&Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), needs="writable", tip="Bring back what undo took"),
    Spec("history", "&Edit", "&History…", ("Ctrl+H",), needs="project", tip="Who did what when"),
    Spec("scheme", "&Edit", "T&ags and guidelines…", needs="writable", tip="Names, keys, looks and attributes of tags",
         separated=True),
    Spec("settings", "&Edit", "Se&ttings…", ("Ctrl+,",), tip="Name, look and keys"),
    Spec("find", "&Edit", "&Find in the article…", ("Ctrl+F",), needs="article", separated=True),
    Spec("find_next", "&Edit", "Find &next", ("F3",), needs="article"),
    Spec("find_previous", "&Edit", "Find &previous", ("Shift+F3",), needs="article"),
    Spec("find_all", "&Edit", "Find in all arti&cles…", ("Ctrl+Shift+F",), needs="project",
         tip="Look for words in all articles, and tag what you choose of the hits"),
    Spec("go_to", "&Edit", "&Go to position…", ("Ctrl+G",), needs="article"),
    Spec("next_article", "A&rticle", "&Next article", ("Ctrl+PgDown",), needs="project"),
    Spec("previous_article", "A&rticle", "&Previous article", ("Ctrl+PgUp",), needs="project"),
    Spec("done", "A&rticle", "&Done and next", ("Ctrl+Return", "Ctrl+Enter"), needs="writable article",
         separated=True),
    Spec("reopen", "A&rticle", "&Open again for changes", needs="writable article"),
    Spec("article_details", "A&rticle", "De&tails…", ("Alt+Return", "Alt+Enter"), needs="article",
         tip="Title, byline, date, note; where the text came from", separated=True),
    Spec("unusable", "A&rticle", "&Unusable", needs="writable article", checkable=True,
         tip="Mark what is selected in the list as unusable, or as usable again"),
    Spec("collect", "A&rticle", "&Add to collection…", ("Ctrl+Shift+K",), needs="writable article", separated=True,
         tip="Gather what is selected in the list under a name"),
    Spec("uncollect", "A&rticle", "Ta&ke out of collection…", needs="writable article"),
    Spec("collections", "A&rticle", "&Collections…", needs="writable", tip="Make, rename and delete collections"),
    Spec("assign", "A&rticle", "Ass&ign…", needs="writable article",
         tip="Give what is selected in the list to annotators, by hand or in turn"),
    Spec("remove_article", "A&rticle", "&Remove article…", needs="writable article", separated=True),
    Spec("next_candidate", "A&nnotate", "&Next candidate", ("N",), "article", "article",
         "Go to the next quotation in marks that has no span", separated=True),
    Spec("previous_candidate", "A&nnotate", "Pre&vious candidate", ("Shift+N",), "article", "article"),
    Spec("next_hedge", "A&nnotate", "Next &hedge candidate", ("H",), "article", "article",
         "Go to the next words that may weaken a statement"),
    Spec("previous_hedge", "A&nnotate", "Previous hedge candidate", ("Shift+H",), "article", "article"),
    Spec("next_span", "A&nnotate", "Next &span", ("J",), "article", "article"),
    Spec("previous_span", "A&nnotate", "Previous s&pan", ("K",), "article", "article"),
    Spec("cycle", "A&nnotate", "Span bel&ow", ("O",), "article", "article",
         "Go through the spans at the caret, smallest first"),
    Spec("dismiss", "A&nnotate", "Dismiss candidate", ("X",), "article", "article", "Do not propose it again"),
    Spec("link", "A&nnotate", "&Link…", ("L", "Return", "Enter"), "article", "article",
         "Pick or create the entity that the span belongs to", separated=True),
    Spec("add_link", "A&nnotate", "Add another link…", ("Ctrl+L",), "article", "span"),
    Spec("rotate_links", "A&nnotate", "Last link first", ("Ctrl+Shift+L",), "article", "span",
         "Of several links, have the last one be the first, which lists and the margin show"),
    Spec("mention", "A&nnotate", "Selection names the entity (mention)", ("Shift+M",), "article", "span and selection"),
    Spec("cue", "A&nnotate", "Selection is the cue (said)", ("Shift+C",), "article", "span and selection"),
    Spec("unlink", "A&nnotate", "&Unlink", ("Shift+L",), "article", "span"),
    Spec("add_segment", "A&nnotate", "A&dd selection to the span", ("D",), "article", "span and selection",
         separated=True),
    Spec("remove_segment", "A&nnotate", "Remove the segment at the caret", ("Shift+D",), "article", "span"),
    Spec("anchor", "A&nnotate", "Move the span to the selection", ("R",), "article", "span and selection"),
    Spec("note", "A&nnotate", "Note (&comment)", ("C",), "article", "span"),
    Spec("attributes", "A&nnotate", "Attributes…", ("A",), "article", "span"),
    Spec("unsure", "A&nnotate", "Unsure (&flag)", ("F",), "article", "span"),
    Spec("delete", "A&nnotate", "D&elete span", ("Del", "Backspace"), "article", "span", separated=True),
    Spec("region", "A&nnotate", "Re&gion…", ("G",), "article", "article",
         "Say what the selection or the paragraph is: headline, credit, related …", separated=True),
    Spec("propose_regions", "A&nnotate", "Propose reg&ions…", ("Shift+G",), "article", "article",
         "Find datelines, bylines, credits and what else may be no part of the article"),
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
         "Movement extends the selection, until that is cleared or used", separated=True),
    Spec("next_sentence", "&Select", "&Next sentence", (".",), "article", "article", separated=True),
    Spec("previous_sentence", "&Select", "&Previous sentence", (",",), "article", "article"),
    Spec("next_paragraph", "&Select", "Next paragraph", ("Ctrl+Down",), "article", "article"),
    Spec("previous_paragraph", "&Select", "Previous paragraph", ("Ctrl+Up",), "article", "article"),
    Spec("extend_paragraph", "&Select", "Extend to the next paragraph", ("Ctrl+Shift+Down",), "article", "article"),
    Spec("extend_paragraph_back", "&Select", "Extend to the previous paragraph", ("Ctrl+Shift+Up",), "article",
         "article"),
    Spec("review_accept", "Revie&w", "&Accept", ("A",), "review", "project",
         "Accept what is above the line (the chosen side) into the final layer, in place of what is below"),
    Spec("review_reject", "Revie&w", "&Reject", ("X",), "review", "project",
         "Reject what is above the line, and keep what is below it; where both are alike, reject both"),
    Spec("review_both", "Revie&w", "Keep &both", ("B",), "review", "project", "Accept all sides"),
    Spec("review_reject_all", "Revie&w", "Re&ject all sides", ("Shift+X",), "review", "project"),
    Spec("review_skip", "Revie&w", "&Skip", ("Space",), "review", "project",
         "Go to the next that waits, and leave this one open"),
    Spec("review_edit", "Revie&w", "&Edit, then accept", ("Return", "Enter"), "review", "project",
         "Change a copy, and accept it as changed"),
    Spec("review_agreed", "Revie&w", "Accept all that a&gree", ("Shift+A",), "review", "project",
         "As one step, in this article"),
    Spec("review_next", "Revie&w", "&Next difference", ("N",), "review", "project", separated=True),
    Spec("review_previous", "Revie&w", "&Previous difference", ("Shift+N",), "review", "project"),
    Spec("review_side", "Revie&w", "&Other side", ("O",), "review", "project",
         "Of several layers above the line, choose the next one to be accepted"),
    Spec("review_comment", "Revie&w", "&Comment", ("C",), "review", "project", separated=True),
    Spec("review_add", "Revie&w", "Add selection to the &final layer", ("T",), "review", "project",
         "As a span of its own, with the tag of the current one"),
    Spec("review_anchor", "Revie&w", "&Move the copy to the selection", ("R",), "review", "project"),
    Spec("review_segment", "Revie&w", "A&dd selection to the copy", ("D",), "review", "project"),
    Spec("review_link", "Revie&w", "&Link the copy…", ("L",), "review", "project"),
    Spec("review_leave", "Revie&w", "Lea&ve the copy", ("Esc",), "review", "project",
         "Drop the copy, and the selection"),
    Spec("review_done", "Revie&w", "F&inal layer done and next", ("Shift+Return", "Shift+Enter"), "review", "project",
         separated=True),
    Spec("entity_new", "Ent&ities", "&New entity…", ("N",), "entities", "writable"),
    Spec("entity_edit", "Ent&ities", "&Edit entity…", ("E", "F2"), "entities", "writable",
         "Name, kind, aliases, Wikidata, where it is known, why it is anonymous, note"),
    Spec("entity_merge", "Ent&ities", "&Merge entities…", ("M",), "entities", "writable",
         "Say that the selected entities are the same; shown first, and taken back at any time"),
    Spec("entity_unmerge", "Ent&ities", "&Take a merge back…", ("U",), "entities", "writable",
         "Take an entity out again that was merged into this one"),
    Spec("entity_split", "Ent&ities", "&Split entity…", ("S",), "entities", "writable",
         "Choose spans that belong to somebody else, and make them a new entity"),
    Spec("entity_delete", "Ent&ities", "&Delete entity…", ("Del", "Backspace"), "entities", "writable",
         "What becomes of the links to it is asked first"),
    Spec("entity_duplicates", "Ent&ities", "Find d&uplicates…", ("D",), "entities", "project",
         "Entities that may be the same by their names", separated=True),
    Spec("entity_search", "Ent&ities", "Searc&h entities", ("/",), "entities", "project"),
    Spec("import_entities", "Ent&ities", "&Import entity list…", scope="entities", needs="writable",
         tip="Names, kinds, aliases and addresses from a CSV or JSON file", separated=True),
    Spec("export_entities", "Ent&ities", "E&xport entity list…", scope="entities", needs="project",
         tip="The entities that the list shows, as CSV or JSON"),
    Spec("search_go", "Sear&ch", "&Go to the hit", ("Return", "Enter"), "search", "project",
         "Show it in its article, selected: a digit tags it"),
    Spec("search_words", "Sear&ch", "&Other words", ("/",), "search", "project", "Go to the field for the words"),
    Spec("search_all", "Sear&ch", "Choose &all hits", scope="search", needs="project",
         tip="Also those that are not listed yet; in the list, Ctrl+A does it", separated=True),
    Spec("search_copy", "Sear&ch", "&Copy the lines", scope="search", needs="project",
         tip="The chosen ones, as a table for spreadsheets; in the list, Ctrl+C does it"),
    Spec("search_clear", "Sear&ch", "Clear &filters", scope="search", needs="project",
         tip="Look in all articles and spans again"),
    Spec("annotate_view", "&View", "&Annotate", ("Ctrl+1",), needs="project", checkable=True),
    Spec("review_view", "&View", "&Review", ("Ctrl+2",), needs="project", checkable=True,
         tip="Compare layers, and decide what goes into the final one"),
    Spec("entities_view", "&View", "&Entities", ("Ctrl+3",), needs="project", checkable=True,
         tip="Everybody whom spans are linked to: their names, their spans, and who is the same"),
    Spec("dashboard_view", "&View", "Das&hboard", ("Ctrl+4",), needs="project", checkable=True,
         tip="How far the work is, who says what, how far annotators agree"),
    Spec("search_view", "&View", "Sear&ch", ("Ctrl+5",), needs="project", checkable=True,
         tip="Find words in all articles"),
    Spec("zoom_in", "&View", "Zoom &in", ("Ctrl++", "Ctrl+="), separated=True),
    Spec("zoom_out", "&View", "Zoom &out", ("Ctrl+-",)),
    Spec("zoom_reset", "&View", "&Normal size", ("Ctrl+0",)),
    Spec("left_pane", "&View", "Ar&ticles", ("F8",), checkable=True, separated=True),
    Spec("right_pane", "&View", "&Spans", ("F9",), checkable=True),
    Spec("guidelines", "&View", "&Guidelines", ("F1",), checkable=True, tip="What is to be marked, beside the text"),
    Spec("known_names", "&View", "&Known names", ("W",), "article", "article", checkable=True,
         tip="Mark the names of those whom the project knows; a click on one links the current span (Ctrl: again)"),
    Spec("next_pane", "&View", "Ne&xt pane", ("F6",), needs="project"),
    Spec("light", "&View", "&Light", checkable=True, separated=True),
    Spec("dark", "&View", "&Dark", checkable=True),
    Spec("system", "&View", "As the s&ystem", checkable=True),
    Spec("palette", "&Help", "&Commands…", ("Ctrl+Shift+P",), tip="Find an action by its words, and run it"),
    Spec("keys", "&Help", "&Keys…", ("Ctrl+?",)),
    Spec("about", "&Help", "&About…"),
)  # fmt: skip


VIEW_OF: Mapping[str, Scope] = {
    "annotate_view": "article", "review_view": "review", "entities_view": "entities", "dashboard_view": "dashboard",
    "search_view": "search",
}  # fmt: skip
"""The actions that show a view, with the scope of the keys that act in it."""


def tag_specs(tags: Iterable[Tag]) -> list[Spec]:
    """Return an action for each tag; one that has a key is on both digit rows and the number pad."""
    return [
        Spec(
            f"tag:{tag.id}",
            "A&nnotate",
            tag.name.replace("&", "&&"),
            (tag.key, f"Shift+{tag.key}", f"Num+{tag.key}") if tag.key else (),
            "article",
            "article",
            f"Make the selection, or the candidate, a {tag.name.lower()}; or give this tag to the current span",
        )
        for tag in tags
    ]
