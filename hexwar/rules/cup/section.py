"""What section ``cup`` may say.

Chits of several kinds lie in the cup (:class:`Chit`): each brings units to act, in phases of its
own, or ends the turn, or does something when it is drawn. When they go in, and how many of them, is
said with each; when the cup is drawn from, in the sequence of play (a phase of kind activation with
``order: chits``).
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    Form,
    RuleNumber,
    SideName,
    asked,
    between,
    defines,
    key,
    matching,
    name_of,
    read_by,
    says,
)
from hexwar.definition.model import Effect
from hexwar.rules.formations import FormationName
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import Count, If, Selector
from hexwar.rules.tables.section import Outcomes

ALL = "all"
"""In place of a side: every one."""

GUARD = {"formation": "guard", "count": 2}


class Chit(Form, not_empty=True, example=GUARD):
    """Chits of one kind."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Guard")] = ""
    formation: Annotated[
        FormationName | None, says("It activates the units of this formation.", "guard")
    ] = None
    only: Annotated[
        Selector | None,
        EACH,
        says("It activates these units; all of its side if left out.", {"trait": "gun"}),
    ] = None
    side: Annotated[
        SideName,
        read_by(lambda: SideName | Literal["all"]),
        says(
            "The side whose units it activates; the formation's if left out. All: those of every "
            "side; then each of the phases says whose it is.",
            "red",
            "all",
        ),
    ] = ""
    count: Annotated[
        int | Count,
        EACH,
        between(0, 100),
        says(
            "How many there are in the cup: a number, or what is counted when the phase begins.",
            2,
            {"units": {"of": {"trait": "leader", "side": "red"}}},
        ),
    ] = 1
    does: Annotated[
        tuple[Effect, ...],
        asked("the side whose phase it is", units="any"),
        read_by(lambda: Outcomes),
        key("do"),
        says(
            "What happens when it is drawn, before anybody is activated: steps of results of "
            "tables. A chit that says no side and no formation does only this.",
            [{"roll": "events"}],
        ),
    ] = ()
    phases: Annotated[
        frozenset[Annotated[str, name_of("phase"), says("A phase.", "fight")]],
        NOT_EMPTY,
        says("Those of the phases that are run for it; all if left out.", ["fight"]),
    ] = frozenset()
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        says(
            "The condition under which it is put into the cup, judged when the phase begins; "
            "always if left out.",
            {"turn": {"at_least": 2}},
        ),
    ] = None
    ends: Annotated[
        Literal["turn", "phase"] | None,
        says("Drawn, it activates nobody and ends the turn, or the drawing.", "turn"),
    ] = None
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "6.0")] = ""

    @property
    def activates(self) -> bool:
        """Whether it activates any units."""
        return self.ends is None and bool(self.side or self.formation)


class Cup(Form, whole="chits", example={"guard": GUARD, "dusk": {"ends": "turn"}}):
    """The cup: chits that are drawn by the dice, one after the other, in a phase of kind activation
    whose `order` is chits. Everybody knows what is in the cup, and nobody in which order.
    """

    chits: Annotated[Mapping[Annotated[str, matching(ID), defines("chit")], Chit], NOT_EMPTY] = {}
