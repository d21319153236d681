"""The game definition: what a folder of YAML says, validated and frozen.

One dataclass per section of the YAML (``docs/reference`` has a page for each). Nothing here
computes a rule; :mod:`hexwar.rules` compiles these values into masks and tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Literal

from hexwar.hexmap import HexMap

Cost = Fraction | None
"""Movement points to enter; ``None`` means prohibited."""

Citations = Mapping[str, str]
"""Reason (such as ``"entering"``) to the number of the rule in the game's own rulebook."""


@dataclass(frozen=True, slots=True)
class Header:
    """The top of ``game.yaml``."""

    id: str
    title: str
    version: str = ""
    summary: str = ""
    authors: tuple[str, ...] = ()
    license: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """One player side; ``color`` is ``#rrggbb``."""

    id: str
    name: str
    color: str


@dataclass(frozen=True, slots=True)
class CombatEffect:
    """What terrain does to a battle fought into it.

    ``operation``: ``add`` or ``multiply`` change the strength of ``who``; ``shift`` moves the
    column (positive favours the attacker); ``prohibit`` forbids the attack. With a ``trait``
    only the units that have it are affected.
    """

    who: Literal["attacker", "defender"]
    operation: Literal["add", "multiply", "shift", "prohibit"]
    value: Fraction = Fraction(0)
    trait: str = ""


@dataclass(frozen=True, slots=True)
class HexTerrain:
    """A kind of hex: its entry cost by movement class and its effects on combat."""

    id: str
    title: str
    cost: Mapping[str, Cost]
    combat: tuple[CombatEffect, ...] = ()
    color: str = ""
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class HexsideTerrain:
    """A kind of hexside (river, bridge, wall).

    ``cost`` is added to the cost of the hex entered; ``None`` forbids crossing;
    ``negates`` names the hexside kinds that this one makes harmless (a bridge, a river).
    """

    id: str
    title: str
    cost: Mapping[str, Cost]
    negates: tuple[str, ...] = ()
    combat: tuple[CombatEffect, ...] = ()
    color: str = ""


@dataclass(frozen=True, slots=True)
class PathTerrain:
    """A kind of path along hexes (road, rail); ``cost`` replaces every other cost of the step."""

    id: str
    title: str
    cost: Mapping[str, Cost]
    color: str = ""


@dataclass(frozen=True, slots=True)
class Feature:
    """Something printed in a hex (a town); ``mark`` says how it is drawn."""

    id: str
    title: str
    mark: str = "border"
    color: str = ""


@dataclass(frozen=True, slots=True)
class Terrain:
    """Section ``terrain``."""

    hexes: Mapping[str, HexTerrain]
    hexsides: Mapping[str, HexsideTerrain] = field(default_factory=dict)
    paths: Mapping[str, PathTerrain] = field(default_factory=dict)
    features: Mapping[str, Feature] = field(default_factory=dict)
    cite: Citations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StepValues:
    """The values printed on one side of a counter."""

    attack: Fraction = Fraction(1)
    defense: Fraction = Fraction(1)
    movement: Fraction | None = None


@dataclass(frozen=True, slots=True)
class UnitType:
    """A kind of unit. ``symbol`` and ``size`` name an APP-6 icon and echelon."""

    id: str
    title: str
    symbol: str = "infantry"
    size: str = ""
    movement_class: str = "all"
    traits: frozenset[str] = frozenset()
    steps: tuple[StepValues, ...] = (StepValues(),)


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter of the order of battle."""

    id: str
    name: str
    side: str
    type: UnitType
    steps: tuple[StepValues, ...]
    color: str = ""


@dataclass(frozen=True, slots=True)
class Movement:
    """Section ``movement``.

    ``allowance`` in movement points, ``None`` when each counter prints its own. ``friends`` is
    ``pass`` or ``block``. ``resume``: a unit may go on with what it has left until another
    unit moves (``until_another_moves``) or never (``never``). ``minimum_move``: with ``one_hex``
    a unit that has any allowance can always move one hex, whatever it costs. ``stacks``: whether
    units of one hex may move in one action.
    """

    allowance: Fraction | None
    classes: tuple[str, ...] = ("all",)
    friends: Literal["pass", "block"] = "pass"
    resume: Literal["until_another_moves", "never"] = "until_another_moves"
    minimum_move: Literal["none", "one_hex"] = "none"
    stacks: Literal["forbidden", "allowed"] = "forbidden"
    cite: Citations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ZonesOfControl:
    """Section ``zones_of_control``; absent from a game without zones.

    ``attack_at_least``: the least printed attack strength that exerts a zone; units with a trait
    of ``without`` exert none. ``extends_to``: every ``adjacent`` hex, or those that the unit could
    move into (``passable``). ``entry_cost``/``exit_cost``: extra movement points to enter or leave
    an enemy zone. ``blocks`` is a subset of ``retreat``, ``reinforcement``, ``supply``;
    ``negated_by_friends`` those of them that a friend in the hex lifts.
    """

    exerted_by: Literal["all", "none"] = "all"
    attack_at_least: Fraction = Fraction(0)
    without: frozenset[str] = frozenset()
    extends_to: Literal["adjacent", "passable"] = "adjacent"
    negated_by_friends: frozenset[str] = frozenset()
    stop_on_entry: bool = False
    entry_cost: Fraction = Fraction(0)
    exit_cost: Fraction = Fraction(0)
    zone_to_zone: Literal["allowed", "forbidden"] = "allowed"
    blocks: frozenset[str] = frozenset()
    cite: Citations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stacking:
    """Section ``stacking``. ``limit`` in units, ``None`` for no limit.

    ``visible``: what the other side sees of a stack, ``all`` of it or its ``top`` counter.
    """

    limit: int | None
    visible: Literal["all", "top"] = "all"
    checked: frozenset[str] = frozenset({"end_of_phase"})
    cite: Citations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Effect:
    """One step of a combat result's program.

    ``verb``: ``eliminate`` (``who``, ``count``; ``None`` is all), ``lose_steps`` (``who``,
    ``count``), ``retreat`` (``who``, ``hexes``), ``advance`` (``count`` units, up to ``hexes``) or
    ``nothing``. ``chooser`` names who picks the unit: its ``owner`` or the ``enemy``.
    """

    verb: Literal["eliminate", "lose_steps", "retreat", "advance", "nothing"]
    who: Literal["attacker", "defender"] = "defender"
    count: int | None = 1
    hexes: int = 1
    chooser: Literal["owner", "enemy"] = "owner"


@dataclass(frozen=True, slots=True)
class CombatResult:
    """A code of the combat results table and what it does."""

    code: str
    title: str
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Dice:
    """``count`` dice of ``sides`` faces, summed, or read one after the other as digits (11-66)."""

    count: int
    sides: int
    digits: bool = False

    @property
    def totals(self) -> tuple[int, ...]:
        """Every total that can be rolled, ascending."""
        if self.digits:
            faces = range(1, self.sides + 1)
            return tuple(self.read(rolled) for rolled in product(faces, repeat=self.count))
        return tuple(range(self.count, self.count * self.sides + 1))

    def read(self, faces: Iterable[int]) -> int:
        """What the faces rolled amount to.

        >>> Dice(2, 6).read([3, 5]), Dice(2, 6, digits=True).read([3, 5])
        (8, 35)
        """
        return int("".join(map(str, faces))) if self.digits else sum(faces)


@dataclass(frozen=True, slots=True)
class Combat:
    """Section ``combat``.

    ``target``: a ``unit`` alone, or everything in a ``hex`` together. ``stacks``: units of one
    hex attack ``together`` or ``freely``. ``strength``: every unit counts one (``units``) or its
    printed values (``values``). ``odds``: ``attackers``, ``differential`` or ``ratio``, with
    ``rounding`` for ratios. ``columns`` are numbers in ascending order (a ratio 1:2 is 1/2);
    ``headings`` how they are printed. ``table`` maps a die total to one code a column.
    ``reach``: units attack into ``adjacent`` hexes, or only into those of their ``own_zone``;
    units without a zone then only accompany others. ``below``: an attack to the left of the table
    is ``prohibited``, uses the ``first_column``, or is no roll but ``below_result``.
    """

    target: Literal["unit", "hex"]
    odds: Literal["attackers", "differential", "ratio"]
    dice: Dice
    columns: tuple[Fraction, ...]
    headings: tuple[str, ...]
    table: Mapping[int, tuple[str, ...]]
    results: Mapping[str, CombatResult]
    strength: Literal["units", "values"] = "units"
    rounding: Literal["down", "up", "nearest"] = "down"
    stacks: Literal["together", "freely"] = "freely"
    most_attackers: int | None = None
    reach: Literal["adjacent", "own_zone"] = "adjacent"
    below: Literal["prohibited", "first_column", "result"] = "first_column"
    below_result: str = ""
    above: Literal["prohibited", "last_column"] = "last_column"
    cite: Citations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Retreat:
    """Section ``retreat``.

    ``stacks``: units of one hex may retreat as one. ``into_zone``: with ``costs_step`` an enemy
    zone is avoided if possible, and each of its hexes costs whoever retreats together one step.
    ``into_friends``: with ``passing`` a full hex may be passed but not be the last. ``toward``:
    with ``supply`` a retreat leads nearer to a supply source if it can. ``blocked``: with
    ``loses_steps`` each hex not retreated costs whoever retreats together one step.
    ``convertible``: steps may be lost in place of hexes, one for one.
    """

    by: Literal["owner", "enemy"] = "owner"
    stacks: bool = False
    into_zone: Literal["forbidden", "allowed", "costs_step"] = "forbidden"
    into_friends: Literal["forbidden", "within_stacking", "passing"] = "within_stacking"
    toward: Literal["anywhere", "supply"] = "anywhere"
    blocked: Literal["eliminated", "stays", "loses_steps"] = "eliminated"
    convertible: bool = False
    cite: Citations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Losses:
    """Section ``losses``: whose steps are lost.

    ``first``: the first step of a side comes from ``any`` unit or the ``strongest`` (printed
    attack of an attacker, printed defence of a defender). ``evenly``: all of a side lose one step
    before anyone loses two.
    """

    first: Literal["any", "strongest"] = "any"
    evenly: bool = False
    cite: Citations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Advance:
    """Section ``advance``: advance after combat.

    ``beyond_first`` is the trait of units that may go on beyond the vacated hex.
    """

    mandatory: bool = False
    beyond_first: str = ""
    cite: Citations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Overrun:
    """Section ``overrun``: attacks during movement.

    ``cost`` in movement points, paid before the attack; ``most_entry_cost``: the dearest terrain
    that can be overrun, in movement points without roads and zones.
    """

    cost: Fraction
    most_entry_cost: Fraction | None = None
    cite: Citations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Supply:
    """Section ``supply``: traces to sources, checked in phases of kind ``supply``.

    ``sources``: side to the hexes that supply it. ``attack``, ``defense``, ``movement`` multiply
    the values of units out of supply. ``attrition_after``: from this supply phase in a row without
    supply on, each loses ``attrition_steps`` (0: never).
    """

    sources: Mapping[str, tuple[str, ...]]
    attack: Fraction = Fraction(1)
    defense: Fraction = Fraction(1)
    movement: Fraction = Fraction(1)
    attrition_after: int = 0
    attrition_steps: int = 0
    cite: Citations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Condition:
    """A declarative "if", from the closed vocabulary of ``schemas/conditions.schema.json``.

    ``kind`` is ``all``, ``any``, ``not`` (with ``of``), or a leaf with ``arguments``:
    ``turn`` (at_least, at_most), ``occupied`` (region, by, at_least, at_most),
    ``eliminated`` (side, at_least, at_most).
    """

    kind: Literal["all", "any", "not", "turn", "occupied", "eliminated"]
    of: tuple[Condition, ...] = ()
    arguments: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """One group of section ``reinforcements``.

    ``units`` are counters by id, or empty with ``eliminated`` true: the side's eliminated units
    at the moment of declaring. ``most``: how many may enter. ``declared``: the player declares
    it (``declare ID``), once per game, during ``phase`` while ``condition`` holds; otherwise
    the group becomes available by itself at the start of a ``phase`` at which ``condition``
    holds. ``area`` names a region of entry hexes, ``cost`` the movement points for the entry
    hex whatever its terrain (``None``: its terrain's). ``into_friends``: with ``overstack`` the
    entry hex may hold too many until the phase ends. ``blocked_within``: while every entry hex is
    held by the enemy, units enter at hexes this near to one (``blocked_along`` ``edge``: hexes of
    the map edge only). ``until``: ``end_of_phase`` loses what has not entered, ``end_of_game``
    keeps it waiting.
    """

    id: str
    title: str
    side: str
    phase: str
    area: str
    units: tuple[str, ...] = ()
    eliminated: bool = False
    most: int | None = None
    declared: bool = False
    condition: Condition | None = None
    cost: Fraction | None = None
    into_zone: Literal["forbidden", "allowed"] = "allowed"
    into_friends: Literal["within_stacking", "overstack"] = "within_stacking"
    blocked_within: int = 0
    blocked_along: Literal["edge", "map"] = "map"
    until: Literal["end_of_phase", "end_of_game"] = "end_of_game"
    cite: Citations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of a turn. ``kind``: ``movement``, ``combat`` or ``supply``.

    ``only``: the trait of the units that move in it, all when empty. ``begun_in_zone``: whether
    units that begin the phase in an enemy zone of control may move.
    """

    id: str
    title: str
    kind: Literal["movement", "combat", "supply"]
    side: str
    only: str = ""
    begun_in_zone: Literal["moves", "stays"] = "moves"


@dataclass(frozen=True, slots=True)
class Sequence:
    """Section ``sequence``: the phases of a turn, in order, and the number of turns."""

    turns: int
    phases: tuple[Phase, ...]
    cite: Citations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class VictoryRule:
    """One line of section ``victory``; the first that holds decides. ``winner`` None: a draw."""

    when: Literal["end_of_game", "end_of_turn", "end_of_phase"]
    winner: str | None
    condition: Condition | None = None
    because: str = ""
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario: where units begin (``setup``: unit id to hex number).

    ``within``: how many hexes away from there its player may set a unit up instead; the sides of
    ``setup_order`` do so in that order before the first turn.
    """

    id: str
    title: str
    summary: str = ""
    variant: str = ""
    setup: Mapping[str, str] = field(default_factory=dict)
    within: Mapping[str, int] = field(default_factory=dict)
    setup_order: tuple[str, ...] = ()
    cite: Citations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """The title of a variant, an option or an edition; ``variants`` limits where it applies."""

    id: str
    title: str
    summary: str = ""
    variants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The game's rules in the project's own words: number to (heading, text)."""

    rules: Mapping[str, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ResolvedGame:
    """A game with one scenario, its variant, options and edition applied: what is played."""

    header: Header
    scenario: Scenario
    options: tuple[str, ...]
    edition: str
    sides: tuple[Side, ...]
    map: HexMap
    terrain: Terrain
    units: Mapping[str, Unit]
    movement: Movement
    stacking: Stacking
    combat: Combat | None
    zones_of_control: ZonesOfControl | None
    losses: Losses
    retreat: Retreat
    advance: Advance
    overrun: Overrun | None
    supply: Supply | None
    reinforcements: Mapping[str, Reinforcement]
    sequence: Sequence
    victory: tuple[VictoryRule, ...]
    rulebook: Rulebook
    digest: str


@dataclass(frozen=True, slots=True)
class FileDigest:
    """A file of the folder and the BLAKE2b digest of its bytes."""

    name: str
    digest: str


@dataclass(frozen=True, slots=True)
class Catalog:
    """What a game offers before anything is chosen; keys are ids, in the author's order."""

    header: Header
    folder: Path
    scenarios: Mapping[str, Scenario]
    variants: Mapping[str, Choice]
    options: Mapping[str, Choice]
    editions: Mapping[str, Choice]
    notes: str = ""
    files: tuple[FileDigest, ...] = ()
