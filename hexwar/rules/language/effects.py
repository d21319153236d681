"""What a battle is changed by: the forms that terrain and modifiers of battles share.

Woods that double the defence and a leader who adds one to the attack do the same kinds of things:
they add to strengths or multiply them, shift the column, change the die, or forbid the attack. All
of that becomes ``CombatEffect``, so that odds are reckoned from one kind of lines, wherever they
come from. Before these forms stands how a value is written that differs by unit or by side.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar

from hexwar.definition.forms import (
    NOT_EMPTY,
    THE_REST,
    Form,
    Number,
    SideName,
    Signed,
    asked,
    asked_at,
    becomes,
    between,
    idle_beside,
    key,
    read_by,
    says,
)
from hexwar.definition.model import CombatEffect
from hexwar.rules.language.places import EACH, IN_BATTLE, USUALLY_IN_BATTLE
from hexwar.rules.language.section import Selector
from hexwar.rules.units.section import ValueName

# One value, several cases: what may differ by unit, side or place.
#
# A field that may differ is read by :func:`cases_of`. What is written plainly is read as a plain
# value; by side, or under the word ``cases``, it is read as :class:`Cases`, which ``by_unit``
# compiles.


T = TypeVar("T")
SOME = {"trait": "mechanised"}


class Case(NamedTuple, Generic[T]):
    """A value, and the units for which it holds; for all if there is no selector."""

    only: Selector | None
    value: T


class Cases(NamedTuple, Generic[T]):
    """Several cases, of which the first that fits a unit holds, and what holds for the rest."""

    of: tuple[Case[T], ...]
    rest: T


def values_of(value: T | Cases[T]) -> Iterator[T]:
    """Every value that may hold."""
    if not isinstance(value, Cases):
        yield value
        return
    yield from (case.value for case in value.of)
    yield value.rest


# -- how it is written ------------------------------------------------------------------------


def cases_of(
    value: Any,
    example: object,
    *,
    otherwise: object = None,
    inside: type[Form] | None = None,
    place: asked = EACH,
) -> Any:
    """What reads a value that may differ: plain, by side, or as cases.

    ``value`` reads it where it is plain; ``otherwise`` holds for sides that are left out, and where
    no case fits. ``inside`` is the form that it is written as, if it may be a mapping: its keys
    stand beside the word ``cases``. ``place``: which units are asked in the selectors of its cases.
    """
    case_form: Any = _case_form(value, example, place)
    several = [{"only": SOME, "is": example}, example]
    item = Annotated[value | case_form, becomes(_as_case), says("A case.", several[0])]
    varied = _form(
        inside or Form,
        (inside and inside.__doc__) or "What holds by side, or in several cases.",
        {"cases": several},
        {
            "cases": Annotated[
                tuple[item, ...],
                NOT_EMPTY,
                says(
                    "The first that fits a unit holds; the last, without `only`, is for the rest.",
                    several,
                ),
            ],
            "by_side": Annotated[
                Mapping[SideName, Annotated[value, says("What holds for that side.", example)]],
                THE_REST,
            ],
        },
        cases=(),
        by_side={},
    )
    varied.not_empty = inside is None

    def built(values: dict[str, Any]) -> Any:
        """The cases, with what holds for the rest."""
        cases, by_side = values.pop("cases", ()), values.pop("by_side", {})
        if cases:
            for at, case in enumerate(cases):
                # It fits everybody, so that what is written behind it never holds.
                if case.only is None:
                    return Cases(cases[:at], case.value)
            return Cases(cases, otherwise)
        if by_side or inside is None:
            mine = (Case(Selector(side=(name,)), written) for name, written in by_side.items())
            return Cases(tuple(mine), otherwise)
        return inside.built(values)

    varied.built = built
    return value | varied


def _case_form(value: Any, example: object, place: asked) -> Any:
    """What reads one case of a value."""
    form: Any = _form(
        Form,
        "What holds for some units.",
        {"only": SOME, "is": example},
        {
            "only": Annotated[
                Selector | None, place, says("For whom it holds; all the rest if left out.", SOME)
            ],
            "is_": Annotated[value, key("is"), says("What holds for them.", example)],
        },
        only=None,
    )
    form.built = _case
    return form


def _form(
    base: type[Form], doc: str, example: object, annotations: dict[str, Any], **defaults: Any
) -> Any:
    """A form made for one value: forms are read by their annotations, and these differ by what the
    value may be.
    """
    body = {"__doc__": doc, "__annotations__": annotations, **defaults}
    made: type[Form] = type("Varied", (base,), body)
    made.example = example
    return made


def _case(values: dict[str, Any]) -> Case[Any]:
    return Case(values.get("only"), values["is_"])


def _as_case(written: Any) -> Case[Any]:
    return written if isinstance(written, Case) else Case(None, written)


Who = Literal["attacker", "defender"]


class OnAttacker(Form, definition="attacker", not_empty=True, example={"add": 1}):
    """What it does to the strength of the attacker."""

    add: Annotated[
        Signed | None,
        idle_beside("prohibited", "true"),
        says("Added to the strength of the attacker, once for the hex.", 1),
    ] = None
    multiply: Annotated[
        Number | None,
        idle_beside("prohibited", "true"),
        says("The strength of the attacker is multiplied by this.", 2, "1/2"),
    ] = None
    prohibited: Annotated[
        bool,
        asked_at("attack", "overrun"),
        says("True: such units may not attack into it.", True),
    ] = False
    only: Annotated[
        Selector | None,
        USUALLY_IN_BATTLE,
        says("The units concerned; all if left out.", {"trait": "mechanised"}),
    ] = None

    @classmethod
    def built(cls, values: dict[str, Any]) -> tuple[CombatEffect, ...]:
        """The effects in the order in which they are written."""
        return tuple(_effects("attacker", values))


class OnDefender(Form, definition="defender", not_empty=True, example={"add": 1}):
    """What it does to the strength of the defender."""

    add: Annotated[
        Signed | None, says("Added to the strength of the defender, once for the hex.", 1)
    ] = None
    multiply: Annotated[
        Number | None, says("The strength of the defender is multiplied by this.", 2, "1/2")
    ] = None
    only: Annotated[
        Selector | None,
        USUALLY_IN_BATTLE,
        says("The units concerned; all if left out.", {"trait": "mechanised"}),
    ] = None

    @classmethod
    def built(cls, values: dict[str, Any]) -> tuple[CombatEffect, ...]:
        """The effects in the order in which they are written."""
        return tuple(_effects("defender", values))


Shift = Annotated[
    int | None,
    between(-20, 20),
    says("Columns by which the result moves on the table; below 0 favours the defender.", -1),
]
Roll = Annotated[
    int | None,
    between(-100, 100),
    says(
        "Added to the die: so many rows further down the table, or up if it is negative; beyond "
        "its ends the last row counts.",
        -1,
    ),
]


SHIFT = cases_of(Annotated[int, between(-20, 20)], -1, otherwise=0, place=USUALLY_IN_BATTLE)


def on_table(shift: int | Cases[int] | None, roll: int | None) -> Iterator[CombatEffect]:
    """What moves the result on the table: along its columns, along its rows."""
    if isinstance(shift, Cases):
        yield CombatEffect("attacker", "shift", cases=shift)
    elif shift is not None:
        yield CombatEffect("attacker", "shift", Fraction(shift))
    if roll is not None:
        yield CombatEffect("attacker", "roll", Fraction(roll))


_OPERATIONS: dict[str, Literal["add", "multiply"]] = {"add": "add", "multiply": "multiply"}


def _effects(who: Who, values: dict[str, Any]) -> Iterable[CombatEffect]:
    """The effects on battles that are written in keys such as ``add`` and ``multiply``."""
    only = values.get("only")
    for name, value in values.items():
        if name in _OPERATIONS:
            yield CombatEffect(who, _OPERATIONS[name], value, only)
        elif name == "prohibited" and value:
            yield CombatEffect(who, "prohibit", only=only)


Effects = tuple[CombatEffect, ...]
Attackers = Annotated[Effects, read_by(lambda: OnAttacker)]
Defenders = Annotated[Effects, read_by(lambda: OnDefender)]
MANY = ({"add": 1}, [{"multiply": "1/2", "only": {"trait": "mechanised"}}])


class BattleEffects(
    Form,
    definition="combat",
    words={"prohibited": {"prohibited": True}},
    words_at={"prohibited": ("attack", "overrun")},
    example={"defender": {"add": 1}},
):
    """What terrain does to a battle: the word prohibited, or a mapping."""

    attacker: Annotated[
        Attackers | tuple[Attackers, ...],
        NOT_EMPTY,
        says(
            "What it does to the strength of the attacker. A list holds several, each with the "
            "units that it concerns.",
            *MANY,
        ),
    ] = ()
    defender: Annotated[
        Defenders | tuple[Defenders, ...],
        NOT_EMPTY,
        says(
            "What it does to the strength of the defender. A list holds several, each with the "
            "units that it concerns.",
            *MANY,
        ),
    ] = ()
    shift: Annotated[
        int | Cases[int] | None,
        read_by(lambda: SHIFT),
        says(
            "Columns by which the result moves on the table; below 0 favours the defender. It may "
            "depend on the defenders: the first case that fits one of them holds.",
            -1,
            {"south": -3},
        ),
    ] = None
    roll: Roll = None

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effects:
        """All effects: those on the table, then on the attacker, then on the defender."""
        if "prohibited" in values:
            return (CombatEffect("attacker", "prohibit"),)
        effects = [*on_table(values.get("shift"), values.get("roll"))]
        for given in (values.get("attacker", ()), values.get("defender", ())):
            for change in given:
                effects += [change] if isinstance(change, CombatEffect) else change
        return tuple(effects)


LEADER = {"value": "rating", "of": {"type": "leader", "stacked_with": {"role": "attacker"}}}


class ByUnits(Form, example=LEADER):
    """What values of units come to: of a leader who stands with the attackers, say."""

    value: Annotated[ValueName, says("The value.", "rating")]
    of: Annotated[
        Selector,
        IN_BATTLE,
        says(
            "Whose: units of any side, with `role` attacker and defender for who fights.",
            {"type": "leader", "stacked_with": {"role": "attacker"}},
        ),
    ]
    most: Annotated[
        int | None,
        between(1, 1000),
        says("Of so many units at most, those with the most; of all if left out.", 1),
    ] = None
    times: Annotated[
        Number | Signed, says("How much one point of it is, perhaps less than 0.", -1, "1/2")
    ] = Fraction(1)


class Distance(Form, example={"value": "range", "multiply": "1/2"}):
    """A value of the unit, or a part of it."""

    value: Annotated[ValueName, says("The value.", "range")]
    multiply: Annotated[Number, says("Which part of it.", "1/2")] = Fraction(1)


class Aim(NamedTuple):
    """Against which units, and from how far, a change of strength counts."""

    against: Selector | None
    within: int | Distance | None
    beyond: int | Distance | None
