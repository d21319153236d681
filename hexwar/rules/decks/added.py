"""What section ``decks`` adds to phases, conditions, counts and programs.

Phases say which deck they are about and how many cards are played or put aside in them; conditions
and counts ask where cards are; steps of programs deal, discard and reshuffle.
"""

from typing import Annotated, Literal

from hexwar.definition.forms import Form, between, key, needs, says
from hexwar.definition.values import SideName
from hexwar.rules.decks.section import CardName, DeckName
from hexwar.rules.language.section import Bounds
from hexwar.rules.language.selector import Side


class CardPhases(Form):
    """What the section adds to phases."""

    deck: Annotated[
        DeckName | None,
        says(
            "In a phase of kind card or deal: the deck whose cards are played or dealt; all if "
            "left out.",
            "strategy",
        ),
    ] = None
    plays: Annotated[
        int, between(1, 100), says("In a phase of kind card: how many cards may be played.", 1)
    ] = 1
    mandatory: Annotated[
        bool,
        says(
            "In a phase of kind card: whether they have to be played, as long as any can be. Who "
            "can play none says so.",
            True,
        ),
    ] = False
    discards: Annotated[
        int,
        between(0, 100),
        says("In a phase of kind card: how many cards may be put aside unplayed.", 1),
    ] = 0


WHERE = Literal["hand", "deck", "discards", "removed"]


class CardsIn(Form, example={"in": "hand", "side": "red"}):
    """How many cards there are somewhere."""

    where: Annotated[WHERE, key("in"), says("Where they are.", "hand")]
    deck: Annotated[DeckName | None, says("Of which deck; of all if left out.", "strategy")] = None
    side: Annotated[
        SideName | None,
        says("Whose hand; that of whose phase it is if left out.", "red"),
    ] = None
    card: Annotated[
        CardName | None,
        says("Among the discards or those removed: only this card.", "levy"),
    ] = None


class CardsInIs(CardsIn, Bounds, example={"in": "hand", "side": "red", "at_least": 1}):
    """How many cards there are somewhere; at least one if no number is given."""


class CardConditions(Form, one_of=True, needs=needs("decks")):
    """What the section adds to conditions."""

    cards: CardsInIs


class CardCounts(Form, one_of=True, needs=needs("decks")):
    """What the section adds to counts."""

    cards: CardsIn


class Dealt(Form, example={"deck": "strategy", "count": 2}):
    """Cards that come to a hand, or leave it, by a step of a program."""

    deck: Annotated[DeckName, says("The deck.", "strategy")]
    side: Annotated[
        Side | None,
        says(
            "Whose hand; that of whose phase it is if left out. own and enemy as seen from the "
            "side that plays the card, or whose phase it is.",
            "red",
            "enemy",
        ),
    ] = None
    count: Annotated[int, between(1, 100), says("How many cards.", 2)] = 1


class CardSteps(Form, one_of=True):
    """What the section adds to result programs and to the results of tables."""

    deal: Annotated[Dealt, says("Cards are drawn to a hand.", {"deck": "strategy", "count": 2})]
    discard: Annotated[
        Dealt,
        says(
            "Cards leave a hand, as the dice will, and are seen.",
            {"deck": "strategy", "side": "blue", "count": 1},
        ),
    ]
    reshuffle: Annotated[
        DeckName,
        says("The discards of a deck are shuffled in.", "strategy"),
    ]
