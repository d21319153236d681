"""What section ``tables`` may say.

Sections bring what results of tables do: forms of one key, open under ``outcomes``. They are steps
of result programs that concern no units of a battle.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    Form,
    RuleNumber,
    between,
    defines,
    key,
    matching,
    name_of,
    only_with,
    read_by,
    says,
    word,
)
from hexwar.definition.model import Condition, Effect
from hexwar.rules.language.dice import DiceThrow, DiceWritten
from hexwar.rules.language.places import (
    EACH,
    IN_TABLE,
    OF_A_TABLE,
    OF_PHASE_OR_EACH,
    ROLLS,
    ROLLS_IN_PHASE,
)
from hexwar.rules.language.section import (
    Branch,
    Count,
    If,
    Printed,
    ProgramChoice,
    ProgramWay,
    Selector,
    Step,
)
from hexwar.rules.sequence.section import SequenceOfPlay

ROW = r"^-?[0-9]{1,4}(\.\.-?[0-9]{1,4})?$"
COLUMN = r"^(-?[0-9]{1,6}(\.\.-?[0-9]{1,6})?|[A-Za-z][A-Za-z0-9_]*)$"
TURN = Condition("turn")
GIVEN = Condition("given")
"""The column is given by what rolls on the table."""

MUD = {
    "dice": "1d6",
    "table": {"1..4": "clear", "5..6": "mud"},
    "results": {"clear": [{"set": {"weather": "clear"}}], "mud": [{"set": {"weather": "mud"}}]},
}


class TableStep(
    Step,
    one_of=True,
    page="outcomes",
    open="outcomes",
    words={"nothing": {"nothing": None}},
    example={"set": {"weather": "mud"}},
):
    """One step of what a result does: one of these, or the word nothing."""


Outcomes = Annotated[
    tuple[
        Annotated[
            Effect, read_by(lambda: TableStep), says("One step.", {"set": {"weather": "mud"}})
        ],
        ...,
    ],
    NOT_EMPTY,
]


class Result(Form, example={"title": "Mud", "do": [{"set": {"weather": "mud"}}]}):
    """A result with a title of its own."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Mud")] = ""
    steps: Annotated[
        Outcomes, key("do"), says("What it does, step by step.", [{"set": {"weather": "mud"}}])
    ]


class RollModifier(Form, example={"title": "Drought", "roll": -1, "if": {"turn": [1, 2]}}):
    """What is added to the roll under a condition."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Drought")] = ""
    roll: Annotated[
        int,
        between(-100, 100),
        says(
            "So many totals further down the table, or up if it is negative; beyond its ends the "
            "last row counts.",
            -1,
        ),
    ]
    condition: Annotated[
        If | None,
        OF_A_TABLE,
        key("if"),
        says("When it counts; always if left out.", {"turn": [1, 2]}),
    ] = None
    only: Annotated[
        Selector | None,
        IN_TABLE,
        says(
            "Only in rolls for such units, see `for_each`; in all if left out.",
            {"stacked_with": {"trait": "leader"}},
        ),
    ] = None


class Table(Form, example={"title": "Weather", **MUD}):
    """One table: dice, rows, perhaps columns, and what the results do."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Weather")] = ""
    dice: Annotated[
        DiceThrow,
        read_by(lambda: DiceWritten),
        says("The dice: how many, and how many faces.", "1d6"),
    ]
    column: Annotated[
        Count | None,
        OF_A_TABLE,
        word("turn", TURN),
        word("given", GIVEN),
        says(
            "What chooses the column: the turn, what is counted, or the section that rolls on the "
            "table and gives it (fire).",
            "turn",
            "given",
            {"track": "weather"},
        ),
    ] = None
    value: Annotated[
        str,
        read_by(lambda: Printed),
        says(
            "In place of `column`, in rolls for units: a value of the unit chooses, such as its "
            "morale; attack, defense and movement as printed on the side of the counter that "
            "shows.",
            "attack",
        ),
    ] = ""
    columns: Annotated[
        tuple[
            Annotated[
                int | str,
                matching(COLUMN),
                says(
                    "What it is for: a number, several, a word of a track, or turns by a name of "
                    "the calendar.",
                    "1..3",
                    "mud",
                ),
            ],
            ...,
        ],
        NOT_EMPTY,
        says(
            "What the columns are for, ascending. Less than the first belongs to the first, and "
            "what lies between two to the lower one. Where some are names of the calendar, every "
            "turn is in just one column.",
            ["1..3", "4..6"],
        ),
    ] = ()
    rows: Annotated[
        Mapping[
            Annotated[str, matching(ROW)],
            Annotated[
                str | tuple[Annotated[str, says("The id of a result.", "mud")], ...],
                says("The result, or one for each column.", "clear", ["clear", "mud"]),
            ],
        ],
        key("table"),
        NOT_EMPTY,
        says(
            "Rows: a total, or several; and their results. Where the roll is modified there may be "
            "rows for totals beyond those of the dice; the last row counts for all that are "
            "further on.",
            {"1..4": "clear", "5..6": "mud"},
        ),
    ]
    results: Annotated[
        Mapping[
            Annotated[str, matching(ID)],
            Annotated[Outcomes | Result, says("What it does.", [{"set": {"weather": "mud"}}])],
        ],
        OF_A_TABLE,
        NOT_EMPTY,
        says("What the results do.", {"mud": [{"set": {"weather": "mud"}}]}),
    ]
    modifiers: Annotated[
        Mapping[Annotated[str, matching(ID)], RollModifier],
        says("What changes the roll.", {"drought": {"roll": -1, "if": {"turn": [1, 2]}}}),
    ] = {}
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "6.0")] = ""

    def codes(self, row: str) -> tuple[str, ...]:
        """The results of a row, by column; the row by its key."""
        results = self.rows[row]
        return (results,) if isinstance(results, str) else results

    def result(self, code: str) -> Result:
        """A result by its id."""
        written = self.results[code]
        return (
            written if isinstance(written, Result) else Result(id=code, title=code, steps=written)
        )

    def totals(self, row: str) -> list[int]:
        """The totals that a row is for, by its key."""
        return self.dice.within(row)

    def spans(self, words: Sequence[str]) -> list[tuple[int, int]]:
        """The least and the most that each column is for; of words their places in a list.

        ValueError for a word that is not among them.
        """
        return [_span(str(column), words) for column in self.columns]

    @property
    def by_calendar(self) -> bool:
        """Whether names of turns are among its columns."""
        return self.column == TURN and any(str(column)[0].isalpha() for column in self.columns)

    def columns_for(self, turn: int, sequence: SequenceOfPlay) -> list[int]:
        """The columns for a turn, where names of turns are among them."""
        columns = []
        for index, column in enumerate(map(str, self.columns)):
            if column[0].isalpha():
                is_meant = turn in sequence.called(column)
            else:
                first, last = _span(column, ())
                is_meant = first <= turn <= last
            if is_meant:
                columns.append(index)
        return columns


def _span(column: str, words: Sequence[str]) -> tuple[int, int]:
    if column[0].isalpha():
        return words.index(column), words.index(column)
    first, _, last = column.partition("..")
    return int(first), int(last or first)


class Tables(Form, whole="tables", example={"weather": MUD}):
    """Tables that phases of kind table roll on."""

    tables: Annotated[
        Mapping[Annotated[str, matching(ID), defines("table")], Table], NOT_EMPTY
    ] = {}


class RollOn(Form, single="table", example={"table": "fall", "for_each": {"trait": "leader"}}):
    """A roll on a table, whose result is carried out before anything else; or one roll for each of
    some units on the map, in the order of the units file, where `who: actor` is the unit.
    """

    table: Annotated[str, name_of("table"), ROLLS, says("The table.", "weather")]
    for_each: Annotated[
        Selector | None,
        says(
            "The units, in a battle perhaps by `role`; once and for nobody if left out.",
            {"trait": "leader", "stacked_with": {"role": "defender"}},
        ),
    ] = None
    add: Annotated[
        int,
        between(-100, 100),
        says(
            "Added to the roll: so many totals further down the table, or up if it is negative; "
            "beyond its ends the last row counts.",
            2,
        ),
    ] = 0


class RollVerb(Form, one_of=True):
    """What the section adds to result programs and to the results of tables."""

    roll: Annotated[
        RollOn,
        says(
            "A roll on a table, whose result is carried out before anything else.",
            "weather",
            {"table": "fall", "for_each": {"trait": "leader"}},
        ),
    ]


FLEES = [{"mark": {"state": "routed", "who": "actor"}}]


class OutcomeBranching(
    Branch, example={"who": "actor", "only": {"state": "pinned"}, "then": FLEES}
):
    """One way or another, as the unit is that is rolled for, or as the game stands."""

    who: Annotated[
        Literal["actor", "target"],
        only_with("only"),
        says("The unit that is rolled for, or those who were fired at.", "target"),
    ] = "actor"
    only: Annotated[
        Selector | None,
        says(
            "It holds if the unit is still there and fits, or one of several; nobody is asked if "
            "left out.",
            {"state": "pinned"},
        ),
    ] = None
    then: Annotated[Outcomes, says("What happens then.", FLEES)]
    otherwise: Annotated[
        Outcomes | None, key("else"), says("What happens if not.", ["nothing"])
    ] = None


STANDS = [{"lose_steps": {"who": "actor", "count": 1}}]


class TitledOutcomes(ProgramWay, example={"title": "Stand fast", "do": STANDS}):
    """One of them, with a title that players choose by."""

    steps: Annotated[Outcomes, key("do"), says("What it does.", STANDS)]


class OutcomeChoosing(ProgramChoice, example={"by": "owner", "one_of": [STANDS, FLEES]}):
    """A side chooses one of several ways."""

    by: Annotated[
        Literal["owner", "enemy"],
        says(
            "Who chooses: the side of the unit that is rolled for, or of those who were fired at, "
            "and where there is none whose phase it is; or its enemy.",
            "enemy",
        ),
    ] = "owner"
    written: Annotated[
        tuple[Annotated[Outcomes | TitledOutcomes, says("One of them.", STANDS)], ...],
        key("one_of"),
        NOT_EMPTY,
        says(
            "The ways of which one is carried out, perhaps with titles. One that would do nothing "
            "now, for what it asks under `if`, is not offered.",
            [STANDS, FLEES],
            [{"title": "Stand fast", "do": STANDS}, FLEES],
        ),
    ]


class TableOutcomes(RollVerb, one_of=True):
    """What the section adds to the results of tables."""

    choose: OutcomeChoosing
    if_: Annotated[
        OutcomeBranching,
        key("if"),
        says(
            "One way or another, as the unit is that is rolled for, or as the game stands.",
            {"only": {"state": "pinned"}, "then": FLEES},
        ),
    ]


class TablePhase(Form):
    """What the section adds to phases."""

    table: Annotated[
        str,
        name_of("table"),
        ROLLS_IN_PHASE,
        says("The table that a phase of kind table rolls on.", "weather"),
    ] = ""
    for_each: Annotated[
        Selector | None,
        OF_PHASE_OR_EACH,
        says(
            "In a phase of kind table: one roll for each of these units that is on the map when "
            "the phase begins, in the order of the units file; `who: actor` in the results is the "
            "unit. Within an activation for those alone who are activated. Once if left out.",
            {"trait": "mechanised"},
        ),
    ] = None
    times: Annotated[
        int | Count,
        EACH,
        between(0, 100),
        says(
            "In a phase of kind table without `for_each`: how often it is rolled on, one result "
            "after the other: a number, or what is counted when the phase begins.",
            2,
            {"units": {"of": {"trait": "gun", "side": "red"}}},
        ),
    ] = 1
    optional: Annotated[
        bool, says("Whether the side whose phase it is decides if the table is rolled on.", True)
    ] = False
