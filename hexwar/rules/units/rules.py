"""Section ``units``: the counters, compiled to indices in the order of the units file.

Whatever is asked of units is asked by index, and of several by a mask with a bit for each. Below:
which of them take part in a scenario, how one goes out of play, and the words for their symbols.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from copy import copy
from fractions import Fraction
from typing import TYPE_CHECKING

from hexwar.definition.model import ResolvedGame
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.state import Position
from hexwar.rules.movement.section import Movement
from hexwar.rules.units.section import Units

if TYPE_CHECKING:
    from hexwar.rules.reinforcements.section import Group


Strength = int | Fraction
"""Strength points; whole ones are ints."""


class Forces:
    """Every counter as an index: its side, its movement class, its printed values.

    ``printed`` holds the values of each step that the counter still has, full strength first;
    ``values`` those of the game's own, by name. ``eyes``: the side from which all that is asked of
    them is seen; ``None``: each counter as its own side sees it.
    """

    def __init__(self, frame: Frame) -> None:
        resolved = frame.resolved
        self.eyes: int | None = None
        units = tuple(resolved[Units].counters.values())
        self.side_ids, self.side_names = frame.side_ids, frame.side_names
        self.ids = tuple(unit.id for unit in units)
        self.names = tuple(unit.name for unit in units)
        self.index = {name: index for index, name in enumerate(self.ids)}
        self.side = tuple(self.side_ids.index(unit.side) for unit in units)
        self.movement_class = tuple(
            resolved[Movement].class_of(unit.type.movement_class) for unit in units
        )
        self.of_side = tuple(
            tuple(index for index, side in enumerate(self.side) if side == number)
            for number in range(len(self.side_ids))
        )
        self.mask_of_side = tuple(map(mask_of, self.of_side))
        self.steps = frame.steps
        self.printed = tuple(unit.steps for unit in units)
        self.values = tuple(unit.values for unit in units)
        self.with_trait = {
            trait: mask_of(i for i, unit in enumerate(units) if trait in unit.traits)
            for trait in sorted({trait for unit in units for trait in unit.traits})
        }

    def seen_from(self, side: int) -> Forces:
        """The counters as one side sees them."""
        seen = copy(self)
        seen.eyes = side
        return seen

    def having(self, trait: str) -> int:
        """Mask of the units with a trait; of all units for no trait."""
        return self.with_trait.get(trait, 0) if trait else (1 << len(self.ids)) - 1

    def number(self, unit: int, name: str) -> int | Fraction:
        """A named number as printed on a counter; 0 on one that does not print it."""
        value = self.values[unit].get(name, Fraction(0))
        return value.numerator if value.denominator == 1 else value

    def die(self, unit: int, name: str) -> int:
        """The faces of a named die as printed on a counter; 0 on one that does not print it."""
        return int(self.values[unit].get(name, 0))

    def steps_left(self, state: Position, unit: int) -> int:
        """The steps that a unit on the map still has."""
        return self.steps[unit] - state.lost[unit]

    def named(self, mask: int) -> tuple[str, ...]:
        """The ids of the units in a mask, in the order of the units file."""
        return tuple(self.ids[unit] for unit in bits(mask))


def mask_of(units: Iterable[int]) -> int:
    """The mask of some units, each of which is named once."""
    # No bit comes twice, so that a sum is an `or`; of a list, which is faster than a generator.
    return sum([1 << unit for unit in units])


def plain(value: Strength) -> Strength:
    """A whole Fraction as an int."""
    return value.numerator if value.denominator == 1 else value


def groups_of(game: ResolvedGame) -> Collection[Group]:
    """The groups that enter the map in the course of a game."""
    if not game.has("reinforcements"):
        return ()
    from hexwar.rules.reinforcements.section import Reinforcements  # not in games without them

    return game[Reinforcements].groups.values()


def in_scenario(frame: Frame) -> int:
    """The mask of the units that take part in the scenario, from the start or later."""
    game = frame.resolved
    names = {*game.scenario.setup, *game.scenario.eliminated}
    names.update(unit for group in groups_of(game) for unit in group.units)
    return mask_of(frame.unit_index[name] for name in names)


def steps_missing(frame: Frame) -> list[int]:
    """By unit: the steps that it has not when it begins or comes; they are no losses."""
    game = frame.resolved
    steps = {unit: len(counter.steps) for unit, counter in game[Units].counters.items()}
    begins = {unit: step or steps[unit] for unit, step in game.scenario.steps.items()}
    for group in groups_of(game):
        begins |= {unit: steps[unit] for unit in group.units if group.step == "last"}
    # Steps are counted from 1, which is full strength. `state.lost` holds those that are missing
    # like steps shot away: code that counts losses takes them off again.
    return [begins.get(unit, 1) - 1 for unit in frame.unit_ids]


def eliminated_told(unit: str, number: str, why: str = "") -> str:
    """That a unit is eliminated, and why, in a sentence."""
    return f"{unit} {f'{why} ' if why else ''}is eliminated in {number}."


def eliminate(state: Position, unit: int, rule: str, why: str = "", steps: int = 0) -> None:
    """Remove a casualty and say so, under the number of the rule that takes it. ``why``: what was
    its end, as in ``loses its last step and``, which was of so many ``steps``.
    """
    frame = state.frame
    number = frame.board.number[state.cells[unit]]
    state.eliminate(unit)
    if state.events is not None:
        name = frame.unit_ids[unit]
        text = eliminated_told(name, number, why)
        fields = {"steps": steps} if steps else {}
        state.tell("eliminated", rule, text, unit=name, hex=number, **fields)


# The words for symbols of units: those that are drawn, and other names of the same.


DRAWN = frozenset(
    {
        "air_assault",
        "air_defence",
        "airborne",
        "airborne_artillery",
        "ammunition",
        "amphibious",
        "anti_tank",
        "armour",
        "armoured_anti_tank",
        "armoured_engineer",
        "armoured_reconnaissance",
        "artillery",
        "aviation",
        "bridging",
        "cavalry",
        "cbrn",
        "combined_arms",
        "engineer",
        "fixed_wing",
        "infantry",
        "maintenance",
        "marine",
        "mechanised_infantry",
        "mechanised_infantry_with_gun",
        "medical",
        "missile",
        "mortar",
        "motorised_engineer",
        "motorised_infantry",
        "motorised_reconnaissance",
        "mountain",
        "mountain_artillery",
        "observer",
        "ordnance",
        "petroleum",
        "railhead",
        "reconnaissance",
        "rocket_artillery",
        "self_propelled_artillery",
        "self_propelled_mortar",
        "signal",
        "ski",
        "sniper",
        "supply",
        "surveillance",
        "transportation",
        "unmanned",
        "water",
    }
)
"""Symbols that have a drawing of their own."""

LETTERED = {
    "headquarters": "HQ",
    "special_forces": "SF",
    "special_operations": "SOF",
    "military_police": "MP",
    "military_intelligence": "MI",
    "electronic_warfare": "EW",
    "civil_affairs": "CA",
    "ranger": "RGR",
    "security": "SEC",
}
"""Symbols that APP-6 draws with letters, which the SVG files cannot hold."""

OTHER_NAMES = {
    "armor": "armour",
    "armored": "armour",
    "tank": "armour",
    "mechanized_infantry": "mechanised_infantry",
    "mechanized": "mechanised_infantry",
    "mechanised": "mechanised_infantry",
    "motorized_infantry": "motorised_infantry",
    "motorized": "motorised_infantry",
    "motorised": "motorised_infantry",
    "parachute": "airborne",
    "paratroop": "airborne",
    "recon": "reconnaissance",
    "antitank": "anti_tank",
    "anti_aircraft": "air_defence",
    "air_defense": "air_defence",
    "engineers": "engineer",
    "marines": "marine",
    "mountain_infantry": "mountain",
    "hq": "headquarters",
    "helicopter": "aviation",
    "logistics": "supply",
    "transport": "transportation",
}


def known_symbol(name: str) -> str | None:
    """The symbol that is drawn for a word, None for a word that nothing is drawn for.

    >>> known_symbol("Armor"), known_symbol("elephants")
    ('armour', None)
    """
    word = name.strip().lower().replace("-", "_").replace(" ", "_")
    word = OTHER_NAMES.get(word, word)
    return word if word in DRAWN else None
