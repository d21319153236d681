"""A draw by agreement: offered at any time, in every game, and taken or refused at once.

An offer interrupts any decision. The other sides answer one after the other, and play goes on where
it was unless all of them agree. Each side may offer once in a turn: a side that offered again and
again would keep the others from playing. No section of a game asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from hexwar.definition.grammar import Plural, in_prose, opening
from hexwar.engine.action import Action, Decision
from hexwar.engine.notation import BARE, Verb
from hexwar.engine.registry import AnyTime
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.language.wording import every

DRAW, ACCEPT, PASS = Action("draw"), Action("accept"), Action("pass")


class Offered(NamedTuple):
    """The mask of the sides that have offered a draw in this turn."""

    sides: int = 0


OFFERED = Slot("draw_offered", Offered(), lasts="turn")


@dataclass(slots=True)
class DrawOffered(Task):
    """A side has offered a draw; those ``asked`` (indices) answer in their order."""

    kind = "draw_offered"
    is_offer = True
    by: int
    asked: tuple[int, ...]

    def settle(self, state: Position) -> bool:
        """There is always something to choose."""
        return True

    def side(self, state: Position) -> int:
        """The next of those asked."""
        return self.asked[0]

    def decision(self, state: Position) -> Decision:
        """Whether to agree."""
        offers = opening(state.frame.side_names[self.by], "offers")
        return self.asks(state, f"{offers} a draw. Agree, or decline.", may_decline=True)

    def actions(self, state: Position) -> Iterator[Action]:
        """``accept``, ``pass``."""
        return iter((ACCEPT, PASS))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Nothing else is possible before there is an answer."""
        return None if action.verb in (ACCEPT.verb, PASS.verb) else state.out_of_turn(action)

    def pass_says(self, state: Position) -> str:
        """The game goes on."""
        return "Decline the draw"

    def perform(self, state: Position, action: Action) -> None:
        """Go on where the offer was made, ask the next, or end the game when all agree."""
        state.agenda.pop()
        names, answers = state.frame.side_names, self.asked[0]
        if action.verb == PASS.verb:
            state.tell("draw_declined", "", f"{opening(names[answers], 'declines')} the draw.")
        elif rest := self.asked[1:]:
            state.tell("draw_accepted", "", f"{opening(names[answers], 'agrees')} to a draw.")
            state.agenda.append(replace(self, asked=rest))
        else:
            agreed = every(in_prose(names[side]) for side in state.frame.played)
            state.finish(None, f"{opening(Plural(agreed), 'agrees')} on a draw.", "")


def _other_sides(state: Position, side: int) -> tuple[int, ...]:
    """The sides that a side has to agree with; neutral sides have no say."""
    played = state.frame.played
    return tuple(other for other in played if other != side) if side in played else ()


def _why_no_offer(state: Position, side: int, action: Action) -> Violation | None:
    """No side is asked twice in a turn, nor answers an offer with another."""
    if isinstance(state.agenda[-1], DrawOffered):
        return state.out_of_turn(action)
    name = state.frame.side_names[side]
    if not _other_sides(state, side):
        return Violation("", "There is nobody to agree on a draw with.", "draw.nobody")
    if state.memory[OFFERED].sides >> side & 1:
        text = f"{opening(name, 'has')} offered a draw in this turn already."
        return Violation("", text, "draw.again")
    return None


def _offer(state: Position, action: Action) -> None:
    """The verb ``draw``: the side that is to choose offers a draw, which all others answer."""
    # The side that is to choose now, no matter what.
    side = state.agenda[-1].side(state)
    state.remember(OFFERED, Offered(state.memory[OFFERED].sides | 1 << side))
    offers = opening(state.frame.side_names[side], "offers")
    state.tell("draw_offered", "", f"{offers} a draw.", side=state.frame.side_ids[side])
    state.agenda.append(DrawOffered(side, _other_sides(state, side)))


def _always(game: object) -> bool:
    return True


VERBS = {
    "draw": Verb(
        BARE, label=lambda action, state: "Offer a draw", does="offer a draw", needs=_always
    ),
    "accept": Verb(
        BARE,
        label=lambda action, state: "Agree on a draw",
        does="agree on a draw that is offered",
        needs=_always,
    ),
}
TASKS = {"draw_offered": DrawOffered}
SLOTS = (OFFERED,)
ANYTIME = {"draw": AnyTime(_why_no_offer, _offer)}
