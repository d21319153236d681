"""What the section ``stacking`` says, in sentences that players read."""

from __future__ import annotations

from hexwar.rules.language.reading import Always, Words
from hexwar.rules.language.saying import Speaker
from hexwar.rules.language.wording import every, in_words, several
from hexwar.rules.stacking.section import Stacking

_COUNTED = {"units": "unit", "steps": "step"}


def _limit(stacking: Stacking, speaker: Speaker) -> str:
    counted = _COUNTED.get(stacking.measure, f"point of {in_words(stacking.measure)}")

    def most(limit: int | None) -> str:
        return "any number" if limit is None else f"{several(limit, counted)} at most"

    return f"In one hex stand, of a side: {speaker.amount(stacking.limit, most)}."


def _measure(stacking: Stacking, speaker: Speaker) -> str:
    return f"What counts towards stacking: {in_words(stacking.measure)}."


def _checked(stacking: Stacking, speaker: Speaker) -> str:
    moments = {
        "every_stop": "wherever they stop",
        "end_of_phase": "when their phase ends",
    }
    when = [words for moment, words in moments.items() if moment in stacking.checked]
    return f"Units that move keep to it {every(when) or 'at no moment'}."


def _visible(stacking: Stacking, speaker: Speaker) -> str:
    seen = "only the top counter" if stacking.visible == "top" else "every counter"
    return f"The enemy sees {seen} of a stack."


WORDS: Words = {
    Stacking: {
        "limit": Always(_limit),
        "measure": _measure,
        "checked": Always(_checked),
        "visible": _visible,
    },
}
