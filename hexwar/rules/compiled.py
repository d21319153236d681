"""One game, scenario and set of options compiled: every section's rules, wired together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from hexwar.definition.model import ResolvedGame
from hexwar.engine.action import Action
from hexwar.engine.event import Event
from hexwar.engine.queries import Preview, Reach
from hexwar.engine.ruleset import Ruleset, RulesetSource
from hexwar.engine.state import State
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.advance.rules import AdvanceOffered, AdvanceRules
from hexwar.rules.combat.battle import Battle, BattleRules
from hexwar.rules.combat.preview import at_worst, preview_battle
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.task import CombatPhase
from hexwar.rules.losses.elimination import LossOwed, LossRules
from hexwar.rules.losses.rules import StepLossRules, StepsOwed
from hexwar.rules.losses.section import Losses
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.movement.task import MovementPhase
from hexwar.rules.overrun.rules import OverrunRules
from hexwar.rules.overrun.section import Overrun
from hexwar.rules.reinforcements.rules import ReinforcementRules
from hexwar.rules.retreat.rules import RetreatRules
from hexwar.rules.retreat.task import Party, RetreatOwed
from hexwar.rules.scenarios.task import SetupRules, SetupTask
from hexwar.rules.sequence.rules import SequenceRules
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.stacking.visibility import VisibilityRules, forget, told
from hexwar.rules.supply.rules import SupplyPhase, SupplyRules
from hexwar.rules.supply.section import Supply
from hexwar.rules.terrain.rules import TerrainRules
from hexwar.rules.units.rules import Forces, bits
from hexwar.rules.units.values import OUT_OF_SUPPLY, UnitValues
from hexwar.rules.victory.rules import VictoryRules
from hexwar.rules.zones_of_control.rules import ZoneRules


class CompiledRules:
    """The rule set that the kernel asks; see :class:`hexwar.engine.ruleset.Ruleset`."""

    game: RulesetSource

    def __init__(self, resolved: ResolvedGame) -> None:
        self.resolved = resolved
        self.board = resolved.map.board
        self.forces = forces = Forces(resolved)
        self.unit_ids = forces.ids
        self.unit_index = forces.index
        self.unit_side = forces.side
        self.side_ids = forces.side_ids
        self.phase_ids = tuple(phase.id for phase in resolved.sequence.phases)
        terrain = TerrainRules(resolved)
        zones = ZoneRules(resolved, forces, terrain)
        self.stacking = StackingRules(resolved, forces.of_side)
        values = UnitValues(resolved, forces, terrain)
        self.visibility = VisibilityRules(resolved, forces, values)
        self.movement = MovementRules(resolved, forces, terrain, zones, self.stacking, values)
        self.reinforcements = ReinforcementRules(resolved, forces, self.movement)
        self.victory = VictoryRules(resolved, forces)
        self.sequence = SequenceRules(resolved, forces, self.reinforcements, self.victory)
        rule = resolved.combat.cite.get("result", "") if resolved.combat else ""
        self.losses = LossRules(forces, rule, self.sequence)
        self.steps = StepLossRules(resolved[Losses], forces, values, self.losses, self.sequence)
        supply = resolved.section(Supply)
        self.supplies = (
            SupplyRules(supply, resolved.map, self.movement, self.steps) if supply else None
        )
        self.retreat = RetreatRules(
            resolved, self.movement, self.losses, self.steps, self.supplies, self.sequence
        )
        self.advance = AdvanceRules(resolved, self.movement, self.sequence)
        self.battles = self._battles(resolved, terrain)
        overrun = resolved.section(Overrun)
        self.overrun = (
            OverrunRules(overrun, self._need_battles(), self.movement) if overrun else None
        )
        self.setup = SetupRules(resolved, self.movement, self.sequence)
        self.sequence.tasks = tuple(self._phase_task(index) for index in range(len(self.phase_ids)))

    def __reduce__(self) -> tuple[Any, ...]:
        choice = (self.resolved.scenario.id, self.resolved.options, self.resolved.edition)
        return _ruleset_again, (self.game, *choice)

    def _battles(self, resolved: ResolvedGame, terrain: TerrainRules) -> BattleRules | None:
        if resolved.combat is None:
            return None
        movement = self.movement
        combat = CombatRules(
            resolved.combat,
            resolved,
            self.forces,
            terrain,
            movement.zones,
            movement.values,
            self.visibility,
        )
        return BattleRules(combat, self.losses, self.steps, self.retreat, self.advance)

    def _phase_task(self, index: int) -> Task:
        phase = self.resolved.sequence.phases[index]
        if phase.kind == "movement":
            return MovementPhase(
                index, phase, self.movement, self.reinforcements, self.sequence, self.overrun
            )
        if phase.kind == "supply":
            if self.supplies is None:
                raise ValueError("a supply phase needs the section supply")
            return SupplyPhase(index, phase, self.supplies, self.sequence)
        battles = self._need_battles()
        return CombatPhase(index, phase, battles.combat, battles, self.sequence)

    def _need_battles(self) -> BattleRules:
        if self.battles is None:
            raise ValueError("a combat phase needs the section combat")
        return self.battles

    # -- what the kernel asks -------------------------------------------------------------------

    def begin(self, state: State, phase: int) -> None:
        """Enter a phase."""
        self.sequence.begin(state, phase)

    def open(self, state: State) -> None:
        """Begin the game: with the set-up, if the scenario leaves any of it to the players."""
        self.setup.begin(state)

    def position_problem(self, state: State) -> str:
        """Why a set-up cannot be played, or nothing."""
        for side, name in enumerate(self.forces.side_names):
            shared = state.occupied[side] & state.enemies_of(side)
            if shared:
                return f"units of two sides stand in {', '.join(self.board.numbers(shared))}"
            over = self.stacking.overstacked(state, side)
            if over:
                return f"{name} has too many units in {', '.join(self.board.numbers(over))}"
        return ""

    def task_from_dict(self, data: dict[str, Any]) -> Task:
        """The task that ``Task.to_dict`` described."""
        kind = data["task"]
        if kind in ("movement", "combat", "supply"):
            return self.sequence.tasks[int(data["phase"])]
        if kind == "setup":
            return SetupTask(self.setup, int(data["index"]))
        units = tuple(data.get("units", ()))
        if kind == "battle":
            sides = (tuple(data["attackers"]), tuple(data["defenders"]))
            battles = self._need_battles()
            return Battle(
                battles,
                data["code"],
                data["target"],
                *sides,
                data["step"],
                overrun=data["overrun"],
            )
        if kind == "loss":
            return LossOwed(self.losses, units, data["count"], data["chooser"])
        if kind == "retreat":
            parties = tuple(Party(tuple(u), at, n, tuple(way)) for u, at, n, way in data["parties"])
            paid = tuple(map(tuple, data["paid"]))
            owed = (parties, data["hexes"], data["chooser"], data["role"], paid)
            return RetreatOwed(self.retreat, *owed)
        if kind == "step_loss":
            return StepsOwed(self.steps, units, data["count"], data["role"])
        if kind == "advance":
            offered = (data["target"], units, data["most"], data["hexes"])
            return AdvanceOffered(self.advance, *offered, must=data["must"])
        raise ValueError(f"there is no task {kind}")

    def hidden(self, state: State, side: int) -> int:
        """Mask of the units that ``side`` cannot see."""
        return self.visibility.hidden(state, side)

    def unseen(self, state: State) -> Sequence[int]:
        """Masks of the units whose place each side does not know; empty if nothing is hidden."""
        if not self.visibility.limited:
            return ()
        return [self._unknown(state, side) for side in range(len(self.side_ids))]

    def veil(self, state: State, unseen: Sequence[int]) -> None:
        """Note in the state's events who was hidden from whom."""
        self.visibility.veil(unseen, self.unseen(state), state.events or ())

    def told(self, events: Iterable[Event], side: str) -> list[Event]:
        """Events as a side learns of them."""
        return told(events, side)

    def seen(self, state: State, side: int) -> int:
        """Mask of the units of which a side knows where they are, or that they are out of play."""
        return ~self._unknown(state, side)

    def _unknown(self, state: State, side: int) -> int:
        return self.visibility.unknown(state, side, self.reinforcements.to_come(state))

    def hiding(self, state: State, side: int) -> int:
        """Mask of the hexes in which a side knows that units lie hidden from it."""
        return self.visibility.hiding(state, side)

    def forget(self, state: State, side: int) -> None:
        """Take the units that a side does not see out of play, and forget all about them."""
        unknown = self._unknown(state, side)
        if unknown:
            self.reinforcements.expect(state, side, unknown)
            forget(state, unknown, self.hiding(state, side), self.forces.mask_of_side[side])

    def step_costs(self, number: str, neighbor: str) -> dict[str, Fraction | None]:
        """What the step from a hex to a neighbour costs, by movement class; None: prohibited."""
        terrain, cell = self.movement.terrain, self.board.cell
        costs = {n: c.cost(cell[number], cell[neighbor]) for n, c in terrain.costs.items()}
        return {n: None if cost is None else terrain.points(cost) for n, cost in costs.items()}

    def waiting(self, state: State) -> int:
        """Mask of the units off the map that may enter."""
        return self.reinforcements.waiting(state)

    def explain_top(self, state: State, side: int, unit: int) -> Violation | None:
        """Why a side may not put a unit on top of its stack."""
        return self.visibility.explain_top(state, side, unit)

    def put_on_top(self, state: State, unit: int) -> None:
        """Put a unit on top of its stack."""
        self.visibility.put_on_top(state, unit)

    def reach(self, state: State, unit: int) -> dict[str, Reach]:
        """Where a unit can move now; empty outside its side's movement phase."""
        return self.movement.reach(state, unit) if self._moves_now(state, unit) else {}

    def movement_left(self, state: State, unit: int) -> Fraction | None:
        """Movement points a unit may still spend now; ``None`` when it may not move."""
        points = self.movement.points_left(state, unit) if self._moves_now(state, unit) else 0
        return self.movement.terrain.points(points) if points else None

    def _moves_now(self, state: State, unit: int) -> bool:
        """Whether it is a movement phase of the unit's side."""
        if state.is_over or not isinstance(state.agenda[-1], MovementPhase):
            return False
        return state.agenda[-1].side(state) == self.forces.side[unit]

    def threats(self, state: State, side: int) -> dict[str, tuple[str, ...]]:
        """Which units of a side could be in each hex after a movement phase begun now."""
        return self.movement.threats(state, side)

    def attack_options(self, state: State) -> dict[str, tuple[tuple[str, ...], ...]]:
        """Target hexes, each with the groups able to attack it; empty outside combat."""
        if state.is_over or not isinstance(state.agenda[-1], CombatPhase):
            return {}
        targets = self._need_battles().combat.targets(state, state.agenda[-1].side(state))
        return {
            self.board.number[cell]: tuple(
                tuple(self.unit_ids[unit] for unit in group) for group in target.groups
            )
            for cell, target in targets.items()
        }

    def supply(self, state: State, side: int) -> dict[str, tuple[str, ...]]:
        """By movement class: the hexes from which units of a side trace to a source now."""
        if self.supplies is None:
            return {}
        classes = dict.fromkeys(
            self.forces.movement_class[unit] for unit in self.forces.of_side[side]
        )
        return {
            name: tuple(self.board.numbers(self.supplies.supplied(state, side, name)))
            for name in classes
        }

    def supply_path(self, state: State, unit: int) -> tuple[str, ...] | None:
        """A shortest trace of a unit now, its own hex first; ``None`` when there is none."""
        if self.supplies is None or not state.cells[unit]:
            return None
        cells = self.supplies.trace(state, unit)
        return tuple(self.board.number[cell] for cell in cells) if cells else None

    def points(self, state: State) -> dict[str, int]:
        """The victory points of each side; empty when the game has none."""
        return self.victory.points.all(state)

    def controlled(self, state: State, side: int) -> tuple[str, ...]:
        """The hexes that a side controls, of those whose control matters, in map order."""
        return tuple(self.board.numbers(self.sequence.control.held(state, side)))

    def in_supply(self, state: State, unit: int) -> bool:
        """The status that the owner's latest supply phase gave a unit."""
        return not state.this_game.get(OUT_OF_SUPPLY, 0) >> unit & 1

    def preview(self, state: State, attack: Action) -> Preview:
        """What a legal attack would be resolved as."""
        attackers = tuple(sorted(self.unit_index[name] for name in attack.units))
        cell = self.board.cell[attack.hexes[0]]
        overrun = attack.verb == "overrun"
        return preview_battle(self._need_battles(), state, cell, attackers, overrun=overrun)

    def preview_seen(self, state: State, side: int, attack: Action) -> Preview:
        """The same as far as a side can tell."""
        seen = state.seen_by(self.side_ids[side])
        preview = self.preview(seen, attack)
        cell = self.board.cell[attack.hexes[0]]
        if not self.hiding(state, side) >> cell & 1:
            return preview
        perhaps = self.hidden(state, side) | self.reinforcements.free_to_enter(state)
        out_of_sight = tuple(unit for unit in bits(perhaps) if not seen.cells[unit])
        room = self.stacking.limit - len(preview.defenders)
        return at_worst(self._need_battles().combat, seen, preview, out_of_sight, room)


def _ruleset_again(
    game: RulesetSource, scenario: str, options: tuple[str, ...], edition: str
) -> Ruleset:
    return game.ruleset(scenario, options, edition or None)


def compile_rules(resolved: ResolvedGame) -> CompiledRules:
    """Compile a resolved game to masks and tables."""
    return CompiledRules(resolved)
