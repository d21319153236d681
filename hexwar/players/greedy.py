"""A computer player that plays for the objectives, one phase ahead.

It knows the rules of play and no game in particular: what it plays for comes from the victory
conditions, what an attack is worth from the combat table, where the enemy may strike from the
reach of his units. It looks at its own phase and the enemies' next, and at nothing beyond, and it
knows what its side sees and no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hexwar.engine import Action
from hexwar.engine.rules import Rules
from hexwar.players.campaign.commander import Commander
from hexwar.players.guess import guessed
from hexwar.players.outlook import Temper
from hexwar.players.patrol import Patrol
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces

FEW = 12
"""So many units on a side are few enough to compare whole arrangements of them."""


class GreedyPlayer:
    """Takes and holds objectives, gathers before it attacks, spares its units.

    ``temper`` says what it minds. The player remembers the plan of the phase that it is in, and
    plans again whenever the position is not the one it expected.
    """

    is_human = False

    def __init__(self, temper: Temper | None = None) -> None:
        self._patrol = Patrol(temper)
        self._commander = Commander()

    def choose(self, state: State, random: Random) -> Action:
        """A legal action; all chance in it comes from ``random``."""
        for action in self._wanted(state, random):
            if state.explain(action) is None:
                return action
        # Nothing that was wanted can be done: anything legal goes on with the game.
        return state.sample_action(random)

    def _wanted(self, state: State, random: Random) -> Iterator[Action]:
        rules = state.rules
        if not isinstance(rules, Rules):
            return
        side = state.agenda[-1].side(state)
        seen = guessed(state, side)
        if not _counts_units(rules):
            yield from self._commander.wanted(seen, rules, side, random)
            return
        action = self._patrol.wanted(seen, rules, random)
        if action is not None:
            yield action


def _counts_units(rules: Rules) -> bool:
    """Whether units are few and all alike: one step each, and each counts one."""
    combat = rules.frame.resolved.combat
    return (
        (combat is None or combat.strength == "units")
        and max(rules[Forces].steps, default=1) == 1
        and all(len(units) <= FEW for units in rules[Forces].of_side)
    )
