"""What section ``units`` may say."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Literal

from hexwar.definition.forms import (
    ITS_KEY,
    NOT_EMPTY,
    Form,
    becomes,
    defines,
    matching,
    name_of,
    read_by,
    says,
    shared,
)
from hexwar.definition.values import ID, Color, Number, SideName

PRINTED = ("attack", "defense", "movement")


class StepValues(Form, example="4-3-6"):
    """The values of one step."""

    attack: Annotated[Number, says("Strength when attacking.", 4)] = Fraction(1)
    defense: Annotated[Number, says("Strength when defending.", 3)] = Fraction(1)
    movement: Annotated[Number | None, says("Movement allowance.", 6)] = None


def _step(given: StepValues | str) -> StepValues:
    """Values as printed on a counter: ``4-3-6`` is attack, defence, movement."""
    if isinstance(given, StepValues):
        return given
    return StepValues(**dict(zip(PRINTED, map(Fraction, given.split("-")), strict=False)))


def _steps(given: tuple[StepValues, ...] | str) -> tuple[StepValues, ...]:
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
        "Values printed on the counter, attack-defence-movement; a list has one entry for each "
        "step, full strength first.",
        "4-3-6",
        ["4-3-6", "2-2-6"],
    ),
]


class UnitType(Form, example={"title": "Infantry company", "symbol": "infantry"}):
    """One type."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY, says("The type's name.", "Infantry company")] = ""
    symbol: Annotated[
        str,
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
        says("The echelon above the symbol.", "company"),
    ] = None
    movement_class: Annotated[
        str,
        name_of("movement-class"),
        says("Its movement class; the first of the game if left out.", "foot"),
    ] = ""
    traits: Annotated[
        frozenset[Annotated[str, matching(ID), defines("trait"), says("A trait.", "mechanised")]],
        says("Words that rules select units by.", ["mechanised"]),
    ] = frozenset()
    steps: Annotated[
        tuple[StepValues, ...],
        read_by(lambda: Steps),
        says("Printed values of every counter of this type that prints none itself.", "4-3-6"),
    ] = (StepValues(),)


class Counter(Form, example={"side": "red", "type": "infantry", "name": "A Company"}):
    """One counter."""

    id: Annotated[str, ITS_KEY]
    side: Annotated[SideName, says("The side that it belongs to.", "red")]
    type: Annotated[str, name_of("unit-type"), says("Its type.", "infantry")]
    name: Annotated[str, ITS_KEY, says("The unit's name; its id if left out.", "A Company")] = ""
    steps: Annotated[
        tuple[StepValues, ...],
        read_by(lambda: Steps),
        says("Printed values, where they differ from the type's.", "5-4-6"),
    ] = ()
    color: Annotated[
        Color, says("The counter's colour, where it differs from its side's.", "#4a6b8a")
    ] = ""


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter of the order of battle, with the values of its type where it prints none."""

    id: str
    name: str
    side: str
    type: UnitType
    steps: tuple[StepValues, ...]
    color: str = ""


class Units(
    Form,
    example={
        "types": {"infantry": {"title": "Infantry"}},
        "counters": {"A": {"side": "red", "type": "infantry"}},
    },
):
    """The order of battle: types of unit, and one entry for every counter."""

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
        types = values["types"]
        counters = {
            name: Unit(
                id=name,
                name=counter.name,
                side=counter.side,
                type=(kind := types.get(counter.type) or UnitType(id="")),
                steps=counter.steps or kind.steps,
                color=counter.color,
            )
            for name, counter in values["counters"].items()
        }
        return cls(types=types, counters=counters)
