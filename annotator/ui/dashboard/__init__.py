"""The view of the figures: how far the work is, who says what, how far annotators agree."""
