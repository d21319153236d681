"""One value, several cases: what may differ by unit, side or place.

A field that may differ is read by :func:`cases_of`. What is written plainly is read as it always
was; by side, or under the word ``cases``, it is read as :class:`Cases`, which ``by_unit``
compiles.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

from hexwar.definition.forms import NOT_EMPTY, THE_REST, Form, asked, becomes, key, says
from hexwar.definition.values import SideName
from hexwar.rules.language.places import EACH
from hexwar.rules.language.selector import Selector

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


def values_of(said: T | Cases[T]) -> Iterator[T]:
    """Every value that may hold."""
    if not isinstance(said, Cases):
        yield said
        return
    yield from (case.value for case in said.of)
    yield said.rest


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
    stand beside the word ``cases``. ``place``: who is asked in the selectors of its cases.
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
        cases, by_side = values.pop("cases", ()), values.pop("by_side", {})
        if cases:
            return _with_a_rest(cases, otherwise)
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
    """A form made for one value."""
    body = {"__doc__": doc, "__annotations__": annotations, **defaults}
    made: type[Form] = type("Varied", (base,), body)
    made.example = example
    return made


def _case(values: dict[str, Any]) -> Case[Any]:
    return Case(values.get("only"), values["is_"])


def _as_case(said: Any) -> Case[Any]:
    return said if isinstance(said, Case) else Case(None, said)


def _with_a_rest(cases: tuple[Case[Any], ...], otherwise: object) -> Cases[Any]:
    """The cases up to the first for all, which holds for the rest."""
    for at, case in enumerate(cases):
        if case.only is None:
            return Cases(cases[:at], case.value)
    return Cases(cases, otherwise)
