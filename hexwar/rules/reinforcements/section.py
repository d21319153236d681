"""What section ``reinforcements`` may say, and what of it the section ``entry`` may say for all.

A :class:`Group` are units that come together: in which turn or under which condition, perhaps only
after a roll (:class:`ArrivalRoll`) or when a result lets them, and where and at what price they
enter (:class:`GroupEntry`). What a group leaves out is said for all groups by section ``entry``.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NO_RULES,
    NOT_EMPTY,
    ONCE,
    Citations,
    Form,
    Number,
    RegionName,
    SideName,
    between,
    cited,
    cites,
    defines,
    key,
    matching,
    name_of,
    read_by,
    says,
    word,
)
from hexwar.definition.model import ResolvedGame
from hexwar.hexmap import HexMap
from hexwar.rules.control.section import Ground
from hexwar.rules.entry import REASONS, Entry, IntoFriends, IntoZone, Placing, WayRound, When
from hexwar.rules.language.dice import DiceThrow, DiceWritten
from hexwar.rules.language.places import EACH, ROLLS_FOR_ARRIVAL
from hexwar.rules.language.section import If, Names, one_of

WAVE = {"side": "red", "phase": "red_movement", "units": ["R1"], "entry": "east_edge"}


class GroupEntry(
    Form, single="region", example={"region": "east_edge", "cost": 1, "into_zone": "forbidden"}
):
    """Where it enters: a region, or a mapping."""

    region: Annotated[
        Names,
        read_by(lambda: one_of(RegionName, "A region.", "east_edge")),
        says(
            "The region of entry hexes, or several among which its player chooses.",
            "east_edge",
            ["east_edge", "south_edge"],
        ),
    ]
    at: Annotated[
        Ground | None,
        says("Those hexes of it alone: cities in one's own hands, ports.", {"controlled": "own"}),
    ] = None
    cost: Annotated[
        Number | None,
        says(
            "Movement points for the entry hex, whatever its terrain; as section entry says if "
            "left out, or else its terrain's. With 0 the unit is placed and has not moved yet.",
            1,
        ),
    ] = None
    when: Annotated[
        When | None,
        says(
            "Whether it enters before any unit of its side moves in the phase, and otherwise waits "
            "for the start of the next one; or at any time in it; as section entry says if left "
            "out.",
            "start_of_phase",
        ),
    ] = None
    placing: Annotated[
        Placing | None,
        cited("placing"),
        says(
            "Whether it may wait for a later turn when it can enter, or must enter: before the "
            "phase ends, or, where it enters at its start, before any unit moves; as section entry "
            "says if left out.",
            "owed",
        ),
    ] = None
    into_zone: Annotated[
        IntoZone | None,
        says(
            "Whether it may enter in an enemy zone of control; as section entry says if left out.",
            "forbidden",
        ),
    ] = None
    into_friends: Annotated[
        IntoFriends | None,
        says(
            "Whether it may enter a hex that then holds too many units, to break up before the "
            "phase ends; as section entry says if left out.",
            "overstack",
        ),
    ] = None
    in_column: Annotated[
        bool | None,
        says(
            "Whether units that enter by the same hex in a phase pay for those before them too; as "
            "section entry says if left out.",
            True,
        ),
    ] = None
    blocked: Annotated[
        WayRound | None,
        says(
            "Where it enters while the enemy holds every entry hex: along the edge, or anywhere; "
            "as section entry says if left out.",
            {"edge": 10},
            {"map": 3},
        ),
    ] = None

    @classmethod
    def built(cls, values: dict[str, Any]) -> Any:
        """The entry; of a single region its name is enough."""
        region = values.get("region")
        return cls(**{**values, **({"region": (region,)} if isinstance(region, str) else {})})

    def hexes(self, board: HexMap) -> frozenset[str]:
        """The entry hexes."""
        return frozenset().union(*(board.regions.get(name, frozenset()) for name in self.region))


class ArrivalRoll(Form, example={"dice": "1d6", "at_least": 5}):
    """A roll when its phase begins, in every turn until it succeeds."""

    dice: Annotated[DiceThrow, read_by(lambda: DiceWritten), says("The dice.", "1d6")]
    at_least: Annotated[int, between(1, 1000), says("The least with which it comes.", 5)]


class Group(Form, example=WAVE):
    """One group."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("The group's name.", "Second wave")] = ""
    side: Annotated[SideName, says("The side that receives it.", "red")]
    phase: Annotated[
        str, name_of("phase"), says("The movement phase in which it enters.", "red_movement")
    ]
    units: Annotated[
        tuple[Annotated[str, name_of("unit"), says("A counter.", "R1")], ...],
        NOT_EMPTY,
        ONCE,
        word("eliminated", ()),
        says(
            "The counters that enter; eliminated means units of the side that were lost before.",
            ["R1", "R2"],
            "eliminated",
        ),
    ]
    most: Annotated[int | None, between(1, 1000), says("How many of them may enter.", 2)] = None
    drawn: Annotated[
        int | None,
        between(1, 1000),
        says("How many of the counters come, drawn by dice; all of them if left out.", 2),
    ] = None
    table: Annotated[
        str,
        name_of("table"),
        ROLLS_FOR_ARRIVAL,
        says(
            "A table that is rolled on for each unit when it has entered, as for paratroops that "
            "drift; `actor` in the results is the unit.",
            "landing",
        ),
    ] = ""
    step: Annotated[
        Literal["full", "last"],
        says("Whether units enter whole, or with their last step only.", "last"),
    ] = "full"
    roll: Annotated[
        ArrivalRoll | None,
        cited("if"),
        says("What must be rolled for it to come.", {"dice": "1d6", "at_least": 5}),
    ] = None
    again: Annotated[
        Literal["never", "every_turn"],
        says(
            "Whether it comes once, or again in every turn in which its condition holds: those of "
            "its units that are not on the map, or of a group that is drawn those left.",
            "every_turn",
        ),
    ] = "never"
    declared: Annotated[
        Literal["once_per_game", "by_result", "never"],
        says(
            "once_per_game if the player declares it; by_result if a result of a battle or a table "
            "lets it come (`enter`); left out, the group comes by itself.",
            "once_per_game",
        ),
    ] = "never"
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        cited("if"),
        says("The condition under which it comes; at once if left out.", {"turn": {"at_least": 2}}),
    ] = None
    entry: Annotated[
        GroupEntry,
        cited("entry"),
        says(
            "Where it enters: a region, or a mapping.",
            "east_edge",
            {"region": "east_edge", "cost": 1, "into_zone": "forbidden"},
        ),
    ]
    until: Annotated[
        Literal["end_of_game", "end_of_phase"],
        says("How long units that have not entered may still do so.", "end_of_game"),
    ] = "end_of_game"
    cite: Annotated[Citations, cites("Rules about this group.", **REASONS)] = NO_RULES

    @property
    def is_declared(self) -> bool:
        """Whether it comes only when its player says so."""
        return self.declared == "once_per_game"

    @property
    def comes_by_itself(self) -> bool:
        """Whether it comes when its condition holds, and nobody has to say so."""
        return self.declared == "never"

    @property
    def is_of_the_eliminated(self) -> bool:
        """Whether the units that its side has lost come, and no certain ones."""
        return not self.units


class Reinforcements(Form, whole="groups", example={"second_wave": WAVE}):
    """Groups of units that enter during play."""

    groups: Mapping[Annotated[str, matching(ID), defines("group")], Group] = {}


class ArrivalConditions(Form, one_of=True):
    """What the section adds to conditions."""

    arrived: Annotated[
        str,
        name_of("group"),
        says("A group of reinforcements that has come, or has been declared.", "second_wave"),
    ]


class EnterVerb(Form, one_of=True):
    """What the section adds to result programs and to the results of tables."""

    enter: Annotated[
        str,
        name_of("group"),
        says(
            "A group of reinforcements comes, if its condition holds, and with its roll: what may "
            "enter does from now on in its phase.",
            "second_wave",
        ),
    ]


def completed(game: ResolvedGame) -> ResolvedGame:
    """The game with what its groups leave to the section ``entry``."""
    section = game.section(Reinforcements)
    if section is None:
        return game
    usual = game[Entry]
    groups = {name: _as_usual(group, usual, game.map) for name, group in section.groups.items()}
    return replace(game, sections={**game.sections, Reinforcements: section.but(groups=groups)})


def _as_usual(group: Group, usual: Entry, board: HexMap) -> Group:
    """A group with what section ``entry`` says for all, where it says nothing itself."""
    own = group.entry
    hexes, chosen = own.hexes(board), own.blocked or usual.blocked
    # Groups that enter along the edge look for another hex along it, others anywhere.
    on_edge = bool(hexes) and all(len(board.neighbors(number)) < 6 for number in hexes)
    if own.blocked is not None and (chosen.edge is None or chosen.map is None):
        on_edge = chosen.edge is not None
    way = WayRound(edge=chosen.edge) if on_edge else WayRound(map=chosen.map)
    entry = own.but(
        cost=usual.cost if own.cost is None else own.cost,
        when=own.when or usual.when,
        placing=own.placing or usual.placing,
        into_zone=own.into_zone or usual.into_zone,
        into_friends=own.into_friends or usual.into_friends,
        in_column=usual.in_column if own.in_column is None else own.in_column,
        blocked=way if way.within else None,
    )
    return group.but(entry=entry, cite={**usual.cite, **group.cite})
