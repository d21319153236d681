"""Units that stand in the enemy's way stay there, where much would lie open without them.

Places are judged by what the enemy can do as all stand now. As long as units bar his way, what lies
behind them seems safe, and each of them seems free to leave. So a plan of movement is looked at
once more as it would leave the map. If more of what the side has can be taken then than if all
stayed, the units that the enemy can reach stay, except those that gain more by going than is lost
without them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from hexwar.players.campaign.assessment import Assessment
from hexwar.rules.control.rules import ControlRules
from hexwar.rules.state import State

OPENED = 0.01
"""A plan that opens less than this, in parts of a victory, is left as it is."""

FREE = 0.01
"""A unit that bars the way with others goes only if it gains so much more than is lost by it."""


def called_back(
    assessment: Assessment,
    plan: Mapping[int, int],
    gains: Mapping[int, float],
    committed: Collection[int],
) -> set[int]:
    """Those units of a plan (unit to cell) that had better stay; ``gains``: what each gains by its
    move. Units that are ``committed`` to an attack go.
    """
    screen = Screening(assessment)
    stake, open_to_foes = screen.stake(plan)
    cells = assessment.state.cells
    back = {
        unit
        for unit in plan.keys() - committed
        if assessment.attack[unit] and open_to_foes >> cells[unit] & 1
    }
    if not back or stake < OPENED:
        return set()
    # No unit by itself shows what all bar together, so this begins with all of them.
    needed = {unit: screen.needed(gains.get(unit, 0.0), unit, plan[unit]) for unit in back}
    least, _ = screen.stake({unit: cell for unit, cell in plan.items() if unit not in back})
    for unit in sorted(back, key=lambda unit: (-needed[unit], unit)):
        others_back = back - {unit}
        without, _ = screen.stake(
            {goer: at for goer, at in plan.items() if goer not in others_back}
        )
        if without - least < needed[unit] - FREE:
            back, least = others_back, without
    return back if stake - least >= OPENED else set()


class Screening:
    """What the enemy may take, by where the units of a side go."""

    def __init__(self, assessment: Assessment) -> None:
        self._assessment = assessment
        self._seen: State = assessment.state
        rules = assessment.tables.rules
        control, board = rules.find(ControlRules), rules.frame.board
        screened = 0
        if control:
            for cell in assessment.tables.field.goals.kept:
                screened |= board.bit[cell]
        self._kept = screened & control.held(self._seen, assessment.side) if control else 0

    def needed(self, gain: float, unit: int, cell: int) -> float:
        """What is left of a gain without what it seems worth to stand in an empty hex that the side
        keeps anyway, as no enemy comes to it.
        """
        idle = (self._kept & ~self._assessment.entered) >> cell & 1
        return gain - self._assessment.holding(cell, [unit]) if idle else gain

    def stake(self, plan: Mapping[int, int]) -> tuple[float, int]:
        """What the enemy may take when units have gone where a plan sends them, and where he can
        then come to, or beside (a mask).
        """
        then = self._seen.clone()
        for unit, cell in plan.items():
            if then.cells[unit] != cell:
                then.place(unit, cell)
        then.forget_computed()
        before = self._assessment
        after = Assessment(before.tables, then, before.side, before.horizon, before.priorities)
        after.appraise()
        board = before.tables.rules.frame.board
        stake = before.priorities.barring * after.at_stake(self._kept)
        return stake, board.expand(after.entered) | after.entered
