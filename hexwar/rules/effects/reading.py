"""What the section ``effects`` says, in sentences that players read."""

from __future__ import annotations

from hexwar.rules.effects.section import ForTurns, InPlay, PhaseEffects
from hexwar.rules.language.reading import Words
from hexwar.rules.language.saying import Speaker
from hexwar.rules.language.wording import every, several
from hexwar.rules.sequence.section import SequenceOfPlay


def _summary(effect: InPlay, speaker: Speaker) -> str:
    return effect.summary.strip()


def _condition(effect: InPlay, speaker: Speaker) -> str:
    if effect.condition is not None:
        return f"In force if {speaker.condition(effect.condition)}."
    phases = speaker.game[SequenceOfPlay].phases
    named = [phase.title for phase in phases if effect.id in phase[PhaseEffects].effects]
    return f"In force in {every(named) or 'no phase'}."


def _judged(effect: InPlay, speaker: Speaker) -> str:
    again = ", and when a battle has ended" if effect.judged == "battle" else ""
    return f"That is judged when a phase begins{again}."


def _lasts(effect: InPlay, speaker: Speaker) -> str:
    if isinstance(effect.lasts, ForTurns):
        return f"It lasts {several(effect.lasts.turns, 'turn')}."
    if effect.lasts == "game":
        return "From then on it lasts for the rest of the game."
    return "It lasts as long as that is so."


def _phases(effect: InPlay, speaker: Speaker) -> str:
    return f"Only in {speaker.phases(effect.phases)}." if effect.phases else "In every phase."


WORDS: Words = {
    InPlay: {
        "summary": _summary,
        "condition": _condition,
        "judged": _judged,
        "lasts": _lasts,
        "phases": _phases,
    }
}
