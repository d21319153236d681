"""What section ``decks`` may say, and what it adds to phases, conditions and programs.

From the card to the deck: ways to play a card (:class:`Way`), the orders that it gives
(:class:`Order`), the moments in answer to which it is played (:class:`Answers`), the card itself,
when cards are drawn (:class:`Draw`), at last the deck with its hands. Below, what phases,
conditions, counts and steps of programs say of cards. How a card is played is in ``playing``, where
cards lie in ``hands``.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NO_RULES,
    NOT_EMPTY,
    ONCE,
    ONLY_READ,
    Citations,
    Form,
    RuleNumber,
    SideName,
    asked,
    asked_at,
    between,
    cited,
    cites,
    defines,
    in_force_at,
    key,
    matching,
    name_of,
    needs,
    only_with,
    read_by,
    says,
)
from hexwar.definition.model import Effect
from hexwar.definition.tree import MappingNode
from hexwar.rules.language.places import EACH, IN_CARDS
from hexwar.rules.language.section import Bounds, Count, If, Names, Selector, Side, one_of
from hexwar.rules.pools.section import PoolName
from hexwar.rules.sequence.section import PhaseName
from hexwar.rules.states.section import StateName
from hexwar.rules.tables.section import Outcomes

DeckName = Annotated[str, name_of("deck"), says("The deck.", "strategy")]
CardName = Annotated[str, name_of("card"), says("The card.", "levy")]

HAND = "hand"
REMOVED = "removed"

PROBE = {"title": "Probe left", "count": 4, "orders": [{"state": "ordered", "most": 2}]}
LEVY = {"title": "Levy", "values": {"ops": 2}, "do": [{"enter": "levy"}], "after": "removed"}
COMMAND = {"hand": 4, "draws": [{"phase": "deal", "to": "hand"}], "cards": {"probe_left": PROBE}}


class ValueOfCard(Form, example={"value": "ops"}):
    """A value that is printed on the card."""

    value: Annotated[str, matching(ID), says("The value, one of the card's `values`.", "ops")]


class Way(Form, example={"title": "For operations", "gain": {"red": "red_points"}, "count": 2}):
    """One way in which cards of the deck are played."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[
        str, ITS_KEY_IN_WORDS, says("What players read.", "For its event", "For operations")
    ] = ""
    gain: Annotated[
        Mapping[SideName, Annotated[PoolName, says("The pool.", "red_points")]],
        NOT_EMPTY,
        says(
            "The pool that points come to, by side. A way that gains points does nothing else of "
            "what the card says; one without `gain` carries out the card itself.",
            {"red": "red_points", "blue": "blue_points"},
        ),
    ] = {}
    count: Annotated[
        int | ValueOfCard,
        between(1, 1000),
        only_with("gain"),
        says(
            "How many points come: a number, or a value of the card. A card without the value is "
            "not played in this way.",
            {"value": "ops"},
            1,
        ),
    ] = 1
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        says("The condition under which it is open; always if left out.", {"turn": [1, 2]}),
    ] = None
    also: Annotated[
        Literal["event"] | None,
        only_with("gain"),
        says(
            "event: where the card says that it is of the other `side`, it is carried out as well, "
            "if its `if` allows.",
            "event",
        ),
    ] = None
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "6.2")] = ""


class Order(Form, example={"state": "ordered", "only": {"at": {"region": "left"}}, "most": 2}):
    """Units of the side that plays the card come into a state when it is played."""

    state: Annotated[StateName, says("The state that they come into.", "ordered")]
    only: Annotated[
        Selector | None,
        asked("the side that plays the card", units="own"),
        says("Those among whom it chooses; all of its side if left out.", {"trait": "armour"}),
    ] = None
    most: Annotated[
        int | Count | None,
        EACH,
        between(1, 1000),
        says(
            "The most that it chooses: a number, or what is counted when the card is played. All "
            "of them, without a choice, if left out, and where there are no more than that.",
            2,
            {"cards": {"in": "hand"}},
        ),
    ] = None


class Answer(Form, words={"always": {}}, example={"only": {"trait": "armour"}}):
    """When a card is played in answer to what an enemy does; at every such moment if nothing is
    said.
    """

    only: Annotated[
        Selector | None,
        EACH,
        says(
            "Who acts: the unit that has entered a hex or is about to fire, or one of the "
            "attackers at least; any if left out.",
            {"trait": "armour"},
            {"within": {"hexes": 1, "of": {"side": "enemy"}}},
        ),
    ] = None


class AnswerToAttack(Answer, words={"always": {}}, example={"distance": "adjacent"}):
    """When a card is played in answer to an attack; to every one if nothing is said."""

    by: Annotated[
        Literal["attacker", "defender"],
        says("The side that may play it; the attacker is asked first.", "attacker"),
    ] = "defender"
    distance: Annotated[
        Literal["adjacent", "distant"] | None,
        says("All attackers are next to the hex, or none is; either if left out.", "adjacent"),
    ] = None
    against: Annotated[
        Selector | None,
        EACH,
        says("One of the defenders at least; any if left out.", {"trait": "foot"}),
    ] = None


class Answers(Form, not_empty=True, example={"attack": {"distance": "adjacent"}}):
    """The moments in answer to which a card is played, and no other. A side is asked whenever it
    could hold such a card as far as everybody knows, whether it does or not.
    """

    attack: Annotated[
        AnswerToAttack | None,
        says(
            "An attack, before its die; not one in the course of movement.",
            {"distance": "adjacent"},
            "always",
        ),
    ] = None
    move: Annotated[
        Answer | None,
        says(
            "A unit enters a hex in its move, before it goes on; not a stack that moves as one.",
            {"only": {"trait": "armour"}},
        ),
    ] = None
    fire: Annotated[
        Answer | None, says("A fire, before it, where units act one at a time.", "always")
    ] = None


class Card(Form, not_empty=True, example=LEVY):
    """One card, of which there may be several copies."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Probe left")] = ""
    text: Annotated[
        str,
        ONLY_READ,
        says(
            "What the card does, in the author's words. If left out, players read what follows "
            "from the rest.",
            "Two units of the left are ordered.",
        ),
    ] = ""
    count: Annotated[int, between(1, 100), says("How many copies there are.", 4)] = 1
    side: Annotated[
        SideName | None,
        says(
            "The side that may have it carried out; any if left out. The others may play it for "
            "points, where the deck has such `ways`, and else not at all.",
            "blue",
        ),
    ] = None
    values: Annotated[
        Mapping[
            Annotated[str, matching(ID)], Annotated[int, between(0, 1000), says("The number.", 2)]
        ],
        NOT_EMPTY,
        says("Numbers that are printed on it, for `ways`.", {"ops": 2}),
    ] = {}
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        says(
            "The condition under which it is carried out; always if left out. For points it may "
            "be played in any case.",
            {"track": {"war": {"at_least": 5}}},
        ),
    ] = None
    orders: Annotated[
        tuple[Order, ...],
        NOT_EMPTY,
        says(
            "Units that are chosen when it is played, before what it does besides: each of these "
            "in turn.",
            [{"state": "ordered", "only": {"at": {"region": "left"}}, "most": 2}],
        ),
    ] = ()
    does: Annotated[
        tuple[Effect, ...],
        asked("the side that plays the card", *IN_CARDS, units="any"),
        read_by(lambda: Outcomes),
        key("do"),
        says(
            "What happens when it is played: steps of results of tables. In answer to a move or a "
            "fire `actor` is the unit that acts.",
            [{"enter": "levy"}],
        ),
    ] = ()
    answers: Annotated[
        Answers | None,
        says(
            "It is played in answer to what is done, and in no phase of kind card.",
            {"attack": {"distance": "adjacent"}},
        ),
    ] = None
    patch: Annotated[
        MappingNode | None,
        in_force_at("commit", "bombard", "battle", "melee", "aftermath", beside="answers.attack"),
        says(
            "What is different from then on: of a card that answers an attack, for that battle; "
            "of others as long as it `lasts`.",
            {"combat": {"modifiers": {"ambush": {"title": "Ambush", "shift": -2}}}},
        ),
    ] = None
    lasts: Annotated[
        Literal["game", "turn"],
        only_with("patch"),
        says("How long its patch is in force, of a card that answers no attack.", "game"),
    ] = "turn"
    during: Annotated[
        Literal["own", "enemy", "all"],
        only_with("patch"),
        says(
            "In whose phases its patch is in force as long as it `lasts`: those of the side that "
            "plays the card, those of its enemies, or all. A patch for one battle is for it alone.",
            "own",
        ),
    ] = "all"
    after: Annotated[
        Literal["discarded", "removed"],
        cited("after"),
        says(
            "Where it goes when it has been carried out: to the discards, or out of the game. "
            "Played for points it is discarded.",
            "removed",
        ),
    ] = "discarded"
    joins: Annotated[
        If | None,
        EACH,
        says(
            "It is in the deck only from the first of the deck's `draws` at which this is so; from "
            "the beginning if left out.",
            {"turn": {"at_least": 4}},
        ),
    ] = None
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "7.3")] = ""


class Draw(Form, example={"phase": "deal", "to": "hand"}):
    """When cards are drawn, and how many."""

    phase: Annotated[
        Names,
        read_by(lambda: one_of(PhaseName, "A phase.", "deal")),
        says(
            "The phases: in one of kind deal, or at the end of any other.",
            "deal",
            ["red_end", "blue_end"],
        ),
    ]
    to: Annotated[
        Literal["hand"] | None, says("hand: as many as fill the hand up to its size.", "hand")
    ] = None
    count: Annotated[
        int | Count | None,
        EACH,
        between(1, 1000),
        says("So many: a number, or what is counted then. Write this, or `to: hand`.", 1),
    ] = None
    side: Annotated[
        SideName | None,
        says("The side that draws; if left out that whose phase it is, or all of the deck.", "red"),
    ] = None
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        says("The condition under which they are drawn; always if left out.", {"turn": 1}),
    ] = None


class Deck(Form, example=COMMAND):
    """One deck, and the hands that are dealt from it."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Strategy cards")] = ""
    side: Annotated[SideName | None, says("The side whose own deck it is.", "red")] = None
    sides: Annotated[
        tuple[Annotated[SideName, says("A side.", "red")], ...],
        ONCE,
        NOT_EMPTY,
        says("The sides that draw from it; all if neither is said.", ["red", "blue"]),
    ] = ()
    hand: Annotated[
        int | Mapping[SideName, Annotated[int, between(0, 100), says("How many cards.", 5)]],
        asked_at("phase"),
        between(0, 100),
        says("The size of a hand, for `draws` that go `to: hand`.", 5, {"red": 5, "blue": 4}),
    ] = 0
    draws: Annotated[
        tuple[Draw, ...],
        NOT_EMPTY,
        cited("draws"),
        says("When cards are drawn.", [{"phase": "deal", "to": "hand"}]),
    ]
    discards: Annotated[
        Literal["seen", "unseen"],
        says(
            "Whether the discards lie open. What is played everybody sees in any case; where they "
            "do not, nobody may look it up, and cards that are put aside unplayed are seen by "
            "nobody else.",
            "unseen",
        ),
    ] = "seen"
    empty: Annotated[
        Literal["reshuffle", "stays"],
        cited("empty"),
        says(
            "When a card is to be drawn and there is none: discards are shuffled in, or not.",
            "stays",
        ),
    ] = "reshuffle"
    ways: Annotated[
        Mapping[Annotated[str, matching(ID), defines("way-of-cards")], Way],
        NOT_EMPTY,
        says(
            "Several ways to play a card, of which its player chooses one. Without them cards are "
            "carried out.",
            {
                "event": {"title": "For its event"},
                "operations": {
                    "title": "For operations",
                    "gain": {"red": "red_points", "blue": "blue_points"},
                    "count": {"value": "ops"},
                },
            },
        ),
    ] = {}
    cards: Annotated[
        Mapping[Annotated[str, matching(ID), defines("card")], Card],
        NOT_EMPTY,
        says("The cards by id.", {"probe_left": PROBE}),
    ]
    cite: Annotated[
        Citations,
        cites(
            draws="When cards are drawn.",
            play="Playing cards.",
            mandatory="That a card has to be played.",
            answers="Playing a card in answer.",
            orders="The choice of units that are ordered.",
            after="What becomes of a card that has been played.",
            discards="Putting cards aside.",
            empty="What happens when the deck is empty.",
        ),
    ] = NO_RULES

    def hand_of(self, side: str) -> int:
        """The size of a side's hand."""
        return self.hand if isinstance(self.hand, int) else self.hand.get(side, 0)

    def is_of(self, side: str) -> bool:
        """Whether a side draws from it."""
        mine = (self.side,) if self.side else self.sides
        return not mine or side in mine


class Decks(Form, whole="by_id", example={"strategy": COMMAND}):
    """Decks of cards. Everybody knows what a deck holds, and nobody in which order: each draw is a
    throw of the dice. A hand is known to its side alone, its size to all.
    """

    by_id: Annotated[Mapping[Annotated[str, matching(ID), defines("deck")], Deck], NOT_EMPTY] = {}


def value_of(card: Card, way: Way) -> int:
    """The points that a card brings in a way; 0 if it does not have the value."""
    return card.values.get(way.count.value, 0) if isinstance(way.count, ValueOfCard) else way.count


# What section ``decks`` adds to phases, conditions, counts and programs.
#
# Phases say which deck they are about and how many cards are played or put aside in them;
# conditions and counts ask where cards are; steps of programs deal, discard and reshuffle.


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
        SideName | None, says("Whose hand; that of whose phase it is if left out.", "red")
    ] = None
    card: Annotated[
        CardName | None, says("Among the discards or those removed: only this card.", "levy")
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
    reshuffle: Annotated[DeckName, says("The discards of a deck are shuffled in.", "strategy")]
