"""What a condition may say: a declarative "if", and the counts that it is made of.

Sections add words of their own: forms of one key, open under ``conditions`` and ``counts``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain
from typing import Annotated, Any, Literal

from hexwar.definition.forms import (
    ADDED,
    ANY_ORDER,
    ID,
    NOT_EMPTY,
    ONLY_READ,
    Form,
    Number,
    PathName,
    RegionName,
    SideName,
    TraitName,
    becomes,
    between,
    hangs_on_place,
    key,
    matching,
    name_of,
    read_by,
    says,
)
from hexwar.definition.model import Condition, Effect, ResolvedGame
from hexwar.rules.language.places import OTHERS
from hexwar.rules.units.section import StepValues, Unit, Value, ValueName

# What a selector may say: which units a rule is about; which counters it may ever fit.
#
# Keys of one mapping hold together, and a list in a key means one of them. Sections add keys of
# their own: forms open under ``selectors``, compiled by what their ``task`` says in ``SELECTS``.


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


def several_of(written: Any) -> tuple[Any, ...]:
    """What may be written as one or as a list, as a list."""
    return written if isinstance(written, tuple) else (written,)


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
        Names, read_by(lambda: one_of(HexName, "A hex.", "0802")), says("In this hex.", "0802")
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
    Form, not_empty=True, open="selectors", page="selectors", example={"trait": "mechanised"}
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
        Near | None, says("How near it is to others.", {"hexes": 2, "of": {"trait": "mechanised"}})
    ] = None
    stacked_with: Annotated[
        Inner | None,
        OTHERS,
        says("In one hex with another unit of these.", {"trait": "mechanised"}),
    ] = None

    def everywhere(self) -> Iterator["Selector"]:
        """This selector and all selectors inside it, at any depth."""
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
    """Whether a counter fits no matter what happens in a game."""
    return _verdict(selector, unit) is True


def _verdict(selector: Selector, unit: Unit) -> Verdict:
    """Whether a counter fits, key by key; for keys of sections nothing is known beforehand."""
    return _if_all_hold(
        _SAYS[name](wanted, unit) if name in _SAYS else None for name, wanted in selector.said()
    )


def _if_all_hold(verdicts: Iterable[Verdict]) -> Verdict:
    """Whether all hold: never if one never does, always if all always do."""
    known = list(verdicts)
    return False if False in known else None if None in known else True


def _inverse(verdict: Verdict) -> Verdict:
    """Whether it does not hold: what depends on play still does."""
    return None if verdict is None else not verdict


def _if_any_holds(parts: tuple[Selector, ...], unit: Unit) -> Verdict:
    """Whether any holds: not all of them fail (De Morgan)."""
    return _inverse(_if_all_hold(_inverse(_verdict(part, unit)) for part in parts))


def _side(sides: tuple[str, ...], unit: Unit) -> Verdict:
    """Whether a counter is of one of some sides: for ``own`` and ``enemy`` that depends on who
    looks.
    """
    return None if {"own", "enemy"} & {*sides} else unit.side in sides


def _value(values: Mapping[str, int | ValueIs], unit: Unit) -> Verdict:
    """Whether a counter shows values on all of its steps, or on none.

    What stands for printed allowances is said elsewhere, and may change while a game is played.
    """
    printed = {name: bound for name, bound in values.items() if name != "movement"}
    by_step = [
        all(is_within(bound, value_on(step, unit.values, name)) for name, bound in printed.items())
        for step in unit.steps
    ]
    if not any(by_step):
        return False
    return True if all(by_step) and len(printed) == len(values) else None


def _step(steps: tuple[int | str, ...], unit: Unit) -> Verdict:
    """Whether a counter can never show one of some steps: it has fewer."""
    can = "last" in steps or any(step in steps for step in range(1, len(unit.steps) + 1))
    return None if can else False


def value_on(step: StepValues, values: Mapping[str, Value], name: str) -> Fraction | int:
    """A value that is printed on a step of a counter, no allowance; of a die its faces."""
    if name in ("attack", "defense"):
        return step.attack if name == "attack" else step.defense
    return values.get(name, 0)


def is_within(bound: int | ValueIs, value: Fraction | int) -> bool:
    """Whether a value is what it should be."""
    if isinstance(bound, int):
        return value == bound
    low, high = bound.at_least, bound.at_most
    return (low is None or low <= value) and (high is None or value <= high)


_SAYS: Mapping[str, Callable[[Any, Unit], Verdict]] = {
    "all": lambda parts, unit: _if_all_hold(_verdict(part, unit) for part in parts),
    "any": _if_any_holds,
    "not": lambda part, unit: _inverse(_verdict(part, unit)),
    "trait": lambda traits, unit: bool({*traits} & {*unit.traits}),
    "type": lambda types, unit: unit.type.id in types,
    "side": _side,
    "unit": lambda names, unit: unit.id in names,
    "step": _step,
    "value": _value,
}
"""By key of selectors, whether a counter fits what is said in it; keys that depend on play are left
out.
"""

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
        Count | None, says("More than this counts.", {"eliminated": {"side": "red"}})
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
        tuple[If, ...], NOT_EMPTY, says("At least one of these holds.", [{"turn": {"at_least": 2}}])
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
    """The condition that the word ``turn`` makes, in whichever way it is written."""
    if isinstance(value, int):
        return Condition("turn", (), {"at_least": value, "at_most": value})
    if isinstance(value, tuple):
        return Condition("any", tuple(map(_in_turns, value)))
    if isinstance(value, str):
        # Where a name may stand as well, a number is read as it is written.
        return _in_turns(int(value)) if value.isdigit() else _leaf("turn", {"called": value})
    return _leaf("turn", value)


def _leaf(word: str, written: Form | Mapping[str, Any] | str | int) -> Condition:
    """A condition without parts; a word or number by itself is an argument of that name."""
    if isinstance(written, Mapping):
        return Condition(word, (), dict(written))
    if not isinstance(written, Form):
        return Condition(word, (), {word: written})
    given = given_of(written)
    return within_bounds(word, given)


def within_bounds(word: str, given: dict[str, Any]) -> Condition:
    """The condition that a count is within all bounds that are given with it; each bound other than
    `at_least` and `at_most` is a condition of its own.
    """
    ever, turns = given.pop("ever", False), given.pop("in_a_row", None)
    others = {name: given.pop(name) for name in ("more_than", "share") if name in given}
    count = {name: value for name, value in given.items() if name not in ("at_least", "at_most")}
    parts = [Condition(word, (), {**count, name: bound}) for name, bound in others.items()]
    if not parts or len(count) < len(given):
        parts.insert(0, Condition(word, (), given))
    condition = all_of(parts)
    if turns is not None:
        condition = Condition("in_a_row", (condition,), {"turns": turns})
    return Condition("ever", (condition,)) if ever else condition


def given_of(form: Form) -> dict[str, Any]:
    """Those of its optional fields that a form was given, such as one of two bounds."""
    return {name: value for name in form.defaults if (value := getattr(form, name)) is not None}


def all_of(parts: Iterable[Condition]) -> Condition:
    """The condition that every one of some holds; one alone stands for itself."""
    of = tuple(parts)
    return of[0] if len(of) == 1 else Condition("all", of)


# What a result program may say: steps, each a verb with what it concerns.
#
# Sections bring the verbs: forms of one key, open under ``programs``. Such a form makes an
# :class:`Effect`, or what its effect says.


Who = Literal["attacker", "defender"]
WHO = {"attacker": {"who": "attacker"}, "defender": {"who": "defender"}}
"""The short form of a verb: which units it concerns."""

Only = Annotated[
    Selector | None, says("Those of them that are meant; all if left out.", {"trait": "mechanised"})
]
"""The units of a side that a verb means."""

ACTOR = "actor"
"""In place of a side of a battle: the unit that a table is rolled for."""

TARGET = "target"
"""In place of a side of a battle: the unit that was fired at, in a table that decides fire."""

ALONE = (ACTOR, TARGET)
"""Words for one unit that is no side of a battle."""


class Step(
    Form,
    one_of=True,
    page="programs",
    open="programs",
    words={"nothing": {"nothing": None}},
    example={"retreat": {"who": "defender", "hexes": 1}},
):
    """One step of what a result does: one of these, or the word nothing."""

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step that the one verb makes."""
        ((verb, value),) = values.items()
        return value if isinstance(value, Effect) else Effect(verb, said=value)


Program = Annotated[tuple[Annotated[Effect, read_by(lambda: Step)], ...], NOT_EMPTY]
"""What a result does, step by step."""


# Steps of results that go one way or another: what all of them may say.


class Branch(Form):
    """One program or another, depending on the units that it is about or on how the game stands."""

    who: str
    only: Selector | None
    holds: Annotated[
        If | None, says("And this holds, if it is given.", {"turn": {"at_least": 3}})
    ] = None
    then: tuple[Effect, ...]
    otherwise: Annotated[tuple[Effect, ...] | None, key("else")] = None

    @property
    def instead(self) -> tuple[Effect, ...]:
        """What happens if it does not hold."""
        return self.otherwise or ()

    @property
    def asks_for_units(self) -> bool:
        """Whether it holds only if one of the units that it is about is there, and fits."""
        return self.only is not None


class ProgramWay(Form):
    """One of several programs, with a title of its own."""

    title: Annotated[str, ONLY_READ, says("What players choose by.", "Stand fast")]
    steps: Annotated[tuple[Effect, ...], key("do")]


class ProgramChoice(Form):
    """A side chooses one of several programs."""

    by: str
    written: Annotated[tuple[tuple[Effect, ...] | ProgramWay, ...], key("one_of")]

    @property
    def ways(self) -> tuple[tuple[Effect, ...], ...]:
        """The programs."""
        return tuple(way.steps if isinstance(way, ProgramWay) else way for way in self.written)

    @property
    def titles(self) -> tuple[str, ...]:
        """What each is called; empty for one that is described by what it does."""
        return tuple(way.title if isinstance(way, ProgramWay) else "" for way in self.written)


def each_step(program: Iterable[Effect]) -> Iterator[Effect]:
    """The steps of a program, including those of the ways that it may go."""
    for effect in program:
        yield effect
        if isinstance(effect.said, Branch):
            yield from each_step(effect.said.then)
            yield from each_step(effect.said.instead)
        if isinstance(effect.said, ProgramChoice):
            for way in effect.said.ways:
                yield from each_step(way)


def is_about(who: str, program: Iterable[Effect]) -> bool:
    """Whether a step of a program is about one unit that is no side of a battle: the one that acts
    or is rolled for, or the target of a fire.
    """
    return any(
        who in (step.who, getattr(step.said, "who", ""))
        for step in each_step(program)
        if not isinstance(step.said, Branch) or step.said.asks_for_units
    )


def resulting(*verbs: str) -> Callable[[ResolvedGame], bool]:
    """Whether results of a game have one of these verbs."""

    def has_a_use(game: ResolvedGame) -> bool:
        programs = (section.parts(Effect) for section in game.sections.values())
        return any(effect.verb in verbs for effect in each_step(chain.from_iterable(programs)))

    return has_a_use
