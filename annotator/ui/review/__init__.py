"""Reviewing: layers of an article compared, item by item, and decided into its final layer.

Modules: `state` (which layers of which articles, and which item is current), `deciding` (what keys decide on it),
`naming` (what layers, kinds and states are called, also where names are hidden), `choosing` (the row that chooses),
`item_list`, `card` with `side` (the current item, each of its spans), `draft`, `editing` and `copying` (a copy that is
changed before it is accepted), `marking` (the spans as the article view shows them), `view` (the whole).
"""
