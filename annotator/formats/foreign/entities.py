"""The entities of an article that was annotated elsewhere: one for each text that names somebody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from annotator.core.ids import derived_id, new_id
from annotator.core.records import Entity
from annotator.core.text import one_line
from annotator.formats.foreign.records import Reference

UNKNOWN = derived_id("entity", "unknown")
"""The id of the entity that mentions without a name belong to: one, in every project."""

_LISTED = (
    "i me my mine myself you your yours yourself yourselves he him his himself she her hers herself it its itself we us"
    " our ours ourselves they them their theirs themselves themself who whom whose which that this these those one"
    " someone somebody anyone anybody everyone everybody nobody another others both each some many most few all none"
    " several what whoever he/she his/her s/he"
)
_PRONOUNS = frozenset(_LISTED.split())


class ForeignEntities:
    """The entities of one article, known in that article only, for a person to merge over articles afterwards."""

    def __init__(self, article: str) -> None:
        self._article = article
        self._made: dict[str, Entity] = {}

    def __iter__(self) -> Iterator[Entity]:
        return iter(self._made.values())

    def named(self, text: str, reference: Reference | None, by: str) -> str:
        """Return the id of the entity that a text names: the same for the same text or the same reference.

        A pronoun names nobody; without a reference, its entity is *unknown*.
        """
        name = one_line(text)
        if reference is not None:
            entity = self._get(reference.uri, one_line(reference.name) or name or reference.uri, by)
            is_new = name not in ("", entity.name, *entity.aliases) and not is_pronoun(name)
            aliases = (*entity.aliases, name) if is_new else entity.aliases
            self._made[reference.uri] = replace(entity, uri=reference.uri, aliases=aliases)
            return entity.id
        return self.unknown() if not name or is_pronoun(name) else self._get(f"\n{name}", name, by).id

    def unknown(self) -> str:
        """Return the id of the *unknown* entity."""
        self._made.setdefault(UNKNOWN, Entity(UNKNOWN, "Unknown", "unknown"))
        return UNKNOWN

    def _get(self, key: str, name: str, by: str) -> Entity:
        return self._made.setdefault(key, Entity(new_id(), name, article=self._article, by=by))


def is_pronoun(text: str) -> bool:
    """Tell whether a text is an English pronoun, which names nobody."""
    return text.casefold().strip(".,;:“”\"'‘’") in _PRONOUNS
