"""Words that tell where a name begins and ends, and what kind of thing it names."""

from __future__ import annotations

from annotator.analysis.abbreviations import SENTENCE_OPENERS
from annotator.analysis.attribution_words import CONNECTING


def _set(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_OPENERS = (SENTENCE_OPENERS - {"Police"}) | frozenset(map(str.capitalize, CONNECTING))

NOT_A_NAME = _OPENERS | _set(
    "About According Again Against Ahead Also Among Are Asked Back Be Being Both Calls Can Could Did Do Does Don't"
    " Don’t Earlier Either Every Few Finally First Following Given Go Had Has Have I'd I'll I'm I've Indeed Is It's"
    " It’s I’d I’ll I’m I’ve Just Later Let Like Maybe Might My Neither Never Next No Of Off Out Over Perhaps Please"
    " Rather Right Several Should Sometimes Soon Than Thanks That's That’s There's There’s Through Thus Today Together"
    " Tomorrow Too Toward Towards Unless Unlike Up Upon Very Was We're Well Were We’re Whatever Will Within Without"
    " Would Yes Yesterday Your Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April"
    " June July August September October November December"
)
"""Words that are written with a capital letter without being part of a name."""

TITLES = _set(
    "republican democrat democratic gop libertarian rival former president vice-president senator congressman"
    " congresswoman representative governor mayor alderman councilman councilwoman councilor councillor councilmember"
    " commissioner sheriff deputy chief officer detective sergeant lieutenant captain major colonel general admiral"
    " corporal private trooper marshal superintendent inspector constable secretary undersecretary minister chancellor"
    " premier ambassador envoy judge justice magistrate attorney prosecutor counsel solicitor professor doctor dean"
    " principal rector teacher coach director chairman chairwoman chairperson chair speaker leader manager"
    " administrator coordinator executive ceo cfo founder editor reporter correspondent columnist author analyst"
    " economist spokesman spokeswoman spokesperson adviser advisor aide strategist candidate nominee king queen prince"
    " princess duke duchess lord lady sir dame pope cardinal archbishop bishop father sister brother rabbi imam pastor"
    " reverend sheikh ayatollah rep sen gov dr mr mrs ms mx prof rev sgt lt col capt cmdr gen adm maj pvt cpl det supt"
    " insp amb hon pres sens reps messrs drs fr mme mlle atty"
)
"""Words, in small letters and without a point, that stand before a person's name."""

ORGANISATIONS = _set(
    "academy administration agency alliance army assembly association authority bank board brigade bureau cabinet"
    " campaign center centre church city club coalition college commission committee company congress convention"
    " corporation corps corp council county court department district embassy federation firm force forces foundation"
    " fund government group hall hospital house inc institute institution journal league ltd llc ministry movement"
    " museum navy network news office organization organisation parliament party police post press project registry"
    " school schools senate service services society state states street team television times tribune union"
    " university"
)
"""Words, in small letters, that a person's name does not hold."""
