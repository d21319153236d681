"""Going through a hex that an overrun has not cleared, and on to a hex beyond it.

An overrun that leaves the enemy in his hex may let the attackers pass: from the hex they came from,
through the target, to a hex behind it. They are asked stack by stack, until all have gone or it is
declined.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.notation import GOING, Verb, where
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.language.wording import every
from hexwar.rules.overrun.rules import OverrunRules
from hexwar.rules.overrun.section import Overrun

PASS, VERB = Action("pass"), "through"


@dataclass(slots=True)
class GoingThrough(Task):
    """Units that have overrun a hex in vain may go through it: ``through UNITS HEX``, or ``pass``.

    They all stand in the cell ``origin``; ``target`` is the hex that they have overrun.
    """

    kind = "through"
    is_offer = True
    units: tuple[int, ...]
    origin: int
    target: int

    def _options(self, state: Position) -> dict[int, int]:
        """The units that can go through, each with the mask of the hexes beyond."""
        beyond, near = state.rules[OverrunRules].beyond, state.near
        key = (VERB, self.units, self.target)
        options: dict[int, int] | None = near.get(key)
        if options is None:
            masks = {unit: beyond(state, unit, self.target) for unit in self._present(state)}
            options = near[key] = {unit: mask for unit, mask in masks.items() if mask}
        return options

    def _present(self, state: Position) -> list[int]:
        return [unit for unit in self.units if state.cells[unit] == self.origin]

    def settle(self, state: Position) -> bool:
        """A choice while somebody can go; then the overrun is over."""
        if self._options(state):
            return True
        self._close(state)
        return False

    def _close(self, state: Position) -> None:
        state.agenda.pop()
        if not isinstance(state.agenda[-1], GoingThrough):
            state.rules[OverrunRules].is_over(state)

    def side(self, state: Position) -> int:
        """Whose units they are."""
        return state.frame.unit_side[self.units[0]]

    def decision(self, state: Position) -> Decision:
        """Who may go on, and to which hexes."""
        ids, number = state.frame.unit_ids, state.frame.board.number
        options = self._options(state)
        names = tuple(ids[unit] for unit in options)
        hexes = sorted({number[cell] for mask in options.values() for cell in bits(mask)})
        return self.asks(
            state,
            f"{number[self.target]} is held: {every(names)} may go through it and on, or pass.",
            units=names,
            hexes=tuple(hexes),
            may_decline=True,
        )

    def pass_says(self, state: Position) -> str:
        """They stay where they are."""
        return "Stay here"

    def actions(self, state: Position) -> Iterator[Action]:
        """All together, then unit by unit, hexes in map order; then ``pass``."""
        options = self._options(state)
        for units in [tuple(options)] * (len(options) > 1) + [(unit,) for unit in options]:
            for cell in bits(state.rules[OverrunRules].all_beyond(state, units, self.target)):
                yield self._action(state, units, cell)
        yield PASS

    def _action(self, state: Position, units: tuple[int, ...], cell: int) -> Action:
        names = tuple(state.frame.unit_ids[unit] for unit in units)
        return Action(VERB, names, (state.frame.board.number[cell],))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why units may not go through to a hex."""
        if action == PASS:
            return None
        if action.verb != VERB:
            return state.out_of_turn(action)
        rules, present = state.rules[OverrunRules], self._present(state)
        units = tuple(state.frame.unit_index[name] for name in action.units)
        for unit, name in zip(units, action.units, strict=True):
            if unit not in present:
                return rules.refuse("through", f"{name} has not overrun just now.")
        if len(action.hexes) != 1:
            return Violation("", f"Write: {VERB} UNIT HEX.", "notation")
        return rules.why_not_beyond(state, units, self.target, action.hexes[0])

    def sample(self, state: Position, random: Random) -> Action:
        """One unit or none; then one of its hexes."""
        options = list(self._options(state).items())
        drawn = int(random.random() * (len(options) + 1))
        if drawn == len(options):
            return PASS
        unit, mask = options[drawn]
        return self._action(state, (unit,), state.frame.board.draw(mask, random))

    def perform(self, state: Position, action: Action) -> None:
        """Let units go through, and ask the others; or end it."""
        if action == PASS:
            self._close(state)
            return
        units = tuple(sorted(state.frame.unit_index[name] for name in action.units))
        cell = state.frame.board.cell[action.hexes[0]]
        state.rules[OverrunRules].go_through(state, units, self.target, cell)


def _line(action: Action, state: Position) -> str:
    plural = "" if len(action.units) > 1 else "es"
    return f"{every(action.units)} go{plural} through to {action.hexes[-1]}"


GOING_ON = {
    VERB: Verb(
        GOING,
        "goal",
        _line,
        does="go through a hex that was overrun in vain",
        needs=where(Overrun, lambda overrun: overrun.through == "allowed"),
    )
}
