"""What a condition may say: a declarative "if", and the counts that it is made of."""

from typing import Annotated, Any, cast

from hexwar.definition.forms import NOT_EMPTY, Form, between, key, read_by, says
from hexwar.definition.model import Condition, ConditionKind
from hexwar.definition.values import RegionName, SideName, TraitName

If = Annotated[Condition, read_by(lambda: Conditions)]
"""A condition."""

Count = Annotated[Condition, read_by(lambda: Counts)]
"""What a condition counts, without its bounds."""

Bound = Annotated[int | None, between(0, 10000)]


class Selector(Form, example={"trait": "mechanised"}):
    """The units that count; all of the side if left out."""

    trait: Annotated[TraitName, says("The trait.", "mechanised")]


class Occupied(Form, example={"region": "towns", "by": "red"}):
    """How many hexes of a region hold units of a side."""

    region: Annotated[RegionName, says("The region.", "towns")]
    by: Annotated[SideName, says("The side whose units stand there.", "red")]


class Controlled(Form, example={"region": "towns", "by": "red"}):
    """How many hexes of a region a side controls."""

    region: Annotated[RegionName, says("The region.", "towns")]
    by: Annotated[SideName, says("The side that controls them.", "red")]


class Eliminated(Form, example={"side": "blue"}):
    """How many units of a side are out of play."""

    side: Annotated[SideName, says("The side that lost them.", "blue")]
    only: Selector | None = None


class StepsLost(Form, example={"side": "blue"}):
    """How many steps a side has lost."""

    side: Annotated[SideName, says("The side that lost them.", "blue")]
    only: Selector | None = None


class TurnIs(Form, not_empty=True, example={"at_least": 2}):
    """The number of the turn."""

    at_least: Annotated[Bound, says("Fewest turn number.", 2)] = None
    at_most: Annotated[Bound, says("Most turn number.", 3)] = None


class OccupiedIs(Occupied, example={"region": "towns", "by": "red", "at_least": 2}):
    """How many hexes of a region hold units of a side; at least one if no number is given."""

    at_least: Annotated[Bound, says("Fewest hexes.", 2)] = None
    at_most: Annotated[Bound, says("Most hexes.", 3)] = None


class ControlledIs(Controlled, example={"region": "towns", "by": "red", "at_least": 2}):
    """How many hexes of a region a side controls, see the section control; at least one if no
    number is given.
    """

    at_least: Annotated[Bound, says("Fewest hexes.", 2)] = None
    at_most: Annotated[Bound, says("Most hexes.", 3)] = None


class EliminatedIs(Eliminated, example={"side": "red", "at_least": 3}):
    """How many units of a side are out of play; at least one if no number is given."""

    at_least: Annotated[Bound, says("Fewest units.", 2)] = None
    at_most: Annotated[Bound, says("Most units.", 3)] = None


class StepsLostIs(StepsLost, example={"side": "red", "at_least": 12}):
    """How many steps a side has lost, with those of its units that are out of play; at least one
    if no number is given.
    """

    at_least: Annotated[Bound, says("Fewest steps.", 12)] = None
    at_most: Annotated[Bound, says("Most steps.", 3)] = None


class PointsAre(Form, example={"side": "red", "over": "blue", "at_least": 10}):
    """How many victory points a side has, see the section points; at least one if no number is
    given.
    """

    side: Annotated[SideName, says("The side that has them.", "red")]
    over: Annotated[
        SideName | None, says("Counts only how many more than this side it has.", "blue")
    ] = None
    at_least: Annotated[Bound, says("Fewest points.", 20)] = None
    at_most: Annotated[Bound, says("Most points.", 9)] = None


class Counts(Form, one_of=True, example={"controlled": {"region": "towns", "by": "red"}}):
    """What is counted: one of these."""

    occupied: Occupied
    controlled: Controlled
    eliminated: Eliminated
    steps_lost: StepsLost

    @classmethod
    def built(cls, values: dict[str, Any]) -> Condition:
        """A condition of which only the count matters."""
        ((word, value),) = values.items()
        return _leaf(word, value)


class Conditions(Form, one_of=True, page="conditions", example={"turn": {"at_least": 2}}):
    """A declarative if: one of these words, each with its own mapping."""

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
    turn: TurnIs
    occupied: OccupiedIs
    controlled: ControlledIs
    eliminated: EliminatedIs
    steps_lost: StepsLostIs
    points: PointsAre

    @classmethod
    def built(cls, values: dict[str, Any]) -> Condition:
        """The condition that the one word makes."""
        ((word, value),) = values.items()
        if isinstance(value, Condition):
            return Condition("not", (value,))
        kind = cast(ConditionKind, word)
        return Condition(kind, value) if isinstance(value, tuple) else _leaf(word, value)


def _leaf(word: str, form: Form) -> Condition:
    given = {name: value for name in form.defaults if (value := getattr(form, name)) is not None}
    only = given.pop("only", None)
    kind = cast(ConditionKind, word)
    return Condition(kind, (), given if only is None else {**given, "trait": only.trait})
