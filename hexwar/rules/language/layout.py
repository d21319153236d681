"""Result programs that go one way or another, laid out step after step.

A program with branches is a tree; laid out it is a list, in which a fork says where each way begins
and a jump behind each way leads to what comes after all of them. So one number says how far a
program has come, which is what a task keeps and a save writes down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hexwar.definition.model import Effect
from hexwar.engine.state import NOBODY, Position
from hexwar.rules.language.branches import Branch, ProgramChoice
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.language.programs import (
    CHOOSE,
    IF,
    JUMP,
    Fork,
    Parties,
    ProgramWays,
    in_roles,
    seen_from,
)
from hexwar.rules.language.roles import names_roles
from hexwar.rules.language.selectors import Selectors


class Layout:
    """Lays programs out: after a way there is a jump to the step behind all of them."""

    def __init__(self, selectors: Selectors, conditions: Conditions) -> None:
        self._selectors = selectors
        self._conditions = conditions

    def steps(self, program: Sequence[Effect]) -> tuple[Effect, ...]:
        """The steps of a program, one after the other."""
        laid_out: list[Effect] = []
        self._lay(program, laid_out)
        return tuple(laid_out)

    def _lay(self, program: Sequence[Effect], found: list[Effect]) -> None:
        for effect in program:
            at = len(found)
            # A place is kept for it first: the ways of a fork are laid out behind the fork.
            found.append(effect)
            found[at] = self._forked(effect, found)

    def _forked(self, effect: Effect, found: list[Effect]) -> Effect:
        """The step itself, or one that says where to go on in what is laid out behind it."""
        if isinstance(effect.said, ProgramChoice):
            choice = effect.said
            does = tuple(map(self._does, choice.ways))
            return Effect(CHOOSE, said=ProgramWays(self._ways(choice.ways, found), choice, does))
        if not isinstance(effect.said, Branch):
            return effect
        then, otherwise = self._ways((effect.said.then, effect.said.instead), found)
        return Effect(IF, said=Fork(self._test(effect.said), then, otherwise))

    def _ways(self, ways: Sequence[Sequence[Effect]], found: list[Effect]) -> tuple[int, ...]:
        starts, ends = [], []
        for way in ways:
            starts.append(len(found))
            self._lay(way, found)
            ends.append(len(found))
            # Where it leads is known only when the last way is laid out.
            found.append(Effect(JUMP))
        for end in ends:
            found[end] = Effect(JUMP, said=len(found))
        return tuple(starts)

    def _does(self, way: Sequence[Effect]) -> Callable[[Position, Parties], bool]:
        """Whether a way would do anything as things stand; the word nothing is something."""
        if not all(isinstance(effect.said, Branch) for effect in way):
            return lambda state, parties: True
        branches = [effect.said for effect in way if isinstance(effect.said, Branch)]
        forks = [(self._test(b), self._does(b.then), self._does(b.instead)) for b in branches]
        return lambda state, parties: any(
            (then if test(state, parties) else otherwise)(state, parties)
            for test, then, otherwise in forks
        )

    def _test(self, said: Branch) -> Callable[[Position, Parties], bool]:
        sides = range(len(self._selectors.forces.side_ids))
        # The last is for nobody's eyes: that is the index of no side, -1.
        views = [self._selectors.fits(said.only, side) for side in (*sides, NOBODY)]
        holds, asks_for_units = self._conditions.test(said.holds), said.asks_for_units

        def test(state: Position, parties: Parties) -> bool:
            fits = views[seen_from(state, parties)]
            units = parties.attackers if said.who == "attacker" else parties.defenders

            def asked(state: Position) -> bool:
                there = (unit for unit in units if state.cells[unit])
                fit = not asks_for_units or any(fits(state, unit) for unit in there)
                return fit and holds(state)

            return in_roles(state, parties, asked) if in_play else asked(state)

        in_play = names_roles(said.only, said.holds)
        return test
