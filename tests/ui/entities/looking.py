"""What stands in the view of the entities, and ways to get about in it as a person would."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QApplication

from annotator.ui.entities.view import EntityView

_ALONE = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
_ADD = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows


def names(view: EntityView) -> list[str]:
    model = view.list.model
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def row(view: EntityView, name: str) -> dict[str, str]:
    """Return the cells of an entity by the titles of their columns, without those that are empty."""
    model, place = view.list.model, names(view).index(name)
    cells = {
        str(model.headerData(column, Qt.Orientation.Horizontal)): model.index(place, column).data()
        for column in range(model.columnCount())
    }
    return {title: text for title, text in cells.items() if text}


def back_to(view: EntityView) -> None:
    """Give the focus to the list: not every platform does once a dialog is closed."""
    view.window().activateWindow()
    QApplication.processEvents()
    view.list.view.setFocus()
    QApplication.processEvents()


def choose(view: EntityView, *found: str) -> None:
    """Make the first of the names current, and select the others as well."""
    model = view.list.model
    view.list.view.selectionModel().setCurrentIndex(model.index(names(view).index(found[0]), 0), _ALONE)
    for name in found[1:]:
        view.list.view.selectionModel().select(model.index(names(view).index(name), 0), _ADD)
    back_to(view)


def spans(view: EntityView) -> list[str]:
    """Return the words of the spans that the page shows."""
    model = view.page.model
    found = [model.linked(place) for place in range(model.rowCount())]
    return [one.words for one in found if one is not None]


def tabs(view: EntityView) -> list[str]:
    return [view.page.tabs.tabText(place) for place in range(view.page.tabs.count())]
