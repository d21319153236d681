"""What one side may know of a state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexwar.engine.action import Action

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hexwar.engine.decision import Decision
    from hexwar.engine.event import Event
    from hexwar.engine.queries import Preview
    from hexwar.engine.state import State


class View:
    """A state as one side sees it: to be looked at, not played.

    Hidden are the dice to come and, where a game shows only the top counter of a stack, the
    enemy units below it. ``legal_actions`` is empty while the other side chooses.
    """

    __slots__ = ("_hidden", "_state", "side")

    def __init__(self, state: State, side: str) -> None:
        side_ids = state.rules.side_ids
        if side not in side_ids:
            raise KeyError(f"there is no side {side}; the sides are {', '.join(side_ids)}")
        self._state = state
        self._hidden = state.rules.hidden(state, side_ids.index(side))
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

    def sees(self, unit: str) -> bool:
        """Whether this side can see the unit."""
        return not self._hidden >> self._state.rules.unit_index[unit] & 1

    def position(self, unit: str) -> str | None:
        """The unit's hex as far as this side knows."""
        return self._state.position(unit) if self.sees(unit) else None

    def units_at(self, number: str) -> tuple[str, ...]:
        """The units this side sees in a hex."""
        return tuple(unit for unit in self._state.units_at(number) if self.sees(unit))

    def hides(self, number: str) -> bool:
        """Whether a hex holds units that this side does not see: a stack, under its top counter."""
        return any(not self.sees(unit) for unit in self._state.units_at(number))

    def preview(self, attack: Action | str) -> Preview:
        """The preview of an attack or overrun as far as this side can tell.

        Where :meth:`hides` is true of the target, the preview ``hides`` units too: it is reckoned
        with those that are seen, and ``columns`` go from the lowest that the units out of sight
        can make of it to the one shown. :class:`IllegalAction` when the attack is illegal.
        """
        state = self._state
        action = Action.parse(attack) if isinstance(attack, str) else attack
        state.require_attack(action)
        return state.rules.preview_seen(state, state.rules.side_ids.index(self.side), action)

    def told(self, events: Iterable[Event]) -> list[Event]:
        """Events as this side learns of them: what it did not see is told without names.

        Each event knows who was hidden when it happened, so those of a whole game can be asked
        about at its end.
        """
        return [self._state.rules.told(event, self.side) for event in events]

    def legal_actions(self) -> Iterator[Action]:
        """The legal actions, when it is this side's choice."""
        return iter(self._state.legal_actions() if self.decision else ())

    def to_dict(self) -> dict[str, Any]:
        """The state's data without what the side may not know.

        While units are hidden, what the rules remember of single units is left out with them:
        it would tell where they came from and how they are.
        """
        data = self._state.to_dict()
        del data["dice"]
        if self._hidden:
            del data["this_phase"], data["this_game"]
        data["units"] = {unit: at for unit, at in data["units"].items() if self.sees(unit)}
        data["lost"] = {unit: steps for unit, steps in data["lost"].items() if self.sees(unit)}
        return data
