"""The steps that section ``combat`` adds to result programs."""

from typing import Annotated

from hexwar.definition.forms import NOT_EMPTY, Form, between, key, says
from hexwar.rules.language.branches import Branch, ProgramChoice, ProgramWay
from hexwar.rules.language.selector import Selector
from hexwar.rules.language.steps import Program, Who

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
    """One program or another, as units of the battle are, or as the game stands."""

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
        """Of a side of a battle somebody must be left."""
        return True


ADVANCED = {"state": "advanced"}


class BattleBack(Form, words={"all": {}}, example={"only": {"not": {"trait": "gun"}}}):
    """Defenders who still stand where they were attacked may battle back at attackers whom they
    reach: a battle of their own, with the same rules, to which nobody battles back and which counts
    for nobody's attack of the phase. Of what dice with symbols do, only what `does` says is done.
    """

    only: Annotated[
        Selector | None,
        says("The defenders who may; all if left out.", {"not": {"trait": "gun"}}),
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
        Again,
        says("Attackers may attack once more in the phase.", {"only": ADVANCED}, "all"),
    ]
