"""Section ``advance``: advance after combat into the hex that the defender left.

A result allows so many of the attackers to advance, each into a vacated hex next to it and, if the
game says so, beyond. It is offered to them one after the other (:class:`AdvanceOffered`): each
advance is made at once, and the units that can still advance then are offered the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, cast

from hexwar.definition.model import Effect
from hexwar.engine.action import PASS, Action, Decision
from hexwar.engine.notation import GOING_ON, Verb
from hexwar.engine.position import bits
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.task import Task
from hexwar.engine.violation import SectionRefusals, Violation
from hexwar.rules.advance.section import Advance
from hexwar.rules.language.choosing import Forecast
from hexwar.rules.language.effects import Cases
from hexwar.rules.language.programs import Parties, chosen
from hexwar.rules.language.section import resulting
from hexwar.rules.language.selectors import Selectors, selected
from hexwar.rules.language.wording import Names, either, every, several
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.sequence.rules import FLED

if TYPE_CHECKING:
    from hexwar.rules.overrun.section import Overrun
    from hexwar.rules.states.rules import StateRules


class AdvanceRules:
    """Which units may advance, and how far; enemy zones of control never forbid it."""

    def __init__(
        self,
        advance: Advance | None,
        overrun: Overrun | None,
        movement: MovementRules,
        selectors: Selectors,
        states: StateRules | None,
    ) -> None:
        section = advance or Advance()
        self.cite = section.cite
        self.mandatory = section.mandatory
        self._after_overrun = overrun.cite.get("advance", "") if overrun else ""
        self.movement = movement
        self._states = states if states and states.bars("advance") else None
        self.follows = section.along == "retreat"
        beyond = section.beyond_first
        self._goes_beyond = selectors.fits(beyond) if beyond else None
        self.refuse = SectionRefusals("advance", self.cite)

    def why_barred(self, state: Position, unit: int) -> Violation | None:
        """Which of its states forbids a unit to advance; ``None`` if none does."""
        return self._states.why_not(state, unit, "advance") if self._states else None

    def offer(
        self,
        state: Position,
        side: int,
        hexes: tuple[int, ...],
        how_far: Mapping[int, int],
        effect: Effect,
        *,
        must: bool,
    ) -> AdvanceOffered | None:
        """The advance that a result allows, if a hex is empty and some unit can take it.

        ``how_far``: the units that may advance, of ``side``, each with how many hexes; ``hexes``:
        those that their enemies stood in.
        """
        enemies = state.enemies_of(side)
        targets = tuple([cell for cell in hexes if not enemies >> cell & 1])
        candidates = self.candidates(state, targets, how_far)
        if not candidates:
            return None
        most = len(candidates) if effect.count is None else min(effect.count, len(candidates))
        distances = tuple([how_far[unit] for unit in candidates])
        return AdvanceOffered(targets, candidates, most, distances, must=must or self.mandatory)

    def candidates(
        self, state: Position, targets: tuple[int, ...], how_far: Mapping[int, int]
    ) -> tuple[int, ...]:
        """The units still next to a vacated hex that could stand in it or beyond.

        ``how_far``: the hexes that each may advance.
        """
        if not how_far or not targets:
            return ()
        movement, cells = self.movement, state.cells
        vacated = sum(1 << cell for cell in targets)
        barred = self._states.barred(state, "advance") if self._states else 0
        return tuple(
            [
                unit
                for unit, hexes in how_far.items()
                if cells[unit]
                and not barred >> unit & 1
                and (near := movement.steps[unit][cells[unit]] & vacated)
                and (
                    # Asked first, as most may simply stand in the vacated hex: paths beyond it take
                    # longer.
                    near & ~movement.stacking.full(state, unit)
                    or self.goals(state, unit, targets, hexes)
                )
            ]
        )

    def goals(
        self, state: Position, unit: int, targets: tuple[int, ...], hexes: int
    ) -> dict[int, tuple[int, ...]]:
        """Where a unit may end its advance: cell to the shortest path, which begins at a target.

        It may go up to ``hexes`` in all, and also back through the hex that it comes from.
        """
        closed, full = (
            self._closed_beyond(state, unit, targets),
            self._hexes_without_room(state, unit),
        )
        fresh = self.entered_first(state, unit, targets)
        paths: dict[int, tuple[int, ...]] = {target: (target,) for target in fresh}
        for _ in range(hexes - 1):
            reached = []
            for cell in fresh:
                for to in bits(self.movement.steps[unit][cell] & ~closed):
                    # Hex by hex outwards, so that the first path to a hex is a shortest one.
                    if to not in paths:
                        paths[to] = (*paths[cell], to)
                        reached.append(to)
            fresh = reached
        return {cell: path for cell, path in paths.items() if not full >> cell & 1}

    def _closed_beyond(self, state: Position, unit: int, targets: tuple[int, ...]) -> int:
        """Mask of the hexes that a unit does not go on to beyond the vacated ones."""
        closed = state.enemies_of(self.movement.forces.side[unit])
        return closed | ~state.memory[FLED].from_any(targets) if self.follows else closed

    def entered_first(self, state: Position, unit: int, targets: tuple[int, ...]) -> list[int]:
        """Those vacated hexes that a unit can enter from where it stands."""
        near = self.movement.steps[unit][state.cells[unit]]
        return [target for target in targets if near >> target & 1]

    def farthest(self, state: Position, parties: Parties, unit: int, effect: Effect) -> int:
        """How many hexes a unit may advance: as its case says; without cases 1, unless it may go
        on.
        """
        cases: Cases[int] | None = cast("Cases[int] | None", effect.said)
        if cases is None:
            return effect.hexes if self._goes_beyond and self._goes_beyond(state, unit) else 1
        fitting = (case for case in cases.of if chosen(state, parties, case.only) >> unit & 1)
        return next((case.value for case in fitting), cases.rest)

    def _hexes_without_room(self, state: Position, unit: int) -> int:
        """Mask of the hexes with no room for a unit that advances; its own has room, as it leaves
        it.
        """
        full = self.movement.stacking.full(state, unit)
        return full & ~self.movement.board.bit[state.cells[unit]]

    def all_fit(self, state: Position, offered: AdvanceOffered) -> bool:
        """Whether one vacated hex has room for everybody who may advance."""
        # With several there is a choice of hexes as well.
        if len(offered.targets) > 1:
            return False
        movement, (target,) = self.movement, offered.targets
        mine = movement.forces.of_side[offered.side(state)]
        advanced = [unit for unit in mine if state.cells[unit] == target]
        return movement.stacking.fit(state, target, [*advanced, *offered.units])

    def why_not(
        self, state: Position, offered: AdvanceOffered, unit: int, hexes: tuple[str, ...]
    ) -> Violation | None:
        """Why a unit that may advance may not go along these hexes; ``None`` when it may."""
        board, name = self.movement.board, self.movement.forces.ids[unit]
        vacated = [board.number[cell] for cell in offered.entered_first(state, unit)]
        first = either(vacated)
        # A path may be given with the hex that the unit stands in; without any it is the shortest.
        begins_here = hexes[:1] == (state.position(name),)
        entered = (hexes[1:] if begins_here else hexes) or (vacated[0],)
        if entered[0] not in vacated:
            text = f"An advance of {name} begins with the vacated hex {first}."
            return self.refuse("vacated", text)
        farthest = offered.how_far[unit]
        if len(entered) > farthest:
            text = f"{name} may advance into the vacated hex {first} only."
            if farthest > 1:
                text = f"{name} may advance {farthest} hexes at most."
            return self.refuse("beyond" if max(offered.hexes) > 1 else "vacated", text)
        cells = [board.cell.get(number, OFF_MAP) for number in entered]
        side = self.movement.forces.side[unit]
        for from_cell, to_cell in pairwise([state.cells[unit], *cells]):
            blocked = not self.movement.steps[unit][from_cell] >> to_cell & 1
            if blocked or state.enemies_of(side) >> to_cell & 1:
                number = board.number[to_cell] or "there"
                return self.refuse("beyond", f"{name} may not advance to {number} from here.")
        if any(self._closed_beyond(state, unit, offered.targets) >> cell & 1 for cell in cells[1:]):
            return self.refuse("along", f"{name} may only follow units that have retreated.")
        if self._hexes_without_room(state, unit) >> cells[-1] & 1:
            return self.movement.stacking.refusal(unit, name, board.number[cells[-1]])
        return None

    def must_advance(self) -> Violation:
        """Why the advance may not be declined: the game's rule for advances, or the one after
        overruns.
        """
        if self.mandatory:
            return self.refuse("voluntary", "A unit must advance.")
        text = "After an overrun a unit must advance."
        return Violation(self._after_overrun, text, "overrun.advance")

    def advance(self, state: Position, unit: int, path: tuple[int, ...]) -> None:
        """Move an attacker into the vacated hex, or through it.

        Where enemies hide on its way it stops before them, in the last hex with room for it.
        """
        number = self.movement.board.number
        origin = state.cells[unit]
        taken = self._until_stopped(state, unit, path)
        state.place(unit, taken[-1])
        if state.events is not None:
            name = self.movement.forces.ids[unit]
            from_to = f"from {number[origin]} to {number[taken[-1]]}"
            if taken[-1] == origin:
                from_to = f"to {number[taken[0]]} and back to {number[origin]}"
            state.tell(
                "advanced",
                self.cite.get("participant", ""),
                f"{name} advances {from_to}.",
                unit=name,
                path=tuple(number[cell] for cell in (origin, *taken)),
            )
        state.did("advanced", 1 << unit)
        for hook in state.rules.hooks.moved:
            hook(state, unit)

    def _until_stopped(self, state: Position, unit: int, path: tuple[int, ...]) -> tuple[int, ...]:
        """How far a unit comes; the vacated hex is seen to be empty."""
        come = next((n for n, cell in enumerate(path) if n and state.stopped(unit, cell)), None)
        if come is None:
            return path
        full = self._hexes_without_room(state, unit)
        with_room = [n for n in range(1, come + 1) if not full >> path[n - 1] & 1]
        return path[: max(with_room)] if with_room else (path[0], state.cells[unit])


@dataclass(slots=True)
class AdvanceOffered(Task):
    """Up to ``most`` of these units may advance: into ``targets``, some of them beyond.

    ``hexes``: how far each of them; ``must``: as many as can have to.
    """

    kind = "advance"
    is_offer = True
    targets: tuple[int, ...]
    units: tuple[int, ...]
    most: int
    hexes: tuple[int, ...]
    must: bool = False

    def side(self, state: Position) -> int:
        """Whose units they are."""
        return state.frame.unit_side[self.units[0]]

    def settle(self, state: Position) -> bool:
        """A choice while some unit may advance; an advance that leaves no choice is made."""
        if (
            self.must
            and self.most >= len(self.units)
            and state.rules[AdvanceRules].all_fit(state, self)
        ):
            goals = self._goals(state, self.units[0])
            if len(goals) == 1:
                self._go(state, self.units[0], next(iter(goals.values())))
                return False
        return True

    def _goals(self, state: Position, unit: int) -> dict[int, tuple[int, ...]]:
        return state.rules[AdvanceRules].goals(state, unit, self.targets, self.how_far[unit])

    @property
    def how_far(self) -> dict[int, int]:
        """How far each of the units may go."""
        return dict(zip(self.units, self.hexes, strict=True))

    def entered_first(self, state: Position, unit: int) -> list[int]:
        """Those vacated hexes that a unit can enter; it goes into the first unless told."""
        return state.rules[AdvanceRules].entered_first(state, unit, self.targets)

    def _action(self, state: Position, unit: int, path: tuple[int, ...]) -> Action:
        first, number = self.entered_first(state, unit)[0], state.frame.board.number
        hexes = () if path == (first,) else tuple(number[step] for step in path)
        return Action("advance", (state.frame.unit_ids[unit],), hexes)

    def _names(self, state: Position) -> tuple[str, ...]:
        return tuple(state.frame.unit_ids[unit] for unit in self.units)

    def decision(self, state: Position) -> Decision:
        """Advance: the attackers that may."""
        number, names = state.frame.board.number, self._names(state)
        decline = "" if self.must else ", or pass"
        goals = {number[cell] for unit in self.units for cell in self._goals(state, unit)}
        vacated = [number[cell] for cell in self.targets]
        return self.asks(
            state,
            f"Advance {either(names)} into {either(vacated)}{decline}.",
            units=names,
            hexes=(*vacated, *sorted(goals.difference(vacated))),
            may_decline=not self.must,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit, in the order of the units file, the vacated hex first; then ``pass``."""
        for unit in self.units:
            for path in self._goals(state, unit).values():
                yield self._action(state, unit, path)
        if not self.must:
            yield PASS

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why an advance is illegal; anything else has to wait."""
        if action.verb == "pass":
            if not self.must:
                return None
            return state.rules[AdvanceRules].must_advance()
        if action.verb != "advance":
            return state.out_of_turn(action)
        rules, names, name = state.rules[AdvanceRules], self._names(state), action.units[0]
        barred = rules.why_barred(state, state.frame.unit_index[name])
        if barred is not None:
            return barred
        if len(action.units) != 1 or name not in names:
            text = f"{name} may not advance: only {either(names)} took part and can."
            return rules.refuse("participant", text)
        return rules.why_not(state, self, state.frame.unit_index[name], action.hexes)

    def sample(self, state: Position, random: Random) -> Action:
        """One of the attackers or, when it may be declined, none; then how far."""
        drawn = int(random.random() * (len(self.units) + (not self.must)))
        if drawn == len(self.units):
            return PASS
        goals = list(self._goals(state, self.units[drawn]).values())
        path = goals[int(random.random() * len(goals))]
        return self._action(state, self.units[drawn], path)

    def perform(self, state: Position, action: Action) -> None:
        """Advance or decline; go on offering while more may advance."""
        if action.verb == "pass":
            state.agenda.pop()
            rule = state.rules[AdvanceRules].cite.get("voluntary", "")
            names = self._names(state)
            state.tell(
                "declined", rule, f"{every(names)} do{'es' * (len(names) == 1)} not advance."
            )
            return
        unit, board = state.frame.unit_index[action.units[0]], state.frame.board
        numbers = action.hexes
        if numbers and numbers[0] == state.position(action.units[0]):
            numbers = numbers[1:]
        first = self.entered_first(state, unit)[:1]
        self._go(state, unit, tuple(board.cell[n] for n in numbers) or tuple(first))

    def _go(self, state: Position, unit: int, path: tuple[int, ...]) -> None:
        """Advance a unit, and offer the rest to those that can still take it."""
        state.agenda.pop()
        rules = state.rules[AdvanceRules]
        rules.advance(state, unit, path)
        if self.most == 1:
            return
        how_far = self.how_far
        # Each advances once; those left are judged again, as the hex may be full now.
        del how_far[unit]
        candidates = rules.candidates(state, self.targets, how_far)
        if candidates:
            most, hexes = (
                min(self.most - 1, len(candidates)),
                tuple(map(how_far.__getitem__, candidates)),
            )
            state.agenda.append(AdvanceOffered(self.targets, candidates, most, hexes, self.must))


# -- the verb ``advance`` of result programs, and the offer it makes -------------------------------


def _advance(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """The verb ``advance``: what a result owes whose units may, or must, advance."""
    attacking = effect.who == "attacker"
    units = parties.attackers if attacking else parties.defenders
    hexes = parties.hexes if attacking else parties.origins
    side, must = state.frame.unit_side[units[0]], parties.overrun and attacking
    rules = state.rules[AdvanceRules]
    how_far = {unit: rules.farthest(state, parties, unit, effect) for unit in units}
    return rules.offer(state, side, hexes, how_far, effect, must=must)


def _forecast(forecast: Forecast, state: Position, task: AdvanceOffered) -> None:
    """Which units may advance, and where to."""
    losers = forecast.losers.get(task.units[0], ())
    who = either(forecast.names(task.units))
    if losers:
        who = f"One left of {every(forecast.names(losers))}"
    vacated = either([state.frame.board.number[cell] for cell in task.targets])
    forecast.sentences.append(f"{who} may advance into {vacated}.")


def _line(action: Action, state: Position) -> str:
    plural = "" if len(action.units) > 1 else "s"
    to_hex = f" to {action.hexes[-1]}" if action.hexes else ""
    return f"{every(action.units)} advance{plural}{to_hex}"


def _in_words(effect: Effect, names: Names) -> str:
    """What the verb lets units do, as charts print it."""
    count = "any number of units" if effect.count is None else several(effect.count, "unit")
    if effect.who == "defender":
        count += " of the defender"
    further = "" if effect.hexes == 1 else f" up to {effect.hexes} hexes"
    if isinstance(effect.said, Cases):  # how far depends on the unit
        far = [
            several(case.value, "hex") + (f" ({selected(case.only, names)})" if case.only else "")
            for case in effect.said.of
        ]
        if effect.said.rest is not None:
            far.append(f"otherwise {several(effect.said.rest, 'hex')}")
        further = f" up to {', '.join(far)}"
    return f"{count} may advance{further}"


VERBS = {"advance": Verb(GOING_ON, "goal", _line, needs=resulting("advance"))}
TASKS = {"advance": AdvanceOffered}
RESULTS = {"advance": _advance}
MEANINGS = {"advance": _in_words}
FORECASTS = {"advance": _forecast}
