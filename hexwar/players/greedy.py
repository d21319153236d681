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
from hexwar.players.asked import Asked
from hexwar.players.campaign.player import campaign
from hexwar.players.guess import guessed
from hexwar.players.patrol.outlook import Priorities
from hexwar.players.patrol.player import patrol
from hexwar.players.skirmish.player import skirmish
from hexwar.rules.combat.section import Combat
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces
from hexwar.rules.victory.prospect import go_for_enemies

FEW = 12
"""So many units on a side are few enough to compare whole arrangements of them."""


class GreedyPlayer:
    """Takes and holds objectives, gathers before it attacks, spares its units.

    ``priorities`` says what it minds. The player remembers the plan of the phase that it is in, and
    plans again whenever the position is not the one it expected. Decisions that it has never
    heard of it tries out.
    """

    is_human = False

    def __init__(self, priorities: Priorities | None = None) -> None:
        self._patrol = patrol(priorities)
        self._campaign = campaign()
        self._skirmish = skirmish()

    def choose(self, state: State, random: Random) -> Action:
        """A legal action; all chance in it comes from ``random``."""
        side = state.agenda[-1].side(state)
        asked = Asked(guessed(state, side), side, random)
        for action in self._wanted(asked):
            if state.explain(action) is None:
                return action
        # Nothing that was wanted can be done: anything legal goes on with the game.
        return state.sample_action(random)

    def _wanted(self, asked: Asked) -> Iterator[Action]:
        """Actions in order of preference, by the way in which units are led in this game."""
        if go_for_enemies(asked.rules.frame.resolved):
            return self._skirmish.wanted(asked)
        if _counts_units(asked.rules):
            return self._patrol.wanted(asked)
        return self._campaign.wanted(asked)


def _counts_units(rules: Rules) -> bool:
    """Whether units are few and all alike: one step each, and each counts one."""
    combat = rules.frame.resolved.section(Combat)
    return (
        (combat is None or combat.strength == "units")
        and max(rules[Forces].steps, default=1) == 1
        and all(len(units) <= FEW for units in rules[Forces].of_side)
    )
