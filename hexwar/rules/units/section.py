"""What section ``units`` may say.

A counter is of a type, and has its values from there unless it says its own. Values stand as they
are printed, one entry a step with full strength first: ``4-3-6`` is attack, defence and movement,
and two numbers are strength and movement where the game prints them so (``printed``). In the end
every counter is a :class:`Unit` with all its values written out, its type's among them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any, Literal

from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    MADE,
    NOT_EMPTY,
    ONLY_READ,
    READ,
    UNORDERED,
    Color,
    Form,
    Number,
    PictureFile,
    SideName,
    becomes,
    between,
    defines,
    matching,
    name_of,
    read_by,
    says,
    shared,
)

PRINTED = ("attack", "defense", "movement")
"""What the numbers on a counter are, in their order."""


class StepValues(Form, example="4-3-6"):
    """The values of one step."""

    attack: Annotated[Number, says("Strength when attacking.", 4)] = Fraction(1)
    defense: Annotated[Number, says("Strength when defending.", 3)] = Fraction(1)
    strength: Annotated[
        Number | None,
        says("One number for both, as the counter shows it: for whichever is not given.", 5),
    ] = None
    movement: Annotated[Number | None, says("Movement allowance.", 6)] = None
    # Whether it was written as bare numbers (``5-4``): what two of them mean is only known once
    # ``printed`` of the section has been read.
    bare: Annotated[bool, ONLY_READ, MADE] = False

    @classmethod
    def built(cls, values: dict[str, Any]) -> Any:
        """The values; ``strength`` stands for those that are not given."""
        both = values.get("strength")
        return cls(**(values if both is None else {"attack": both, "defense": both, **values}))

    @property
    def strengths(self) -> tuple[Fraction, ...]:
        """What the counter shows: one strength, or attack and defence."""
        are_alike = self.strength is not None and self.attack == self.defense == self.strength
        return (self.attack,) if are_alike else (self.attack, self.defense)


def _step(given: StepValues | str) -> StepValues:
    """Values as printed on a counter: ``4-3-6`` is attack, defence, movement."""
    if isinstance(given, StepValues):
        return given
    numbers = dict(zip(PRINTED, map(Fraction, given.split("-")), strict=False))
    return StepValues(**numbers, bare=True)


def _with_one_strength(steps: tuple[StepValues, ...]) -> tuple[StepValues, ...]:
    """Steps whose bare numbers, where a step has two, are read as strength and movement."""
    return tuple(
        StepValues.built({"strength": step.attack, "movement": step.defense})
        if step.bare and step.movement is None
        else step
        for step in steps
    )


def _steps(given: tuple[StepValues, ...] | str) -> tuple[StepValues, ...]:
    """A list of steps; a counter with one step may have its numbers without a list."""
    return (_step(given),) if isinstance(given, str) else given


AsPrinted = Annotated[str, matching("^[0-9]{1,3}(-[0-9]{1,3}){1,2}$")]
Step = Annotated[
    AsPrinted | StepValues,
    becomes(_step),
    says("The values of one step.", "4-3-6", {"attack": 4, "defense": 3, "movement": 6}),
]
Steps = Annotated[
    AsPrinted | tuple[Step, ...],
    NOT_EMPTY,
    becomes(_steps),
    shared(
        "steps",
        "Values printed on the counter, attack-defence-movement, or as `printed` of the section "
        "says; a list has one entry for each step, full strength first.",
        "4-3-6",
        ["4-3-6", "2-2-6"],
    ),
]


Value = Fraction | int
"""A named value: a number is a Fraction, a die its number of faces, an int."""


def _value(written: str) -> Value:
    """The value as it is kept, of ``d8`` or ``1/2``."""
    return int(written[1:]) if written[0] == "d" else Fraction(written)


ValueName = Annotated[str, name_of("value")]
DieName = Annotated[str, name_of("die")]
"""A value that is a die."""


class ByValue(Form, example={"value": "quality"}):
    """A value that is printed on the unit: the number, or the faces of the die."""

    value: Annotated[str, name_of("value"), says("The value.", "quality")]


AnyValue = Annotated[
    int | str,
    between(0, 1000),
    matching("^(d([2-9]|[1-9][0-9]|100)|[0-9]{1,4}/[1-9][0-9]{0,3})$", "A die has 2 to 100 faces."),
    becomes(_value),
]
PrintedValues = Annotated[
    Mapping[
        ValueName,
        Annotated[
            Value, read_by(lambda: AnyValue), says("A number, or a die such as d8.", "d8", 2)
        ],
    ],
    NOT_EMPTY,
]


TraitWord = Annotated[str, matching(ID), defines("trait"), says("A trait.", "mechanised")]


class CounterPicture(Form, only_read=True, example={"front": "pictures/guard.png"}):
    """Pictures of a counter, shown in place of the drawn one. Each is a PNG, JPEG, GIF or SVG in
    the game's folder.
    """

    front: Annotated[
        PictureFile, says("What it looks like in full strength.", "pictures/guard.png")
    ]
    back: Annotated[
        PictureFile | None,
        says(
            "What it looks like once it has lost a step; without it the front is shown, marked.",
            "pictures/guard_reduced.png",
        ),
    ] = None


class UnitType(Form, example={"title": "Infantry company", "symbol": "infantry"}):
    """One type."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("The type's name.", "Infantry company")] = ""
    symbol: Annotated[
        str,
        ONLY_READ,
        matching(ID),
        says(
            "What the counter shows: infantry, armour, mechanised_infantry, motorised_infantry, "
            "cavalry, reconnaissance, artillery, rocket_artillery, mortar, anti_tank, air_defence, "
            "engineer, airborne, marine, mountain, ski, headquarters, supply, signal, aviation, "
            "fixed_wing and others of the common map symbols. Any other word shows the initials of "
            "the title.",
            "infantry",
        ),
    ] = "infantry"
    size: Annotated[
        Literal[
            "team",
            "squad",
            "section",
            "platoon",
            "company",
            "battalion",
            "regiment",
            "brigade",
            "division",
            "corps",
            "army",
        ]
        | None,
        ONLY_READ,
        says("The echelon above the symbol.", "company"),
    ] = None
    movement_class: Annotated[
        str,
        name_of("movement-class"),
        says("Its movement class; the first of the game if left out.", "foot"),
    ] = ""
    traits: Annotated[
        frozenset[TraitWord], NOT_EMPTY, says("Words that rules select units by.", ["mechanised"])
    ] = frozenset()
    steps: Annotated[
        tuple[StepValues, ...],
        read_by(lambda: Steps),
        says("Printed values of every counter of this type that prints none itself.", "4-3-6"),
    ] = (StepValues(),)
    values: Annotated[
        Mapping[str, Value],
        read_by(lambda: PrintedValues),
        says("Values of the game's own, by name.", {"quality": "d8"}),
    ] = {}
    picture: Annotated[
        CounterPicture | None,
        says(
            "Pictures of every counter of this type that has none of its own.",
            {"front": "pictures/infantry.png", "back": "pictures/infantry_reduced.png"},
        ),
    ] = None


class Counter(Form, example={"side": "red", "type": "infantry", "name": "A Company"}):
    """One counter."""

    id: Annotated[str, ITS_KEY]
    side: Annotated[SideName, says("The side that it belongs to.", "red")]
    type: Annotated[str, name_of("unit-type"), says("Its type.", "infantry")]
    name: Annotated[
        str, ONLY_READ, ITS_KEY, says("The unit's name; its id if left out.", "A Company")
    ] = ""
    steps: Annotated[
        tuple[StepValues, ...],
        read_by(lambda: Steps),
        says("Printed values, where they differ from the type's.", "5-4-6"),
    ] = ()
    color: Annotated[
        Color, says("The counter's colour, where it differs from its side's.", "#4a6b8a")
    ] = ""
    formation: Annotated[
        str, name_of("formation"), says("The formation that it belongs to.", "guard")
    ] = ""
    traits: Annotated[
        frozenset[TraitWord], says("Traits of its own, beside those of its type.", ["elite"])
    ] = frozenset()
    values: Annotated[
        Mapping[str, Value],
        read_by(lambda: PrintedValues),
        says("Those of the game's own that differ from the type's, by name.", {"quality": "d10"}),
    ] = {}
    picture: Annotated[
        CounterPicture | None, says("Pictures of this counter.", {"front": "pictures/guard.png"})
    ] = None


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter of the order of battle, with the values of its type where it prints none.

    ``values``: those of the game's own that are printed on it, by name. ``traits``: its type's and
    its own. ``formation``: the id of the one that it belongs to, if any. ``picture``: its own, or
    else its type's.
    """

    id: str
    name: str = field(metadata=READ)
    side: str
    type: UnitType
    steps: tuple[StepValues, ...]
    color: str = field(default="", metadata=READ)
    values: Mapping[str, Value] = field(default_factory=dict, metadata=UNORDERED)
    traits: frozenset[str] = frozenset()
    formation: str = ""
    picture: CounterPicture | None = field(default=None, metadata=READ)

    @property
    def values_in_words(self) -> list[str]:
        """The values of the game's own: ``quality d8``, ``armour rating 2``."""
        return [f"{name.replace('_', ' ')} {written(value)}" for name, value in self.values.items()]


def written(value: Value) -> str:
    """A named value as a game writes it: ``d8``, ``2``, ``1/2``."""
    return f"d{value}" if isinstance(value, int) else str(value)


class PrintedNames(Form, only_read=True, example={"attack": "guns", "movement": "speed"}):
    """What the printed numbers are called, where a game has words of its own for them."""

    attack: Annotated[str, says("The strength when attacking.", "guns")] = "attack"
    defense: Annotated[str, says("The strength when defending.", "hull")] = "defence"
    strength: Annotated[str, says("One number for both.", "men")] = "strength"
    movement: Annotated[str, says("The movement allowance.", "speed")] = "movement"


class Units(
    Form,
    example={
        "types": {"infantry": {"title": "Infantry"}},
        "counters": {"A": {"side": "red", "type": "infantry"}},
    },
):
    """The order of battle: types of unit, and one entry for every counter."""

    values: Annotated[
        Mapping[
            Annotated[str, matching(ID), defines("value")],
            Annotated[Literal["number", "die"], says("What it is.", "die")],
        ],
        NOT_EMPTY,
        says(
            "Values of the game's own that types and counters print, each a number or a die. A "
            "unit that does not print a number has 0 of it.",
            {"quality": "die", "armor": "number"},
        ),
    ] = {}
    printed: Annotated[
        Literal["attack_defense_movement", "strength_movement"],
        says(
            "What two numbers in `steps` are: attack and defence, where the allowance is the same "
            "for all; or, of counters with one strength, that and movement. 5-4 is then written as "
            "it is printed and drawn so, and 5 counts in attack and defence. Three numbers are "
            "attack, defence and movement in any case.",
            "strength_movement",
        ),
    ] = "attack_defense_movement"
    called: Annotated[
        PrintedNames,
        says(
            "What the printed numbers are called beside them, where a game has words of its own.",
            {"attack": "guns", "movement": "speed"},
        ),
    ] = PrintedNames()
    types: Annotated[
        Mapping[Annotated[str, matching(ID), defines("unit-type")], UnitType],
        NOT_EMPTY,
        says("Types of unit.", {"infantry": {"title": "Infantry"}}),
    ]
    counters: Annotated[
        Mapping[
            Annotated[str, matching("^[A-Za-z0-9][A-Za-z0-9_.]*$"), defines("unit")],
            Annotated[Unit, read_by(lambda: Counter)],
        ],
        NOT_EMPTY,
        says("The counters.", {"A": {"side": "red", "type": "infantry"}}),
    ]

    @classmethod
    def built(cls, values: dict[str, Any]) -> Any:
        """Every counter with its type; one of a type that does not exist has none."""
        types, of_counters = values["types"], values["counters"]
        if values.get("printed") == "strength_movement":
            types = {
                name: kind.but(steps=_with_one_strength(kind.steps)) for name, kind in types.items()
            }
            of_counters = {
                name: counter.but(steps=_with_one_strength(counter.steps))
                for name, counter in of_counters.items()
            }
        counters = {
            name: Unit(
                id=name,
                name=counter.name,
                side=counter.side,
                type=(kind := types.get(counter.type) or UnitType(id="")),
                steps=counter.steps or kind.steps,
                color=counter.color,
                values={**kind.values, **counter.values},
                traits=kind.traits | counter.traits,
                formation=counter.formation,
                picture=counter.picture or kind.picture,
            )
            for name, counter in of_counters.items()
        }
        return cls(**{**values, "types": types, "counters": counters})
