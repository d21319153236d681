"""Who may be put into which states by his side now: in reserve, in march order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import several
from hexwar.rules.sequence.moved import why_not_instead
from hexwar.rules.states.rules import StateRules
from hexwar.rules.states.section import States, Taking


class StatesTaken(NamedTuple):
    """The states that were taken in a phase, one name for each unit that took it."""

    names: tuple[str, ...] = ()


TAKEN = Slot("states_taken", StatesTaken(), lasts="phase")


class Offer(NamedTuple):
    """How a state is taken, compiled; ``fits`` as each side sees it."""

    said: Taking
    phases: frozenset[int]
    fits: tuple[Callable[[Position], int], ...]


class TakingRules:
    """States that sides put their units into (``take UNIT STATE``)."""

    __slots__ = ("_frame", "_offers", "_states")

    def __init__(
        self, frame: Frame, section: States, selectors: Selectors, states: StateRules
    ) -> None:
        self._frame, self._states = frame, states
        sides, forces = range(len(frame.side_ids)), selectors.forces

        def mine(said: Taking, side: int) -> Callable[[Position], int]:
            chosen, own = selectors.mask(said.only, side), forces.mask_of_side[side]
            return lambda state: chosen(state) & own

        self._offers = {
            name: Offer(
                unit_state.taken,
                frozenset(map(frame.phase_ids.index, unit_state.taken.phase)),
                tuple(mine(unit_state.taken, side) for side in sides),
            )
            for name, unit_state in section.by_id.items()
            if unit_state.taken is not None
        }

    def concerns(self, phase: int) -> bool:
        """Whether any state is ever taken in a phase."""
        return any(phase in offer.phases for offer in self._offers.values())

    def able(self, state: Position) -> Iterator[tuple[int, str]]:
        """The units that may take a state now, each with the state: state by state."""
        for name, offer in self._offers.items():
            if state.phase_index in offer.phases and not self._used_up(state, name):
                fitting = offer.fits[state.phase_side](state) & ~self._states.has(state, name)
                for unit in bits(fitting):
                    if state.cells[unit] and not why_not_instead(state, unit, "takes states"):
                        yield unit, name

    def why_not(self, state: Position, unit: int, name: str) -> Violation | None:
        """Why a unit does not take a state now; ``None`` if it may."""
        who, offer = self._frame.unit_ids[unit], self._offers.get(name)
        if offer is None:
            known = ", ".join(self._offers)
            return Violation("", f"No unit takes {name}; there are: {known}.", "states.taken")
        title = self._states.title(name)
        why = ""
        if self._frame.unit_side[unit] != state.phase_side:
            why = f"{who} belongs to the other side."
        elif state.phase_index not in offer.phases:
            why = f"{title} is not taken in this phase."
        elif not state.cells[unit]:
            why = f"{who} is not on the map."
        elif not offer.fits[state.phase_side](state) >> unit & 1:
            why = f"{who} does not take {title}."
        elif self._states.has(state, name) >> unit & 1:
            why = f"{who} is in this state already: {title}."
        elif self._used_up(state, name):
            most = several(offer.said.most or 0, "unit")
            why = f"{title}: {most} took it in this phase, the most there may be."
        else:
            why = why_not_instead(state, unit, "takes states")
        return Violation(self._states.cite(name), why, "states.taken") if why else None

    def take(self, state: Position, unit: int, name: str) -> None:
        """Put a unit into a state."""
        state.remember(TAKEN, StatesTaken((*state.memory[TAKEN].names, name)))
        self._states.put(state, name, 1 << unit)

    def _used_up(self, state: Position, name: str) -> bool:
        most = self._offers[name].said.most
        return most is not None and state.memory[TAKEN].names.count(name) >= most
