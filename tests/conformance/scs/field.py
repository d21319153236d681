"""Positions on the ground of ``tests/games/scs_field``, and how to ask about them.

Columns 1 to 5 of that ground are clear: whatever needs room only is set up there. The other
places have names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path

import hexwar
from hexwar.engine.dice import Dice
from hexwar.engine.event import Event
from hexwar.rules.combat.section import Combat
from hexwar.rules.game import Game
from hexwar.rules.state import State

FOLDER = Path(__file__).resolve().parents[2] / "games" / "scs_field"

CENTRE = "03.05"
RING = ("03.06", "04.06", "04.05", "03.04", "02.05", "02.06")
"""The clear hexes around ``CENTRE``, clockwise from the north."""

OUT_OF_SUPPLY = "out_of_supply"


@cache
def field() -> Game:
    """The ground, loaded once."""
    return hexwar.load_game(FOLDER)


def position(
    setup: Mapping[str, str],
    phase: str = "red_movement",
    *,
    turn: int = 1,
    dice: Sequence[int] | None = None,
    lost: Mapping[str, int] | None = None,
    unsupplied: Iterable[str] = (),
    options: Sequence[str] = (),
    game: Game | None = None,
) -> State:
    """A position at the beginning of a phase.

    ``lost`` gives the steps that units have lost, ``unsupplied`` names those that carry an Out of
    Supply marker, ``dice`` scripts the faces to come.
    """
    game = game or field()
    if not lost and not unsupplied:
        return game.start("field", options, setup=setup, phase=phase, turn=turn, dice=dice)
    rules = game.ruleset("field", options)
    state = State(rules, Dice.scripted(dice or ()))
    state.turn = turn
    for unit, number in setup.items():
        state.place(rules.frame.unit_index[unit], rules.frame.board.cell[number])
    for unit, steps in (lost or {}).items():
        state.lost[rules.frame.unit_index[unit]] = steps
    state.mark(OUT_OF_SUPPLY, sum(1 << rules.frame.unit_index[unit] for unit in unsupplied))
    state.events = []
    state.begin_turns(rules.frame.phase_ids.index(phase))
    state.settle()
    return state


def dice_for(column: str, result: str, game: Game | None = None) -> list[int]:
    """Two faces whose total gives this result in this column of the table."""
    combat = (game or field()).ruleset("field").frame.resolved.section(Combat)
    assert combat is not None
    index = combat.headings.index(column)
    for first, second in product(range(1, 7), repeat=2):
        if combat.table[first + second][index] == result:
            return [first, second]
    raise ValueError(f"there is no {result} in column {column}")


def path(*hexes: str) -> str:
    """The notation of a path."""
    return "-".join(hexes)


def refused(state: State, action: str) -> str:
    """The number of the case that forbids an action, which must be illegal, with a reason."""
    before = state.to_dict()
    violation = state.explain(action)
    assert violation is not None, f"{action} is legal"
    assert violation.message
    assert action not in state.legal_actions()
    assert action not in {str(listed) for listed in state.legal_actions()}
    assert state.to_dict() == before
    return violation.rule


def allowed(state: State, action: str) -> bool:
    """Whether an action is legal."""
    return action in state.legal_actions()


def listed(state: State, verb: str = "") -> set[str]:
    """The notation of the actions that are listed, all or those with one verb."""
    return {str(action) for action in state.legal_actions() if verb in ("", action.verb)}


def goals(state: State, unit: str) -> set[str]:
    """The hexes that the listed moves of one unit lead to."""
    return {
        action.hexes[-1]
        for action in state.legal_actions()
        if action.verb == "move" and action.units == (unit,)
    }


def play(state: State, *actions: str) -> list[Event]:
    """Apply actions one after the other; everything that happened."""
    return [event for action in actions for event in state.apply(action)]


def place_all(state: State) -> list[Event]:
    """Place whoever must be placed now, in the first hex there is; everything that happened."""
    events: list[Event] = []
    while state.must_enter(state.side_to_act or ""):
        events += state.apply(next(a for a in state.legal_actions() if a.verb == "enter"))
    return events


def until(state: State, phase: str) -> list[Event]:
    """End phases until this one begins; everything that happened.

    Who must be placed is, and stacks that became too large by it part.
    """
    events: list[Event] = []
    while state.phase != phase and not state.is_over:
        events += place_all(state) + part(state) + state.apply("done")
    return events


def part(state: State) -> list[Event]:
    """Move units out of hexes that hold more than three, until the phase can end; what happened."""
    events: list[Event] = []
    while not allowed(state, "done"):
        for action in state.legal_actions():
            hexes = [state.position(unit) for unit in action.units]
            if action.verb == "move" and any(len(state.units_at(h or "")) > 3 for h in hexes):
                events += state.apply(action)
                break
    return events


def kinds(events: Iterable[Event]) -> list[str]:
    """The kinds of events, in order."""
    return [event.kind for event in events]


def battle(events: Iterable[Event]) -> Event:
    """The first battle among these events."""
    return next(event for event in events if event.kind == "battle")


def odds_of(state: State, attack: str) -> str:
    """The column of a legal attack, as its preview heads it; empty below the table."""
    preview = state.preview(attack)
    return preview.headings[preview.column] if preview.column >= 0 else ""
