"""Texts that are hard on finders of quotations and sentences."""

from hypothesis import strategies as st

MARKS = "\"“”„‟«»‹›「」『』﹁﹂﹃﹄〝〞〟《》〈〉'‘’‚‛`—–-―"
PIECES = [
    *MARKS,
    "''",
    " ",
    "\u00a0",
    "\n",
    "\n\n",
    ". ",
    ", ",
    "? ",
    "…",
    "。",
    "6'2\"",
    "'90s",
    "Mr. ",
    "No. 5",
    "Ada",
    "said",
    "é",
    "😀",
]

texts = st.one_of(st.text(), st.text(alphabet=MARKS + " .,\nabS"), st.lists(st.sampled_from(PIECES)).map("".join))
