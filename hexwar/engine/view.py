"""What one side may know of a state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hexwar.engine.action import Action
    from hexwar.engine.decision import Decision
    from hexwar.engine.state import State


class View:
    """A state as one side sees it: to be looked at, not played.

    No mechanism of this version hides a unit, so both sides see every counter; what stays
    hidden is the dice to come. ``legal_actions`` is empty while the other side chooses.
    """

    __slots__ = ("_state", "side")

    def __init__(self, state: State, side: str) -> None:
        if side not in state.rules.side_ids:
            raise KeyError(
                f"there is no side {side}; the sides are {', '.join(state.rules.side_ids)}"
            )
        self._state = state
        self.side = side

    @property
    def turn(self) -> int:
        """The turn, from 1."""
        return self._state.turn

    @property
    def phase(self) -> str:
        """The id of the current phase."""
        return self._state.phase

    @property
    def decision(self) -> Decision | None:
        """The choice, when it is this side's."""
        return self._state.decision if self._state.side_to_act == self.side else None

    def position(self, unit: str) -> str | None:
        """The unit's hex as far as this side knows."""
        return self._state.position(unit)

    def units_at(self, number: str) -> tuple[str, ...]:
        """The units this side sees in a hex."""
        return self._state.units_at(number)

    def legal_actions(self) -> Iterator[Action]:
        """The legal actions, when it is this side's choice."""
        return iter(self._state.legal_actions() if self.decision else ())

    def to_dict(self) -> dict[str, Any]:
        """The state's data without what the side may not know."""
        data = self._state.to_dict()
        del data["dice"]
        return data
