"""Which column of a table, or key of an object, holds what: guessed from its name, or chosen by a person."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

from annotator.core.errors import InputError
from annotator.core.text import snippet

_NAMES: Mapping[str, str] = {
    "text": "text fulltext body maintext articlebody bodytext content contents article story plaintext inhalt volltext "
    "artikeltext texte contenu corps texto cuerpo contenido testo contenuto conteudo tekst tresc текст содержание "
    "正文 本文 内容 نص",
    "title": "title headline heading titel überschrift schlagzeile titre título encabezado titular titolo tytuł kop "
    "rubrik заголовок название 标题 タイトル عنوان",
    "deck": "deck dek standfirst subtitle subheadline subheading kicker untertitel unterzeile soustitre chapô "
    "subtítulo bajada sottotitolo подзаголовок",
    "byline": "byline author authors authorname creator writer reporter by autor autoren verfasser auteur auteurs "
    "autores autore autori автор авторы 作者 著者 كاتب",
    "published": "published publishedat publisheddate publicationdate publishdate datepublished pubdate date datetime "
    "published_time timestamp created createdat datum veröffentlicht erscheinungsdatum datepublication fecha data "
    "datapubblicazione дата опубликовано 日期 日付 تاريخ",
    "publication": "publication publicationname source sourcename outlet medianame media publisher newspaper journal "
    "site sitename website domain medium zeitung quelle herausgeber fuente medio periódico fonte testata gazeta "
    "źródło источник издание 来源 媒体 مصدر",
    "url": "url link uri href address permalink weburl canonicalurl webaddress adresse lien enlace indirizzo ссылка "
    "链接",
    "language": "language lang languagecode locale sprache langue idioma lingua język язык 语言 言語 لغة",
    "note": "note notes comment comments remark remarks notiz bemerkung anmerkung remarque nota notas kommentar "
    "примечание комментарий 备注",
}
"""The names that each field goes by, the likeliest first."""

FIELDS = tuple(_NAMES)
_OWNERS = re.compile("^(article|news|story|document|doc|post|item|artikel)(?=.)")


def _plain(name: str) -> str:
    """Return a name without case, accents, spaces and punctuation."""
    return "".join(one for one in unicodedata.normalize("NFKD", name).casefold() if one.isalnum())


_KNOWN = {field: tuple(map(_plain, names.split())) for field, names in _NAMES.items()}


@lru_cache(maxsize=1024)
def guess(names: tuple[str, ...]) -> Mapping[str, str]:
    """Return the field → name pairs that the names speak for; no name stands for two fields."""
    named: dict[str, str] = {}
    for name in names:
        named.setdefault(_plain(name), name)
    for name in names:
        named.setdefault(_OWNERS.sub("", _plain(name)), name)
    found: dict[str, str] = {}
    for field, known in _KNOWN.items():
        fitting = [named[one] for one in known if one in named and named[one] not in found.values()]
        if fitting:
            found[field] = fitting[0]
    return found


def check_fields(chosen: Mapping[str, str], file: str) -> None:
    """Raise InputError where a person chose a column for something that articles do not have."""
    for field in chosen:
        if field not in _NAMES:
            raise InputError(file, f"articles have no “{field}”; a column can be chosen for {', '.join(FIELDS)}")


def with_chosen(guessed: Mapping[str, str], chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the guessed pairs with the chosen ones over them; a field for which "" was chosen has none."""
    taken = set(chosen.values())
    mapping = {field: name for field, name in guessed.items() if name not in taken} | dict(chosen)
    return {field: mapping[field] for field in FIELDS if mapping.get(field)}


def listed(names: Sequence[str], most: int = 8) -> str:
    """Return names in quotation marks for a message, the first ones where they are many."""
    shown = ", ".join(f"“{snippet(name, 40)}”" for name in names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown
