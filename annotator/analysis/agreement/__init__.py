"""How far annotators agree: one module a measure, each a pure function of spans or units.

A measure over several articles is collected article by article, so that nobody needs them all in memory.
"""
