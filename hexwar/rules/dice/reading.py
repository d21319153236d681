"""What the section ``dice`` says, in sentences that players read."""

from __future__ import annotations

from hexwar.rules.dice.section import FaceDie
from hexwar.rules.language.reading import Charted, Words
from hexwar.rules.language.saying import Speaker
from hexwar.rules.language.wording import several


def die_in_words(die: FaceDie) -> str:
    """A die with its symbols, each with the faces that it is on."""
    symbols = ", ".join(f"{face.title} {face.count}" for face in die.faces)
    return f"{die.title}, {several(die.sides, 'face')}: {symbols}."


def _symbols(die: FaceDie, speaker: Speaker) -> str:
    return die_in_words(die)


WORDS: Words = {FaceDie: {"written": Charted(_symbols)}}
