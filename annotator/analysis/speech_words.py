"""Words that tell of somebody's speech or opinion: beside a quoted word they say that it is somebody's."""

from __future__ import annotations

_LISTED = """
said say says saying told tell tells telling call called calling calls describe described describes describing claim
claimed claiming claims accuse accused accuses accusing ask asked asking asks add added adding adds write writes
writing written wrote tweet tweeted tweeting tweets state stated states stating statement declare declared declares
declaring argue argued argues arguing warn warned warning warns promise promised promises promising vow vowed vowing
vows label labeled labelled labels dub dubbed dubbing brand branded branding refer referred referring refers dismiss
dismissed dismisses dismissing criticise criticised criticising criticize criticized criticizing blast blasted
blasting blasts praise praised praising rate rated rating announce announced announces announcing according report
reported reporting reports insist insisted insisting insists denied denies deny denying admit admits admitted
characterise characterised characterize characterized deem deemed denounce denounced denouncing explain explained
explaining explains note noted notes noting urge urged urges urging chant chanted chanting question questioned
attack attacked attacking mock mocked mocking remark remarks word words phrase phrases term termed terms nickname
nicknamed suggest suggested suggesting suggests believe believed believes express expressed expressing conclude
concluded concludes hail hailed hailing liken likened cite cited cites view viewed views recall recalled recalls
"""

SPEECH_WORDS = frozenset(_LISTED.split())
