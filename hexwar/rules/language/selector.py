"""What a selector may say: which units a rule is about; which counters it may ever fit.

Keys of one mapping hold together, and a list in a key means one of them. Sections add keys of
their own: forms open under ``selectors``, compiled by what their ``task`` says in ``SELECTS``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

from hexwar.definition.forms import (
    ADDED,
    ANY_ORDER,
    NOT_EMPTY,
    Form,
    becomes,
    between,
    hangs_on_place,
    key,
    name_of,
    read_by,
    says,
)
from hexwar.definition.values import PathName, RegionName, SideName, TraitName
from hexwar.rules.language.places import OTHERS
from hexwar.rules.units.section import Unit, ValueName

Names = tuple[str, ...]
"""One of these."""

HexName = Annotated[str, name_of("hex")]
KindOfHex = Annotated[str, name_of("terrain")]
KindOfFeature = Annotated[str, name_of("feature")]
KindOfHexside = Annotated[str, name_of("hexside")]
TypeName = Annotated[str, name_of("unit-type")]
UnitName = Annotated[str, name_of("unit")]
Side = Literal["own", "enemy"] | SideName
Printed = Literal["attack", "defense", "movement"] | ValueName
StepNumber = int | Literal["last"]


def several_of(said: Any) -> tuple[Any, ...]:
    """What may be written as one or as a list, as a list."""
    return said if isinstance(said, tuple) else (said,)


def one_of(name: Any, what: str, example: object) -> Any:
    """One of these or, in a list, any of several."""
    item = Annotated[name, says(what, example)]
    return Annotated[name | tuple[item, ...], NOT_EMPTY, ANY_ORDER, becomes(several_of)]


Inner = Annotated["Selector", read_by(lambda: Selector)]
"""A selector inside another."""


class ValueIs(Form, not_empty=True, example={"at_least": 1}):
    """Bounds of a value; of a die its faces."""

    at_least: Annotated[int | None, between(-1000, 1000), says("The least that it is.", 1)] = None
    at_most: Annotated[int | None, between(-1000, 1000), says("The most that it is.", 4)] = None


class ValueOf(Form, example={"value": "radius"}):
    """A value of the unit that hexes are counted from."""

    value: Annotated[str, read_by(lambda: Printed), says("The value.", "radius")]


class At(Form, not_empty=True, example={"terrain": "woods"}):
    """Where units stand: keys hold together, and a list means one of them."""

    hex: Annotated[
        Names,
        read_by(lambda: one_of(HexName, "A hex.", "0802")),
        says("In this hex.", "0802"),
    ] = ()
    terrain: Annotated[
        Names,
        read_by(lambda: one_of(KindOfHex, "A kind of hex.", "woods")),
        says("In a hex of this kind.", "woods", ["woods", "town"]),
    ] = ()
    feature: Annotated[
        Names,
        read_by(lambda: one_of(KindOfFeature, "A feature.", "fort")),
        says("In a hex with this feature.", "fort"),
    ] = ()
    region: Annotated[
        Names,
        read_by(lambda: one_of(RegionName, "A region.", "towns")),
        says("In this region.", "towns"),
    ] = ()
    hexside: Annotated[
        Names,
        read_by(lambda: one_of(KindOfHexside, "A kind of hexside.", "river")),
        says("In a hex that has such a hexside.", "river"),
    ] = ()
    path: Annotated[
        Names,
        read_by(lambda: one_of(PathName, "A kind of path.", "rail")),
        says("On a path of this kind.", "rail"),
    ] = ()


class Within(Form, example={"hexes": 2, "of": {"trait": "mechanised", "side": "own"}}):
    """At most so many hexes away from one of these units, whatever lies between. A unit is no hexes
    away from itself.
    """

    hexes: Annotated[
        int | ValueOf,
        between(0, 1000),
        says("How many hexes, or a value of the unit that they are counted from.", 2),
    ]
    of: Annotated[Inner, OTHERS, says("From whom.", {"trait": "mechanised", "side": "own"})]


class Near(Within, example={"hexes": 2, "of": {"trait": "mechanised", "side": "own"}}):
    """At most so many hexes away from one of these units, whatever lies between. A unit is no hexes
    away from itself.
    """

    formation: Annotated[
        Literal["any", "same"],
        says(
            "Whether it counts from units of its own formation alone: corps that only their own "
            "leaders command.",
            "same",
        ),
    ] = "any"
    others: Annotated[
        int | None,
        between(1, 100),
        says(
            "Of so many of these units at least, of which it is none itself: support by two "
            "friends beside it.",
            2,
        ),
    ] = None


class Selector(
    Form,
    not_empty=True,
    open="selectors",
    page="selectors",
    example={"trait": "mechanised"},
):
    """The units that a rule is about. Keys hold together, and a list means one of what it holds;
    a selector is asked at the moment when its rule is used.
    """

    all: Annotated[
        tuple[Inner, ...],
        ANY_ORDER,
        NOT_EMPTY,
        says("All of these hold.", [{"trait": "mechanised"}, {"side": "red"}]),
    ] = ()
    any: Annotated[
        tuple[Inner, ...],
        ANY_ORDER,
        NOT_EMPTY,
        says("One of these holds.", [{"trait": "mechanised"}, {"side": "red"}]),
    ] = ()
    not_: Annotated[
        Inner | None, key("not"), says("This does not hold.", {"trait": "mechanised"})
    ] = None
    trait: Annotated[
        Names,
        read_by(lambda: one_of(TraitName, "A trait.", "mechanised")),
        says("With this trait.", "mechanised"),
    ] = ()
    type: Annotated[
        Names,
        read_by(lambda: one_of(TypeName, "A type of unit.", "infantry")),
        says("Of this type.", "infantry", ["infantry", "armour"]),
    ] = ()
    side: Annotated[
        Names,
        hangs_on_place("own"),
        read_by(lambda: one_of(Side, "A side.", "red")),
        says(
            "Of this side; from whom own and enemy are seen the key says under which the selector "
            "stands.",
            "own",
            "red",
        ),
    ] = ()
    unit: Annotated[
        Names,
        read_by(lambda: one_of(UnitName, "A unit.", "R1")),
        says("This unit.", "R1", ["R1", "R2"]),
    ] = ()
    step: Annotated[
        tuple[int | str, ...],
        read_by(lambda: one_of(Annotated[StepNumber, between(1, 100)], "A step.", 2)),
        says("The step that shows, 1 at full strength; or the last.", 1, "last"),
    ] = ()
    value: Annotated[
        Mapping[Printed, Annotated[int | ValueIs, says("What it is.", 4, {"at_least": 1})]],
        NOT_EMPTY,
        says(
            "Values that are printed on the side of the counter that shows: attack, defense, "
            "movement, or the game's own.",
            {"attack": {"at_least": 1}},
        ),
    ] = {}
    at: Annotated[At | None, says("Where it stands.", {"terrain": "woods"})] = None
    within: Annotated[
        Near | None,
        says("How near it is to others.", {"hexes": 2, "of": {"trait": "mechanised"}}),
    ] = None
    stacked_with: Annotated[
        Inner | None,
        OTHERS,
        says("In one hex with another unit of these.", {"trait": "mechanised"}),
    ] = None

    def everywhere(self) -> Iterator["Selector"]:
        """It and all selectors inside it, at any depth."""
        yield self
        for inner in self.parts(Selector):
            yield from inner.everywhere()

    def said(self) -> Iterator[tuple[str, Any]]:
        """The keys that are given, with what is said in each, those that sections add last."""
        for form in (self, *self.__dict__[ADDED].values()):
            for name, default in form.defaults.items():
                value = getattr(form, name)
                if name != ADDED and value != default:
                    yield name.rstrip("_"), value


Verdict = bool | None
"""Whether a counter fits: always, never, or (``None``) as play goes."""


def could_fit(selector: Selector | None, unit: Unit) -> bool:
    """Whether a counter may fit at some time of some game."""
    return selector is None or _verdict(selector, unit) is not False


def always_fits(selector: Selector, unit: Unit) -> bool:
    """Whether a counter fits whatever happens in a game."""
    return _verdict(selector, unit) is True


def _verdict(selector: Selector, unit: Unit) -> Verdict:
    return _every(_SAYS[key](said, unit) if key in _SAYS else None for key, said in selector.said())


def _every(verdicts: Iterable[Verdict]) -> Verdict:
    """All of them hold."""
    known = list(verdicts)
    return False if False in known else None if None in known else True


def _inverse(verdict: Verdict) -> Verdict:
    return None if verdict is None else not verdict


def _any(parts: tuple[Selector, ...], unit: Unit) -> Verdict:
    return _inverse(_every(_inverse(_verdict(part, unit)) for part in parts))


def _side(sides: tuple[str, ...], unit: Unit) -> Verdict:
    return None if {"own", "enemy"} & {*sides} else unit.side in sides


_SAYS: Mapping[str, Callable[[Any, Unit], Verdict]] = {
    "all": lambda parts, unit: _every(_verdict(part, unit) for part in parts),
    "any": _any,
    "not": lambda part, unit: _inverse(_verdict(part, unit)),
    "trait": lambda traits, unit: bool({*traits} & {*unit.traits}),
    "type": lambda types, unit: unit.type.id in types,
    "side": _side,
    "unit": lambda names, unit: unit.id in names,
}
