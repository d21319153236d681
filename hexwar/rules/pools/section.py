"""What section ``pools`` may say.

A :class:`Pool` are points that one side has: when some come (:class:`Gain`), and how long they are
kept. What they are good for is said elsewhere: in phases in which acting is paid for
(:class:`PaidFor`), in replacements, at modifiers of battles. Below, what conditions, counts and
steps of programs say of points.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NO_RULES,
    NOT_EMPTY,
    Citations,
    Form,
    SideName,
    becomes,
    between,
    cited,
    cites,
    defines,
    key,
    matching,
    name_of,
    read_by,
    says,
)
from hexwar.definition.model import Condition
from hexwar.rules.language.dice import DiceThrow, DiceWritten
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import (
    Bounds,
    Count,
    If,
    Selector,
    all_of,
    given_of,
    several_of,
    within_bounds,
)

PoolName = Annotated[str, name_of("pool")]
PhaseName = Annotated[str, name_of("phase")]

FACTORS = {"side": "red", "gain": {"phase": "red_movement", "count": 5}, "kept": "never"}


def _what_comes(come: Any) -> Any:
    """What comes; where dice may stand as well, a number is read as it is written."""
    if not isinstance(come, str):
        return come
    return DiceThrow.written(come) if "d" in come else int(come)


class Gain(Form, example={"phase": "red_movement", "count": 5}):
    """Points that come when a phase begins."""

    phase: Annotated[PhaseName, says("The phase at whose beginning they come.", "red_movement")]
    count: Annotated[
        int | DiceThrow | Condition,
        EACH,
        read_by(lambda: int | DiceWritten | Count),
        between(1, 1000),
        becomes(_what_comes),
        says(
            "How many points come: a number, what dice show, or what is counted when they come.",
            5,
            "1d6",
            {"controlled": {"region": "towns", "side": "red"}},
        ),
    ]
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        says("The condition under which they come; always if left out.", {"turn": {"at_least": 2}}),
    ] = None


class Pool(Form, example={"title": "Replacement factors", **FACTORS}):
    """Points of one kind that one side has. Both sides know how many."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Replacement factors")] = ""
    side: Annotated[SideName, says("The side that has them.", "red")]
    begins: Annotated[
        int, between(0, 10000), says("How many there are when the game begins.", 3)
    ] = 0
    gain: Annotated[
        tuple[Gain, ...],
        read_by(lambda: Gain | tuple[Gain, ...]),
        becomes(several_of),
        NOT_EMPTY,
        cited("gain"),
        says(
            "When points come: once in a turn, or each of several times.",
            {"phase": "red_movement", "count": 5},
            [{"phase": "red_movement", "count": 2, "if": {"turn": {"at_most": 3}}}],
        ),
    ] = ()
    kept: Annotated[
        Literal["never", "turn", "always"],
        cited("kept"),
        says(
            "How long points are kept that are not spent: never beyond the end of a phase, until "
            "the end of the turn, or always. Replacements are often lost with their phase; what is "
            "produced is often kept.",
            "never",
        ),
    ]
    cite: Annotated[
        Citations,
        cites(gain="When points come.", kept="What becomes of points that are not spent."),
    ] = NO_RULES


class Pools(Form, whole="by_id", example={"factors": FACTORS}):
    """Points that sides are given and spend, by name: replacements, supplies, air support."""

    by_id: Annotated[Mapping[Annotated[str, matching(ID), defines("pool")], Pool], NOT_EMPTY] = {}


class PaidFor(Form, example={"pool": "orders"}):
    """What acting costs in a phase: each unit that sets out to move (units that move as a stack pay
    once) or does something in place of its move, each attack, each fire, or each activation. A unit
    that cannot pay does not act.
    """

    pool: Annotated[
        tuple[str, ...],
        read_by(lambda: PoolName | tuple[Annotated[PoolName, says("A pool.", "orders")], ...]),
        becomes(several_of),
        NOT_EMPTY,
        says(
            "The pool that is paid from; of several, each side pays from its own. A side without "
            "one acts freely.",
            "orders",
            ["orders", "befehle"],
        ),
    ]
    count: Annotated[int, between(1, 1000), says("How many points each time.", 1)] = 1
    each: Annotated[
        Literal["unit", "formation", "hex"],
        says(
            "Who pays once in a phase: each unit, or each formation, so that all of it acts for "
            "what the first of its units paid; units of no formation pay one by one. Or each hex: "
            "all units of the side that stand there when the phase begins.",
            "formation",
            "hex",
        ),
    ] = "unit"
    only: Annotated[
        Selector | None,
        EACH,
        says("The units that pay; all if left out.", {"not": {"trait": "leader"}}),
    ] = None


class PaidPhase(Form):
    """What the section adds to phases."""

    spends: Annotated[
        PaidFor | None,
        says("Points that are paid for acting: command points, orders.", {"pool": "orders"}),
    ] = None


class PoolBounds(Bounds, not_empty=True, example={"at_least": 3}):
    """Bounds of the number of points."""


def _bounds_asked(bounds: Mapping[str, PoolBounds]) -> Condition:
    return all_of(
        within_bounds("pool", {"pool": pool, **given_of(points)}) for pool, points in bounds.items()
    )


class PoolConditions(Form, one_of=True):
    """What the section adds to conditions."""

    pool: Annotated[
        Mapping[PoolName, PoolBounds],
        NOT_EMPTY,
        becomes(_bounds_asked),
        says(
            "How many points pools have: each of those that are named.",
            {"factors": {"at_least": 3}},
        ),
    ]


class PoolCounts(Form, one_of=True):
    """What the section adds to counts."""

    pool: Annotated[PoolName, says("How many points a pool has.", "factors")]


class Amount(Form, example={"count": 2, "of": "own"}):
    """Points that come to a pool, or leave it, if it is of a certain side: of one of several
    pools, that of the side which plays the card.
    """

    count: Annotated[int, between(1, 1000), says("How many points.", 2)]
    of: Annotated[
        Literal["own", "enemy"] | None,
        says(
            "Only if the pool is of this side, as seen from the side that plays the card, from the "
            "attacker, or whose phase it is.",
            "own",
        ),
    ] = None


def _amount(amount: int | Amount) -> Amount:
    return amount if isinstance(amount, Amount) else Amount(count=amount)


Amounts = Annotated[
    Mapping[
        PoolName,
        Annotated[
            Amount,
            read_by(lambda: int | Amount),
            between(1, 1000),
            becomes(_amount),
            says("How many points.", 2, {"count": 2, "of": "own"}),
        ],
    ],
    NOT_EMPTY,
]


class PoolSteps(Form, one_of=True):
    """What the section adds to result programs and to the results of tables."""

    gain: Annotated[Amounts, says("Points come to pools.", {"factors": 2})]
    spend: Annotated[Amounts, says("Points leave pools, as many as there are.", {"factors": 2})]
