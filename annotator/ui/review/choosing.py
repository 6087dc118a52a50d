"""The row above a review: which layers are compared, of which articles, with or without names."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from annotator.core.listing import ArticleQuery
from annotator.core.text import snippet
from annotator.services import articles, collections, people
from annotator.services.review.queue import FINAL, final_statuses
from annotator.ui.accessible import give_tip, name_shown
from annotator.ui.articles.article_model import SIGNS
from annotator.ui.review.state import ReviewState

_ALL, _ONE, _MINE = "all", "one", "mine"
_LONGEST = 20
"""Letters of the names of layers that are shown; more are in the tooltip."""
_SPOKEN = Qt.ItemDataRole.AccessibleTextRole


class Choosing(QWidget):
    """Binds its fields to the state of the review. `left()`: the person goes back to the text, with Enter or Esc."""

    left = Signal()

    def __init__(self, state: ReviewState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._keys: list[str] = []
        self._shown: object = None
        self._listed: object = None
        self.below = QComboBox(self)
        self.above = QToolButton(self)
        self.above.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self.above)
        self.above.setMenu(self._menu)
        self.scope = QComboBox(self)
        self.article = QComboBox(self)
        # However long names and titles are, the window stays as narrow as its screen.
        for box, letters in ((self.scope, 9), (self.article, 16)):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(letters)
        self.below.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.below.setMinimumWidth(self.fontMetrics().averageCharWidth() * _LONGEST)
        self.blind = QCheckBox("Hide na&mes", self)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 8, 8, 0)
        for text, field in (
            ("&Below the line", self.below), ("above", self.above), ("in", self.scope), ("Artic&le", self.article)
        ):  # fmt: skip
            row.addWidget(self._labelled(text, field))
            row.addWidget(field, 1 if field is self.article else 0)
        row.addWidget(self.blind)
        for chooser in (self.below, self.above, self.scope, self.article, self.blind):
            # Clicks leave the focus in the text, where the keys act.
            chooser.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.below.setAccessibleName("Layer below the line")
        self.scope.setAccessibleName("Which articles")
        self.article.setAccessibleName("Article")
        self.article.setToolTip("The final layer: ○ new, ● in progress, ✓ done")
        self.below.activated.connect(self._compare)
        self.scope.activated.connect(self._narrow)
        self.article.activated.connect(lambda _row: state.open(self.article.currentData()))
        self.blind.toggled.connect(state.set_blind)
        state.opened.connect(self.show_article)
        state.itemsChanged.connect(self.show_layers)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Enter or Esc."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _labelled(self, text: str, field: QWidget) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setBuddy(field)
        return label

    def start(self) -> None:
        """Offer what there is, and compare at first my own layer with that of the colleague who has most spans."""
        self.offer()
        acting, state = self._state.project.acting, self._state
        mine = acting.id if acting and acting.id in self._keys else None
        others = [key for key in self._keys if key not in (mine, FINAL)]
        # Without a layer of one's own two colleagues are compared, or the only one is looked through.
        state.compare(mine or next(iter(others[1:]), None), others[:1])

    def offer(self) -> None:
        """Offer the layers and the parts of the project that there are now."""
        before = self.scope.currentData()
        self.scope.clear()
        for text, which in (("all articles", _ALL), ("this article", _ONE), ("assigned to me", _MINE)):
            self.scope.addItem(text, which)
        for row in collections.rows(self._state.project.project):
            self.scope.addItem(row.name, f"collection:{row.id}")
        self.scope.setCurrentIndex(max(0, self.scope.findData(before)))
        project = self._state.project
        rows = sorted((row for row in people.rows(project.project) if row.layers), key=lambda row: -row.spans)
        me = project.acting.id if project.acting else None
        self._keys = [*sorted((row.annotator.id for row in rows), key=lambda key: key != me), FINAL]
        self.show_layers()

    def show_layers(self) -> None:
        """Offer the layers by the names that they have now, those that are compared chosen."""
        state, names = self._state, self._state.names
        shown = (tuple((key, names.layer(key)) for key in self._keys), state.layers, state.below)
        if shown == self._shown:
            return
        self._shown = shown
        self.below.clear()
        self.below.addItem("nothing", None)
        for key in self._keys:
            self.below.addItem(names.layer(key), key)
        self.below.setCurrentIndex(max(0, self.below.findData(state.below)))
        self._fill_menu()
        above = [names.layer(key) for key in state.above if key != state.below]
        named = ", ".join(above) or "nothing"
        brief = snippet(named, _LONGEST) if len(above) < 2 or len(named) <= _LONGEST else f"{len(above)} layers"
        self.above.setText(brief.replace("&", "&&"))
        give_tip(self.above, named)
        name_shown(self.above, "Layers above the line", named)

    def _fill_menu(self) -> None:
        state, actions = self._state, self._menu.actions()
        if [action.data() for action in actions] != self._keys:
            self._menu.clear()
            actions = [self._menu.addAction("") for _key in self._keys]
            for action, key in zip(actions, self._keys, strict=True):
                action.setCheckable(True)
                action.setData(key)
                action.triggered.connect(self._compare)
        for action, key in zip(actions, self._keys, strict=True):
            action.setText(state.names.layer(key).replace("&", "&&"))
            action.setChecked(key in state.above)
            action.setEnabled(key != state.below)

    def _compare(self) -> None:
        above = [action.data() for action in self._menu.actions() if action.isChecked()]
        below = self.below.currentData()
        self._state.compare(below, [key for key in above if key != below])
        self.show_layers()

    def _narrow(self) -> None:
        state, which = self._state, self.scope.currentData()
        project, acting = state.project.project, state.project.acting
        if which == _ALL:
            state.scope = None
        elif which == _ONE:
            state.scope = frozenset([state.review.article.id] if state.review else [])
        elif which == _MINE:
            query = ArticleQuery(assigned=acting.id if acting else "")
            state.scope = frozenset(articles.article_ids(project, query))
        else:
            query = ArticleQuery(collection=str(which).removeprefix("collection:"))
            state.scope = frozenset(articles.article_ids(project, query))
        state.compare(state.below, state.above)

    def show_article(self) -> None:
        """Offer the articles that have the layers, the one that is shown chosen."""
        state = self._state
        if state.scope is None:
            self.scope.setCurrentIndex(self.scope.findData(_ALL))
        keys = state.articles()
        statuses = final_statuses(state.project.project)
        if (keys, statuses) != self._listed:
            self._listed = keys, statuses
            rows = articles.article_rows(state.project.project, keys)
            self.article.clear()
            for key in keys:
                status, title = statuses.get(key, "new"), snippet(rows[key].title or "(without a title)", 50)
                self.article.addItem(f"{SIGNS[status]} {title}", key)
                self.article.setItemData(self.article.count() - 1, f"{title}, {status}", _SPOKEN)
        self.article.setCurrentIndex(self.article.findData(state.review.article.id if state.review else None))
        self.show_layers()
