"""A computer player that plays for the objectives, one phase ahead.

It knows the rules of play and no game in particular: what it plays for comes from the victory
conditions, what an attack is worth from the combat table, where the enemy may strike from the
reach of his units. It looks at its own phase and the enemies' next, and at nothing beyond, and it
knows what its side sees and no more.

Three ways of leading units stand behind it (:data:`WAYS`), each with deciders of its own by kind of
decision; which one is taken depends on the game alone. Below stands what is guessed of what hides,
and when a draw is agreed on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from functools import lru_cache, partial
from random import Random
from typing import Any

from hexwar.engine import Action
from hexwar.engine.rules import Rules
from hexwar.players.campaign import assessment
from hexwar.players.campaign.player import campaign
from hexwar.players.decider import Briefing, Effort
from hexwar.players.deciding import Deciders
from hexwar.players.learned import Learning, unlearned
from hexwar.players.patrol import outlook as patrol_outlook
from hexwar.players.patrol.player import patrol
from hexwar.players.skirmish import outlook as skirmish_outlook
from hexwar.players.skirmish.player import skirmish
from hexwar.rules.agreement import ACCEPT, PASS, DrawOffered
from hexwar.rules.combat.section import Combat
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces
from hexwar.rules.victory.rules import go_for_enemies

FEW = 12
"""So many units on a side are few enough to compare whole arrangements of them."""


Temper = Mapping[str, Callable[[Rules, Any], Any]]
"""By way of leading units: what is minded in a game, given the usual priorities of that way."""

Unwanted = Callable[[Action], bool]
"""Whether an action is not to be taken as long as there is another."""


def nothing(action: Action) -> bool:
    """No action is unwanted."""
    return False


ONWARDS = 0.3
"""The share of thought of the player that shows what can be done with a choice."""


class GreedyPlayer:
    """Takes and holds objectives, gathers before it attacks, spares its units.

    ``temper`` says what it minds otherwise than usual. ``effort``, above 0 and at most 1, is the
    share of thought that it gives to a decision: a small one for the many games that a search plays
    out. The player remembers the plan of the phase that it is in, and plans again whenever the
    position is not the one it expected. Decisions that it has never heard of it tries out.

    ``in_world``: the states that it is shown are worlds, in which nothing is hidden from anybody:
    it thinks with them as they are, and makes no copy of what its side sees. ``varied``: it minds
    each thing more or less than usual, as drawn. ``unwanted`` tells of an action that it must not
    be taken while there is another that it would take. ``learned``: what it has learned of a game,
    by which each side minds things more or less. ``name``: what saves call it.
    """

    is_human = False

    def __init__(
        self,
        *,
        temper: Temper | None = None,
        effort: float = 1.0,
        in_world: bool = False,
        varied: Random | None = None,
        unwanted: Unwanted = nothing,
        learned: Learning = unlearned,
        name: str = "greedy",
    ) -> None:
        self._learned, self.name = learned, name
        self._temper, self._varied, self._unwanted = temper or {}, varied, unwanted
        self._effort, self._in_world = Effort(effort), in_world
        self._deciders: dict[str, Deciders[Any]] = {}

    def choose(self, state: State, random: Random) -> Action:
        """A legal action; all chance in it comes from ``random``."""
        answer = answered(state)
        if answer is not None:
            return answer
        side = state.agenda[-1].side(state)
        seen = state if self._in_world else guessed(state, side)
        briefing = Briefing(seen, side, random, self._effort)
        # Deciders are asked no further than to the first action that can be done.
        for action in self._wanted(briefing):
            if not self._unwanted(action) and state.explain(action) is None:
                return action
        # Nothing that was wanted can be done: anything legal goes on with the game.
        return state.sample_action(random)

    def _wanted(self, briefing: Briefing) -> Iterator[Action]:
        """Actions in order of preference, by the way in which units are led in this game."""
        way, side = way_of(briefing.rules), briefing.rules.frame.side_ids[briefing.side]
        learned = self._learned(briefing.rules).get(side)
        weights = learned if learned is not None and learned.way == way else None
        # Sides that mind the same share their deciders; what a side has learned is its own.
        key = way if weights is None else f"{way} {side}"
        deciders = self._deciders.get(key)
        if deciders is None:
            # Deciders remember plans, so each way is made once, with what this player minds.
            make, minded = WAYS[way]
            if way in self._temper:
                minded = self._temper[way](briefing.rules, minded)
            if weights is not None:
                minded = weights.applied(minded)
            if self._varied is not None:  # for a search, which wants plans unlike one another
                usual = {field.name: getattr(minded, field.name) for field in fields(minded)}
                draw = self._varied.lognormvariate
                varied = {name: value * draw(0, VARIED) for name, value in usual.items()}
                minded = replace(minded, **varied)
            deciders = self._deciders[key] = make(minded)
            deciders.onwards = partial(
                GreedyPlayer,
                temper=self._temper,
                effort=ONWARDS,
                in_world=True,
                learned=self._learned,
            )
        return deciders.wanted(briefing)


VARIED = 0.6
"""The spread of the logarithm of what a varied player minds."""


WAYS: dict[str, tuple[Callable[[Any], Deciders[Any]], Any]] = {
    "patrol": (patrol, patrol_outlook.PatrolPriorities()),
    "campaign": (campaign, assessment.CampaignPriorities()),
    "skirmish": (skirmish, skirmish_outlook.SkirmishPriorities()),
}
"""The ways in which units are led, each with what is minded in it."""


@lru_cache(maxsize=64)
def way_of(rules: Rules) -> str:
    """The way in which units are led in a game."""
    if go_for_enemies(rules.frame.resolved):
        return "skirmish"
    combat = rules.frame.resolved.section(Combat)
    units_count = combat is None or combat.strength == "units"
    one_step_each = max(rules[Forces].steps, default=1) == 1
    are_few = all(len(units) <= FEW for units in rules[Forces].of_side)
    return "patrol" if units_count and one_step_each and are_few else "campaign"


def guessed(state: State, side: int) -> State:
    """A state to think with, made of what a side sees and of nothing else.

    Where a stack hides something, one of the enemy's units that are not in sight is taken to be
    there, at full strength, whichever comes first in the order of battle.
    """
    rules = state.rules
    seen = state.seen_by(rules.frame.side_ids[side])
    hiding = seen.hiding(side)
    unseen = [
        unit
        for unit, owner in enumerate(rules.frame.unit_side)
        if owner != side and not seen.cells[unit] and not seen.eliminated >> unit & 1
    ]
    for owner, occupied in enumerate(seen.occupied):
        for cell in rules.frame.board.cells(occupied & hiding if owner != side else 0):
            # One for each such stack: how many there are is not seen.
            unit = next((u for u in unseen if rules.frame.unit_side[u] == owner), None)
            if unit is not None:
                unseen.remove(unit)
                seen.place(unit, cell)
    return seen


# -- whether a computer player agrees on a draw: when it no longer believes in winning -------------


EARLY, LATE = 0.2, 0.05
"""By how much its chance has to be below one half, in the first turn and in the last."""


def answered(state: State) -> Action | None:
    """What is answered to the offer of a draw; None where the decision is of another kind.

    A draw is worth one half; early, when much can still turn, no less a chance is given up for it.
    """
    if state.agenda[-1].kind != DrawOffered.kind:
        return None
    played = (state.turn - 1) / max(1, state.frame.turns - 1)
    short = EARLY + (LATE - EARLY) * played
    return ACCEPT if state.evaluate(state.side_to_act or "") < 0.5 - short else PASS
