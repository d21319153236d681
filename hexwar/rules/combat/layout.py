"""Result programs that go one way or another, laid out step after step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, cast

from hexwar.definition.model import Effect
from hexwar.engine.state import State
from hexwar.rules.combat.branches import Branching, Choosing
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.language.programs import Parties
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.retreat.section import Retreat

CHOOSE, IF, JUMP = "choose", "if_", "jump"
LEFT = "left before combat"
"""The program for those who have left before the die: a code that no result can have."""


class Ways(NamedTuple):
    """Where each way begins in a program that is laid out."""

    starts: tuple[int, ...]
    choosing: Choosing


class Fork(NamedTuple):
    """Where the program goes on, if the test holds and if not."""

    test: Callable[[State, Parties], bool]
    then: int
    otherwise: int


class Layout:
    """Lays programs out: after a way there is a jump to the step behind all of them."""

    def __init__(self, selectors: Selectors, conditions: Conditions) -> None:
        self._selectors = selectors
        self._conditions = conditions

    def steps(self, program: Sequence[Effect]) -> tuple[Effect, ...]:
        """The steps of a program, one after the other."""
        found: list[Effect] = []
        self._lay(program, found)
        return tuple(found)

    def _lay(self, program: Sequence[Effect], found: list[Effect]) -> None:
        for effect in program:
            at = len(found)
            found.append(effect)
            if isinstance(effect.said, Choosing):
                starts = self._ways(effect.said.ways, found)
                found[at] = Effect(CHOOSE, said=Ways(starts, effect.said))
            elif isinstance(effect.said, Branching):
                then, otherwise = self._ways((effect.said.then, effect.said.instead), found)
                found[at] = Effect(IF, said=Fork(self._test(effect.said), then, otherwise))

    def _ways(self, ways: Sequence[Sequence[Effect]], found: list[Effect]) -> tuple[int, ...]:
        starts, ends = [], []
        for way in ways:
            starts.append(len(found))
            self._lay(way, found)
            ends.append(len(found))
            found.append(Effect(JUMP))
        for end in ends:
            found[end] = Effect(JUMP, said=len(found))
        return tuple(starts)

    def _test(self, said: Branching) -> Callable[[State, Parties], bool]:
        fits, holds = self._selectors.fits(said.only), self._conditions.test(said.holds)

        def test(state: State, parties: Parties) -> bool:
            units = parties.attackers if said.who == "attacker" else parties.defenders
            there = (unit for unit in units if state.cells[unit])
            return any(fits(state, unit) for unit in there) and holds(state)

        return test


def next_step(state: State, parties: Parties, program: Sequence[Effect], step: int) -> int:
    """The next step that is to be carried out; the length of the program if there is none."""
    while step < len(program):
        said = program[step].said
        if program[step].verb == JUMP:
            step = cast(int, said)
        elif isinstance(said, Fork):
            step = said.then if said.test(state, parties) else said.otherwise
        else:
            return step
    return len(program)


def programs_of(
    section: Combat, retreat: Retreat | None, layout: Layout
) -> dict[str, tuple[Effect, ...]]:
    """What results come to, by code; what becomes of an attack whose target has left as well."""
    programs = {code: layout.steps(does.effects) for code, does in section.results.items()}
    if retreat and retreat.before_combat:
        programs[LEFT] = layout.steps(retreat.before_combat.does)
    return programs
