"""What section ``dummies`` may say, and what it adds to selectors.

Counters of which some are nothing (:class:`DummyCounters`): everybody sees where one lies, and its
owner alone knows whether it is a unit. Which they are is chosen or drawn by lot before the game;
what they do turns them up.
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
    between,
    defines,
    matching,
    name_of,
    needs,
    says,
)
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import Selector

TurnedUp = Literal["attacks", "attacked", "fires", "fired_at", "adjacent"]
ATTACKS, ATTACKED, FIRES, FIRED_AT, ADJACENT = (
    *("attacks", "attacked", "fires", "fired_at", "adjacent"),
)
ALWAYS: frozenset[TurnedUp] = frozenset({"attacks", "attacked", "fires", "fired_at", "adjacent"})

PATROLS = {"title": "Patrols", "side": "red", "only": {"trait": "patrol"}, "count": 2}


class DummyCounters(Form, example=PATROLS):
    """Counters of a side that lie face down, and how many of them are nothing."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Patrols")] = ""
    side: Annotated[str, name_of("side"), says("Whose counters.", "red")]
    only: Annotated[
        Selector | None,
        EACH,
        says("The counters that lie face down; all of the side if left out.", {"trait": "patrol"}),
    ] = None
    count: Annotated[int, between(1, 1000), says("How many of them are nothing.", 2)]
    chosen: Annotated[
        Literal["owner", "lots"],
        says(
            "owner: its side says which before the first turn. lots: the dice say it, and the side "
            "is told.",
            "lots",
        ),
    ] = "owner"
    turned_up: Annotated[
        frozenset[Annotated[TurnedUp, says("What turns a counter up.", "attacks")]],
        NOT_EMPTY,
        says(
            "What turns a counter up: that it attacks, is attacked, fires or is fired at, before "
            "the dice; that it stands next to an enemy after one of them has come there. All of it "
            "if left out.",
            ["attacks", "attacked"],
        ),
    ] = ALWAYS
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "4.0")] = ""


class Dummies(Form, whole="by_id", example={"patrols": PATROLS}):
    """Counters that lie face down: everybody sees where one lies and what is printed on it, and
    its side alone knows whether it is a unit or nothing.

    Everybody knows how many are nothing. Until a counter is turned up it is a unit in all that
    anybody may do, to it and with it; then it is known to be one, or it is taken off the map, which
    is no loss. Its side may turn it up in its movement phases (`turn_up UNIT`).
    """

    by_id: Annotated[
        Mapping[Annotated[str, matching(ID), defines("dummies")], DummyCounters], NOT_EMPTY
    ] = {}


class FaceDownSelectors(Form):
    """What the section adds to selectors."""

    face_down: Annotated[
        bool | None, needs("dummies", idle=True), says("Whether its counter lies face down.", False)
    ] = None
