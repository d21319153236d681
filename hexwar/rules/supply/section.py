"""What section ``supply`` may say.

A line of supply is one stage or several (:class:`Trace`): how long it is, along what it runs, and
to which units it leads; sides may have lines of their own. It ends in a :class:`Source`, which may
supply so many units only, or some. :class:`Attrition` is what becomes of units long without it.
:class:`Supply` holds all of that, and what is not said there is left to the state
``out_of_supply``.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from hexwar.definition.forms import (
    ANY_ORDER,
    NO_RULES,
    NOT_EMPTY,
    ONCE,
    THE_REST,
    Citations,
    Form,
    PathName,
    Places,
    SideName,
    asked_at,
    becomes,
    between,
    cited,
    cites,
    key,
    name_of,
    needs,
    read_by,
    says,
    word,
)
from hexwar.rules.control.section import ControlledHexes, Ground
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import If, Selector, ValueOf, several_of
from hexwar.rules.states.section import StateName
from hexwar.rules.units.section import ValueName

ALL = 1000
"""In place of a number of steps: as many as there are."""


class Length(Form, not_empty=True, example={"value": "radius"}):
    """How long, where it is not the same for all: by side, or by a value of the unit that the line
    goes to.
    """

    value: Annotated[
        ValueName | None, says("The value of the unit that the line goes to.", "radius")
    ] = None
    by_side: Annotated[
        Mapping[
            SideName, Annotated[int, between(0, 1000), says("The most for lines of the side.", 7)]
        ],
        THE_REST,
    ] = {}

    def of(self, side: str) -> int | ValueOf | None:
        """What it is for a side; ``None`` for any."""
        return ValueOf(value=self.value) if self.value else self.by_side.get(side)


class Trace(Form, not_empty=True, definition="stage", example={"hexes": 5, "along": ["road"]}):
    """A stage of a supply line. `hexes` and `movement` are counted from a unit to where the line
    goes, or to a path that leads there.
    """

    to: Annotated[
        tuple[str | Selector, ...],
        EACH,
        read_by(
            lambda: Annotated[
                Literal["sources"]
                | Selector
                | tuple[
                    Annotated[
                        Literal["sources"] | Selector,
                        says("The sources, or units of the side.", "sources"),
                    ],
                    ...,
                ],
                NOT_EMPTY,
                becomes(several_of),
            ]
        ),
        says(
            "Where it goes: to a source, to a unit of the side (a headquarters, a dump), or to "
            "either. From a unit the next stage goes on; if there is none, the unit is the end.",
            "sources",
            {"type": "headquarters"},
            ["sources", {"type": "headquarters"}],
        ),
    ] = ("sources",)
    hexes: Annotated[
        int | Length | None,
        between(0, 1000),
        says("The most hexes; the unit's own is not counted.", 5, {"value": "radius"}),
    ] = None
    movement: Annotated[
        int | Length | None,
        between(0, 1000),
        says(
            "The most movement points, as the unit would pay for moving from its hex to where the "
            "line goes. In place of `hexes`.",
            8,
            {"red": 10, "blue": 7},
        ),
    ] = None
    along: Annotated[
        tuple[Annotated[PathName, says("A kind of path.", "road")], ...],
        NOT_EMPTY,
        ONCE,
        says(
            "Kinds of path that lead to where it goes, for any distance: what is limited is the "
            "way to the path.",
            ["road"],
        ),
    ] = ()
    path_hexes: Annotated[
        int | None,
        between(0, 1000),
        says("The most hexes along these paths; any number if left out.", 20),
    ] = None
    not_through: Annotated[
        tuple[Annotated[str, name_of("terrain"), says("A kind of hex.", "marsh")], ...],
        ANY_ORDER,
        NOT_EMPTY,
        says("Kinds of hex that it does not enter, though units do.", ["marsh"]),
    ] = ()
    not_across: Annotated[
        tuple[Annotated[str, name_of("hexside"), says("A kind of hexside.", "river")], ...],
        ANY_ORDER,
        NOT_EMPTY,
        says("Kinds of hexside that it does not cross, though units do.", ["river"]),
    ] = ()

    through: Annotated[
        Ground | None,
        says(
            "The hexes that the paths may lead through, or where none are followed the whole line: "
            "a railway as far as it is in one's own hands.",
            {"controlled": "own"},
        ),
    ] = None
    formation: Annotated[
        Literal["any", "same"],
        says(
            "Whether units of the side supply any others, or those of their own formation alone.",
            "same",
        ),
    ] = "any"
    most: Annotated[
        int | ValueOf | None,
        between(1, 1000),
        says(
            "How many units one of the units that it goes to supplies at most, counted in the "
            "first stage; or steps, see `draws`.",
            4,
            {"value": "radius"},
        ),
    ] = None

    @property
    def goals(self) -> tuple[str | Selector, ...]:
        """Where it goes: `sources`, or units."""
        return self.to

    def longest(self, side: str) -> int | ValueOf | None:
        """How long it may be for a side, in hexes or in movement points; ``None`` for any."""
        length = self.hexes if self.movement is None else self.movement
        return length.of(side) if isinstance(length, Length) else length


Stages = tuple[Trace, ...]
"""A line in its stages, from the unit to a source."""


def _stages(stages: Any) -> Any:
    return (stages,) if isinstance(stages, Trace) else stages


_STAGES = Annotated[Trace | Stages, NOT_EMPTY, becomes(_stages)]


class Lines(NamedTuple):
    """Lines that differ by side: the stages of some sides, and of the rest."""

    by_side: Mapping[str, Stages]
    rest: Stages


class Tracing(Trace, not_empty=True, example={"hexes": 5, "along": ["road"]}):
    """A line of one stage, or a line for each side. `hexes` and `movement` are counted from a unit
    to where the line goes, or to a path that leads there.
    """

    lines: Annotated[
        Mapping[
            SideName,
            Annotated[
                Stages,
                read_by(lambda: _STAGES),
                says(
                    "How the lines of this side go; what stands beside it is for the others.",
                    {"hexes": 7},
                ),
            ],
        ],
        THE_REST,
    ] = {}

    @classmethod
    def built(cls, values: dict[str, Any]) -> Any:
        """The stages, or those of each side."""
        by_side = values.pop("lines", {})
        rest = (Trace.built(values),) if values else ()
        return Lines(by_side, rest) if by_side else rest


class Source(ControlledHexes, not_empty=True, example={"controlled": "railheads"}):
    """Hexes that supply a side under a condition, some of its units only, or so many of them."""

    at: Annotated[Places, NOT_EMPTY, says("Regions and hexes.", ["east_edge"])] = ()
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        says("The condition; always if left out.", {"turn": {"at_least": 3}}),
    ] = None
    only: Annotated[
        Selector | None,
        EACH,
        asked_at("phase"),
        says("The units that draw from it; all if left out.", {"trait": "mechanised"}),
    ] = None
    most: Annotated[
        int | None,
        asked_at("phase"),
        between(1, 1000),
        says(
            "How many units (or steps, see `draws`) each of its hexes supplies at most: a port, a "
            "beach. As many are supplied as can be; where not all are, their owner chooses in his "
            "supply phase who goes without (`forgo A`).",
            4,
        ),
    ] = None


class Attrition(Form, example={"after": 2, "steps": 1}):
    """What becomes of units that are long out of supply: they lose steps, come into a state, or
    both.
    """

    after: Annotated[
        int, between(1, 100), says("From which supply phase in a row without supply on.", 2)
    ]
    steps: Annotated[
        int,
        between(0, 10),
        word("all", ALL),
        says("Steps lost in each; all, if the unit is eliminated.", 1, "all"),
    ] = 0
    mark: Annotated[
        StateName | None,
        says("The state that it is in from then on, until it is supplied again.", "isolated"),
    ] = None


class Supply(Form, moments=("phase",), example={"sources": {"red": ["east_edge"]}}):
    """Supply lines, checked in phases of kind supply. A game without this section has none.

    Units without a line are in the state `out_of_supply`: what that does to them the section
    states says under that name.
    """

    sources: Annotated[
        Mapping[SideName, tuple[str | Source, ...]],
        asked_at("phase", "aftermath"),
        read_by(
            lambda: Mapping[
                SideName,
                Annotated[
                    tuple[
                        Annotated[
                            Annotated[str, name_of("place")] | Source,
                            says("A region, a hex, or hexes under a condition.", "towns"),
                        ],
                        ...,
                    ],
                    says("What supplies the side.", ["towns", "0508"]),
                ],
            ]
        ),
        cited("trace"),
        says(
            "For each side, the regions and hexes that supply it.",
            {"red": ["east_edge", {"controlled": "railheads"}]},
        ),
    ]
    judged: Annotated[
        frozenset[
            Annotated[
                Literal["phase", "attack", "movement", "replacement", "retreat"],
                says("When.", "attack"),
            ]
        ],
        NOT_EMPTY,
        says(
            "When it is seen who is supplied: in the supply phase of a side; of everybody for each "
            "attack, as things stand when it is made; of a side when its movement or its "
            "replacement phase begins. A unit keeps what was found until it is seen again. "
            "`retreat` alone: only retreats go by supply, and no unit is ever out of it.",
            ["phase"],
            ["attack", "movement"],
        ),
    ] = frozenset({"phase"})
    trace: Annotated[
        Stages | Lines,
        read_by(lambda: Annotated[Tracing | Stages, NOT_EMPTY]),
        says(
            "How a line goes to a source: in one stage or several, each with its own length; of "
            "any length if left out. It may differ by side.",
            {"hexes": 5, "along": ["road"]},
            [{"to": {"type": "headquarters"}, "hexes": 4}, {"along": ["rail"], "hexes": 1}],
            {
                "red": {"hexes": 8},
                "blue": [{"to": {"type": "headquarters"}, "hexes": 4}, {"hexes": 1}],
            },
        ),
    ] = ()
    draws: Annotated[
        Literal["unit", "steps"] | ValueOf,
        says(
            "What a unit takes of sources and headquarters that supply so many (`most`): one for "
            "itself, one for each step that it has left, or as many as a value of it. It may draw "
            "from several, and is supplied when it has all that it takes.",
            "steps",
            {"value": "radius"},
        ),
    ] = "unit"
    into_zone: Annotated[
        Literal["allowed", "forbidden"] | None,
        says(
            "Whether a line may go through enemy zones of control; allowed if left out. Most games "
            "forbid it; in many a friend in the hex opens it again, see `negated_by_friends` of "
            "the section zones_of_control.",
            "forbidden",
        ),
    ] = None
    attrition: Annotated[Attrition | None, cited("attrition")] = None
    cite: Annotated[
        Citations, cites(trace="Tracing a supply line.", attrition="Being out of supply for long.")
    ] = NO_RULES

    @property
    def lines(self) -> Mapping[str, Stages]:
        """How lines go, by side, and under no name those of all other sides, if it is said."""
        trace = self.trace
        return {**trace.by_side, "": trace.rest} if isinstance(trace, Lines) else {"": trace}

    def stages(self, side: str) -> Stages:
        """The stages of a side's line: one to a source from anywhere, if none are said."""
        lines = self.lines
        return lines.get(side, lines[""]) or (Trace(),)

    @property
    def weakens(self) -> bool:
        """Whether units without it may move or fight worse, or waste away: where it is judged for
        replacements and retreats alone, they do not.
        """
        return self.attrition is not None or bool(self.judged - {"replacement", "retreat"})

    @property
    def is_short(self) -> bool:
        """Whether a source, or a headquarters of the first stage, may not have enough for all."""
        sources = [source for of_side in self.sources.values() for source in of_side]
        heads = [stages[0] for stages in self.lines.values() if stages]
        return any(each.most for each in (*sources, *heads) if not isinstance(each, str))

    def places(self, side: str) -> tuple[str, ...]:
        """The regions and hexes that supply a side, always or under a condition."""
        places: list[str] = []
        for source in self.sources.get(side, ()):
            if isinstance(source, str):
                places.append(source)
            else:
                places += [*source.at, *([source.controlled] if source.controlled else [])]
        return tuple(places)


class SupplySelectors(Form, needs=needs("supply", idle=True)):
    """What the section adds to selectors."""

    supplied: Annotated[
        bool | None,
        says("Whether it counts as supplied, as its owner's latest supply phase found it.", True),
    ] = None
