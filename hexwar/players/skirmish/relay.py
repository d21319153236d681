"""Bringing those who are escorted off the map, from friend to friend: who acts yet takes over.

What counts is the hexes of way that are left when everybody has moved in this turn. So a unit that
escorts goes to where a friend can take over who comes farther, and hands over when it has gone
there.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine import Action
from hexwar.players.skirmish.outlook import Rank, UnitOutlook
from hexwar.rules.activation.rules import has_acted
from hexwar.rules.escort.rules import EscortRules
from hexwar.rules.escort.section import Escort
from hexwar.rules.movement.modes import ModeRules


def relayed(outlook: UnitOutlook, unit: int) -> dict[int, float]:
    """What it is worth to a unit that escorts somebody to come to cells where a friend that is
    still to act can take over, who then comes farther.
    """
    way, section = outlook.way_out(unit), outlook.rules.frame.resolved.section(Escort)
    escort = outlook.rules.find(EscortRules)
    if way is None or section is None or section.hand_over is None or escort is None:
        return {}
    away, worth_a_hex = way
    state, survey, gains = outlook.state, outlook.survey, dict[int, float]()
    if not escort.with_unit(state, unit):
        return gains
    for friend in outlook.mine:
        if friend != unit and escort.may_escort(state, friend) and _moves_yet(outlook, friend):
            # Worth as many hexes as the friend, who moves on from there, comes farther.
            then = _left(outlook, friend, away, moves=True)
            near = survey.within(state.cells[friend], section.hand_over)
            for cell in survey.board.cells(near):
                gains[cell] = max(gains.get(cell, 0.0), worth_a_hex * (away[cell] - then))
    return gains


def handing_over(
    outlook: UnitOutlook, unit: int, actions: list[Action], *, moved: bool
) -> Iterator[Rank]:
    """Hand over to who brings them farther, or is in less danger."""
    way = outlook.way_out(unit)
    if way is None:
        return
    away, worth_a_hex = way
    cells, index = outlook.state.cells, outlook.rules.frame.unit_index
    keeps = _left(outlook, unit, away, moves=not moved and _moves_yet(outlook, unit))
    danger = outlook.danger(unit, cells[unit])
    for action in actions:
        to = index[action.units[1]]
        gives = _left(outlook, to, away, moves=_moves_yet(outlook, to))
        safer = danger - outlook.danger(to, cells[to])
        yield worth_a_hex * (keeps - gives) + safer, (action,)


def _moves_yet(outlook: UnitOutlook, unit: int) -> bool:
    """Whether a unit may still move in this turn."""
    state = outlook.state
    return not has_acted(state, unit) and outlook.rules[ModeRules].why_not(state, unit) is None


def _left(outlook: UnitOutlook, unit: int, away: list[int], *, moves: bool) -> float:
    """How many hexes of way a unit has left when it has moved, if it does."""
    here = away[outlook.state.cells[unit]]
    return max(0.0, here - outlook.stride(unit)) if moves else here
