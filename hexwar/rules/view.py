"""What one side may know of a state.

A view answers the questions of :class:`~hexwar.rules.questions.Questions` from what its side sees:
the dice to come and hidden units are left out before anything is reckoned, not cut from the answer,
so that no answer can tell of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hexwar.definition.grammar import in_prose
from hexwar.definition.spelling import index_of_side, named
from hexwar.engine.action import Action, Decision, as_action
from hexwar.engine.event import Event
from hexwar.engine.queries import LegalActions, Preview, Status, UnderWay
from hexwar.engine.registry import Previewing
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.questions import Questions


class View(Questions):
    """A state as one side sees it: to be looked at, not played.

    Hidden are the dice to come and, where a game shows only the top counter of a stack, the
    enemy units below it. What is asked about reach, threats, supply and so on is answered from
    the units that are seen. ``legal_actions`` and ``explain`` judge by the rules and by all units;
    nothing is legal while the other side chooses.
    """

    __slots__ = ("_foreseeing", "_index", "_knowledge", "_seen", "_state", "side")

    def __init__(
        self, state: Position, side: str, foreseeing: Callable[[Action], Previewing]
    ) -> None:
        self._index = index_of_side(state.frame.side_ids, side)
        self._state = state
        self._foreseeing = foreseeing
        self._seen = ~state.unknown(self._index)
        self._knowledge: Position | None = None
        self.side = side

    def _known(self) -> Position:
        """What the questions of :class:`Questions` are answered from: made when first asked."""
        if self._knowledge is None:
            self._knowledge = self._state.seen_by(self.side)
        return self._knowledge

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
        """Whether this side knows where the unit is: on the map, or out of play for good.

        Where stacks hide units, an enemy that is not seen may be in a stack or off the map.
        """
        return bool(self._seen >> named(self._state.frame.unit_index, unit, "unit") & 1)

    def position(self, unit: str) -> str | None:
        """The unit's hex as far as this side knows."""
        return self._state.position(unit) if self.sees(unit) else None

    def units_at(self, number: str) -> tuple[str, ...]:
        """The units this side sees in a hex."""
        return tuple(unit for unit in self._state.units_at(number) if self.sees(unit))

    def hides(self, number: str) -> bool:
        """Whether a hex holds units that this side does not see: a stack, under its top counter."""
        cell = named(self._state.frame.board.cell, number, "hex")
        return bool(self._state.hiding(self._index) >> cell & 1)

    def status(self, unit: str) -> tuple[Status, ...]:
        """What may be read of a unit that this side sees; nothing of others."""
        return super().status(unit) if self.sees(unit) else ()

    def figures(self, unit: str) -> dict[str, int]:
        """The figures of a unit that this side sees; nothing of others."""
        return super().figures(unit) if self.sees(unit) else {}

    def under_way(self) -> UnderWay | None:
        """The action that may be interrupted, if this side sees the unit that acts."""
        under_way = super().under_way()
        return under_way if under_way is not None and self.sees(under_way.unit) else None

    def preview(self, attack: Action | str) -> Preview:
        """The preview of an attack, an overrun or a fire as far as this side can tell.

        Where :meth:`hides` is true of the target, the preview ``hides`` units too: it is reckoned
        with those that are seen, and ``columns`` go from the lowest that the units out of sight
        can make of it to the one shown. :class:`IllegalAction` when the attack is illegal.
        """
        action = as_action(attack)
        how = self._foreseeing(action)
        foreseen: Preview = how.seen(self._state, self._index, action)
        return foreseen

    def known_events(self, events: Iterable[Event]) -> list[Event]:
        """Events as this side learns of them: what it did not see is told without names.

        Each event knows which units were hidden when it happened, so those of a whole game can be
        asked about at its end.
        """
        return self._state.known_events(events, self.side)

    def legal_actions(self) -> LegalActions:
        """The legal actions; none while it is not this side's choice."""
        state = self._state
        return LegalActions(state, empty=state.side_to_act != self.side)

    def explain(self, action: Action | str) -> Violation | None:
        """Why an action is illegal now, as ``State.explain``.

        While the other side chooses, all are: what it could do may be no business of this one.
        """
        state = self._state
        if state.is_over or state.side_to_act == self.side:
            return state.explain(action)
        rule, name = state.frame.cite.get("order", ""), state.frame.side_names[self._index]
        return Violation(rule, f"It is not for {in_prose(name)} to choose now.", "sequence.order")

    def to_dict(self) -> dict[str, Any]:
        """The data of ``State.seen_by`` without its dice: what the side knows, and nothing else.

        While units are hidden, what the rules remember is left out too, and which units those are.
        """
        data = self._known().to_dict()
        del data["dice"], data["rolled"]  # dice are thrown out of sight, too
        data.pop("unseen", None)
        if ~self._seen:
            del data["memory"], data["marks"]
        return data
