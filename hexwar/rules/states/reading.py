"""What the section ``states`` says, in sentences that players read."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.rules.language.reading import Words
from hexwar.rules.language.saying import Speaker
from hexwar.rules.language.wording import every, in_words, number
from hexwar.rules.states.section import UnitState
from hexwar.rules.units.section import written


def changes_in_words(said: UnitState | None) -> Iterator[str]:
    """What a state does to values: ``attack x1/2``."""
    for value, change in said.modifiers.items() if said else ():
        if change.set is not None:
            yield f"{in_words(value)} {written(change.set)}"
        if change.add is not None:
            sign = "-" if change.add < 0 else "+"
            yield f"{in_words(value)} {sign}{number(abs(change.add))}"
        if change.multiply is not None:
            yield f"{in_words(value)} x{number(change.multiply)}"


def _modifiers(said: UnitState, speaker: Speaker) -> str:
    return f"Its units have {every(changes_in_words(said)) or 'their usual values'}."


def _forbids(said: UnitState, speaker: Speaker) -> str:
    return f"They may not {_acts(said.forbids)}." if said.forbids else "They may do everything."


def _allows(said: UnitState, speaker: Speaker) -> str:
    may = f"They may {_acts(said.allows)} although another state forbids it."
    return may if said.allows else "They may do nothing that another state forbids."


def _acts(acts: frozenset[str]) -> str:
    return every(map(in_words, sorted(acts)))


def _condition_of_state(said: UnitState, speaker: Speaker) -> str:
    if said.while_ is None:
        return "Units are put into it."
    when = f", if {speaker.condition(said.condition)}" if said.condition else ""
    return f"In it are units as long as they are: {speaker.selected(said.while_)}{when}."


def _again(said: UnitState, speaker: Speaker) -> str:
    worse = speaker.called("state", said.again) if said.again else "the same"
    return f"Who is put into it again comes into this state: {worse}."


WORDS: Words = {
    UnitState: {
        "modifiers": _modifiers,
        "forbids": _forbids,
        "allows": _allows,
        "while_": _condition_of_state,
        "again": _again,
    }
}
