"""What a chit says of the units that it activates."""

from __future__ import annotations

from hexwar.rules.cup.section import ALL, Chit
from hexwar.rules.language.reading import Speaker, Words
from hexwar.rules.language.wording import called


def _formation(chit: Chit, speaker: Speaker) -> str:
    formation = called(speaker.names, "formation", chit.formation or "")
    return f"Drawn, it activates the units of the {formation}."


def _only(chit: Chit, speaker: Speaker) -> str:
    whose = f" of {speaker.side(chit.side)}" if chit.side and chit.side != ALL else ""
    return f"Drawn, it activates {speaker.units(chit.only)}{whose}."


def _side(chit: Chit, speaker: Speaker) -> str:
    if chit.only is not None and chit.side and chit.side != ALL:
        return ""  # said with the units
    if chit.side == ALL:
        return "It activates units of every side."
    return f"It activates units of {speaker.side(chit.side)}." if chit.side else "It has no side."


def _phases(chit: Chit, speaker: Speaker) -> str:
    return f"For them there is {speaker.phases(sorted(chit.phases))} alone."


def _condition(chit: Chit, speaker: Speaker) -> str:
    if chit.condition is None:
        return "It is always put into the cup."
    return f"It is put into the cup only if {speaker.condition(chit.condition)}."


def _ends(chit: Chit, speaker: Speaker) -> str:
    if chit.ends is None:
        return "Drawing goes on after it."
    ended = "the turn" if chit.ends == "turn" else "the drawing"
    return f"Drawn, it activates nobody and ends {ended}."


WORDS: Words = {
    Chit: {
        "formation": _formation,
        "only": _only,
        "side": _side,
        "phases": _phases,
        "condition": _condition,
        "ends": _ends,
    }
}
