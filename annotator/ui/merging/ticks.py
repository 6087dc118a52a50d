"""Tick boxes in lists: to be seen in the dark, too."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from annotator.ui import theme


class TickDelegate(QStyledItemDelegate):
    """Fills the boxes as those outside of lists are filled."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Give items with a box the palette of boxes."""
        super().initStyleOption(option, index)
        if option.features & QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator:
            option.palette = theme.box_palette(option.palette)
