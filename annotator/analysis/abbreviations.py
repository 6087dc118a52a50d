"""Words that a point follows without ending the sentence, as English news writes them."""

from __future__ import annotations


def _set(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


BEFORE_A_NAME = _set(
    "Mr Mrs Ms Mx Messrs Dr Drs Prof Rev Fr Sr Hon Pres Gov Lt Sen Sens Rep Reps Sgt Cpl Capt Cmdr Col Maj Gen Adm Pvt"
    " Det Insp Supt Amb Atty St Mt Ft Mme Mlle M Hr Hrn vs v cf e.g i.e"
)
"""They stand before a name or in the middle of a phrase, never at a sentence's end."""

BEFORE_A_NUMBER = _set("No Nos nos pp p Art Fig fig Sec Nr nr Vol vol ca")
"""They are abbreviations only where a number follows."""

WITHIN_A_SENTENCE = _set(
    "Jan Feb Mar Apr Jun Jul Aug Sept Sep Oct Nov Dec Mon Tue Tues Wed Thu Thurs Fri Sat Sun Inc Corp Co Cos Ltd Bros"
    " LLC Jr Sr Esq Ave Blvd Rd Dept Univ Assn Ariz Ark Calif Colo Conn Del Fla Ga Ill Ind Kan Ky La Mass Md Mich Minn"
    " Miss Mont Neb Nev Okla Ore Pa Tenn Tex Va Vt Wash Wis Wyo Ph.D etc approx est al"
)
"""They may also end a sentence: they do where the next word is one that opens sentences."""

SENTENCE_OPENERS = _set(
    "A After All Although An And Another As At Because Before But By During Each Even For From He Her Here His How"
    " However I If In Instead It Its Last Many Meanwhile More Most Nobody None Nor Not Now On Once One Only Or Other"
    " Our Police She Since So Some Still Such That The Their Then There These They This Those Though To Two Under Until"
    " We What When Where Whether Which While Who Why With Yet You"
)
"""Words that, written with a capital letter after an abbreviation, begin a new sentence."""
