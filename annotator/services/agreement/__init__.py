"""How far annotators agree: measured, reported, and written for other programs and for paper."""
