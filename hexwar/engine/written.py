"""Positions as plain data, for JSON: saves, pickles and the comparison of two positions.

Units, hexes, phases and sides are written by their ids and not by their places in the files, so
that a reader knows them. What can be computed again (masks, caches) is not written, and what was
told (``events``) is no part of a position.
"""

from __future__ import annotations

import json
from collections.abc import Hashable
from functools import reduce
from operator import or_
from typing import Any, Self

from hexwar.engine.dice import Dice
from hexwar.engine.frame import Frame
from hexwar.engine.position import NOBODY, OFF_MAP, PositionData
from hexwar.engine.rules import Scopes


class WrittenPosition(PositionData):
    """A position that can be written down and read again."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; ``Game.state_from_dict`` makes an equal state of it."""
        frame, resolved = self.frame, self.frame.resolved
        return {
            "game": resolved.header.id,
            "scenario": resolved.scenario.id,
            "options": list(resolved.options),
            "edition": resolved.edition,
            "turn": self.turn,
            "phase": self.phase,
            **self._decided_side(),
            "effects": list(self.effects),
            "units": {
                unit: frame.board.number[cell]
                for unit, cell in zip(frame.unit_ids, self.cells, strict=True)
                if cell != OFF_MAP
            },
            "eliminated": list(self.names_of(self.eliminated)),
            "lost": {
                unit: lost for unit, lost in zip(frame.unit_ids, self.lost, strict=True) if lost
            },
            "marks": {n: list(self.names_of(units)) for n, units in self.marks.items() if units},
            "concealed_at": frame.board.numbers(self.concealed_at),
            # Only where units hide: other saves say nothing of it.
            **({"unseen": list(self.names_of(self.unseen))} if self.unseen else {}),
            **({"secret": list(self.names_of(self.secret))} if self.secret else {}),
            "agenda": [task.to_dict() for task in self.agenda],
            "memory": {
                slot.name: slot.write(record)
                for slot, record in self.memory.items()
                if record != slot.empty
            },
            "dice": self.dice.to_dict(),
            "rolled": self.rolled,
            "is_over": self.is_over,
            "winner": self.winner,
            "level": self.level,
            "outcome": self.outcome,
        }

    def _decided_side(self) -> dict[str, str]:
        """Whose phase it is, where the files leave it to play."""
        if not self.frame.phase_decided[self.phase_index]:
            return {}
        nobody = self.phase_side == NOBODY
        return {"phase_side": "" if nobody else self.frame.side_ids[self.phase_side]}

    @classmethod
    def from_dict(cls, scopes: Scopes, data: dict[str, Any]) -> Self:
        """The state that :meth:`to_dict` described, under its rules."""
        state = cls(scopes, Dice.from_dict(data["dice"]))
        frame, registry = scopes.frame, scopes.frame.registry
        index = frame.unit_index
        state.turn = data["turn"]
        state.phase_index = frame.phase_ids.index(data["phase"])
        state.phase_side = frame.phase_sides[state.phase_index]
        if frame.phase_decided[state.phase_index]:
            state.phase_side = {"": NOBODY, **frame.side_index}[data["phase_side"]]
        state.effects = _names(data["effects"])
        state.rules = scopes.rules(state.phase_index, state.effects)
        for unit, number in data["units"].items():
            state.place(index[unit], frame.board.cell[number])
        state.eliminated = _mask(frame, data["eliminated"])
        for unit, lost in data["lost"].items():
            state.lost[index[unit]] = lost
        for name, units in data["marks"].items():
            state.marks[name] = _mask(frame, units)
        state.concealed_at = frame.board.mask(data["concealed_at"])
        # After the units are placed: the hexes of those who hide are read off where they stand.
        state.unseen = _mask(frame, data.get("unseen", []))
        state.conceal(_mask(frame, data.get("secret", [])))
        for name, record in data["memory"].items():
            slot = registry.slots[name]
            state.remember(slot, slot.read(record))
        state.agenda = [registry.tasks[task["task"]].from_dict(task) for task in data["agenda"]]
        state.rolled = data["rolled"]
        state.is_over = data["is_over"]
        state.winner = data["winner"]
        state.level = data["level"]
        state.outcome = data["outcome"]
        return state

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_dict, (self.scopes, self.to_dict())

    def in_brief(self) -> Hashable:
        """What equal positions of a game have in common, and most others do not; soon made."""
        return tuple(self.cells), tuple(self.lost), self.rolled

    def in_full(self) -> Hashable:
        """What equal positions of a game have in common, and no others do."""
        return json.dumps(self.to_dict(), sort_keys=True)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, WrittenPosition):
            return NotImplemented
        return (
            self.in_brief() == other.in_brief()
            # In this order: writing both down takes longest, and few positions get so far.
            and self.resolved.digest == other.resolved.digest
            and self.to_dict() == other.to_dict()
        )

    __hash__ = None  # type: ignore[assignment]  # it changes


def _names(written: Any) -> tuple[str, ...]:
    """A list of names; TypeError if it is something else, such as one name."""
    if not isinstance(written, list) or not all(isinstance(name, str) for name in written):
        raise TypeError(f"{str(written)[:80]!r} is no list of names")
    return tuple(written)


def _mask(frame: Frame, written: Any) -> int:
    """The units of a list, however often each stands in it."""
    return reduce(or_, (1 << frame.unit_index[unit] for unit in _names(written)), 0)
