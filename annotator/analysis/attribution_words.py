"""The words that tell who says something: attribution verbs, and the small words round a noun phrase; small letters."""

from __future__ import annotations

from annotator.analysis.speech_words import SPEECH_WORDS


def _set(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_FURTHER_VERBS = _set(
    "acknowledged acknowledges agreed agrees alleged alleges answered answers asserted asserts assured assures boasted"
    " boasts cautioned cautions charged charges commented comments complained complains conceded concedes condemned"
    " condemns confirmed confirms contended contends continued continues countered counters cried cries decided decides"
    " defended defends disclosed discloses emphasised emphasises emphasized emphasizes estimated estimates exclaimed"
    " exclaims expected expects feared fears feels felt found finds hinted hoped hopes implied implies indicated"
    " indicates informed informs joked jokes knew knows learned learns maintained maintains mentioned mentions observed"
    " observes ordered pleaded pledged pledges pointed points posted posts predicted predicts proclaimed proclaims"
    " quipped quips read reads reiterated reiterates repeated repeats replied replies responded responds revealed"
    " reveals ripped scolded scolds shouted shouts showed shows signaled signalled slammed slams stressed stresses"
    " testified testifies texted thinks thought threatened threatens wondered wonders worried worries yelled yells"
)
_SPEECH_NOUNS = _set("according statement word words phrase phrases term terms nickname")

VERBS = frozenset(word for word in (SPEECH_WORDS | _FURTHER_VERBS) - _SPEECH_NOUNS if not word.endswith("ing"))
"""Finite forms of verbs whose subject speaks, thinks or knows."""

PARTICIPLES = frozenset(word for word in SPEECH_WORDS - _SPEECH_NOUNS if word.endswith("ing"))
"""Forms such as "saying", whose subject stands elsewhere unless "is" comes before them."""

REPORTING = _set("said says told tells added wrote asked announced insisted explained claimed argued")
"""Verbs that report what follows even when much of it stands between them and the marks."""

INVERTIBLE = _set(
    "said says added adds wrote writes asked asks explained explains noted notes replied recalled recalls warned warns"
    " continued continues tweeted argued argues insisted insists joked quipped concluded concludes declared declares"
    " exclaimed shouted remarked observed countered responded agreed agrees"
)
"""Verbs that may stand between a quotation and their subject."""

ALSO_NOUNS = _set(
    "answers attack attacks brand brands call calls charges claim claims comments cries feels fears hopes label labels"
    " mock note notes posts posted praise promise promises question questions quips rate rates read reads remark"
    " remarks report reports reveals shows stresses tweet tweets urges view views worries found shouts yells cites"
    " denies"
)
"""Forms that are verbs only right after a name or a pronoun."""

PRONOUNS = _set("he she they it i we you")
RELATIVES = _set("who which")
ARTICLES = _set(
    "a an the this that these those his her its their my our your another one some many no every each several"
)
"""Words that a noun phrase begins with."""

PREPOSITIONS = _set(
    "about above across after against along among around as at before behind below beneath beside between beyond by"
    " despite down during except for from in inside into like near of off on onto out outside over past since through"
    " throughout to toward towards under until up upon via with within without"
)
AUXILIARIES = _set(
    "is was were are be been being am has had have having do does did will would can could may might shall should must"
)
_PASSIVE = _set("is was were are be been being am get got gets")

NOUN_MARKERS = (ARTICLES - _set("that this some many")) | PREPOSITIONS | _PASSIVE
"""Words after which a verb's form is a noun, or a participle whose subject does not speak."""

NUMBERS = _set("one two three four five six seven eight nine ten eleven twelve")
COORDINATING = _set("and but")

BREAKS = _set(
    "that and but or nor which who whom whose when while because if whether where since so than though although how"
    " what why until unless then as"
)
"""Words that no noun phrase reaches over."""

CLAUSE_VERBS = AUXILIARIES | _set("said says told tells added wrote saying asked")
"""Verbs that are never nouns, so that no noun phrase reaches over them."""

CONNECTING = _set(
    "according accordingly additionally apparently clearly consequently contrary conversely finally fortunately"
    " furthermore hence indeed instead interestingly likewise maybe moreover nevertheless nonetheless notably obviously"
    " otherwise perhaps possibly similarly speaking surprisingly therefore thus ultimately unfortunately"
)
"""Words that open a sentence and join it to the one before: its subject comes after a comma."""

TIMES = _set(
    "today yesterday tomorrow tonight monday tuesday wednesday thursday friday saturday sunday later earlier recently"
    " again once also still now then here there so not never only just too already always often repeatedly previously"
    " afterwards afterward further simply even instead both all meanwhile however"
)
"""Adverbs and weekdays that stand between a subject and its verb, or between a verb and its subject."""
