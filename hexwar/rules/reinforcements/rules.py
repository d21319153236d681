"""Section ``reinforcements``: units that come on from off the map, and when they may.

Groups come: by themselves when their phase begins and their condition holds, declared by their
side, or brought by a result. What has come waits, and enters unit by unit in movement phases of its
side; where it is owed, before the phase ends or before anybody else moves. Of what waits the enemy
knows only what everybody knows (`to_come`, `expect`): a unit out of sight may lie in a stack, or
still wait.

Below: the moments at which groups come, the tables, and the sentences.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import NamedTuple, cast

from hexwar.definition.grammar import in_text, opening
from hexwar.definition.model import Condition, Effect, ResolvedGame
from hexwar.engine.action import Action
from hexwar.engine.notation import GOING, NAMED, Verb
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import Violation
from hexwar.rules.control.rules import ControlRules
from hexwar.rules.language.conditions import Conditions, Measure
from hexwar.rules.language.programs import Parties
from hexwar.rules.language.reading import Charted, Speaker, Words
from hexwar.rules.language.wording import Names, called, every, number
from hexwar.rules.movement.modes import LandingRoll
from hexwar.rules.movement.moves import Moves
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.movement.task import MovementPhase
from hexwar.rules.reinforcements.entries import (
    ARRIVALS,
    DRAWN,
    ENTERING,
    ArrivedGroups,
    CompiledGroup,
    Drawn,
    EntryRules,
    fallback_of,
    so_many,
)
from hexwar.rules.reinforcements.section import Group, GroupEntry, Reinforcements
from hexwar.rules.sequence.contracts import MovementContribution, MovementObligation
from hexwar.rules.sequence.rules import ACTIVE
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.terrain.rules import Area
from hexwar.rules.units.rules import Forces, mask_of
from hexwar.rules.units.section import Units


class Waiting(NamedTuple):
    """Mask of the units of a group that may enter, and how many of them may."""

    units: int
    more: int


class ReinforcementRules(MovementContribution):
    """The groups by phase, and what they allow."""

    verbs = frozenset({"enter", "declare"})
    comes_last = True

    def __init__(
        self,
        frame: Frame,
        forces: Forces,
        movement: MovementRules,
        entries: EntryRules,
        conditions: Conditions,
        control: ControlRules,
    ) -> None:
        self._forces = forces
        self._movement = movement
        self._entries = entries
        self._moves = Moves(movement)
        phases = frame.phase_ids
        self.groups = tuple(
            CompiledGroup(
                index=index,
                section=section,
                phase=phases.index(section.phase),
                side=forces.side_ids.index(section.side),
                units=mask_of(forces.index[unit] for unit in section.units),
                area=movement.board.mask(section.entry.hexes(frame.map)),
                fallback=fallback_of(frame.map, section),
                holds=conditions.test(section.condition),
                cost=movement.terrain.scaled(section.entry.cost),
                ground=Area(section.entry.at, frame, control),
            )
            for index, section in enumerate(frame.resolved[Reinforcements].groups.values())
        )
        self._of_phase: dict[tuple[int, int], list[CompiledGroup]] = {}
        for group in self.groups:
            self._of_phase.setdefault((group.phase, group.side), []).append(group)
        self._inner = tuple(bool(phase.within) for phase in frame.resolved[SequenceOfPlay].phases)
        self._at_start = {group.phase for group in self.groups if group.at_start}
        self._owed = {group.phase for group in self.groups if group.is_owed}

    def concerns(self, phase: int) -> bool:
        """Whether a group may enter in a phase."""
        return any(group.phase == phase for group in self.groups)

    def of_phase(self, state: Position) -> Sequence[CompiledGroup]:
        """The groups of the phase, if it is their side's now."""
        return self._of_phase.get((state.phase_index, state.phase_side), ())

    def _units_of_phase(self, state: Position, units: int) -> int:
        """Those of some units (a mask) that the phase is for: within an activation, its units."""
        return units & state.memory[ACTIVE].units if self._inner[state.phase_index] else units

    # -- what is remembered ------------------------------------------------------------------

    def _has_come(self, state: Position, group: CompiledGroup) -> bool:
        """Whether a group has become available, once and for all."""
        return any(index == group.index for index, _, _ in state.memory[ARRIVALS].groups)

    def arrived(self, state: Position, name: str) -> bool:
        """Whether a group has become available at any time."""
        return any(
            group.section.id == name and self._has_come(state, group) for group in self.groups
        )

    def _waiting(self, state: Position, group: CompiledGroup) -> Waiting:
        """The units that may enter of a group that has come; none of one that has not."""
        for index, units, may_enter in state.memory[ARRIVALS].groups:
            if index == group.index:
                return Waiting(units, may_enter)
        return Waiting(0, 0)

    def _let_wait(self, state: Position, group: CompiledGroup, units: int, more: int) -> None:
        """Note that a group has come, and of which units (a mask) so many may still enter."""
        others = [came for came in state.memory[ARRIVALS].groups if came[0] != group.index]
        state.remember(ARRIVALS, ArrivedGroups((*others, (group.index, units, more))))

    def concerned_at(self, moment: str) -> bool:
        """Whether there are any reinforcements."""
        return bool(self.groups)

    # -- becoming available ---------------------------------------------------------------

    def phase_begins(self, state: Position) -> None:
        """Groups that nobody has to declare become available when their condition holds."""
        for group in self.of_phase(state):
            if group.section.comes_by_itself:
                self._let_come(state, group)

    def bring(self, state: Position, name: str) -> None:
        """A result lets a group come, whosever phase it is."""
        self._let_come(state, next(group for group in self.groups if group.section.id == name))

    def _let_come(self, state: Position, group: CompiledGroup) -> None:
        """Let a group come if it can: its condition holds, and its roll succeeds."""
        # The roll last: no die is thrown for a group that could not come in any case.
        if (
            (group.section.again == "every_turn" or not self._has_come(state, group))
            and group.holds(state)
            and (arriving := self._candidates(state, group))
            and (group.phase != state.phase_index or self._units_of_phase(state, arriving))
            and self._roll_succeeds(state, group)
        ):
            self._make_available(state, group, arriving)

    def _roll_succeeds(self, state: Position, group: CompiledGroup) -> bool:
        """Whether a group's roll succeeds, if it needs one."""
        roll = group.section.roll
        if roll is None:
            return True
        faces = tuple([state.roll(roll.dice.sides) for _ in range(roll.dice.count)])
        comes = roll.dice.read(faces) >= roll.at_least
        if state.events is not None:
            thrown = ", ".join(map(str, faces))
            text = f"{group.section.title}: {thrown} on {roll.dice}, it "
            text += "comes." if comes else "does not come yet."
            rule = group.section.cite.get("if", "")
            state.tell("arrival_roll", rule, text, group=group.section.id, dice=faces)
        return comes

    def phase_ends(self, state: Position) -> None:
        """What had to enter in this phase and did not stays out for good."""
        for group in self.of_phase(state):
            still_waiting, _ = self._waiting(state, group)
            if still_waiting and group.section.until == "end_of_phase":
                # Noted as one that has come, with no unit left that may enter.
                self._let_wait(state, group, 0, 0)

    def _make_available(self, state: Position, group: CompiledGroup, units: int) -> None:
        """Let units of a group wait for their entry, and say so."""
        drawn, count = units, group.section.drawn
        if count is not None:
            # Dice draw them, and they are not put back: each die has as many faces as units are
            # left.
            undrawn, drawn = list(bits(units)), 0
            for _ in range(min(count, len(undrawn))):
                drawn |= 1 << undrawn.pop(state.roll(len(undrawn)) - 1)
            state.remember(DRAWN, Drawn(state.memory[DRAWN].units | drawn))
        coming = min(drawn.bit_count(), group.section.most or drawn.bit_count())
        # One that comes every turn adds to the units that still wait from the last time.
        waiting, may_enter = self._waiting(state, group)
        self._let_wait(state, group, drawn | waiting, may_enter + coming)
        names = self._forces.named(drawn)
        state.tell(
            "available",
            group.section.cite.get("declare", ""),
            f"{group.section.title}: {so_many(names, coming)} may enter.",
            group=group.section.id,
            units=names,
        )

    def free_to_enter(self, state: Position) -> int:
        """Mask of the units in play that have become available, whether they have entered or not.

        Which of them have is not known to the enemy, which does not see all of a stack.
        """
        came = (self._units_available(state, group) for group in self.groups)
        return reduce(or_, came, 0) & ~state.eliminated

    def _units_available(self, state: Position, group: CompiledGroup) -> int:
        """Mask of the units of a group that have become available."""
        if not self._has_come(state, group):
            return 0
        return group.units & state.memory[DRAWN].units if group.section.drawn else group.units

    def to_come(self, state: Position) -> int:
        """Mask of the units that cannot have come yet, as everybody knows."""
        away = (group.units & ~self._units_available(state, group) for group in self.groups)
        return reduce(or_, away, 0) & ~self.free_to_enter(state)

    def waiting(self, state: Position) -> int:
        """Mask of the units that may enter, now or in a phase to come."""
        came = state.memory[ARRIVALS].groups
        return reduce(or_, (units for _, units, may_enter in came if may_enter), 0)

    def expect(self, state: Position, side: int, unknown: int) -> None:
        """Make the groups of others look as ``side`` knows them: units that may still enter wait.

        A unit that is not seen may lie in a stack or wait, and neither is told.
        """
        for group in self.groups:
            if group.side == side or not group.units or not self._has_come(state, group):
                continue
            over = group.section.until == "end_of_phase" and group.phase != state.phase_index
            waiting = 0 if over else self._units_available(state, group) & unknown
            most = group.section.most or waiting.bit_count()
            self._let_wait(state, group, waiting, min(waiting.bit_count(), most))

    def put_off_again(self, state: Position, unit: int) -> None:
        """A unit that entered in this phase had to leave the map: it may enter as before."""
        for group in self.of_phase(state):
            of_group = group.section.is_of_the_eliminated or group.units >> unit & 1
            ours = group.side == self._forces.side[unit]
            if of_group and ours and self._has_come(state, group):
                waiting, may_enter = self._waiting(state, group)
                self._let_wait(state, group, waiting | 1 << unit, may_enter + 1)
                # It had left the eliminated when it entered.
                if group.section.is_of_the_eliminated:
                    state.eliminated |= 1 << unit
                return

    def _candidates(self, state: Position, group: CompiledGroup) -> int:
        """The units that would become available: those named, or the side's casualties."""
        if group.section.is_of_the_eliminated:
            return state.eliminated & self._forces.mask_of_side[group.side]
        waiting, _ = self._waiting(state, group)
        on_map = mask_of(unit for unit in bits(group.units) if state.cells[unit] != OFF_MAP)
        off_map = group.units & ~on_map & ~waiting
        return off_map & ~state.memory[DRAWN].units if group.section.drawn else off_map

    def owes_in(self, phase: int) -> bool:
        """Whether some unit must enter in a phase, or must before others move."""
        return phase in self._owed or phase in self._at_start

    def before_move(self, state: Position, units: Sequence[int]) -> None:
        """Units that stood on the map move or overrun: what enters at first is too late.

        A unit that came in this phase for movement points goes on with its entry, begins no move.
        """
        moves_begun = state.phase_index not in self._at_start or state.memory[ENTERING].moves_begun
        if not moves_begun and any(self._movement.origin(state, unit) for unit in units):
            state.remember(ENTERING, state.memory[ENTERING]._replace(moves_begun=True))

    def prompt(self, state: Position) -> str:
        """What may enter only until others move comes first; how many may, where not all do."""
        owed = list(self._entries_owed(state))
        if owed:
            return self._debts_in_words(state, owed)
        enterable = list(self._groups_to_enter(state))
        if any(group.at_start for group, _ in enterable):
            return "Bring on reinforcements before anything moves"
        allowed = []
        for group, units in enterable:
            most = self._waiting(state, group).more
            if most < units.bit_count():
                allowed.append(f"{so_many(self._forces.named(units), most)} may enter")
        return "; ".join(allowed)

    def _too_late(self, state: Position, group: CompiledGroup) -> bool:
        return group.at_start and state.memory[ENTERING].moves_begun

    # -- entering that is owed ----------------------------------------------------------------

    def must_enter(self, state: Position) -> int:
        """Mask of the units that can enter now and may not be left waiting.

        Of a group of which only so many may enter these are the ones to choose from.
        """
        return reduce(or_, (units for _, units in self._entries_owed(state)), 0)

    def _entries_owed(self, state: Position) -> Iterator[tuple[CompiledGroup, int]]:
        """Groups of which some unit must enter now, with the units that can."""
        if state.phase_index not in self._owed:
            return
        for group, waiting in self._groups_to_enter(state):
            if group.is_owed:
                units = mask_of(
                    unit for unit in bits(waiting) if self._entries.hexes(state, group, unit)
                )
                if units:
                    yield group, units

    def owed(self, state: Position) -> MovementObligation | None:
        """Entering that is owed comes before the phase ends; at its start before any unit moves.

        A unit that came in this phase for movement points goes on with its entry.
        """
        # Most often no unit is left that could enter.
        if state.phase_index not in self._owed or not state.memory[ARRIVALS].somebody_waits:
            return None
        owed = list(self._entries_owed(state))
        if not owed:
            return None
        why = owed[0][0].refuse(
            "placing", f"{self._debts_in_words(state, owed)}: each unit that can enter must."
        )
        # Whatever stood on the map waits for those that enter before anybody moves.
        first = any(group.at_start for group, _ in owed)
        held = self._movement.began_on_map(state, state.phase_side) if first else 0
        return MovementObligation(why, self.verbs, held, first)

    def left_behind(self, state: Position, action: Action) -> int:
        """Mask of the units that can enter now and no more in this phase once that is done."""
        if action.verb in self.verbs:
            return 0
        ends = action.verb == "done"
        if not ends:
            index = self._forces.index
            units = [index[name] for name in action.units if name in index]
            # A unit that has just entered begins no move: what enters first is not too late yet.
            if not any(self._movement.origin(state, unit) for unit in units):
                return 0
        return mask_of(
            unit
            for group, waiting in self._groups_to_enter(state)
            if ends or group.at_start
            for unit in bits(waiting)
            if self._entries.hexes(state, group, unit)
        )

    def _debts_in_words(self, state: Position, groups: Sequence[tuple[CompiledGroup, int]]) -> str:
        """What is owed, and by when, as the beginning of a sentence."""
        first = any(group.at_start for group, _ in groups)
        named: list[str] = []
        for group, units in groups:
            names, most = self._forces.named(units), self._waiting(state, group).more
            if group.at_start or not first:
                named += names if most >= len(names) else [so_many(names, most)]
        who = every(named)
        return f"First bring on {who}" if first else f"Bring on {who} before the phase ends"

    # -- entering -----------------------------------------------------------------------------

    def _groups_to_enter(self, state: Position) -> Iterator[tuple[CompiledGroup, int]]:
        """Groups of the phase of which something may enter now, and the units that wait."""
        for group in self.of_phase(state):
            waiting, may_enter = self._waiting(state, group)
            waiting = may_enter and self._units_of_phase(state, waiting)
            if waiting and not self._too_late(state, group):
                yield group, waiting

    def actions(self, state: Position) -> Iterator[Action]:
        """Entries group by group, unit by unit, hexes in map order; then declarations."""
        numbers = self._movement.board.numbers
        for group, waiting in self._groups_to_enter(state):
            for unit in bits(waiting):
                for at in numbers(self._entries.hexes(state, group, unit)):
                    yield Action("enter", (self._forces.ids[unit],), (at,))
        for group in self.of_phase(state):
            if group.section.is_declared and self._why_not_declare(state, group) is None:
                yield Action("declare", name=group.section.id)

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why an ``enter`` or ``declare`` is illegal in this phase."""
        if action.verb == "declare":
            name = action.name
            for group in self.groups:
                if group.section.id == name and group.section.is_declared:
                    if group.phase != state.phase_index:
                        title = group.section.title
                        return group.refuse("if", f"{title} is not declared in this phase.")
                    return self._why_not_declare(state, group)
            return Violation(
                "", f"There is nothing called {name} to declare.", "reinforcements.declare"
            )
        if len(action.units) != 1 or len(action.hexes) != 1:
            return Violation("", "Write: enter UNIT HEX.", "notation")
        unit = self._forces.index[action.units[0]]
        for group, waiting in self._groups_to_enter(state):
            if waiting >> unit & 1:
                return self._entries.why_not(state, group, unit, action.hexes[0])
        # Why a unit is not among those that may enter in this phase.
        name, side = self._forces.ids[unit], self._forces.side[unit]
        named = [group for group in self.groups if group.units >> unit & 1]
        casualties = [
            group
            for group in self.groups
            if group.section.is_of_the_eliminated and group.side == side
        ]
        first = next(iter((*named, *casualties)), None)
        if first is None:
            return Violation("", f"{name} is no reinforcement.", "reinforcements.units")
        if self._forces.side_ids[side] != state.side_to_act:
            # Whether it has entered, and may lie hidden in a stack, is not said.
            return first.refuse("entry", f"{name} belongs to the other side.")
        if state.cells[unit]:
            return first.refuse("units", f"{name} is on the map already.")
        coming = [*named, *casualties] if state.eliminated >> unit & 1 else named
        if not coming:
            title = in_text(first.section.title)
            return first.refuse("units", f"{name} was not eliminated: {title} does not bring it.")
        return self._why_not_yet(state, unit, coming)

    def _why_not_yet(self, state: Position, unit: int, coming: list[CompiledGroup]) -> Violation:
        """Why a unit off the map does not enter that these groups bring, have brought or will."""
        name = self._forces.ids[unit]
        for group in coming:
            waiting, may_enter = self._waiting(state, group)
            if may_enter and waiting >> unit & 1:
                if self._too_late(state, group):
                    return self._why_too_late(group, name)
                return group.refuse("entry", f"{name} does not enter in this phase.")
        for group in coming:
            title = in_text(group.section.title)
            if not self._has_come(state, group):
                if group.section.is_declared:
                    return group.refuse("declare", f"{name} waits until {title} is declared.")
                if group.section.declared == "by_result":
                    text = f"{name} waits for a result that brings {title}."
                    return group.refuse("declare", text)
                return group.refuse("if", f"{name} cannot enter with {title} yet.")
        title = in_text(coming[0].section.title)
        return coming[0].refuse("units", f"{name} can no longer enter with {title}.")

    def _why_too_late(self, group: CompiledGroup, who: str) -> Violation:
        return group.refuse("if", f"{who} enters before any unit moves, or in a later turn.")

    def _why_not_declare(self, state: Position, group: CompiledGroup) -> Violation | None:
        """Why a group is not declared now; ``None`` if it may be."""
        title = group.section.title
        if self._has_come(state, group):
            return group.refuse("declare", f"{title} has been declared already: once per game.")
        if self._too_late(state, group):
            return self._why_too_late(group, title)
        if not group.holds(state):
            return group.refuse("if", f"{title} cannot be declared yet.")
        if not self._candidates(state, group):
            return group.refuse("units", f"{title} cannot be declared: there is no unit to bring.")
        return None

    def perform(self, state: Position, action: Action) -> None:
        """Carry out a legal ``enter`` or ``declare``."""
        if action.verb == "declare":
            group = next(group for group in self.of_phase(state) if group.section.id == action.name)
            self._make_available(state, group, self._candidates(state, group))
            return
        unit = self._forces.index[action.units[0]]
        group = next(
            group for group, waiting in self._groups_to_enter(state) if waiting >> unit & 1
        )
        cell = self._movement.board.cell[action.hexes[0]]
        self._enter(state, group, unit, cell)

    def _enter(self, state: Position, group: CompiledGroup, unit: int, cell: int) -> None:
        """Bring a unit on. Where enemies hide these are seen, and it may enter elsewhere."""
        if state.stopped(unit, cell):
            return
        movement = self._movement
        name, number = self._forces.ids[unit], movement.board.number[cell]
        cost = self._entries.cost(state, group, unit, cell) or 0
        waiting, may_enter = self._waiting(state, group)
        self._let_wait(state, group, waiting & ~(1 << unit), may_enter - 1)
        state.renew(unit)
        if group.section.step == "last":
            state.lose(unit, self._forces.steps[unit] - 1)
        passage = movement.passage(state, unit)
        stops = passage.ends >> cell & 1
        points_left = 0 if stops else movement.values.allowance(state, unit) - cost
        # A unit that pays, or has to stop, has moved. One that enters for nothing is put down, and
        # still has its move as if it had begun the phase here.
        if cost or stops:
            self._moves.arrive(state, unit, OFF_MAP, cell, points_left)
            state.did("moved", 1 << unit)
        else:
            self._moves.put_down(state, unit, cell)
            if passage.zone >> cell & 1:
                # It is placed at the very beginning of the phase, and so begins it here.
                movement.begins_in_zone(state, unit)
        if group.section.entry.in_column:
            entering = state.memory[ENTERING]
            state.remember(ENTERING, entering._replace(cells=(*entering.cells, cell)))
        state.did("entered", 1 << unit)
        title = state.frame.map.boxes.get(number)
        arrives = f"comes to {title}" if title else f"enters the map in {number}"
        state.tell(
            "entered",
            group.section.cite.get("entry", ""),
            f"{name} {arrives} ({movement.terrain.written(cost)}).",
            unit=name,
            path=(number,),
        )
        if group.section.table:
            state.agenda.append(LandingRoll(unit, group.section.table))


# -- when reinforcements become available, and that they enter in movement phases ------------------


def _enter(action: Action, state: Position) -> str:
    return f"{every(action.units)} enters in {action.hexes[-1]}"


def _declare(action: Action, state: Position) -> str:
    group = state.resolved[Reinforcements].groups.get(action.name)
    return f"Declare {group.title if group else action.name}"


def _count_arrived(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    name = str(condition.arguments["arrived"])
    return lambda state: int(state.rules[ReinforcementRules].arrived(state, name))


def _arrived_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    return f"{called(names, 'group', str(condition.arguments['arrived']))} has arrived"


def _bring(state: Position, parties: Parties, effect: Effect) -> None:
    state.rules[ReinforcementRules].bring(state, cast(str, effect.said))


def _brought_in_words(effect: Effect, names: Names) -> str:
    return f"{called(names, 'group', cast(str, effect.said))} may enter"


def _some_wait(game: ResolvedGame) -> bool:
    """Whether units may come onto the map, by a group or by any other rule."""
    waiting = game[Units].counters.keys() - game.scenario.opening.keys()
    return bool(waiting or game[Reinforcements].groups)


def _amounts(game: ResolvedGame) -> Iterator[Fraction | int | None]:
    return (group.entry.cost for group in game[Reinforcements].groups.values())


# -- what can be asked ---------------------------------------------------------------------------


def _waiting(state: Position, side: int) -> tuple[str, ...]:
    return state.names_of(state.rules[ReinforcementRules].waiting(state), side)


def _may_enter(state: Position, side: int) -> int:
    groups, came = state.rules[ReinforcementRules].groups, state.memory[ARRIVALS].groups
    return sum(count for group, _, count in came if groups[group].side == side)


def _must_enter(state: Position, side: int) -> tuple[str, ...]:
    is_movement = not state.is_over and isinstance(state.agenda[-1], MovementPhase)
    owed = state.rules[ReinforcementRules].must_enter(state) if is_movement else 0
    return state.names_of(owed, side)


def _left_waiting(state: Position, action: Action) -> tuple[str, ...]:
    if state.is_over or not isinstance(state.agenda[-1], MovementPhase):
        return ()
    if not state.frame.unit_index.keys() >= set(action.units):
        return ()
    return state.names_of(state.rules[ReinforcementRules].left_behind(state, action))


VERBS = {
    "enter": Verb(GOING, "goal", _enter, needs=_some_wait),
    "declare": Verb(
        NAMED,
        label=_declare,
        needs=lambda game: any(group.is_declared for group in game[Reinforcements].groups.values()),
    ),
}
TITLES = {"group": lambda game: game[Reinforcements].groups}
SLOTS = (ARRIVALS, DRAWN, ENTERING)
HOOKS = {
    "to_come": (ReinforcementRules, ReinforcementRules.to_come),
    "could_have_come": (ReinforcementRules, ReinforcementRules.free_to_enter),
    "forgets": (ReinforcementRules, ReinforcementRules.expect),
    "phase_begins": (ReinforcementRules, ReinforcementRules.phase_begins),
    "phase_closing": (ReinforcementRules, ReinforcementRules.phase_ends),
}
CONTRIBUTIONS = {"movement": (ReinforcementRules,)}
RESULTS = {"enter": _bring}
MEANINGS = {"enter": _brought_in_words}
MEASURES = {"arrived": _count_arrived}
WORDINGS = {"arrived": _arrived_in_words}
ANSWERS = {
    "waiting": _waiting,
    "may_enter": _may_enter,
    "must_enter": _must_enter,
    "left_waiting": _left_waiting,
}
AMOUNTS = (_amounts,)


# -- what groups of reinforcements say beside the line that announces them -------------------------


def _side(group: Group, speaker: Speaker) -> str:
    return f"{opening(speaker.names[group.side], 'receives')} it."


def _step(group: Group, speaker: Speaker) -> str:
    return (
        "Its units come with their last step." if group.step == "last" else "Its units come whole."
    )


def _again(group: Group, speaker: Speaker) -> str:
    return "It comes again in every turn." if group.again == "every_turn" else "It comes once."


def _until(group: Group, speaker: Speaker) -> str:
    if group.until == "end_of_phase":
        return "A unit that has not entered when the phase ends does not come any more."
    return "A unit that has not entered may do so later."


def _table(group: Group, speaker: Speaker) -> str:
    table = speaker.called("table", group.table) if group.table else "no table"
    return f"Each unit that has entered rolls on {table}."


def _cost(entry: GroupEntry, speaker: Speaker) -> str:
    if entry.cost is None:
        return "The entry hex costs what its terrain costs."
    free = ", and the unit has not moved yet" if not entry.cost else ""
    return f"The entry hex costs {number(entry.cost)} MP{free}."


def _when(entry: GroupEntry, speaker: Speaker) -> str:
    if entry.when == "start_of_phase":
        return "Units enter before any other unit of their side moves in the phase."
    return "Units enter at any time in the phase."


def _placing(entry: GroupEntry, speaker: Speaker) -> str:
    if entry.placing == "owed":
        return "Each unit that can enter must."
    return "A unit that can enter may wait for a later turn."


def _into_zone(entry: GroupEntry, speaker: Speaker) -> str:
    may = "may not" if entry.into_zone == "forbidden" else "may"
    return f"Units {may} enter in an enemy zone of control."


def _into_friends(entry: GroupEntry, speaker: Speaker) -> str:
    if entry.into_friends == "overstack":
        return "Units may enter a hex that then holds too many, until the phase ends."
    return "Units enter within the stacking limit."


def _in_column(entry: GroupEntry, speaker: Speaker) -> str:
    if entry.in_column:
        return "Units that enter by the same hex come one behind the other, and pay for that."
    return "Each unit pays for the entry hex alone."


def _at(entry: GroupEntry, speaker: Speaker) -> str:
    entered_at = "anywhere in the region" if entry.at is None else speaker.where(entry.at)
    return f"Entry hexes count {entered_at}."


WORDS: Words = {
    Group: {
        "side": _side,
        "phase": Charted(),
        "units": Charted(),
        "most": Charted(),
        "drawn": Charted(),
        "roll": Charted(),
        "declared": Charted(),
        "condition": Charted(),
        "step": _step,
        "again": _again,
        "until": _until,
        "table": _table,
    },
    GroupEntry: {
        "region": Charted(),
        "when": _when,
        "placing": _placing,
        "blocked": Charted(),
        "at": _at,
        "cost": _cost,
        "into_zone": _into_zone,
        "into_friends": _into_friends,
        "in_column": _in_column,
    },
}
