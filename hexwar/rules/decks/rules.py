"""Section ``decks``: which card may be played, and how; what it orders; what of it lasts.

First the cards as they are compiled; then whether one may be played, and in which way; then how
long its patch lasts, for the kernel that asks which effects are in force; then which units its
orders concern. The words for all that, for a card and for the section, stand at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from hexwar.definition.grammar import in_prose, opening
from hexwar.definition.model import Condition, Effect, ResolvedGame
from hexwar.engine.notation import vocabulary
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.violation import Violation
from hexwar.rules.decks.hands import LASTING, PLAYED, Hands, Lasting, counted
from hexwar.rules.decks.section import (
    REMOVED,
    Answer,
    Card,
    CardPhases,
    Deck,
    Decks,
    Order,
    Way,
    value_of,
)
from hexwar.rules.language.conditions import Conditions, Measure, Test, amount, in_a_sentence
from hexwar.rules.language.programs import Layout, program_in_words
from hexwar.rules.language.reading import Always, Speaker, Words, changes_in_words
from hexwar.rules.language.selectors import Selectors, units_selected
from hexwar.rules.language.wording import Names, called, either, every, in_words, several, titles
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.rules import Forces

PREFIX = "card."
"""Before the id of a card: the name under which its patch is in force."""

FOR_GOOD = 1_000_000
"""The last turn of a patch that lasts for the rest of the game: no game has so many."""

AS = " as "
"""Between a card and the way in which it is played, as an action names them."""


class CompiledOrder(NamedTuple):
    """Units that a card orders: by side those to choose from, and how many; ``None``: all of
    them.
    """

    form: Order
    among: tuple[Callable[[Position], int], ...]
    most: Measure | None


class Orderable(NamedTuple):
    """The units (a mask) from which a side chooses those that a card orders, and how many at
    most.
    """

    among: int
    most: int


class CompiledCard(NamedTuple):
    """A card ready to be played. ``side``: the one that may carry it out, or ``NOBODY`` for any."""

    form: Card
    deck: int
    side: int
    holds: Test
    orders: tuple[CompiledOrder, ...]
    program: tuple[Effect, ...]


class DeckRules:
    """What may be played. A card is an index in ``cards``, as the files have them."""

    def __init__(
        self,
        frame: Frame,
        section: Decks,
        sequence: SequenceOfPlay,
        forces: Forces,
        selectors: Selectors,
        conditions: Conditions,
        hands: Hands,
    ) -> None:
        self._frame, self._forces, self.hands = frame, forces, hands
        self._phases = tuple(phase[CardPhases] for phase in sequence.phases)
        self.decks = hands.decks
        layout, sides = Layout(selectors, conditions), range(len(frame.side_ids))

        def order(order_form: Order) -> CompiledOrder:
            among = tuple(selectors.mask(order_form.only, side) for side in sides)
            return CompiledOrder(order_form, among, counted(order_form.most, conditions))

        self.cards = tuple(
            CompiledCard(
                card,
                deck,
                NOBODY if card.side is None else frame.side_index[card.side],
                conditions.test(card.condition),
                tuple(map(order, card.orders)),
                layout.steps(card.does),
            )
            for card, deck in zip(hands.cards, hands.deck_of, strict=True)
        )
        self._texts: dict[int, str] = {}
        self.index = {card.id: index for index, card in enumerate(hands.cards)}
        self._ways_hold = tuple(
            {way.id: conditions.test(way.condition) for way in deck.ways.values()}
            for deck in self.decks
        )

    def text(self, card: int, game: ResolvedGame) -> str:
        """What a card does, for players; made when it is first asked for."""
        if card not in self._texts:
            self._texts[card] = text_of(self.cards[card].form, game)
        return self._texts[card]

    def concerned_at(self, moment: str) -> bool:
        """Whether the patches of some cards last."""
        return moment != "effects" or any(lasts(card.form) for card in self.cards)

    # -- what may be played -----------------------------------------------------------------------

    def phase(self, phase: int) -> CardPhases:
        """What a phase says of cards."""
        return self._phases[phase]

    def ways_of(self, card: int) -> tuple[str, ...]:
        """The ways in which a card is played, open or not; the empty one where decks have none."""
        return tuple(self.decks[self.cards[card].deck].ways) or ("",)

    def way(self, card: int, way: str) -> Way | None:
        """What is said of a way to play a card."""
        return self.decks[self.cards[card].deck].ways[way] if way else None

    def playable(self, state: Position, phase: int, side: int) -> Iterator[tuple[int, str]]:
        """The cards that a side may play in a phase of kind card, each in its ways."""
        for card in range(len(self.cards)):
            if self.hands.may_hold(state, side, card):
                for way in self.ways_of(card):
                    if self.why_not(state, phase, side, card, way) is None:
                        yield card, way

    def why_not(
        self, state: Position, phase: int, side: int, card: int, way: str
    ) -> Violation | None:
        """Why a side may not play a card in a way in a phase of kind card."""
        compiled, name = self.cards[card], in_prose(self._frame.side_names[side])
        printed, deck = compiled.form, self.decks[compiled.deck]
        if not self.hands.may_hold(state, side, card):
            return self.does_not_hold(side, card)
        if self._phases[phase].deck not in (None, deck.id):
            text = f"{printed.title} is no card for this phase."
            return self.refuse(card, "play", text)
        if printed.answers is not None:
            return self.refuse(card, "answers", f"{printed.title} is played in answer only.")
        if way not in self.ways_of(card):
            ways = f": play {printed.id} as {either(deck.ways)}" if deck.ways else " as it is"
            return self.refuse(card, "play", f"{printed.title} is played{ways}.")
        chosen_way = self.way(card, way)
        if chosen_way is not None and not self._ways_hold[compiled.deck][way](state):
            text = f"{printed.title} cannot be played {in_the_way(chosen_way)} now."
            return Violation(chosen_way.cite or self.cite(card, "play"), text, "decks.way")
        # What the card says is not carried out where points come in its place: then it does not
        # matter whose card it is, nor whether its event could come about.
        if chosen_way is not None and chosen_way.gain:
            if not value_of(printed, chosen_way):
                return self.refuse(card, "play", f"{printed.title} brings no points.")
            if self._frame.side_ids[side] not in chosen_way.gain:
                return self.refuse(card, "play", f"Nobody gives {name} points for {printed.title}.")
            return None
        if compiled.side not in (NOBODY, side):
            other = in_prose(self._frame.side_names[compiled.side])
            return self.refuse(card, "play", f"{printed.title} is for {other} to carry out.")
        if not compiled.holds(state):
            return self.refuse(card, "play", f"{printed.title} cannot be played now: see its text.")
        return None

    def why_not_aside(self, state: Position, phase: int, side: int, card: int) -> Violation | None:
        """Why a side may not put a card aside in a phase."""
        if not self.hands.may_hold(state, side, card):
            return self.does_not_hold(side, card)
        if self._phases[phase].deck not in (None, self.decks[self.cards[card].deck].id):
            text = f"{self.cards[card].form.title} is no card for this phase."
            return self.refuse(card, "discards", text)
        if state.memory[PLAYED].discards >= self._phases[phase].discards:
            return self.refuse(card, "discards", "No more cards may be put aside in this phase.")
        return None

    def does_not_hold(self, side: int, card: int) -> Violation:
        """That a side does not have the card."""
        text = f"{opening(self._frame.side_names[side], 'holds')} no {self.cards[card].form.title}."
        return self.refuse(card, "play", text)

    def cite(self, card: int, reason: str) -> str:
        """The rule that the deck of a card cites."""
        return self.decks[self.cards[card].deck].cite.get(reason, "")

    def refuse(self, card: int, reason: str, text: str) -> Violation:
        """That a card may not be played, with the rule: its own, or that of its deck."""
        rule = self.cite(card, reason) or self.cards[card].form.cite
        return Violation(rule, text, f"decks.{reason}")

    # -- what lasts -------------------------------------------------------------------------------

    def begin_lasting(self, state: Position, card: int, side: int) -> None:
        """Let the patch of a card that a side has played be in force from now on."""
        printed, now = self.cards[card].form, state.memory[LASTING]
        until = FOR_GOOD if printed.lasts == "game" else state.turn
        lasting = Lasting((*now.cards, card), (*now.until, until), (*now.by, side))
        state.remember(LASTING, lasting)
        # The kernel asks its judges as phases begin; a card that is played is in force at once.
        state.under(self.judge(state, state.phase_index, battle=False))

    def judge(self, state: Position, phase: int, battle: bool) -> tuple[str, ...]:
        """The effects in force, with those of cards."""
        # The judges are asked one after the other: `effects` already holds what those before this
        # one have decided, and perhaps cards from the last time that it was asked.
        others = tuple(name for name in state.effects if not name.startswith(PREFIX))
        return (*others, *(PREFIX + self.cards[card].form.id for card in self.lasting(state)))

    def lasting(self, state: Position) -> Sequence[int]:
        """The cards whose patch lies over the game, in the order of the files."""
        now, side = state.memory[LASTING], state.phase_side
        lasting = set[int]()
        for card, until, by in zip(now.cards, now.until, now.by, strict=True):
            during = self.cards[card].form.during
            in_its_phase = side == by if during == "own" else side in self._frame.foes[by]
            if until >= state.turn and (during == "all" or in_its_phase):
                lasting.add(card)
        return sorted(lasting)

    # -- orders -----------------------------------------------------------------------------------

    def may_order(self, state: Position, card: int, order: int, side: int) -> Orderable:
        """Which units an order of a card lets a side choose, as things stand."""
        compiled = self.cards[card].orders[order]
        among = compiled.among[side](state) & self._forces.mask_of_side[side]
        return Orderable(among, compiled.most(state) if compiled.most else among.bit_count())

    def named(self, units: int) -> tuple[str, ...]:
        """The ids of units (a mask)."""
        return tuple(self._forces.ids[unit] for unit in bits(units))


def lasts(card: Card) -> bool:
    """Whether the patch of a card lies over the game for longer than a battle."""
    return card.patch is not None and not answers_attack(card)


def answers_attack(card: Card) -> bool:
    """Whether a card is played in answer to an attack."""
    return card.answers is not None and card.answers.attack is not None


def in_the_way(way: Way) -> str:
    """A way in a sentence: ``for its event``."""
    return way.title[:1].lower() + way.title[1:]


# Cards in the words of players.
#
# An author's text is taken as it is. Without it the text is made of what follows: when the card is
# played, which side carries it out, which units it orders, what it does, what its patch changes and
# for how long.


NUMBER = "the number of "
"""How an amount that counts things begins; ``ordered`` needs the amount without it."""

MOST_CHANGES = 4
"""Up to so many changes of a patch are told one by one; for a longer one, the sections that it
changes.
"""


def text_of(card: Card, game: ResolvedGame) -> str:
    """What a card does: the author's words, or what follows from the rest, in sentences."""
    if card.text:
        return card.text.strip()
    return " ".join(f"{sentence[:1].upper()}{sentence[1:]}." for sentence in _sentences(card, game))


def _sentences(card: Card, game: ResolvedGame) -> Iterator[str]:
    """What a card does, in the order in which it is done, each a sentence without its stop."""
    names = titles(game)
    if card.answers is not None:
        yield f"played in answer to {answered(card)}"
    if card.side is not None:
        yield f"only {called(names, 'side', card.side)} carries it out"
    if card.condition is not None:
        yield f"only if {in_a_sentence(card.condition, names, vocabulary('wordings'))}"
    for order in card.orders:
        yield ordered(order, names)
    if card.does:
        yield program_in_words(card.does, names)
    if card.patch is not None:
        when = "in this battle"
        if lasts(card):
            long = {"turn": "for this turn", "game": "from then on"}[card.lasts]
            whose = {"own": "in one's own phases", "enemy": "in the enemy's phases", "all": ""}
            when = f"{long} {whose[card.during]}".rstrip()
        changes = [
            # Each begins with the title of the card as its source, which the reader can see
            # already.
            change.removeprefix(f"{card.title}: ").removesuffix(".")
            for change in changes_in_words(game, card.patch)
        ]
        if 0 < len(changes) <= MOST_CHANGES:
            yield f"{when}: {'; '.join(changes)}"
        else:
            yield f"changes {every(map(in_words, card.patch.entries))} {when}"
    if card.after == REMOVED:
        yield "then it leaves the game"


def answered(card: Card) -> str:
    """What a card is played in answer to."""
    answers, moments = card.answers, []
    if answers is not None and answers.attack is not None:
        near = {None: "", "adjacent": " from beside", "distant": " from afar"}[
            answers.attack.distance
        ]
        mine = " of one's own" if answers.attack.by == "attacker" else ""
        against = answers.attack.against
        whom = f" against {units_selected(against)}" if against else ""
        moments.append(f"an attack{mine}{near}{_by(answers.attack)}{whom}")
    if answers is not None and answers.move is not None:
        moments.append(f"an enemy's move{_by(answers.move)}")
    if answers is not None and answers.fire is not None:
        moments.append(f"an enemy's fire{_by(answers.fire)}")
    return every(moments)


def _by(answer: Answer) -> str:
    return f" by {units_selected(answer.only)}" if answer.only else ""


def ordered(order: Order, names: Names) -> str:
    """Which units a card brings into which state."""
    state = called(names, "state", order.state)
    single = order.most == 1
    whom = "unit" if single else "units"
    if order.only is not None:
        whom = units_selected(order.only, names, single=single)
    if order.most is None:
        return f"all own {whom} come into the state {state}"
    if isinstance(order.most, Condition):
        many = amount(order.most, names)
        so_many = f"there are {many.removeprefix(NUMBER)}" if many.startswith(NUMBER) else many
        return f"as many own {whom} as {so_many} come into the state {state}"
    return f"at most {order.most} own {whom} {'comes' if single else 'come'} into the state {state}"


def values_of(card: Card) -> str:
    """The values that are printed on a card: ``ops 2``."""
    return ", ".join(f"{in_words(name)} {value}" for name, value in card.values.items())


# What the section ``decks`` says, in sentences that players read.
#
# One function for each key that needs more than its own words; the table at the end says which.


def _hand(deck: Deck, speaker: Speaker) -> str:
    if isinstance(deck.hand, int):
        return f"A hand is of {several(deck.hand, 'card')}."
    hands = (f"{several(n, 'card')} of {speaker.side(side)}" for side, n in deck.hand.items())
    return f"A hand is of {every(hands)}."


def _draws(deck: Deck, speaker: Speaker) -> str:
    """When cards are drawn, by which sides and how many."""
    draws = []
    for draw in deck.draws:
        many = "as many as fill the hand"
        if isinstance(draw.count, Condition):
            many = f"as many as {amount(draw.count, speaker.names)}"
        elif draw.count is not None:
            many = several(draw.count, "card")
        whose = f", {speaker.side(draw.side)}" if draw.side else ""
        when = f", if {speaker.condition(draw.condition)}" if draw.condition else ""
        draws.append(f"Drawn in {speaker.phases(draw.phase)}{whose}{when}: {many}.")
    return " ".join(draws)


def _gain(way: Way, speaker: Speaker) -> str:
    """What a way of playing a card brings in place of what the card says."""
    if not way.gain:
        return "The card itself is carried out."
    pools = every(
        f"{speaker.called('pool', pool)} for {speaker.side(side)}"
        for side, pool in way.gain.items()
    )
    return f"Points come in place of what the card says: {pools}."


def _text(card: Card, speaker: Speaker) -> str:
    text = card.text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _copies(card: Card, speaker: Speaker) -> str:
    return f"There {'is' if card.count == 1 else 'are'} {card.count} of it."


def _answers(card: Card, speaker: Speaker) -> str:
    if card.answers is None:
        return "Played in a phase of cards."
    return f"Played in answer to {answered(card)}."


def _orders(card: Card, speaker: Speaker) -> str:
    orders = "; ".join(ordered(order, speaker.names) for order in card.orders)
    return f"{orders[:1].upper()}{orders[1:]}."


def _lasts(card: Card, speaker: Speaker) -> str:
    return "In force from then on." if card.lasts == "game" else "In force for this turn."


def _during(card: Card, speaker: Speaker) -> str:
    whose = {"own": "the side that plays it", "enemy": "its enemies"}.get(card.during)
    return f"In force in the phases of {whose}." if whose else "In force in all phases."


WORDS: Words = {
    Deck: {"hand": _hand, "draws": _draws},
    Way: {"gain": Always(_gain)},
    Card: {
        "text": _text,
        "count": _copies,
        "orders": _orders,
        "answers": _answers,
        "lasts": _lasts,
        "during": _during,
    },
}
