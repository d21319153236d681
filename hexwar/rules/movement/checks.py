"""What is proved of section ``movement``: what units can reach, and that what it says has an
effect.

Units that are shut in, objectives and entry hexes out of reach: for these, places are joined as if
terrain were all that hinders and every allowance whole, since what cannot be reached so can never
be reached. The rest is about phases, modifiers and orders of movement that would do nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

from hexwar.definition.checks import Subject, of_each_game, of_each_game_thoroughly
from hexwar.definition.diagnostics import Findings
from hexwar.definition.grammar import a_or_an
from hexwar.definition.model import Condition, ResolvedGame
from hexwar.definition.packages import words_of
from hexwar.definition.tree import MappingNode, key_node
from hexwar.rules.language.selectors import is_at
from hexwar.rules.language.wording import either
from hexwar.rules.movement.section import Movement, WhoMoves
from hexwar.rules.scopes.checks import (
    IdleKey,
    has_key,
    moments_asked,
    of_keys,
    overlays_in_play,
)
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.states.section import States
from hexwar.rules.terrain.checks import enterable
from hexwar.rules.terrain.section import Cost, Terrain
from hexwar.rules.units.rules import groups_of
from hexwar.rules.units.section import Unit, Units
from hexwar.rules.victory.section import Victory
from hexwar.rules.zones_of_control.section import ZonesOfControl

ANY_COST = Fraction(10**9)
"""More than any step costs: the allowance of a unit that can always move one hex."""


def _allowance(game: ResolvedGame, unit: Unit) -> Fraction:
    """The movement points of a unit at full strength: its own, or those of all."""
    printed = unit.steps[0].movement
    allowance = printed if printed is not None else game[Movement].allowance
    return Fraction(0) if allowance is None else allowance


def _passable(game: ResolvedGame, unit: Unit) -> dict[str, set[str]]:
    """By hex, where a unit could go next with its whole allowance, terrain being all that hinders.

    Where a way of moving goes straight, its ends are joined by a place of its own.
    """
    who, most = game[Movement].class_of(unit.type.movement_class), _allowance(game, unit)
    if game[Movement].minimum_move == "one_hex" and most:
        most = ANY_COST
    hexsides, paths = game[Terrain].hexsides, game[Terrain].paths
    open_to = {
        kind: _can_be_paid(kind_of_hex.cost[who], most)
        for kind, kind_of_hex in game[Terrain].hexes.items()
    }
    entered = {number for number in game.map if open_to[game.map.terrain(number)]}
    following: dict[str, set[str]] = {number: set() for number in game.map}
    for number in entered:
        following[number] = entered.intersection(game.map.neighbors(number))
    for (a, b), kinds in game.map.hexsides.items():
        harmless = {name for kind in kinds for name in hexsides[kind].negates}
        if not all(_can_be_paid(hexsides[kind].cost[who], most) for kind in kinds - harmless):
            following[a].discard(b)
            following[b].discard(a)
    for (a, b), kinds in game.map.paths.items():
        if any(_can_be_paid(paths[kind].cost[who], most) for kind in kinds):
            following[a].add(b)
            following[b].add(a)
    for way in game[Movement].modes.values():
        if way.to is not None and not way.along:
            ends = [
                number
                for number in game.map
                if way.from_ is None
                or is_at(way.from_, game.map, number)
                or is_at(way.to, game.map, number)
            ]
            # One place in the middle, so that many ends need as many links and not all pairs of
            # them.
            following[f"by {way.id}"] = {*ends}
            for end in ends:
                following[end].add(f"by {way.id}")
    return following


def _parts(following: Mapping[str, Collection[str]]) -> Iterator[set[str]]:
    """The parts that hang together, of places each with those that follow it."""
    left = set(following)
    while left:
        part: set[str] = set()
        edge = {left.pop()}
        while edge:
            part |= edge
            edge = {place for here in edge for place in following[here]} - part
        left -= part
        yield part


def _can_be_paid(cost: Cost, most: Fraction) -> bool:
    """Whether a step is not prohibited, and can be paid for with so many points."""
    return cost is not None and cost <= most


class _Roads:
    """Where the units of a game can ever get to, by movement class and allowance."""

    def __init__(self, game: ResolvedGame) -> None:
        self.game = game
        self._parts: dict[tuple[str, Fraction], dict[str, set[str]]] = {}

    def around(self, unit: Unit, number: str) -> set[str]:
        """Every hex that a unit can get to from a hex, that hex included."""
        key = self.game[Movement].class_of(unit.type.movement_class), _allowance(self.game, unit)
        if key not in self._parts:
            parts = _parts(_passable(self.game, unit))
            self._parts[key] = {place: part for part in parts for place in part}
        return self._parts[key][number]


@of_each_game_thoroughly
def units_can_leave_their_hex(subject: Subject, findings: Findings) -> None:
    """No unit that can move begins shut in by terrain, and every objective can be reached."""
    game = subject.game
    roads = _Roads(game)
    reached: dict[str, set[str]] = {side.id: set() for side in game[Sides].all}
    counters = game[Units].counters
    for name, number in game.scenario.opening.items():
        # A unit that begins off the map, or in a box, has no hex to leave.
        if name not in counters or number not in game.map:
            continue
        unit = counters[name]
        around = roads.around(unit, number)
        reached[unit.side] |= around
        if len(around) == 1 and _allowance(game, unit) > 0 and enterable(game, unit, number):
            message = f"{unit.id} begins in {number} shut in by terrain: it can never move"
            findings.add("HW601", subject.setup(unit.id).place(), message)
    for unit, number in _entries(subject, findings):
        reached[unit.side] |= roads.around(unit, number)
    for index, rule in enumerate(game[Victory].lines):
        for region_name, side, low in _objectives(rule.condition):
            hexes = game.map.regions.get(region_name, frozenset())
            if len(hexes & reached[side]) < low <= len(hexes):
                place = subject.node("victory", index).place()
                count = len(hexes & reached[side])
                message = f"{side} can reach {count} hexes of region {region_name}, and needs {low}"
                findings.add("HW602", place, message, help="terrain shuts the way")


def _entries(subject: Subject, findings: Findings) -> Iterator[tuple[Unit, str]]:
    """Where reinforcements may enter; a finding for those that can nowhere."""
    game = subject.game
    for group in groups_of(game):
        region = group.entry.hexes(game.map)
        counters = game[Units].counters
        entering = [counters[unit] for unit in group.units if unit in counters]
        if not entering:  # a group for any unit of its side that comes back
            entering = [unit for unit in counters.values() if unit.side == group.side]
        shut_out = []
        for unit in entering:
            open_hexes = [number for number in region if enterable(game, unit, number)]
            yield from ((unit, number) for number in open_hexes)
            if not open_hexes:
                shut_out.append(unit.id)
        if shut_out and region:
            place = subject.key("reinforcements", group.id).place()
            regions = " or ".join(group.entry.region)
            message = f"no hex of region {regions} can be entered by {', '.join(shut_out)}"
            findings.add("HW603", place, message, help="the terrain of its hexes is prohibited")


def _objectives(condition: Condition | None) -> Iterator[tuple[str, str, int]]:
    """Region, side and number of hexes for every region that a condition wants occupied."""
    if condition is None or condition.kind == "not":
        return
    if condition.kind in ("occupied", "controlled"):
        low = int(condition.arguments.get("at_least", 1))
        yield str(condition.arguments["region"]), str(condition.arguments["side"]), low
    for part in condition.of:
        yield from _objectives(part)


@of_each_game_thoroughly
def map_hangs_together(subject: Subject, findings: Findings) -> None:
    """Void hexes cut no part of the map off."""
    board = subject.game.map
    around = {number: board.neighbors(number) for number in board if number not in board.boxes}
    parts = sorted((len(part), sorted(part)) for part in _parts(around))
    if len(parts) > 1:
        _, least = parts[0]
        message = f"void hexes cut {len(least)} hexes off from the rest ({least[0]} and others)"
        findings.add("HW604", subject.key("map").place(), message)


@of_each_game
def who_enters_can_go_on(subject: Subject, findings: Findings) -> None:
    """Where no unit goes on after a stop, one that pays to enter stays where it came in: the entry
    must say what it costs.
    """
    if subject.game[Movement].resume != "never":
        return
    for group in groups_of(subject.game):
        if group.entry.cost is None:
            place = subject.key("reinforcements", group.id).place()
            message = f"units of {group.id} that enter do not move on: nobody goes on after a stop"
            hint = "write `cost: 0` in its entry if they are to move, or the cost if they are not"
            findings.add("HW469", place, message, help=hint)


@of_each_game
def modifiers_change_allowances(subject: Subject, findings: Findings) -> None:
    """A modifier does something, and what it leaves is no less than it must."""
    for name, modifier in subject.game[Movement].modifiers.items():
        wrong = "" if modifier.changes else "changes no allowance"
        least, most = modifier.at_least, modifier.at_most
        if least is not None and most is not None and least > most:
            wrong = f"leaves at least {least} and at most {most} movement points"
        if wrong:
            place = subject.key("movement", "modifiers", name).place()
            hint = "write for instance `{multiply: 1/2, at_least: 1}`"
            findings.add("HW466", place, f"{name} {wrong}", help=hint)


@of_each_game
def only_movement_is_for_some(subject: Subject, findings: Findings) -> None:
    """`only` says which units move, or act in some other kinds of phase, `begun_in_zone` which
    move.
    """
    kinds = {"only": words_of("phases_of_some"), "begun_in_zone": ["movement"]}
    for phase in subject.game[SequenceOfPlay].phases:
        written = subject.node("sequence", "phases", *phase.at)
        for key, concerned in kinds.items():
            if phase.kind not in concerned and isinstance(written, MappingNode) and key in written:
                place = key_node(written, key).place()
                message = (
                    f"{key} says who moves, and {phase.id} is {a_or_an(phase.written_kind)} phase"
                )
                findings.add("HW406", place, message, help="delete one of the two")


@of_each_game_thoroughly
def zones_hold_who_moves_again(subject: Subject, findings: Findings) -> None:
    """A rule for units that begin a phase in an enemy zone, and a second move without it.

    A series cites the rule; its games write the phases, where the key is easily forgotten.
    """
    zones = subject.game.section(ZonesOfControl)
    rule = zones.cite.get("begun_in_zone") if zones else None
    if not rule:
        return
    for phase in subject.game[SequenceOfPlay].phases:
        if (
            phase.kind == "movement"
            and phase[WhoMoves].only
            and phase[WhoMoves].begun_in_zone != "stays"
        ):
            place = subject.node("sequence", "phases", *phase.at).place()
            message = (
                f"{phase.id} lets units move that begin it in an enemy zone, against rule {rule}"
            )
            findings.add("HW421", place, message, help="add `begun_in_zone: stays`")


@of_each_game
def orders_are_given_in_their_phases(subject: Subject, findings: Findings) -> None:
    """In every phase of kind orders units take a state, or build something."""
    game = subject.game
    taken = (state.taken for state in game[States].by_id.values())
    named = {name for taking in taken if taking is not None for name in taking.phase}
    if game.has("works"):
        from hexwar.rules.works.section import Works  # few games have them

        done = (work for works in game[Works].by_id.values() for work in (works.build, works.wreck))
        named |= {name for doing in done if doing is not None for name in doing.phase}
    for phase in game[SequenceOfPlay].phases:
        if phase.kind == "orders" and phase.id not in named:
            place = subject.node("sequence", "phases", *phase.at, "kind").place()
            hint = f"name it in `taken` of a state, or in `build` or `wreck` of works: {phase.id}"
            findings.add("HW653", place, f"nothing is done in {phase.id}", help=hint)


@of_keys
def allowances_of_phases_are_moved_by(subject: Subject) -> Iterator[IdleKey]:
    """The patch of a phase changes allowances only where units move, or go by them otherwise."""
    tree, phases = subject.tree, subject.game[SequenceOfPlay].phases
    overlays = overlays_in_play(subject)
    goes_by_them = any(has_key(tree, word) for word in ("before_combat", "carry_out")) or any(
        "movement" in {node.text("value"), *node.mapping("value")} for node in subject.mappings()
    )
    if overlays is None:
        return
    for patch, concerned in overlays.concerned():
        if "allowance" in (movement := patch.mapping("movement")) and concerned:
            kinds = [phases[index].kind for index in concerned]
            moves = any("move" in moments_asked(tree, kind) for kind in kinds)
            why = f"allowance: nobody moves in phases of kind {either(sorted({*kinds}))}"
            hint = "say it in the patch of a phase in which units move, or delete it"
            idle = "" if moves or goes_by_them else why
            yield IdleKey(key_node(movement, "allowance"), idle, hint)
