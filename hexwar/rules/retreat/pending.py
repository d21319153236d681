"""The choice of a retreat: where each unit goes, and how many steps are lost in place of hexes.

Parties go one after the other, and one that is under way goes on before another begins. What is
forced is made without a question. A party that has gone as far as it must may be ``free`` to go on;
one that cannot go is blocked, each for itself. Every choice replaces the task by one for what is
left of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Self

from hexwar.engine.action import PASS, Action, Decision
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.advance.rules import AdvanceRules
from hexwar.rules.elimination import ANY_BUT_TWICE, ANYBODY
from hexwar.rules.language.wording import either, every
from hexwar.rules.retreat.rules import ANY_POINTS, Party, RetreatRules
from hexwar.rules.sequence.rules import FLED, Fled


class OnlyRetreat(NamedTuple):
    """A retreat without a choice: which units of which party go, and to which cell."""

    party: Party
    units: tuple[int, ...]
    cell: int


@dataclass(slots=True)
class PendingRetreat(Task):
    """These parties must retreat ``hexes``, in an order and to hexes that ``chooser`` picks.

    A party that is under way goes on before another begins. ``role`` (attacker or defender) is
    set while steps may still be lost in place of hexes. ``paid`` are the ways, each with its
    origin in front, for whose last hex a step has been paid: units of the same stack that follow
    one by one do not pay again. ``displaced``: friends displace them, and only as many go as
    their hex has too many.
    """

    kind = "retreat"
    parties: tuple[Party, ...]
    hexes: int
    chooser: int
    role: str = ""
    paid: tuple[tuple[int, ...], ...] = ()
    displaced: bool = False

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """The task that :meth:`to_dict` described."""
        task = super(PendingRetreat, cls).from_dict(data)
        task.parties = tuple(Party(*party) for party in task.parties)
        return task

    def side(self, state: Position) -> int:
        """The side that the rules let choose."""
        return self.chooser

    def owed(self, unit: int) -> int:
        """How many hexes a unit still has to go: 1 for one that need not go farther or stays."""
        ways = (party.left for party in self.parties if unit in party.units and not party.free)
        return next(ways, 1)

    def _parties_left(self, state: Position) -> tuple[Party, ...]:
        """The parties without units that were lost on the way, or no longer need to make way."""
        cells = state.cells
        present = []
        stacking = state.rules[RetreatRules].movement.stacking
        for party in self.parties:
            if self.displaced and not stacking.too_many(state, party.units[0]):
                continue
            if all(map(cells.__getitem__, party.units)):
                present.append(party)
            elif units := tuple([unit for unit in party.units if cells[unit]]):
                present.append(party._replace(units=units))
        return tuple(present)

    def _to_go(self, state: Position) -> tuple[Party, ...]:
        """The parties that may go now."""
        parties = self._parties_left(state)
        return parties[:1] if parties and parties[0].way else parties

    def _options(self, state: Position) -> dict[int, int]:
        """The units that can retreat now, each with the mask of its hexes."""
        key = (self.parties, self.hexes)
        options: dict[int, int] | None = state.near.get(key)
        if options is None:
            rules, options = state.rules[RetreatRules], {}
            for party in self._to_go(state):
                for unit in party.units:
                    if mask := rules.choices(state, unit, party):
                        options[unit] = mask
            state.near[key] = options
        return options

    def _most_held(self, state: Position) -> int:
        """How many steps may be lost in place of hexes."""
        if not self.role:
            return 0
        steps_left = state.rules[RetreatRules].movement.forces.steps_left
        units = [unit for party in self._parties_left(state) for unit in party.units]
        return min(self.hexes, sum(steps_left(state, unit) for unit in units))

    def settle(self, state: Position) -> bool:
        """Make the only retreat there is; if no unit can retreat, see what becomes of them."""
        active = self._to_go(state)
        if not active:
            state.agenda.pop()
            return False
        options = self._options(state)
        if active[0].free:
            if not options:
                self._stop(state, active[0])
            return bool(options)
        # To hold is a choice as long as somebody can go, or each stack could pay for itself.
        if self._most_held(state) and (options or len(active) > 1):
            return True
        if options:
            only = self._only_retreat(state, active, options)
            if only is None:
                return True
            self._go(state, *only, forced=True)
            return False
        state.agenda.pop()
        # One after the other makes way, as long as there are too many.
        blocked = active[:1] if self.displaced else active
        rest = tuple(party for party in self._parties_left(state) if party not in blocked)
        # Below what becomes of the blocked, so that the rest goes on when that is settled.
        self._push(state, rest, self.paid)
        for party in reversed(blocked):
            state.rules[RetreatRules].blocked(state, party)
        return False

    def _only_retreat(
        self, state: Position, active: tuple[Party, ...], options: dict[int, int]
    ) -> OnlyRetreat | None:
        """The only retreat there is, if there is one.

        Either one unit alone can retreat, or all of the last party go to one hex, together.
        """
        ways = set(options.values())
        hexes = ways.pop()
        # More than one bit: there is a choice.
        if ways or hexes & (hexes - 1):
            return None
        cell = hexes.bit_length() - 1
        if len(options) == 1:
            units = tuple(options)
            party = next(party for party in active if units[0] in party.units)
            return OnlyRetreat(party, units, cell)
        party = active[0]
        whole = len(active) == 1 and len(options) == len(party.units)
        number = state.frame.board.number[cell]
        if not whole or self._explain_room(state, [*party.units], party, number):
            return None
        return OnlyRetreat(party, party.units, cell)

    def _go(
        self, state: Position, party: Party, units: tuple[int, ...], cell: int, *, forced: bool
    ) -> None:
        """Move some of a party one hex; they go on before anybody else does.

        Where enemies hide there, these are seen, and the party has to go elsewhere.
        """
        if state.stopped(units[0], cell):
            return
        state.agenda.pop()
        behind = tuple([unit for unit in party.units if unit not in units])
        parties = [other for other in self._parties_left(state) if other != party]
        way = (*party.way, cell)
        if behind:
            parties.insert(0, party._replace(units=behind))
        rules = state.rules[RetreatRules]
        # Room is asked for only where a retreat ends: on the way it may pass through full hexes.
        no_room = party.left == 1 and rules.no_room(state, units, cell)
        onward = self._onward(state, party, units, cell, extended=no_room)
        if onward is not None:
            parties.insert(0, onward)
        # Asked before they come, while only the units that are to make way for them stand there.
        make_way = rules.displaced(state, cell, party) if no_room else ()
        if state.rules[AdvanceRules].follows and not self.displaced:
            fled = state.memory[FLED].ways
            state.remember(FLED, Fled((*fled, (party.origin, state.frame.board.bit[cell]))))
        deed = "displaced" if self.displaced else "retreated"
        asks = rules.retreat(state, units, cell, forced=forced, deed=deed)
        owes = asks and not (rules.stacks and (party.origin, *way) in self.paid)
        self._push(state, tuple(parties), (*self.paid, (party.origin, *way)) if owes else self.paid)
        if owes:
            state.agenda.append(rules.steps.pending(units, 1, ANYBODY))
        if make_way and rules.friends == "displacing":
            state.agenda.append(PendingRetreat(make_way, 1, self.chooser, displaced=True))

    def _onward(
        self, state: Position, party: Party, units: tuple[int, ...], cell: int, *, extended: bool
    ) -> Party | None:
        """The units that go to a hex, as they go on from there; ``None`` if they do not."""
        rules, points = state.rules[RetreatRules], party.points
        owes = party.left > 1 or (extended and rules.friends == "extending")
        if not owes and not party.more:
            return None
        if points != ANY_POINTS:
            points = max(0, points - max(rules.cost(state, unit, cell) for unit in units))
        left = max(1, party.left - 1) if owes else 1
        more = party.more if owes else party.more - 1
        way = (*party.way, cell)
        return party._replace(
            units=units, way=way, points=points, left=left, more=more, free=not owes
        )

    def _stop(self, state: Position, party: Party) -> None:
        """A party that has gone as far as it must goes no farther."""
        state.agenda.pop()
        self._push(
            state, tuple(other for other in self._parties_left(state) if other != party), self.paid
        )

    def _push(
        self, state: Position, parties: tuple[Party, ...], paid: tuple[tuple[int, ...], ...]
    ) -> None:
        """Put down what is left of the retreat, in which no hex can be traded for steps now."""
        if parties:
            left = PendingRetreat(parties, self.hexes, self.chooser, "", paid, self.displaced)
            state.agenda.append(left)

    def decision(self, state: Position) -> Decision:
        """Retreat: the units that can retreat now."""
        names = tuple(state.frame.unit_ids[unit] for unit in self._options(state))
        most = self._most_held(state)
        steps = "one step" if most == 1 else f"up to {most} steps"
        if not names:
            return self._all_blocked(state, steps)
        held = f", or hold and lose {steps}" if most else ""
        first = self._to_go(state)[0]
        if self.displaced:
            prompt = f"Make room: {either(names)} is displaced one hex."
        elif first.free:
            prompt = f"Retreat {every(names)} one hex more, or pass to stop here."
        else:
            far = f" {first.left} hexes" if first.left > 1 else ""
            if first.left < self.hexes:
                far = " one hex more" if first.left == 1 else f"{far} more"
            prompt = f"Retreat {every(names)}{far}{held}."
        return self.asks(
            state,
            prompt,
            units=names,
            hexes=tuple(dict.fromkeys(state.position(name) or "" for name in names)),
            may_decline=self._may_pass(state),
        )

    def pass_says(self, state: Position) -> str:
        """The unit under way goes no farther; or, if none can go, each stack pays for itself."""
        return "Go no farther" if self._is_free(state) else "Each stack for itself"

    def _may_pass(self, state: Position) -> bool:
        """Whether no unit can go, or the party under way need not go farther."""
        return not self._options(state) or self._is_free(state)

    def _is_free(self, state: Position) -> bool:
        """Whether the party under way need not go farther."""
        return self.parties[0].free and self._to_go(state)[0].free

    def _all_blocked(self, state: Position, steps: str) -> Decision:
        """Nobody can go anywhere: steps are lost for all of them, or by each stack for itself."""
        ids = state.frame.unit_ids
        parties = self._parties_left(state)
        names = tuple(ids[unit] for party in parties for unit in party.units)
        around = state.rules[RetreatRules].around(state, parties[0].units[0], parties[0])
        why = f" (around {names[0]} are {around})" if around else ""
        return self.asks(
            state,
            f"{every(names)} cannot retreat{why}: hold and lose {steps} together, "
            "or pass and lose them stack by stack.",
            units=names,
            hexes=tuple(dict.fromkeys(state.position(name) or "" for name in names)),
            may_decline=True,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """Whole parties, then unit by unit, hexes in map order; then steps in place of hexes.

        Where no unit can go, ``pass`` lets every stack pay for itself; a party that need not go
        farther stops with it.
        """
        options, board = self._options(state), state.frame.board
        for party in self._to_go(state):
            together = -1
            for unit in party.units:
                together &= options.get(unit, 0)
            if len(party.units) > 1:
                for cell in board.in_map_order(together):
                    action = _action(state, party.units, cell)
                    if self._explain_room(state, [*party.units], party, action.hexes[0]) is None:
                        yield action
        for unit, mask in options.items():
            for cell in board.in_map_order(mask):
                yield _action(state, (unit,), cell)
        for steps in range(1, self._most_held(state) + 1):
            yield Action("hold", name=str(steps))
        if self._may_pass(state):
            yield PASS

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a retreat is illegal; anything else has to wait."""
        if action.verb == "hold":
            return self._explain_hold(state, action.name)
        if action == PASS and self._may_pass(state):
            return None
        if action.verb != "retreat":
            return state.out_of_turn(action)
        if len(action.hexes) != 1:
            return Violation("", "Write: retreat UNIT HEX.", "notation")
        rules = state.rules[RetreatRules]
        units = [state.frame.unit_index[name] for name in action.units]
        party = next((party for party in self._to_go(state) if units[0] in party.units), None)
        for name, unit in zip(action.units, units, strict=True):
            if party is None or unit not in party.units:
                waits = party is None and any(
                    unit in other.units for other in self._parties_left(state)
                )
                why = "has to wait" if waits else "does not have to retreat now"
                together = "" if party is None else " together with the others"
                rule = rules.cite.get("adjacent", "")
                return Violation(rule, f"{name} {why}{together}.", "retreat.units")
            refused = rules.explain(state, unit, party, action.hexes[0])
            if refused is not None:
                return refused
        return self._explain_room(state, units, party, action.hexes[0])

    def _explain_room(
        self, state: Position, units: list[int], party: Party | None, number: str
    ) -> Violation | None:
        """Why a whole stack does not go to a hex where each of it could; ``None`` if it may."""
        rules = state.rules[RetreatRules]
        if len(units) == 1 or party is None:
            return None
        if rules.room_for(state, units, party, rules.movement.board.cell[number]):
            return None
        return rules.refuse("stacking", f"{number} has no room for all of them.")

    def _explain_hold(self, state: Position, name: str) -> Violation | None:
        """Why so many steps (a number as it is written) are not lost in place of hexes."""
        rules = state.rules[RetreatRules]
        if not self.role:
            return rules.refuse("convertible", "Hexes of retreat must be retreated now.")
        most = self._most_held(state)
        if not name.isdecimal() or not 1 <= int(name) <= most:
            steps = "1 step" if most == 1 else f"1 to {most} steps"
            return rules.refuse("convertible", f"Hold with {steps} lost.")
        return None

    def sample(self, state: Position, random: Random) -> Action:
        """A unit first, then its hex, now and then with its whole party; or steps instead."""
        options = list(self._options(state).items())
        most = self._most_held(state)
        may_pass = not options or self._is_free(state)
        drawn = int(random.random() * (len(options) + most + may_pass))
        if may_pass and drawn == len(options) + most:
            return PASS
        if drawn >= len(options):
            return Action("hold", name=str(drawn - len(options) + 1))
        unit, mask = options[drawn]
        cell = state.frame.board.draw(mask, random)
        party = next(party for party in self._to_go(state) if unit in party.units)
        if len(party.units) > 1 and random.random() < 0.5:
            together = _action(state, party.units, cell)
            if self.explain(state, together) is None:
                return together
        return _action(state, (unit,), cell)

    def perform(self, state: Position, action: Action) -> None:
        """Retreat the units one hex, trade hexes for steps, or do neither where nobody can go."""
        if action.verb == "hold":
            self._hold(state, int(action.name))
            return
        if action == PASS:
            under_way = self._to_go(state)[0]
            if under_way.free:
                self._stop(state, under_way)
                return
            state.agenda.pop()
            # Without a role hexes can no longer be traded for steps: each stack is found blocked.
            self._push(state, self._parties_left(state), self.paid)
            return
        units = tuple(sorted(map(state.frame.unit_index.__getitem__, action.units)))
        party = next(party for party in self._to_go(state) if units[0] in party.units)
        cell = state.frame.board.cell[action.hexes[0]]
        self._go(state, party, units, cell, forced=False)

    def _hold(self, state: Position, steps: int) -> None:
        """Lose steps in place of hexes; units that still owe some retreat so much less."""
        state.agenda.pop()
        parties = self._parties_left(state)
        left = self.hexes - steps
        if left:
            shorter = tuple(party._replace(left=left) for party in parties)
            state.agenda.append(PendingRetreat(shorter, left, self.chooser))
        units = tuple(unit for party in parties for unit in party.units)
        names = tuple(state.frame.unit_ids[unit] for unit in units)
        steps_lost = "one step" if steps == 1 else f"{steps} steps"
        hexes = "one hex" if steps == 1 else f"{steps} hexes"
        text = f"{', '.join(names)}: {steps_lost} lost in place of {hexes} of retreat."
        rules = state.rules[RetreatRules]
        state.tell("held", rules.cite.get("convertible", ""), text, units=names)
        state.agenda.append(rules.steps.pending(units, steps, ANY_BUT_TWICE))


def _action(state: Position, units: tuple[int, ...], cell: int) -> Action:
    """The retreat of some units to a cell."""
    names = tuple(map(state.frame.unit_ids.__getitem__, units))
    return Action("retreat", names, (state.frame.board.number[cell],))
