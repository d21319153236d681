"""What a condition may say: a declarative "if", and the counts that it is made of.

Sections add words of their own: forms of one key, open under ``conditions`` and ``counts``.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from hexwar.definition.forms import NOT_EMPTY, Form, between, key, matching, name_of, read_by, says
from hexwar.definition.model import Condition
from hexwar.definition.values import ID, Number, RegionName, SideName
from hexwar.rules.language.selector import Printed, Selector

If = Annotated[Condition, read_by(lambda: ConditionForm)]
"""A condition."""

Count = Annotated[Condition, read_by(lambda: Counts)]
"""What a condition counts, without its bounds."""

Bound = Annotated[int | None, between(0, 10000)]
Turn = Annotated[int, between(1, 1000), says("The number of a turn.", 3)]
TurnName = Annotated[str, matching(ID), name_of("name-of-turns")]


class Bounds(Form):
    """How many there must be: at least one if nothing is said. Keys hold together."""

    at_least: Annotated[Bound, says("The least.", 2)] = None
    at_most: Annotated[Bound, says("The most.", 3)] = None
    more_than: Annotated[
        Count | None,
        says("More than this counts.", {"eliminated": {"side": "red"}}),
    ] = None
    ever: Annotated[
        bool,
        says(
            "Whether it is enough that it has been so: now, when the game began, or when a phase "
            "had ended.",
            True,
        ),
    ] = False
    in_a_row: Annotated[
        int | None,
        between(1, 1000),
        says("It was so at the end of so many turns, the last ones, one after the other.", 2),
    ] = None


class CountOrShare(Bounds):
    """How many there must be, perhaps as a share."""

    share: Annotated[
        Number | None,
        says(
            "At least this share of all there are; of units, of those with which the scenario is "
            "played, as they begin or come.",
            "1/2",
        ),
    ] = None


OnlyUnits = Annotated[
    Selector | None,
    says("The units that count; all of the side if left out.", {"trait": "mechanised"}),
]


class Occupied(Form, example={"region": "towns", "side": "red"}):
    """How many hexes of a region hold units of a side."""

    region: Annotated[RegionName, says("The region.", "towns")]
    side: Annotated[SideName, says("The side whose units stand there.", "red")]


class Eliminated(Form, example={"side": "blue"}):
    """How many units of a side are out of play."""

    side: Annotated[SideName, says("The side that lost them.", "blue")]
    only: OnlyUnits = None


class StepsLost(Form, example={"side": "blue"}):
    """How many steps a side has lost."""

    side: Annotated[SideName, says("The side that lost them.", "blue")]
    only: OnlyUnits = None


class UnitsOf(Form, example={"of": {"trait": "mechanised", "side": "red"}}):
    """How many units on the map there are of some."""

    of: Annotated[
        Selector, says("The units that are counted.", {"trait": "mechanised", "side": "red"})
    ]


class StepsOf(UnitsOf, example={"of": {"trait": "mechanised", "side": "red"}}):
    """How many steps some units on the map have left."""


class SumOf(UnitsOf, example={"value": "attack", "of": {"trait": "mechanised", "side": "red"}}):
    """What a value of some units on the map comes to, as printed on the side of each counter that
    shows; rounded down.
    """

    value: Annotated[Printed, says("The value.", "attack")]


class HexesOf(Form, example={"region": "towns", "of": {"trait": "mechanised", "side": "red"}}):
    """How many hexes hold some units; several in one hex count once."""

    region: Annotated[
        RegionName | None, says("The hexes that count; all of the map if left out.", "towns")
    ] = None
    of: Annotated[Selector, says("The units.", {"trait": "mechanised", "side": "red"})]


class TurnIs(Form, not_empty=True, example={"at_least": 2}):
    """The number of the turn: between bounds, a number, or one of several."""

    at_least: Annotated[Bound, says("Fewest turn number.", 2)] = None
    at_most: Annotated[Bound, says("Most turn number.", 3)] = None


class OccupiedIs(Occupied, CountOrShare, example={"region": "towns", "side": "red", "at_least": 2}):
    """How many hexes of a region hold units of a side; at least one if no number is given."""


class EliminatedIs(Eliminated, CountOrShare, example={"side": "red", "at_least": 3}):
    """How many units of a side are out of play; at least one if no number is given."""


class StepsLostIs(StepsLost, CountOrShare, example={"side": "red", "at_least": 12}):
    """How many steps a side has lost, with those of its units that are out of play; at least one
    if no number is given.
    """


class UnitsOfIs(
    UnitsOf, CountOrShare, example={"of": {"at": {"region": "towns"}, "side": "red"}, "at_least": 2}
):
    """How many units on the map there are of some; at least one if no number is given."""


class StepsOfIs(StepsOf, CountOrShare, example={"of": {"side": "red"}, "at_most": 6}):
    """How many steps some units on the map have left; at least one if no number is given."""


class SumOfIs(
    SumOf, CountOrShare, example={"value": "attack", "of": {"side": "red"}, "at_least": 12}
):
    """What a value of some units on the map comes to; at least one if no number is given."""


class HexesOfIs(
    HexesOf, CountOrShare, example={"region": "towns", "of": {"side": "red"}, "at_least": 2}
):
    """How many hexes hold some units; at least one if no number is given."""


class Counts(
    Form,
    one_of=True,
    page="counts",
    open="counts",
    example={"occupied": {"region": "towns", "side": "red"}},
):
    """What is counted: one of these."""

    occupied: Occupied
    eliminated: Eliminated
    steps_lost: StepsLost
    units: UnitsOf
    steps: StepsOf
    sum: SumOf
    hexes: HexesOf

    @classmethod
    def built(cls, values: dict[str, Any]) -> Condition:
        """A condition of which only the count matters."""
        ((word, value),) = values.items()
        return _leaf(word, value)


class ConditionForm(
    Form, one_of=True, page="conditions", open="conditions", example={"turn": {"at_least": 2}}
):
    """A declarative if: one of these words, each with what it asks."""

    all: Annotated[
        tuple[If, ...],
        NOT_EMPTY,
        says("Every one of these holds.", [{"turn": {"at_least": 2}}, {"turn": {"at_most": 3}}]),
    ]
    any: Annotated[
        tuple[If, ...],
        NOT_EMPTY,
        says("At least one of these holds.", [{"turn": {"at_least": 2}}]),
    ]
    not_: Annotated[If, key("not"), says("This does not hold.", {"turn": {"at_least": 2}})]
    turn: Annotated[
        TurnIs | int | TurnName | tuple[Turn, ...],
        between(1, 1000),
        NOT_EMPTY,
        says(
            "The number of the turn: between bounds, a number, one of several, or one that goes by "
            "a name of the calendar.",
            3,
            [3, 4],
            "night",
        ),
    ]
    occupied: OccupiedIs
    eliminated: EliminatedIs
    steps_lost: StepsLostIs
    units: UnitsOfIs
    steps: StepsOfIs
    sum: SumOfIs
    hexes: HexesOfIs

    @classmethod
    def built(cls, values: dict[str, Any]) -> Condition:
        """The condition that the one word makes."""
        ((word, value),) = values.items()
        if word == "not_":
            return Condition("not", (value,))
        if word in ("all", "any"):
            return Condition(word, value)
        if isinstance(value, Condition):
            return value
        return _in_turns(value) if word == "turn" else _leaf(word, value)


def _in_turns(value: TurnIs | int | str | tuple[int, ...]) -> Condition:
    if isinstance(value, int):
        return Condition("turn", (), {"at_least": value, "at_most": value})
    if isinstance(value, tuple):
        return Condition("any", tuple(map(_in_turns, value)))
    if isinstance(value, str):
        # Where a name may stand as well, a number is read as it is written.
        return _in_turns(int(value)) if value.isdigit() else _leaf("turn", {"called": value})
    return _leaf("turn", value)


def _leaf(word: str, said: Form | Mapping[str, Any] | str | int) -> Condition:
    """A condition without parts; a word or number by itself is an argument of that name."""
    if isinstance(said, Mapping):
        return Condition(word, (), dict(said))
    if not isinstance(said, Form):
        return Condition(word, (), {word: said})
    given = given_of(said)
    return within_bounds(word, given)


def within_bounds(word: str, given: dict[str, Any]) -> Condition:
    """The condition that a count is within all bounds that are given with it; each bound besides
    `at_least` and `at_most` is a condition of its own.
    """
    ever, turns = given.pop("ever", False), given.pop("in_a_row", None)
    others = {name: given.pop(name) for name in ("more_than", "share") if name in given}
    parts = [
        Condition(word, (), {**_unbounded(given), name: bound}) for name, bound in others.items()
    ]
    if not parts or len(_unbounded(given)) < len(given):
        parts.insert(0, Condition(word, (), given))
    held = all_of(parts)
    held = held if turns is None else Condition("in_a_row", (held,), {"turns": turns})
    return Condition("ever", (held,)) if ever else held


def _unbounded(given: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name not in ("at_least", "at_most")}


def given_of(said: Form) -> dict[str, Any]:
    """What a form was given of what may be left out, such as one of two bounds."""
    return {name: value for name in said.defaults if (value := getattr(said, name)) is not None}


def all_of(parts: Iterable[Condition]) -> Condition:
    """The condition that every one of some holds; one alone stands for itself."""
    of = tuple(parts)
    return of[0] if len(of) == 1 else Condition("all", of)
