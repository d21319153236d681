"""Where units begin: hexes they may stand in, within the stacking limit, no enemies together;
set-up areas that are of use.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from hexwar.definition.checks import (
    Subject,
    of_all_games,
    of_each_game,
    of_each_game_thoroughly,
    of_each_sound_game,
)
from hexwar.definition.diagnostics import DefinitionError, Findings
from hexwar.definition.model import ResolvedGame
from hexwar.definition.tree import descend, key_node
from hexwar.rules.language.section import always_fits
from hexwar.rules.scenarios.rules import has_area, without_room
from hexwar.rules.stacking.section import Stacking
from hexwar.rules.terrain.checks import enterable
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.rules import groups_of
from hexwar.rules.units.section import Units

FEW = 3
"""So many counters are named one by one; of more, the first few."""


def _stacks(subject: Subject) -> dict[str, list[str]]:
    """Hex to the units that begin in it; units and hexes that do not exist are left out."""
    stacks = defaultdict(list)
    for unit, number in subject.game.scenario.opening.items():
        if unit in subject.game[Units].counters and number in subject.game.map:
            stacks[number].append(unit)
    return stacks


@of_each_game
def units_stand_where_they_may(subject: Subject, findings: Findings) -> None:
    """No unit begins in terrain that is prohibited to it."""
    game = subject.game
    for number, units in _stacks(subject).items():
        kind = game[Terrain].hexes[game.map.terrain(number)]
        for unit in units:
            if not enterable(game, game[Units].counters[unit], number):
                message = f"{unit} begins in {number}, {kind.title}, which it may not enter"
                findings.add("HW501", subject.setup(unit).place(), message)


def _limit(game: ResolvedGame, unit: str) -> int | None:
    """How many units of a unit's side a hex may hold."""
    return game[Stacking].most(game[Units].counters[unit].side)


@of_each_game
def units_begin_at_steps_that_they_have(subject: Subject, findings: Findings) -> None:
    """No unit begins at a step that its counter does not print."""
    counters = subject.game[Units].counters
    for unit, step in subject.game.scenario.steps.items():
        if unit in counters and step > len(counters[unit].steps):
            message = f"{unit} begins at step {step} and has {len(counters[unit].steps)}"
            hint = "write `step: last`, or one that it has"
            findings.add("HW561", subject.setup(unit).place(), message, help=hint)
    for unit, place in subject.game.scenario.setup.items():
        if not place:
            message = f"it is not said where {unit} begins"
            findings.add("HW561", subject.setup(unit).place(), message, help="add `hex`")


@of_each_game
def the_eliminated_may_come_back(subject: Subject, findings: Findings) -> None:
    """A unit that begins eliminated does not begin on the map, and something brings it back."""
    scenario, game = subject.game.scenario, subject.game
    back = any(group.is_of_the_eliminated for group in groups_of(game))
    if game.has("replacements"):
        from hexwar.rules.replacements.section import Replacements  # few games have them

        back = back or any(
            "return" in replacement.does for replacement in game[Replacements].by_id.values()
        )
    for index, unit in enumerate(scenario.eliminated):
        place = descend(subject.root, ("scenarios", scenario.id, "eliminated", index)).place()
        if unit in scenario.setup:
            message = f"{unit} begins on the map, and among the eliminated"
            findings.add("HW651", place, message, help="leave one out")
        elif not back:
            message = f"{unit} begins among the eliminated, and nothing brings it back"
            hint = "say `does: [return]` in replacements"
            findings.add("HW651", place, message, help=hint)


@of_each_game
def areas_have_room(subject: Subject, findings: Findings) -> None:
    """The units of an area find room in its hexes within the stacking limit."""
    game = subject.game
    for crowd, hexes in subject.once(_crowds):
        limit = _limit(game, crowd[0])
        if limit is None:
            continue
        unit = next(unit for unit in crowd if has_area(game, unit))
        area, within = game.scenario.setup[unit], game.scenario.within.get(unit, 0)
        node = subject.setup(unit) if within else subject.key("map", "regions", area)
        around = f"within {within} of {area}" if within else area
        room = limit * len(hexes)
        message = f"{len(crowd)} units begin in {len(hexes)} hexes ({around}) with room for {room}"
        related = [subject.setup(unit).place("set up there") for unit in crowd[:FEW]]
        hint = f"the stacking limit is {limit}: give the area more hexes, or fewer units"
        findings.add("HW502", node.place(), message, related=related, help=hint)


def _crowds(subject: Subject) -> list[tuple[list[str], set[str]]]:
    """The units that find no room in their areas, and the hexes of these."""
    return [*without_room(subject.game)]


@of_each_game
def stacks_keep_the_limit(subject: Subject, findings: Findings) -> None:
    """No hex begins with more units than may stack."""
    crowded = {unit for crowd, _ in subject.once(_crowds) for unit in crowd}
    counters = subject.game[Units].counters
    stacks: dict[tuple[str, str], list[str]] = defaultdict(list)
    for number, stack in _stacks(subject).items():
        for unit in stack:
            stacks[number, counters[unit].side].append(unit)
    for (number, _), units in stacks.items():
        limit = _limit(subject.game, units[0])
        # A unit without room within its area is a finding of its own, with the area to enlarge.
        if limit is not None and len(units) > limit and crowded.isdisjoint(units):
            names = " ".join(units)
            message = f"{len(units)} units begin in {number} ({names}); the limit is {limit}"
            related = [subject.setup(unit).place() for unit in units[:-1]]
            place = subject.setup(units[-1]).place()
            findings.add("HW502", place, message, related=related)


@of_each_sound_game
def points_in_a_hex_keep_the_limit(subject: Subject, findings: Findings) -> None:
    """No hex begins with too much, where steps or points are counted, or some units alone, or where
    some units do not share a hex.
    """
    if subject.game[Stacking].by_side or [*_not_apart(subject)]:
        return
    from hexwar.rules.game import examined  # it compiles rules: only few games need it here

    try:
        subject.once(examined).start()
    except DefinitionError:
        return  # what is wrong has been said where it stands
    except ValueError as problem:
        path = "scenarios", subject.game.scenario.id, "setup"
        place = key_node(descend(subject.root, path[:-1]), path[-1]).place()
        hint = "move some of them, or raise the limit in a patch of the scenario"
        findings.add("HW502", place, f"the game cannot begin: {problem}", help=hint)


@of_each_game
def who_stays_apart_begins_apart(subject: Subject, findings: Findings) -> None:
    """No hex begins with units that do not share one (`stacking.apart`)."""
    for number, unit, other in _not_apart(subject):
        if unit == other:
            message = f"{unit} is of two groups that do not share a hex"
            place, hint = subject.key("stacking", "apart").place(), "no unit can be of two groups"
            findings.add("HW502", place, message, help=hint)
            return
        message = f"{unit} and {other} both begin in {number}, and do not share a hex"
        related = [subject.setup(unit).place("the other")]
        findings.add("HW502", subject.setup(other).place(), message, related=related)


def _not_apart(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """The hexes that begin with two units which do not share one, and these units."""
    apart, units = subject.game[Stacking].apart, subject.game[Units].counters
    if apart is None:
        return
    for number, stack in _stacks(subject).items():
        groups: dict[str | int, str] = {}
        for unit in stack:
            counter = units[unit]
            # The groups that a unit always belongs to: its formation, or those that are written.
            of: list[str | int] = [counter.formation] if counter.formation else []
            if not isinstance(apart, str):
                of = [at for at, group in enumerate(apart) if always_fits(group, counter)]
            groups |= dict.fromkeys(of, unit)
        if len(groups) > 1:
            first, other, *_ = sorted(groups.values())
            yield number, first, other


@of_each_game
def enemies_stand_apart(subject: Subject, findings: Findings) -> None:
    """Two sides never begin in one hex, but in a melee."""
    units = subject.game[Units].counters
    if subject.game.has("melee"):
        return
    for number, stack in _stacks(subject).items():
        for unit in stack[1:]:
            if units[unit].side != units[stack[0]].side:
                message = f"{unit} and its enemy {stack[0]} both begin in {number}"
                related = [subject.setup(stack[0]).place("the other")]
                findings.add("HW503", subject.setup(unit).place(), message, related=related)


@of_all_games
def every_counter_is_used(subjects: Sequence[Subject], findings: Findings) -> None:
    """Every counter is set up in some scenario, or something else names it that brings it on."""
    used: set[str] = set()
    for subject in subjects:
        used |= {*subject.game.scenario.setup, *subject.named("unit")}
    unused = {
        unit: key
        for subject in subjects
        for unit in subject.game[Units].counters
        if unit not in used and subject.is_own(key := subject.key("units", "counters", unit))
    }
    if len(unused) <= FEW:
        for unit, key in unused.items():
            message = f"counter {unit} is never in play: no set-up and no reinforcement has it"
            findings.add("HW505", key.place(), message)
        return
    names, keys = list(unused), list(unused.values())
    message = f"{len(names)} counters are never in play: {', '.join(names[:FEW])} and others"
    findings.add(
        "HW505", keys[0].place(), message, related=[further.place() for further in keys[1:FEW]]
    )


@of_each_game_thoroughly
def set_up_areas_are_used(subject: Subject, findings: Findings) -> None:
    """A unit with an area has a side that may place it."""
    game = subject.game
    for unit_id in game.scenario.setup:
        unit = game[Units].counters.get(unit_id)
        if (
            unit is not None
            and has_area(game, unit_id)
            and unit.side not in game.scenario.setup_order
        ):
            place = subject.setup(unit_id).place()
            message = f"{unit_id} has a set-up area, and {unit.side} does not set up"
            hint = f"add `setup_order: [{unit.side}]` to the scenario"
            findings.add("HW513", place, message, help=hint)
            return  # once for a scenario, not for each of its units


@of_each_game_thoroughly
def sides_that_set_up_have_units_to_place(subject: Subject, findings: Findings) -> None:
    """Every side of `setup_order` has a unit with an area."""
    game, scenario, units = subject.game, subject.game.scenario, subject.game[Units].counters
    placed = {units[name].side for name in scenario.setup if name in units and has_area(game, name)}
    for index, side in enumerate(scenario.setup_order):
        if side not in placed:
            path = "scenarios", scenario.id, "setup_order", index
            place = descend(subject.root, path).place()
            message = f"{side} has no unit with a set-up area: it has nothing to place"
            own = (
                number
                for name, number in scenario.setup.items()
                if name in units and units[name].side == side
            )
            example = next(own, game.map.numbers[0])
            hint = f'write {{hex: "{example}", within: 2}} for a unit, or leave the side out'
            findings.add("HW514", place, message, help=hint)


@of_all_games
def every_variant_is_played(subjects: Sequence[Subject], findings: Findings) -> None:
    """No variant that no scenario names: it could never be chosen."""
    scenarios = subjects[0].root.mapping("scenarios").children()
    played = {scenario.text("variant") for _, scenario in scenarios}
    for name, entry in subjects[0].root.mapping("variants").entries.items():
        if name not in played and subjects[0].is_own(entry.key):
            message = f"variant {name} is defined and never used"
            hint = f"name it in a scenario, `variant: {name}`, or make it an option"
            findings.add("HW302", entry.key.place(), message, help=hint)
