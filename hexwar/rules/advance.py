"""Section ``advance``: advance after combat into the hex that the defender left."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from hexwar.definition.model import Effect, ResolvedGame
from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.state import State
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.movement import MovementRules

if TYPE_CHECKING:
    from hexwar.rules.sequence import SequenceRules

PASS = Action("pass")


class AdvanceRules:
    """Who may advance; enemy zones of control never forbid it."""

    __slots__ = ("cite", "mandatory", "movement", "sequence")

    def __init__(
        self, resolved: ResolvedGame, movement: MovementRules, sequence: SequenceRules
    ) -> None:
        self.cite = resolved.advance.cite
        self.mandatory = resolved.advance.mandatory
        self.movement = movement
        self.sequence = sequence

    def offer(
        self, state: State, side: int, target: int, attackers: tuple[int, ...], effect: Effect
    ) -> AdvanceOffered | None:
        """The advance that a result allows, if the hex is empty and somebody can take it."""
        if state.enemies_of(side) >> target & 1:
            return None
        candidates = self.candidates(state, target, attackers)
        if not candidates:
            return None
        most = len(candidates) if effect.count is None else effect.count
        return AdvanceOffered(self, target, candidates, min(most, len(candidates)))

    def candidates(self, state: State, target: int, attackers: tuple[int, ...]) -> tuple[int, ...]:
        """The attackers still next to the vacated hex that could stand in it."""
        movement = self.movement
        around = movement.board.adjacent[target]
        found = tuple(
            unit
            for unit in attackers
            if around >> state.cells[unit] & 1
            and state.cells[unit]
            and movement.costs[unit].cost(state.cells[unit], target) is not None
        )
        if found:
            side = movement.forces.side[found[0]]
            if movement.stacking.full(state, side) >> target & 1:
                return ()
        return found

    def advance(self, state: State, unit: int, target: int) -> None:
        """Move an attacker into the vacated hex."""
        number = self.movement.board.number
        origin = state.cells[unit]
        state.place(unit, target)
        state.cache = {}
        if state.events is not None:
            name = self.movement.forces.ids[unit]
            state.tell(
                "advanced",
                self.cite.get("participant", ""),
                f"{name} advances from {number[origin]} to {number[target]}.",
                unit=name,
                path=(number[origin], number[target]),
            )


class AdvanceOffered(Task):
    """Up to ``most`` of these attackers may advance into ``target``."""

    __slots__ = ("_rules", "most", "target", "units")
    kind = "advance"

    def __init__(self, rules: AdvanceRules, target: int, units: tuple[int, ...], most: int) -> None:
        self._rules = rules
        self.target = target
        self.units = units
        self.most = most

    def side(self, state: State) -> int:
        """The attacker."""
        return self._rules.movement.forces.side[self.units[0]]

    def settle(self, state: State) -> bool:
        """A choice while somebody may advance; a mandatory advance of one unit is made."""
        if self._rules.mandatory and len(self.units) == 1:
            state.agenda.pop()
            self._rules.advance(state, self.units[0], self.target)
            return False
        return True

    def _names(self) -> tuple[str, ...]:
        return tuple(self._rules.movement.forces.ids[unit] for unit in self.units)

    def decision(self, state: State) -> Decision:
        """Advance: the attackers that may."""
        forces, number = self._rules.movement.forces, self._rules.movement.board.number
        names = self._names()
        decline = "" if self._rules.mandatory else ", or pass"
        return Decision(
            side=forces.side_ids[self.side(state)],
            kind=self.kind,
            prompt=f"Advance {' or '.join(names)} into {number[self.target]}{decline}.",
            units=names,
            hexes=(number[self.target],),
            may_decline=not self._rules.mandatory,
        )

    def actions(self, state: State) -> Iterator[Action]:
        """One ``advance`` a unit, in the order of the units file; then ``pass``."""
        for name in self._names():
            yield Action("advance", (name,))
        if not self._rules.mandatory:
            yield PASS

    def explain(self, state: State, action: Action) -> Violation | None:
        """Why an advance is illegal; anything else has to wait."""
        cite = self._rules.cite
        if action.verb == "pass":
            if not self._rules.mandatory:
                return None
            return Violation(cite.get("voluntary", ""), "A unit must advance.", "advance.voluntary")
        if action.verb != "advance":
            return self._rules.sequence.out_of_turn(state, action)
        name, number = action.units[0], self._rules.movement.board.number[self.target]
        if len(action.units) != 1 or name not in self._names():
            return Violation(
                cite.get("participant", ""),
                f"{name} may not advance: only {' or '.join(self._names())} took part and can.",
                "advance.participant",
            )
        if action.hexes and action.hexes not in ((number,), (state.position(name), number)):
            return Violation(
                cite.get("vacated", ""),
                f"{name} advances into the vacated hex {number} only.",
                "advance.vacated",
            )
        return None

    def sample(self, state: State, random: Random) -> Action:
        """One of the attackers or, when it may be declined, none: each as likely."""
        drawn = int(random.random() * (len(self.units) + (not self._rules.mandatory)))
        return PASS if drawn == len(self.units) else Action("advance", (self._names()[drawn],))

    def perform(self, state: State, action: Action) -> None:
        """Advance or decline; go on offering while more may advance."""
        state.agenda.pop()
        if action.verb == "pass":
            state.tell("declined", self._rules.cite.get("voluntary", ""), "No unit advances.")
            return
        unit = self._rules.movement.forces.index[action.units[0]]
        self._rules.advance(state, unit, self.target)
        if self.most > 1:
            rest = self._rules.candidates(state, self.target, self.units)
            if rest:
                state.agenda.append(AdvanceOffered(self._rules, self.target, rest, self.most - 1))

    def to_dict(self) -> dict[str, Any]:
        """Indices and cells; the rules are those of the state."""
        return {
            "task": self.kind,
            "target": self.target,
            "units": list(self.units),
            "most": self.most,
        }
