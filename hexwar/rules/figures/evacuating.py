"""Casualties taken off the table: a figure that can fight goes with one that cannot, as a party.

The party is a counter that begins off the map. It takes two figures out of the unit, and moves and
counts as any unit from then on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from hexwar.engine.action import Action
from hexwar.engine.frame import Frame
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import Violation
from hexwar.rules.figures.rules import FigureRules
from hexwar.rules.figures.section import Figures
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.sequence.contribution import ActivationContribution, When

EVACUATE = "evacuate"


class Evacuation(ActivationContribution):
    """``evacuate UNIT HEX``: an effective figure of a unit that acts leaves it for a hex beside it
    with one of its casualties; they are a unit of their own from then on.
    """

    __slots__ = ("_figures", "_frame", "_movement", "_parties", "_section")
    verbs: ClassVar[frozenset[str]] = frozenset({EVACUATE})
    when: ClassVar[When] = "free"

    def __init__(
        self, frame: Frame, section: Figures, figures: FigureRules, movement: MovementRules
    ) -> None:
        self._frame, self._section = frame, section
        self._figures, self._movement = figures, movement
        evacuation = section.evacuation
        self._parties = tuple(
            frame.unit_index[name] for name in (evacuation.units if evacuation else ())
        )

    def concerns(self, phase: int) -> bool:
        """Wherever units act, in games in which casualties are evacuated."""
        return bool(self._parties)

    def actions(self, state: Position, unit: int) -> Iterator[Action]:
        """The hexes beside it where a party may form, in map order."""
        party = self._party(state, unit)
        if party is None or self._why_not_unit(state, unit) is not None:
            return
        name = self._frame.unit_ids[unit]
        for number in self._frame.board.numbers(self._hexes(state, unit, party)):
            yield Action(EVACUATE, (name,), (number,))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why nobody is evacuated there."""
        if len(action.units) != 1 or len(action.hexes) != 1:
            return Violation("", f"Write: {EVACUATE} UNIT HEX.", "notation")
        name = action.units[0]
        unit = self._frame.unit_index[name]
        refused = self._why_not_unit(state, unit)
        if refused is not None:
            return refused
        party = self._party(state, unit)
        if party is None:
            return self._refuse("There is no counter left for those who are evacuated.")
        cell = self._frame.board.cell[action.hexes[0]]
        if self._hexes(state, unit, party) >> cell & 1:
            return None
        return self._refuse(f"{action.hexes[0]} is not a free hex beside {name}.")

    def _why_not_unit(self, state: Position, unit: int) -> Violation | None:
        name = self._frame.unit_ids[unit]
        if unit in self._parties:
            return self._refuse(f"{name} is on its way already.")
        if not self._figures.effective(state, unit):
            return self._refuse(f"{name} has no effective figure to go along.")
        if not self._casualties(state, unit):
            return self._refuse(f"{name} has no casualty to take away.")
        if self._couple(state, unit) is None:
            return self._refuse(f"{name} has nobody left who could go along.")
        return state.forbidden(unit, "move")

    def _refuse(self, message: str) -> Violation:
        rule = self._section.cite.get("evacuation", "")
        return Violation(rule, message, "figures.evacuation")

    def _casualties(self, state: Position, unit: int) -> list[int]:
        """The conditions, by their places, of casualties that can be taken, as they are named."""
        evacuation, counts = self._section.evacuation, self._figures.counts(state, unit)
        places = [
            self._figures.place(name) for name in (evacuation.condition if evacuation else ())
        ]
        return [place for place in places if counts[place]]

    def _couple(self, state: Position, unit: int) -> tuple[int, int] | None:
        """The conditions of who goes along and of who is taken: the worst figure that can fight,
        and the first casualty named. Nobody goes along with himself.
        """
        counts = self._figures.counts(state, unit)
        for casualty in self._casualties(state, unit):
            for fit in reversed(self._figures.effective_in):
                # A wounded figure may still fight: then there must be two of them.
                if counts[fit] > (fit == casualty):
                    return fit, casualty
        return None

    def _party(self, state: Position, unit: int) -> int | None:
        """The first counter of the unit's side that is free."""
        side = self._frame.unit_side[unit]
        for party in self._parties:
            # A counter that was used keeps its figures when it leaves the map, and does not come
            # again.
            unused = state.cells[party] == OFF_MAP and not sum(self._figures.counts(state, party))
            if unused and self._frame.unit_side[party] == side:
                return party
        return None

    def _hexes(self, state: Position, unit: int, party: int) -> int:
        """Mask of the free hexes beside a unit."""
        side, movement = self._frame.unit_side[unit], self._movement
        near = self._frame.board.adjacent[state.cells[unit]] & movement.costs[party].passable
        return near & ~state.enemies_of(side) & ~movement.stacking.full(state, party)

    def perform(self, state: Position, action: Action) -> None:
        """Let the party form."""
        unit = self._frame.unit_index[action.units[0]]
        party, couple = self._party(state, unit), self._couple(state, unit)
        if party is None or couple is None:
            raise LookupError(f"nobody of {action.units[0]} can be evacuated")
        cell = self._frame.board.cell[action.hexes[0]]
        self._figures.transfer(state, unit, party, couple)
        state.place(party, cell)
        if state.events is not None:
            names = self._frame.unit_ids
            text = f"{names[party]} leaves {names[unit]} with a casualty, for {action.hexes[0]}."
            rule = self._section.cite.get("evacuation", "")
            state.tell("evacuated", rule, text, unit=names[party], hex=action.hexes[0])


def label(action: Action, state: Position) -> str:
    """The action as a line of a list."""
    return f"{action.units[0]} sends a casualty off by {action.hexes[-1]}"
