"""What section ``combat`` may say, and the verbs that it adds to result programs.

The table is kept as it is printed: headings, a row for each total of the dice, a code in each
column. What a code does is a program of steps, written out or read by a pattern such as
``A{steps}r{hexes}``. Where dice with symbols decide (``faces``) nothing is printed, and ``built``
puts a column for each number of dice in the table's place. Attacks and battles around the table are
in ``forms``, what changes strengths, columns and dice in ``modifiers``; the steps that only results
of battles have, such as to battle back, stand at the end.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

from hexwar.definition.forms import (
    ID,
    MADE,
    NO_RULES,
    NOT_EMPTY,
    ONLY_READ,
    THE_REST,
    Citations,
    Form,
    asked_at,
    between,
    cited,
    cites,
    idle_beside,
    key,
    matching,
    needed_unless,
    read_by,
    says,
)
from hexwar.definition.model import CombatResult
from hexwar.definition.result_pattern import FORM, ResultPattern
from hexwar.rules.combat.forms import (
    ASSAULT,
    FLAG,
    HIT,
    Attackers,
    Automatic,
    BattleKind,
    Code,
    Column,
    FaceTable,
    Fighting,
    Mandatory,
)
from hexwar.rules.combat.modifiers import ARMS, BattleModifier, Limits, Whole
from hexwar.rules.language.dice import DiceThrow, DiceWritten
from hexwar.rules.language.places import OF_A_BATTLE
from hexwar.rules.language.section import Branch, Program, ProgramChoice, ProgramWay, Selector, Who

ROWS = {
    "1": ["DR", "DR", "DE"],
    "2": ["DR", "DR", "DE"],
    "3": ["NE", "DR", "DR"],
    "4": ["NE", "NE", "DR"],
    "5": ["AR", "NE", "NE"],
    "6": ["AR", "AR", "NE"],
}
MEANINGS = {
    "DE": [{"eliminate": "defender"}, {"advance": 1}],
    "DR": [{"retreat": "defender"}, {"advance": 1}],
    "AR": [{"retreat": "attacker"}],
    "NE": ["nothing"],
}
DOES = "What the result does, step by step."

Heading = Annotated[str, read_by(lambda: str | int), says("A heading.", "+1")]
Total = Annotated[str, matching(r"^-?[0-9]{1,3}(\.\.-?[0-9]{1,3})?$")]


class Ratio(Form, example={"ratio": "down"}):
    """The ratio of the strengths."""

    ratio: Annotated[
        Literal["down", "up", "nearest"],
        says(
            "How a ratio between two columns is rounded: down and up to the next printed column in "
            "favour of the defender or of the attacker, nearest to whole odds, N:1 or 1:N (a half "
            "up), so that columns such as 3:2 need one of the others.",
            "down",
        ),
    ]


class Below(
    Form, words_at={"forbidden": ("attack", "overrun", "announce")}, example={"result": "A1"}
):
    """A result that is taken without a roll."""

    result: Annotated[Code, says("The result.", "A1")]


class Titled(Form, example={"title": "Defender retreats", "do": [{"retreat": "defender"}]}):
    """A result with a title."""

    title: Annotated[str, ONLY_READ, says("What players read.", "Defender retreats")] = ""
    does: Annotated[Program, key("do"), says(DOES, MEANINGS["DE"])]


class Results(Form, not_empty=True, example=MEANINGS):
    """What each result on the table does."""

    pattern: Annotated[
        str,
        matching(FORM),
        says(
            "How codes are read that are not written out: the attacker's part, then the "
            "defender's, each with the numbers of steps lost and hexes retreated.",
            "A{steps}r{hexes} D{steps}r{hexes}",
        ),
    ] = ""
    order: Annotated[
        Literal["attacker_first", "defender_first"],
        says("Who carries out such a result first.", "defender_first"),
    ] = "defender_first"
    written: Annotated[
        Mapping[
            Annotated[str, matching(r"^[^\s,]{1,12}( [^\s,]{1,12})?$")],
            Annotated[Program | Titled, says(DOES, MEANINGS["DE"])],
        ],
        THE_REST,
    ] = {}

    def of(self, codes: Iterable[str]) -> dict[str, CombatResult]:
        """The results that are written out, and those of ``codes`` that the pattern reads."""
        results = {
            code: CombatResult(code, does.title or code, does.does)
            if isinstance(does, Titled)
            else CombatResult(code, code, does)
            for code, does in self.written.items()
        }
        if self.pattern:
            pattern = ResultPattern(self.pattern, defender_first=self.order != "attacker_first")
            # What is written out comes before what the pattern would make of the same code.
            read = (pattern.result(code) for code in sorted({*codes} - results.keys()))
            results |= {result.code: result for result in read if result is not None}
        return results


class Combat(
    Form,
    example={
        "column": "attackers",
        "dice": "1d6",
        "columns": [1, 2, 3],
        "table": ROWS,
        "results": MEANINGS,
    },
):
    """How battles are fought and resolved."""

    target: Annotated[
        Literal["hex", "unit", "chosen", "some"],
        asked_at("offer", "overrun", "announce"),
        cited("target"),
        says(
            "Whether an attack is made on all units of a hex together, on one unit: the first "
            "that has not been attacked in the phase, or whom the attacker chooses; or on some of "
            "them, one or more, that he chooses. The others may be attacked by others.",
            "hex",
            "some",
        ),
    ] = "hex"
    attackers: Annotated[
        Attackers,
        asked_at("attack", "overrun"),
        says(
            "Who may join an attack: the most units, or a mapping.",
            6,
            {"most": 6, "stacks": "allowed"},
        ),
    ] = Attackers()
    battle: Annotated[
        Fighting,
        asked_at("offer", "announce"),
        says(
            "What one battle is, and when the battles of a phase are declared.",
            {"declare": "all_first"},
        ),
    ] = Fighting()
    mandatory: Annotated[
        Mandatory | None,
        asked_at("offer", "phase"),
        cited("mandatory"),
        says(
            "Who must attack, and who must be attacked; attacking is voluntary if left out.",
            {"attack": {"only": {"in_zone": True}}, "targets": {"only": {"in_zone": True}}},
        ),
    ] = None
    strength: Annotated[
        Literal["units", "printed"],
        says("Whether every unit counts one, or its values as printed.", "printed"),
    ] = "units"
    faces: Annotated[
        FaceTable | None,
        cited("faces"),
        says(
            "Dice with symbols in place of a table, of which each has its effect.",
            {"die": "battle", "does": {"hit": HIT, "flag": FLAG}},
        ),
    ] = None
    column: Annotated[
        Literal["attackers", "differential", "ratio"],
        read_by(lambda: Literal["attackers", "differential", "ratio"] | Ratio),
        needed_unless("faces"),
        cited("table"),
        says(
            "What finds the column: the number of attackers, attackers less defenders, or their "
            "ratio.",
            "attackers",
            "differential",
            {"ratio": "down"},
        ),
    ]
    rounding: Annotated[Literal["down", "up", "nearest"], MADE] = "down"
    below: Annotated[
        Literal["first_column", "forbidden", "result"],
        read_by(lambda: Literal["first_column", "forbidden"] | Below),
        idle_beside("faces"),
        cited("below"),
        says(
            "What happens when the odds are below the first column, before they are shifted: a "
            "word, or a result that is taken without a roll (so is what shifts move off the left "
            "of the table).",
            "first_column",
            {"result": "A1"},
        ),
    ] = "first_column"
    below_result: Annotated[str, MADE] = ""
    automatic: Annotated[
        Automatic | None,
        idle_beside("faces"),
        cited("automatic"),
        says(
            "Odds at which a battle has its result without a roll, even while units move.",
            {"at_least": "7:1", "result": "DE", "when": ["movement", "combat"]},
        ),
    ] = None
    above: Annotated[
        Literal["last_column", "forbidden"],
        asked_at("attack", "overrun", "announce"),
        idle_beside("faces"),
        says(
            "What happens when the odds are above the last column, before they are shifted; for a "
            "result without a roll see `automatic`.",
            "last_column",
        ),
    ] = "last_column"
    dice: Annotated[
        DiceThrow,
        read_by(lambda: DiceWritten),
        needed_unless("faces"),
        says("The dice: how many, and how many faces.", "1d6", "2d6", "d66"),
    ]
    columns: Annotated[
        tuple[Fraction, ...],
        read_by(lambda: tuple[Column, ...]),
        needed_unless("faces"),
        NOT_EMPTY,
        says(
            "The columns of the combat results table, in ascending order.",
            [1, 2, 3],
            ["1:2", "1:1", "2:1"],
        ),
    ]
    headings: Annotated[
        tuple[Heading, ...],
        ONLY_READ,
        idle_beside("faces"),
        says(
            "How the columns are headed in print, where that is not how they are written above.",
            ["0", "+1", "+2"],
        ),
    ] = ()
    table: Annotated[
        Mapping[int, tuple[str, ...]],
        read_by(lambda: Rows),
        needed_unless("faces"),
        cited("table"),
        says(
            "The combat results table: die total on the left, or several such as 11..23, one "
            "result for each column on the right. Where the die is modified there may be rows for "
            "totals beyond those of the dice; the last row counts for all that are further on.",
            ROWS,
        ),
    ]
    results: Annotated[
        Mapping[str, CombatResult],
        read_by(lambda: Results),
        needed_unless("faces"),
        OF_A_BATTLE,
        cited("result"),
        says("What each result on the table does.", MEANINGS),
    ]
    kinds: Annotated[
        Mapping[Annotated[str, matching(ID)], BattleKind],
        asked_at("offer", "announce"),
        NOT_EMPTY,
        says(
            "Kinds of battle that are resolved otherwise, by id: those of some attackers, against "
            "some defenders, from near or far. A battle is of the first that fits, and of those "
            "that its sides choose.",
            {"assault": ASSAULT},
        ),
    ] = {}
    modifiers: Annotated[
        Mapping[Annotated[str, matching(ID)], BattleModifier],
        says(
            "Modifiers of battles that do not come from terrain (combined arms, weather, support), "
            "by id. All that are in force count.",
            {"combined_arms": ARMS},
        ),
    ] = {}
    multiply: Annotated[
        Literal["compound", "add"],
        cited("multiply"),
        says(
            "What several multipliers of one unit's strength make of it: doubled twice it is four "
            "times as strong, or three times. Those below 1 are always multiplied.",
            "add",
        ),
    ] = "compound"
    round: Annotated[
        Whole,
        cited("round"),
        says(
            "How fractions of strength become whole numbers: those of each unit, or of a side's "
            "sum. Kept if left out.",
            {"unit": "up"},
            {"side": "down"},
        ),
    ] = Whole()
    limits: Annotated[
        Limits | None,
        cited("limits"),
        says("How far all modifiers together may move the result.", {"shift": 2, "roll": 3}),
    ] = None
    cite: Annotated[
        Citations,
        cites(
            "Rules that refusals and events of combat come from.",
            adjacent="Who can attack whom.",
            own_phase="When attacks are made.",
            voluntary="Attacking is voluntary.",
            mandatory="Who must attack, and who must be attacked.",
            most_attackers="The most attackers.",
            apart="Units that do not attack together.",
            once="Attacking and being attacked once.",
            target="What is attacked.",
            hexes="How many hexes one battle is against.",
            declare="When battles are declared, and in what order they are fought.",
            together="Stacks that attack or defend together.",
            battle="What a battle is.",
            table="Reading the table.",
            faces="Dice with symbols, and what they do.",
            column="Finding the column.",
            support="Units that support the attacks of others.",
            below="Odds below the table.",
            above="Odds above the table.",
            automatic="Odds at which no die is rolled.",
            limits="The most that modifiers come to.",
            multiply="Several multipliers together.",
            round="Fractions of strength.",
            result="What results mean.",
            zone="Attacking only into one's own zone of control.",
        ),
    ] = NO_RULES

    @classmethod
    def built(cls, values: dict[str, Any]) -> Any:
        """The section: columns as numbers, one row a total, and what every code does."""
        if values.get("faces") is not None:
            # Where symbols decide there is no table: each number of dice is a column of its own.
            faces: FaceTable = values["faces"]
            counts = range(max(1, faces.least), max(faces.least, faces.most) + 1)
            instead_of_table: dict[str, Any] = {
                "column": "differential" if faces.count == "differential" else "attackers",
                "below": "first_column" if faces.least else "forbidden",
                "above": "last_column",
                "columns": tuple(map(Fraction, counts)),
                "headings": tuple(map(str, counts)),
                "dice": DiceThrow(1, 1),
                "table": {},
                "results": {},
                "automatic": None,
            }
            return super().built(values | instead_of_table)
        column, below, columns = values["column"], values.get("below"), values["columns"]
        dice: DiceThrow = values["dice"]
        table = {n: row for rows, row in values["table"].items() for n in dice.within(rows)}
        made: dict[str, Any] = {
            "columns": tuple(map(column_value, columns)),
            "headings": values.get("headings") or columns,
            "table": dict(sorted(table.items())),
        }
        if isinstance(column, Ratio):
            made |= {"column": "ratio", "rounding": column.ratio}
        codes = {code for row in table.values() for code in row}
        if isinstance(below, Below):
            made |= {"below": "result", "below_result": below.result}
            codes.add(below.result)
        if values.get("automatic"):
            codes.add(values["automatic"].result)
        return super().built({**values, **made, "results": values["results"].of(codes)})

    @property
    def rows(self) -> list[tuple[str, tuple[str, ...]]]:
        """The table as it is printed: dice read as digits have one row for equal neighbours."""
        rows: list[tuple[str, tuple[str, ...]]] = []
        for total, codes in self.table.items():
            if self.dice.digits and rows and rows[-1][1] == codes:
                first = rows[-1][0].partition("-")[0]
                rows[-1] = (f"{first}-{total}", codes)
            else:
                rows.append((str(total), codes))
        return rows

    def row_of(self, total: int) -> str:
        """The heading of the printed row that a total is in; empty if there is none."""
        if not self.dice.digits:
            return str(total) if total in self.table else ""
        for heading, _ in self.rows:
            first, _, last = heading.partition("-")
            if int(first) <= total <= int(last or first):
                return heading
        return ""


Rows = Mapping[
    Total,
    Annotated[
        tuple[Annotated[Code, says("A result of this table.", "DR")], ...],
        says("The results of one row.", ["DR", "DE"]),
    ],
]


def column_value(text: str) -> Fraction:
    """The number of a column: ``3``, or a ratio such as ``1:2``.

    >>> column_value("1:2"), column_value("+3")
    (Fraction(1, 2), Fraction(3, 1))
    """
    attacker, _, defender = text.partition(":")
    return Fraction(attacker) / Fraction(defender or 1)


# The steps that section ``combat`` adds to result programs.


LOSE = [{"lose_steps": {"who": "defender", "count": 2}}]
RETREAT = [{"retreat": {"who": "defender", "hexes": 2}}]


class TitledWay(ProgramWay, example={"title": "Stand fast", "do": LOSE}):
    """One of them, with a title that players choose by."""

    steps: Annotated[Program, key("do"), says("What it does.", LOSE)]


class Choosing(ProgramChoice, example={"by": "defender", "one_of": [LOSE, RETREAT]}):
    """A player chooses one of several programs."""

    by: Annotated[Who, says("The side that chooses.", "defender")] = "defender"
    written: Annotated[
        tuple[Annotated[Program | TitledWay, says("One of them.", LOSE)], ...],
        key("one_of"),
        NOT_EMPTY,
        says(
            "The programs of which one is carried out, perhaps with titles. One that would do "
            "nothing now, for what it asks under `if`, is not offered.",
            [LOSE, RETREAT],
            [{"title": "Stand fast", "do": LOSE}, RETREAT],
        ),
    ]


class Branching(
    Branch, example={"only": {"trait": "mechanised"}, "then": [{"eliminate": "defender"}]}
):
    """One program or another, depending on the units of the battle or on how the game stands."""

    who: Annotated[Who, says("The side whose units are looked at.", "attacker")] = "defender"
    only: Annotated[
        Selector | None,
        says(
            "It holds if one of those units that are left fits; if left out, if any is left.",
            {"trait": "mechanised"},
        ),
    ] = None
    then: Annotated[Program, says("What happens then.", [{"eliminate": "defender"}])]
    otherwise: Annotated[Program | None, key("else"), says("What happens if not.", ["nothing"])] = (
        None
    )

    @property
    def asks_for_units(self) -> bool:
        """Some unit of a side of the battle must be left."""
        return True


ADVANCED = {"state": "advanced"}


class BattleBack(Form, words={"all": {}}, example={"only": {"not": {"trait": "gun"}}}):
    """Defenders that still stand where they were attacked may battle back at attackers within their
    reach: a battle of its own, with the same rules, to which nobody battles back and which does not
    count as any unit's attack of the phase. Of what dice with symbols do, only what `does` says is
    done.
    """

    only: Annotated[
        Selector | None, says("The defenders who may; all if left out.", {"not": {"trait": "gun"}})
    ] = None


class Again(Form, words={"all": {}}, example={"only": ADVANCED}):
    """Attackers may attack once more in the same phase, as after taking ground."""

    only: Annotated[Selector | None, says("The attackers who may; all if left out.", ADVANCED)] = (
        None
    )
    most: Annotated[int, between(1, 20), says("So often in a phase at most.", 1)] = 1


class BranchVerbs(Form, one_of=True):
    """What the section adds to result programs."""

    choose: Choosing
    if_: Annotated[
        Branching,
        key("if"),
        says(
            "One program or another, as units of the battle are, or as the game stands.",
            {"only": {"trait": "mechanised"}, "then": [{"eliminate": "defender"}]},
        ),
    ]
    battle_back: Annotated[
        BattleBack,
        says(
            "Defenders who stood their ground may battle back.",
            "all",
            {"only": {"not": {"trait": "gun"}}},
        ),
    ]
    again: Annotated[
        Again, says("Attackers may attack once more in the phase.", {"only": ADVANCED}, "all")
    ]
