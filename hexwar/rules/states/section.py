"""What section ``states`` may say, and what it adds to selectors and to results.

A :class:`UnitState` says what it does to a unit while it lasts: what is forbidden or allowed, what
becomes of its values (:class:`ValueChange`). How it begins and ends is said beside: by position
(``while``), by the choice of its side (:class:`Taking`), by a result (``mark``, ``unmark``), and at
moments of the turn (:class:`StateEnding`). Results of battles and of tables mark different units,
and have a form each.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    Form,
    Number,
    RuleNumber,
    Signed,
    asked,
    becomes,
    between,
    defines,
    idle_beside,
    key,
    matching,
    name_of,
    only_with,
    read_by,
    says,
    word,
    words_of,
)
from hexwar.rules.language.dice import SEVERAL_DICE
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import If, Names, Printed, Selector, ValueOf, one_of
from hexwar.rules.units.section import AnyValue, Value

StateName = Annotated[str, name_of("state")]

PINNED = {
    "title": "Pinned",
    "forbids": ["move", "attack"],
    "ends": {"at": "end", "turn": True},
}


DEEDS = (
    *("moved", "fired", "attacked", "defended", "advanced", "retreated", "displaced", "entered"),
    *("loaded", "unloaded"),
)
"""States of every game: what units did since the last turn of their side began."""

OUT_OF_SUPPLY = "out_of_supply"
"""The state of units out of supply, whether or not a game says anything of it."""


class ValueChange(Form, not_empty=True, example={"multiply": "1/2"}):
    """What becomes of a value while the state lasts. Of all states of a unit first every `set`
    counts, the last one said in the section; then every `add`, then every `multiply`.
    """

    set: Annotated[
        Value | None, read_by(lambda: AnyValue), says("It is this: a number or a die.", "d6", 0)
    ] = None
    add: Annotated[Signed | None, says("Added to it.", -1)] = None
    multiply: Annotated[Number | None, says("It is multiplied by this.", "1/2")] = None


class StateEnding(Form, not_empty=True, example={"at": "end", "turn": True}):
    """When the state ends. With `at`, at the beginning or the end of a phase: one that is named,
    one of a kind, any, or of the turn.
    """

    at: Annotated[Literal["begin", "end"] | None, says("At its beginning or its end.", "end")] = (
        None
    )
    phase: Annotated[
        Names,
        read_by(lambda: one_of(PhaseName, "A phase.", "red_movement")),
        says("The phase.", "red_movement"),
    ] = ()
    kind: Annotated[
        Names,
        read_by(lambda: one_of(PhaseKind, "A kind of phase.", "movement")),
        says("Any phase of this kind.", "movement"),
    ] = ()
    turn: Annotated[bool, says("The turn, and no phase of it.", True)] = False
    of: Annotated[
        Literal["own", "enemy", "any"],
        says(
            "Whose phase it is, as seen from the unit. A phase within an activation is the own "
            "phase of those alone who are activated, and one of kind recovery is for nobody else "
            "of their side.",
            "own",
        ),
    ] = "any"
    roll: Annotated[
        str | ValueOf | None,
        SEVERAL_DICE,
        says(
            "It ends only on a roll of these dice, or of a die that is a value of the unit.",
            "1d6",
            {"value": "morale"},
        ),
    ] = None
    at_least: Annotated[
        int, between(1, 1000), only_with("roll"), says("The least roll on which it ends.", 4)
    ] = 1
    moved: Annotated[
        bool, says("When the unit has entered a hex: moved, retreated or advanced.", True)
    ] = False
    fired: Annotated[bool, says("When the unit fires.", True)] = False
    once: Annotated[
        Selector | None,
        EACH,
        says(
            "As soon as this is true of the unit: asked when a phase begins and when a battle has "
            "ended, or at the moment that `at` says.",
            {"within": {"hexes": 2, "of": {"side": "enemy"}}},
        ),
    ] = None
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        says(
            "As soon as this is so in the game: asked at the same moments.",
            {"turn": {"at_least": 3}},
        ),
    ] = None
    becomes: Annotated[
        StateName | None,
        says("The state that the unit comes into then: who recovers step by step.", "disrupted"),
    ] = None
    together: Annotated[
        Literal["formation"] | None,
        says("With the unit every unit of its formation comes out of it.", "formation"),
    ] = None


PhaseName = Annotated[str, name_of("phase")]
PhaseKind = Annotated[str, words_of("phases")]
Acts = Annotated[
    frozenset[Annotated[str, words_of("acts"), says("What units do.", "move")]], NOT_EMPTY
]


class Taking(Form, example={"phase": "red_orders", "only": {"in_zone": False}}):
    """Which units their side puts into the state, and when: `take A reserve`."""

    phase: Annotated[
        Names,
        read_by(lambda: one_of(PhaseName, "A phase.", "red_orders")),
        says(
            "The phases in which it does: of kind orders; or of kind movement, where the unit "
            "takes it in place of its move.",
            "red_orders",
            ["red_movement", "blue_movement"],
        ),
    ]
    only: Annotated[
        Selector | None,
        asked("the side whose phase it is", units="own"),
        says("The units of the side that may; all if left out.", {"in_zone": False}),
    ] = None
    most: Annotated[int | None, between(1, 1000), says("The most that do in one phase.", 2)] = None


class UnitState(Form, example=PINNED):
    """One state."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Pinned")] = ""
    modifiers: Annotated[
        Mapping[Printed, ValueChange],
        NOT_EMPTY,
        says(
            "What it does to values of the unit: attack, defense, movement, or the game's own.",
            {"attack": {"multiply": "1/2"}},
        ),
    ] = {}
    forbids: Annotated[
        frozenset[str], read_by(lambda: Acts), says("What the unit may not do.", ["move"])
    ] = frozenset()
    allows: Annotated[
        frozenset[str],
        read_by(lambda: Acts),
        says("What it may do although another of its states forbids it.", ["move"]),
    ] = frozenset()
    ends: Annotated[
        StateEnding | tuple[StateEnding, ...],
        NOT_EMPTY,
        becomes(lambda said: (said,) if isinstance(said, StateEnding) else said),
        says(
            "When it ends, or each of several ways; never by itself if left out.",
            {"at": "end", "turn": True},
            [{"moved": True}, {"fired": True}],
        ),
    ] = ()
    while_: Annotated[
        Selector | None,
        EACH,
        key("while"),
        says(
            "The units that are in it as long as this is true of them: a state without a marker.",
            {"not": {"within": {"hexes": 3, "of": {"trait": "mechanised", "side": "own"}}}},
        ),
    ] = None
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        only_with("while"),
        says(
            "And only while this is so in the game: the state of those in the snow in winter.",
            {"turn": {"at_least": 3}},
        ),
    ] = None
    taken: Annotated[
        Taking | None,
        says(
            "How sides put their units into it of their own will: in reserve, in march order, a "
            "dump that is opened. They do not if left out.",
            {"phase": "red_orders"},
        ),
    ] = None
    again: Annotated[
        StateName | None,
        idle_beside("while"),
        says(
            "The worse state that a unit comes into, in place of this one, when it is put into "
            "this one again; and from that into what follows on it. It stays as it is if left out.",
            "routed",
        ),
    ] = None
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "6.0")] = ""

    @property
    def endings(self) -> tuple[StateEnding, ...]:
        """Every way in which it ends."""
        return (self.ends,) if isinstance(self.ends, StateEnding) else self.ends


class States(Form, whole="by_id", example={"pinned": PINNED}):
    """States of units: pinned, disrupted, on overwatch. Results put units into them (`mark`) and
    take them out (`unmark`), or they hold by position. Everybody sees them.

    What units did are states of every game, until the next turn of their side begins: moved, fired,
    attacked, defended, advanced, retreated, displaced, entered, loaded, unloaded. They need not be
    said here; what is said of one of them is what it does.

    A formation that units change (column, square) is a state that is `taken`, and the usual one, in
    line, is to be in none. Back into line leads a second state, `line`, taken by those in column
    (`only: {state: column}`): the column ends `{at: end, phase: red_orders, once: {state: line}}`,
    and the line itself `{at: begin, phase: red_movement}`.
    """

    by_id: Annotated[
        Mapping[Annotated[str, matching(ID), defines("state", *DEEDS)], UnitState], NOT_EMPTY
    ] = {}


class StateSelectors(Form):
    """What the section adds to selectors."""

    state: Annotated[
        Names,
        read_by(lambda: one_of(StateName, "A state.", "pinned")),
        says(
            "In this state: one of the game's, or what it did since the last turn of its side "
            "began (moved, fired, attacked, defended, advanced, retreated, displaced, entered, "
            "loaded, unloaded).",
            "pinned",
            "fired",
        ),
    ] = ()


# -- results ------------------------------------------------------------------------------------


ANYBODY = "any"
"""Units on the map, whether or not they have fought."""


class Marking(Form):
    """Units come into a state, or out of it."""

    state: Annotated[StateName, says("The state.", "pinned")]
    count: Annotated[
        int | None, between(1, 1000), word("all", None), says("How many of them, or all.", "all", 1)
    ] = None
    by: Annotated[
        Literal["owner", "enemy", "random"],
        only_with("count"),
        idle_beside("count", "all"),
        says("Who chooses them where not all are: their owner, the enemy, or the dice.", "owner"),
    ] = "owner"


class BattleMarking(Marking, single="state", example={"state": "pinned", "who": "defender"}):
    """Units come into a state, or out of it: those that defended, if only the state is said."""

    who: Annotated[
        Literal["attacker", "defender", "any"],
        says("The units: a side of the battle, or any on the map.", "defender"),
    ] = "defender"
    only: Annotated[
        Selector | None, says("Those of them that are meant; all if left out.", {"trait": "gun"})
    ] = None


class OutcomeMarking(Marking, example={"state": "pinned", "only": {"side": "red"}}):
    """Units come into a state, or out of it."""

    who: Annotated[
        Literal["any", "actor", "target"],
        says(
            "Any units, the one for which a phase rolls (`for_each`), or that was fired at.",
            "actor",
        ),
    ] = "any"
    only: Annotated[Selector | None, says("The units; all if left out.", {"side": "red"})] = None


class StateVerbs(Form, one_of=True):
    """What the section adds to result programs."""

    mark: Annotated[BattleMarking, says("Units come into a state.", "pinned")]
    unmark: Annotated[BattleMarking, says("Units come out of a state.", "pinned")]


class StateOutcomes(Form, one_of=True):
    """What the section adds to the results of tables."""

    mark: Annotated[
        OutcomeMarking,
        says("Units come into a state.", {"state": "pinned", "only": {"side": "red"}}),
    ]
    unmark: Annotated[
        OutcomeMarking,
        says("Units come out of a state.", {"state": "pinned", "only": {"side": "red"}}),
    ]
