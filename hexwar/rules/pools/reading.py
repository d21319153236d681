"""What the section ``pools`` says, in sentences that players read."""

from __future__ import annotations

from hexwar.definition.grammar import as_it_seems, does
from hexwar.definition.model import Condition
from hexwar.rules.language.conditions import counted
from hexwar.rules.language.reading import Words
from hexwar.rules.language.saying import Speaker
from hexwar.rules.language.wording import several
from hexwar.rules.pools.section import Gain, Pool

_KEPT = {
    "never": "What is not spent is lost when the phase ends.",
    "turn": "What is not spent is lost when the turn ends.",
    "always": "What is not spent is kept.",
}


def _side(pool: Pool, speaker: Speaker) -> str:
    return f"{does(speaker.names[pool.side], 'has')} them."


def _begins(pool: Pool, speaker: Speaker) -> str:
    return f"There {'is' if pool.begins == 1 else 'are'} {pool.begins} when the game begins."


def _gain_of_pool(pool: Pool, speaker: Speaker) -> str:
    return " ".join(_comes(gain, speaker) for gain in pool.gain) or "None ever come."


def _comes(gain: Gain, speaker: Speaker) -> str:
    if isinstance(gain.count, Condition):
        points = f"A point comes for each {counted(gain.count, speaker.names)}"
    elif gain.count == 1:
        points = "1 point comes"
    elif isinstance(gain.count, int):
        points = f"{several(gain.count, 'point')} come"
    else:
        points = f"{gain.count} points come"
    when = f", if {speaker.condition(gain.condition)}" if gain.condition else ""
    return f"{points} when {does(as_it_seems(speaker.phases((gain.phase,))), 'begins')}{when}."


def _kept(pool: Pool, speaker: Speaker) -> str:
    return _KEPT[pool.kept]


WORDS: Words = {Pool: {"side": _side, "begins": _begins, "gain": _gain_of_pool, "kept": _kept}}
