"""The phase that rolls for the initiative, and the phases of who has it and who has not.

The order of the sides is kept in the memory for the whole game; words such as `second` for the side
of a phase are read from it when the phase begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hexwar.definition.spelling import index_of_side
from hexwar.engine.queries import Recorded
from hexwar.engine.registry import FoundSide
from hexwar.engine.state import Position
from hexwar.engine.task import AutomaticTask, PhaseTask
from hexwar.rules.initiative.rules import RANKS, InitiativeRules
from hexwar.rules.initiative.section import PLACES


@dataclass(slots=True)
class InitiativePhase(AutomaticTask, PhaseTask):
    """All sides roll; nobody has to choose anything."""

    kind = "initiative"

    def begin(self, state: Position) -> None:
        """Roll for the initiative."""
        state.rules[InitiativeRules].roll(state)

    def settle(self, state: Position) -> bool:
        """It has been rolled for: end the phase."""
        state.end_phase()
        return False


def _at(place: int) -> Callable[[Position], int]:
    """The side in a place of the order."""
    return lambda state: state.rules[InitiativeRules].order(state)[place]


def _records(state: Position) -> Iterator[Recorded]:
    rules = state.rules.find(InitiativeRules)
    if rules is not None:
        names = [state.frame.side_names[side] for side in rules.order(state)]
        whose = names[0] if len(names) == 2 else ", ".join(names)
        yield Recorded("initiative", "Initiative", whose, whose)


PHASES = {"initiative": InitiativePhase}
PHASE_SIDES = {
    "initiative": FoundSide(_at(0), "the side with the initiative"),
    "others": FoundSide(_at(1), "the side without the initiative"),
    **{
        word: FoundSide(_at(place), f"the {word} side in the order of initiative")
        for word, place in PLACES.items()
    },
}


def _begins(state: Position, side: str) -> None:
    """Whoever starts a game says who has the initiative."""
    index, rules = index_of_side(state.frame.side_ids, side), state.rules.find(InitiativeRules)
    if rules is None:
        raise ValueError("there is no initiative in this game")
    rules.give(state, index)


BEGINNINGS = {"initiative": _begins}
SLOTS = (RANKS,)
RECORDS = (_records,)
