"""Section ``lessons``: which actions a step waits for.

A step names an action in full, by its notation, or only what matters of it: the verb, the units,
where it leads.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine.action import Action
from hexwar.engine.notation import verbs
from hexwar.engine.state import Position
from hexwar.engine.violation import IllegalAction
from hexwar.hexmap import HexMap
from hexwar.rules.language.wording import every, in_words
from hexwar.rules.lessons.section import Expected


def fits(wanted: str | Expected, action: Action, board: HexMap) -> bool:
    """Whether an action is what a step waits for.

    Where no way of moving is asked for, any will do: ``move A 0703`` is also a move there by a
    path.
    """
    if isinstance(wanted, Expected):
        return (
            wanted.verb in ("", action.verb)
            and (not wanted.units or set(wanted.units) == set(action.units))
            and (not wanted.to or not _hexes_reached(action).isdisjoint(_area(wanted.to, board)))
        )
    asked = Action.parse(wanted)
    if (asked.verb, asked.name) != (action.verb, action.name):
        return False
    if set(asked.units) != set(action.units):
        return False
    by_a_path = len(asked.hexes) > 1 and verbs()[asked.verb].points_at != "target"
    return (
        asked.hexes == action.hexes
        if by_a_path
        else _hexes_reached(asked) == _hexes_reached(action)
    )


def fitting(wanted: str | Expected, state: Position) -> Iterator[Action]:
    """The legal actions that a step waits for, as far as they are listed or can be guessed."""
    if isinstance(wanted, str):
        try:
            asked = Action.parse(wanted)
        except IllegalAction:
            return
        if state.explain(asked) is None:
            yield asked
        return
    board = state.resolved.map
    listed = [action for action in state.legal_actions() if fits(wanted, action, board)]
    if not listed and wanted.verb and wanted.units:  # many units together are not listed
        places = sorted(_area(wanted.to, board)) if wanted.to else board.numbers
        guessed = (Action(wanted.verb, wanted.units, (number,)) for number in places)
        listed = [action for action in guessed if state.explain(action) is None]
    yield from listed


def asked_for(wanted: str | Expected) -> str:
    """What a step waits for in a few words: its notation, or what is common to all that fits."""
    if isinstance(wanted, str):
        return wanted
    to = f" to {in_words(wanted.to)}" if wanted.to else ""
    return f"{wanted.verb or 'act'} {'with ' if not wanted.verb else ''}{every(wanted.units)}{to}"


def _hexes_reached(action: Action) -> set[str]:
    """The hex where an action ends, or those that it is aimed at."""
    target = verbs()[action.verb].points_at == "target"
    return set(action.hexes if target else action.hexes[-1:])


def _area(place: str, board: HexMap) -> set[str]:
    """The hexes of a region, or one hex."""
    return {place} if place in board else set(board.region(place))
