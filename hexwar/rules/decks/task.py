"""Cards in play: verbs, phases, what stands on the agenda, what is counted, reported and hidden.

The other modules of the package say what cards do; here stands what they add to the language
(conditions, counts, steps of programs), how actions with cards are written, what is recorded beside
the map, and the tables by which the rest of the engine finds all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import cast

from hexwar.definition.grammar import in_prose, opening
from hexwar.definition.model import Condition, Effect, ResolvedGame
from hexwar.definition.spelling import index_of_side
from hexwar.definition.tree import MappingNode
from hexwar.engine.action import Action
from hexwar.engine.notation import NAMED, UNITS, ActionParts, ActionSyntax, Verb
from hexwar.engine.position import bits
from hexwar.engine.queries import CardPile, CardPlay, HeldCard, Recorded
from hexwar.engine.registry import Hiding, Patching, Previewing
from hexwar.engine.rules import Frame, Rules
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.combat.odds import PREFIX as IN_BATTLE
from hexwar.rules.decks.hands import HELD, LASTING, PLAYED, CardKnowledge, Hands, known_events
from hexwar.rules.decks.playing import (
    COMMAND,
    DISCARD,
    PLAY,
    AnswerOffered,
    AnswerRules,
    CardInPlay,
    CardPhase,
    DealPhase,
    Ordering,
    answer_line,
    in_battle,
    named,
    played_in_battle,
    playing,
    preview_answer,
    worth_of_answer,
)
from hexwar.rules.decks.rules import (
    AS,
    PREFIX,
    DeckRules,
    answers_attack,
    in_the_way,
    lasts,
    values_of,
)
from hexwar.rules.decks.section import Card, CardPhases, Dealt, Deck, Decks, value_of
from hexwar.rules.language.conditions import Measure, how_many, so_many
from hexwar.rules.language.programs import Parties, meant_sides, whose_in_words
from hexwar.rules.language.wording import Names, called, every, several
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.states.rules import StateRules
from hexwar.rules.units.rules import Forces

# Cards as players look at them: the hand with what can be done with each card, the piles.
#
# The hand is shown with everything that can be done with each card, now or later, and why not now;
# piles as everybody may look at them.


def hand_of(state: Position, side: int) -> tuple[HeldCard, ...]:
    """The cards that a side is known to hold, in the order of the files."""
    rules = state.rules.find(DeckRules)
    if rules is None:
        return ()
    return tuple(
        _as_shown(rules, card, many, state.resolved, tuple(_plays(state, rules, side, card)))
        for card, many in rules.hands.in_hand(state, side)
    )


def piles(state: Position) -> tuple[CardPile, ...]:
    """The decks as everybody knows them."""
    rules, frame = state.rules.find(DeckRules), state.frame
    if rules is None:
        return ()
    hands, shown = rules.hands, []
    cards = hands.held(state)
    for at, deck in enumerate(rules.decks):
        heaps = [
            tuple(
                _as_shown(rules, card, counts[card], state.resolved)
                for card in hands.of_deck[at]
                if counts[card]
            )
            for counts in (cards.open, cards.removed)
        ]
        sizes = {
            frame.side_ids[side]: hands.hand_size(state, side, at)
            for side in frame.played
            if deck.is_of(frame.side_ids[side])
        }
        discards, removed = heaps if deck.discards == "seen" else ((), heaps[1])
        shown.append(
            CardPile(deck.id, deck.title, hands.deck_size(state, at), sizes, discards, removed)
        )
    return tuple(shown)


def _as_shown(
    rules: DeckRules, card: int, many: int, game: ResolvedGame, plays: tuple[CardPlay, ...] = ()
) -> HeldCard:
    """A card as it is shown, of which there are so ``many`` there."""
    printed = rules.cards[card].form
    text, values = rules.text(card, game), values_of(printed)
    return HeldCard(printed.id, printed.title, text, values, many, plays)


def _plays(state: Position, rules: DeckRules, side: int, card: int) -> Iterator[CardPlay]:
    """What a side can do with a card, now or at another time."""
    task = state.agenda[-1] if state.agenda else None
    is_asked = isinstance(task, CardPhase | AnswerOffered) and task.side(state) == side
    printed = rules.cards[card].form
    answers = printed.answers is not None or isinstance(task, AnswerOffered)
    for way in ("",) if answers else rules.ways_of(card):
        chosen_way, title = rules.way(card, way), "Play"
        if chosen_way is not None:
            points = f" {value_of(printed, chosen_way)}" if chosen_way.gain else ""
            title = f"{chosen_way.title}{points}"
        action = playing(printed.id, way)
        why_not = _why_not(state, action, asked=is_asked)
        clause = _in_vain(state, action) if not why_not else ""
        yield CardPlay(action, title, why_not, f"It {clause} now." if clause else "")
    if isinstance(task, CardPhase) and is_asked and rules.phase(state.phase_index).discards:
        action = Action(DISCARD, name=printed.id)
        yield CardPlay(action, "Put aside", _why_not(state, action, asked=is_asked))


def _why_not(state: Position, action: Action, *, asked: bool) -> Violation | None:
    """Why a card is not played so now: its side is not asked, or the rules say no."""
    if not asked:
        return Violation("", "No card is played now.", "sequence.order")
    return state.explain(action)


NOBODY_TO_ORDER = "orders none of your units"
"""What is shown of a card whose orders its side has no units for."""

PLAYED_ALREADY = "changes nothing more in this battle"
"""What is shown of a card of which another lies over the same battle."""


def _in_vain(state: Position, action: Action) -> str:
    """What speaks against a card: it would order none of the units that its side has now, or only
    lay its patch over a battle in which that is in force. Empty for any other card, and for those
    that are played for points.
    """
    rules = state.rules[DeckRules]
    named_card = named(rules, action)
    if named_card is None:
        return ""
    card, name = named_card
    compiled, way = rules.cards[card], rules.way(card, name)
    if isinstance(state.agenda[-1], AnswerOffered) and not (compiled.orders or compiled.program):
        return PLAYED_ALREADY if in_battle(rules, card) in state.effects else ""
    side = state.agenda[-1].side(state)
    if not compiled.orders or (way is not None and way.gain) or side == NOBODY:
        return ""
    # Where the orders are as many as the cards left, there may be none once this one is laid down.
    twin = state.clone()
    if rules.hands.hand_size(twin, side, compiled.deck):
        rules.hands.lay_down(twin, side, card, carried_out=True)
    for order, compiled_order in enumerate(compiled.orders):
        among, most = rules.may_order(twin, card, order, side)
        if most and among & ~twin.rules[StateRules].has(twin, compiled_order.form.state):
            return ""
    return NOBODY_TO_ORDER


def _played_in_vain(state: Position, action: Action) -> str:
    """The same with the card's title, as a clause; empty for all else that can be done."""
    clause = _in_vain(state, action) if action.verb == PLAY and not state.is_over else ""
    return f"{_play_title(action, state)} {clause}" if clause else ""


# What a card brings that no trial of it shows: units that may act now, points, what is kept.
#
# For computer players, in parts of a victory: an order counts the more the nearer its unit is to
# the enemy, a point what it lets units do, and each card played what it might have been worth
# later.


ORDERED = 0.012
"""A unit that may act, in parts of a victory; one beside the enemy twice."""

POINT = 0.008
"""A point for acting."""

KEPT = 0.004
"""A card in the hand, which may be played later."""

NEAR = 4
"""Within so many hexes of the enemy a unit is near enough for its action to matter."""


def _urgency(state: Position, side: int, unit: int) -> float:
    """How much it matters that a unit may act: by how near it is to the enemy."""
    board, enemies = state.frame.board, state.enemies_of(side)
    cell_bit = reached = board.bit[state.cells[unit]]
    for step in range(1, NEAR + 1):
        # `expand` leaves out a hex that lies beside none of the others.
        reached = board.expand(reached) | cell_bit
        if reached & enemies:
            return 1 + (NEAR + 1 - step) / NEAR
    return 0.5


def gain_of_order(state: Position, side: int, action: Action) -> float:
    """What it is worth that units are ordered."""
    index = state.frame.unit_index
    return ORDERED * sum(_urgency(state, side, index[name]) for name in action.units)


def worth_of_order(state: Position, side: int, action: Action) -> float:
    """What an order is worth as a choice; nothing to a side that orders no more."""
    return gain_of_order(state, side, action) if action.units else 0.0


def gain_of_play(state: Position, side: int, action: Action) -> float:
    """What a card lets units do, or what its points let them, less what it is worth in the hand."""
    rules = state.rules[DeckRules]
    named_card = named(rules, action)
    if named_card is None or isinstance(state.agenda[-1], Ordering):
        return 0.0
    card, name = named_card
    compiled, way = rules.cards[card], rules.way(card, name)
    if way is not None and way.gain:
        return POINT * value_of(compiled.form, way) - KEPT
    gain = 0.0
    for order in range(len(compiled.orders)):
        among, most = rules.may_order(state, card, order, side)
        urgent = sorted((_urgency(state, side, unit) for unit in bits(among)), reverse=True)
        gain += ORDERED * sum(urgent[:most])
    return gain - KEPT


def gain_of_discard(state: Position, side: int, action: Action) -> float:
    """A card that is put aside is gone."""
    return -KEPT


# -- conditions and steps ------------------------------------------------------------------------


def _cards(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """How many cards there are somewhere: of one kind, of a deck, or of all."""
    given = condition.arguments
    pile, side = given["where"], given.get("side")
    whose = frame.side_index[side] if side else None

    def in_hand(state: Position, hands: Hands, deck: int) -> int:
        side = state.phase_side if whose is None else whose
        return 0 if side == NOBODY else hands.hand_size(state, side, deck)

    many: Mapping[str, Callable[[Position, Hands, int], int]] = {
        "hand": in_hand,
        "deck": lambda state, hands, deck: hands.deck_size(state, deck),
        "discards": lambda state, hands, deck: hands.discards_of(state, deck),
        "removed": lambda state, hands, deck: hands.removed_of(state, deck),
    }
    card, count = given.get("card"), many[pile]

    def measure(state: Position) -> int:
        rules = state.rules[DeckRules]
        if card:
            now, index = rules.hands.held(state), rules.index[card]
            return (now.removed if pile == "removed" else now.open)[index]
        decks = range(len(rules.decks))
        counted = [deck for deck in decks if given.get("deck") in (None, rules.decks[deck].id)]
        return sum(count(state, rules.hands, deck) for deck in counted)

    return measure


def _in_words(condition: Condition, names: Mapping[str, str]) -> str:
    many = so_many(how_many(condition, names), "card")
    return f"{_place(condition, names)} has {many}{_title(condition, names)}"


def _card_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    return f"card{_title(condition, names)} in {_place(condition, names)}"


def _title(condition: Condition, names: Mapping[str, str]) -> str:
    name = condition.arguments.get("card")
    return f" {called(names, 'card', name)}" if name else ""


def _place(condition: Condition, names: Mapping[str, str]) -> str:
    """Where cards are counted, in words."""
    given = condition.arguments
    whose = f" of {called(names, 'side', given['side'])}" if given.get("side") else ""
    deck = f" of {called(names, 'deck', given['deck'])}" if given.get("deck") else ""
    return {
        "hand": f"the hand{whose}{deck}",
        "deck": called(names, "deck", given["deck"]) if given.get("deck") else "the deck",
        "discards": f"the heap of discards{deck}",
        "removed": f"the heap of removed cards{deck}",
    }[given["where"]]


def _deck_of(state: Position, dealt: Dealt) -> tuple[Hands, int]:
    """The hands, and the deck that a step is about."""
    rules = state.rules[DeckRules]
    deck = next(index for index, pile in enumerate(rules.decks) if pile.id == dealt.deck)
    return rules.hands, deck


def _sides_concerned(state: Position, parties: Parties, dealt: Dealt) -> tuple[int, ...]:
    """The sides whose hands a step is about, of those that draw from the deck."""
    if dealt.side is None:
        return (state.phase_side,) if state.phase_side != NOBODY else ()
    deck = state.rules[DeckRules].decks[_deck_of(state, dealt)[1]]
    meant = meant_sides(state, parties, dealt.side)
    return tuple(side for side in meant if deck.is_of(state.frame.side_ids[side]))


def _deal(state: Position, parties: Parties, effect: Effect) -> Task | None:
    dealt = cast(Dealt, effect.said)
    hands, deck = _deck_of(state, dealt)
    for side in _sides_concerned(state, parties, dealt):
        hands.draw(state, deck, side, dealt.count)
    return None


def _discard(state: Position, parties: Parties, effect: Effect) -> Task | None:
    dealt = cast(Dealt, effect.said)
    hands, deck = _deck_of(state, dealt)
    for side in _sides_concerned(state, parties, dealt):
        hands.lose_by_lot(state, deck, side, dealt.count)
    return None


def _reshuffle(state: Position, parties: Parties, effect: Effect) -> Task | None:
    hands, deck = _deck_of(state, Dealt(deck=cast(str, effect.said)))
    hands.reshuffle(state, deck)
    return None


def _dealt_in_words(effect: Effect, names: Names) -> str:
    return _hand_in_words(cast(Dealt, effect.said), names, "draws")


def _discarded_in_words(effect: Effect, names: Names) -> str:
    return f"{_hand_in_words(cast(Dealt, effect.said), names, 'loses')}, as the dice will"


def _hand_in_words(dealt: Dealt, names: Names, verb: str) -> str:
    who = whose_in_words(dealt.side, names)
    return f"{opening(who, verb)} {several(dealt.count, 'card')}"


def _shuffled_in_words(effect: Effect, names: Names) -> str:
    deck = called(names, "deck", cast(str, effect.said))
    return f"the discards of {deck} are shuffled in"


# -- playing -------------------------------------------------------------------------------------


def _read(verb: str, words: list[str]) -> ActionParts:
    if len(words) == 1:
        return ActionParts(name=words[0])
    if len(words) == 3 and words[1] == AS.strip():
        return ActionParts(name=" ".join(words))
    raise ValueError("write: play CARD or play CARD as WAY")


PLAYING = ActionSyntax(_read, lambda parts: parts.name, name=True)
"""``play levy``, ``play levy as operations``."""


def _play_title(action: Action, state: Position) -> str:
    """A card that can be played, with its way."""
    rules = state.rules[DeckRules]
    named_card = named(rules, action)
    if named_card is None:
        return str(action)
    card, way = named_card
    chosen_way = rules.way(card, way)
    title = rules.cards[card].form.title
    return f"{title}, {in_the_way(chosen_way)}" if chosen_way else title


def _play_label(action: Action, state: Position) -> str:
    title = _play_title(action, state)
    if clause := _in_vain(state, action):
        title += " (orders nobody)" if clause == NOBODY_TO_ORDER else f" ({clause})"
    return answer_line(action, state, title)


def _discard_label(action: Action, state: Position) -> str:
    rules = state.rules[DeckRules]
    return f"Put {rules.cards[rules.index[action.name]].form.title} aside"


def _order_label(action: Action, state: Position) -> str:
    return f"Order {every(action.units)}"


# -- what is known -------------------------------------------------------------------------------


def _hides(rules: Rules) -> bool:
    return rules.find(DeckRules) is not None


def _veil(rules: CardKnowledge, state: Position, side: int) -> None:
    rules.veil(state, side)


def _records(state: Position) -> Iterator[Recorded]:
    """How many cards there are in each place, and what lies open."""
    rules = state.rules.find(DeckRules)
    if rules is None:
        return
    hands, frame = rules.hands, state.frame
    piles = hands.held(state)
    for at, deck in enumerate(rules.decks):
        several_decks = len(rules.decks) > 1
        for side in frame.played:
            if deck.is_of(frame.side_ids[side]):
                in_hand = hands.hand_size(state, side, at)
                whose = f"Hand of {in_prose(frame.side_names[side])}"
                title = f"{whose}, {deck.title}" if several_decks else whose
                ident = f"hand of {frame.side_ids[side]} {deck.id}"
                yield Recorded(ident, title, in_hand, several(in_hand, "card"))
        undrawn = hands.deck_size(state, at)
        yield Recorded(f"deck {deck.id}", deck.title, undrawn, f"{several(undrawn, 'card')} left")
        heaps = [("removed", "Removed", piles.removed)]
        if deck.discards == "seen":
            heaps.insert(0, ("discards", "Discards", piles.open))
        for ident, heap, counts in heaps:
            cards = [
                f"{hands.cards[card].title} {counts[card]}"
                if counts[card] > 1
                else hands.cards[card].title
                for card in hands.of_deck[at]
                if counts[card]
            ]
            if cards:
                text = every(cards)
                title = f"{heap}, {deck.title}" if several_decks else heap
                yield Recorded(f"{ident} of {deck.id}", title, text, text)
    lasting = {card: rules.cards[card].form.title for card in rules.lasting(state)}
    if lasting:
        text, game = every(lasting.values()), state.resolved
        notes = tuple(f"{title}: {rules.text(card, game)}" for card, title in lasting.items())
        yield Recorded("cards in force", "Cards in force", text, text, notes)


# -- patches -------------------------------------------------------------------------------------


def _decks(game: ResolvedGame) -> Mapping[str, Deck]:
    section = game.section(Decks)
    return section.by_id if section is not None else {}


def _patches(game: ResolvedGame) -> dict[str, MappingNode]:
    """The patches of cards that stay in force, by the names under which they are."""
    return {
        PREFIX + card.id: card.patch
        for deck in _decks(game).values()
        for card in deck.cards.values()
        if card.patch is not None and lasts(card)
    }


def _in_battles(game: ResolvedGame) -> dict[str, MappingNode]:
    """The patches of cards that answer attacks, by the names under which they are in force."""
    return {
        IN_BATTLE + PREFIX + card.id: card.patch
        for deck in _decks(game).values()
        for card in deck.cards.values()
        if card.patch is not None and answers_attack(card)
    }


def _may_meet(game: ResolvedGame, first: str, other: str) -> bool:
    """A battle may see any two cards, or a card and a kind of battle."""
    return any(name.startswith(IN_BATTLE + PREFIX) for name in (first, other))


def _ends(hands: Hands, state: Position) -> None:
    # A phase of kind deal has drawn when it was settled.
    if state.frame.phase_kinds[state.phase_index] != DealPhase.kind:
        hands.draws_in(state, state.phase_index)


def _all_cards(game: ResolvedGame) -> Mapping[str, Card]:
    return {card.id: card for deck in _decks(game).values() for card in deck.cards.values()}


def _has_discards(game: ResolvedGame) -> bool:
    return any(phase[CardPhases].discards for phase in game[SequenceOfPlay].phases)


def _has_orders(game: ResolvedGame) -> bool:
    return any(card.orders for deck in _decks(game).values() for card in deck.cards.values())


VERBS = {
    PLAY: Verb(PLAYING, label=_play_label, does="play a card, perhaps in a way"),
    DISCARD: Verb(
        NAMED, label=_discard_label, commits=True, does="put a card aside", needs=_has_discards
    ),
    COMMAND: Verb(UNITS, "unit", _order_label, does="let a card order units", needs=_has_orders),
}
PHASES = {"deal": DealPhase, "card": CardPhase}
TASKS = {"card_in_play": CardInPlay, "ordering": Ordering, "answer": AnswerOffered}
SLOTS = (HELD, PLAYED, LASTING)
TITLES = {"deck": _decks, "card": _all_cards}
MEASURES = {"cards": _cards}
WORDINGS = {"cards": _in_words}
COUNTED = {"cards": _card_in_words}


def _begins(state: Position, hands: Mapping[str, Iterable[str]]) -> None:
    """The caller that starts a game says which cards sides hold."""
    rules = state.rules.find(Hands)
    if rules is None:
        raise ValueError("there are no cards in this game")
    for side, cards in hands.items():
        rules.begin(state, index_of_side(state.frame.side_ids, side), cards)


BEGINNINGS = {"hands": _begins}
RESULTS = {"deal": _deal, "discard": _discard, "reshuffle": _reshuffle}
MEANINGS = {
    "deal": _dealt_in_words,
    "discard": _discarded_in_words,
    "reshuffle": _shuffled_in_words,
}
HOOKS = {
    "phase_closing": (Hands, _ends),
    "effects": (DeckRules, DeckRules.judge),
    "interrupts": (AnswerRules, AnswerRules.interrupted),
    "secrets": (CardKnowledge, _veil),
    "keeps": (CardKnowledge, lambda rules, state: True),
    "guesses": (CardKnowledge, CardKnowledge.guess),
}
BATTLE_STAGES = {"answer": (AnswerRules, AnswerRules.attacked)}
PATCHES = (Patching(effects=_patches, battles=_in_battles, both=_may_meet),)
# Cards hide no unit: what others do not know of them is left out of events.
HIDES = (Hiding(_hides, lambda state, side: 0, lambda state, moments: None, known_events),)
RECORDS = (_records,)
PREVIEWS = {
    PLAY: Previewing(preview_answer, lambda state, side, action: preview_answer(state, action))
}
WORTH = {"answer": worth_of_answer, "ordering": worth_of_order}
GAINS = {PLAY: gain_of_play, DISCARD: gain_of_discard, COMMAND: gain_of_order}
ANSWERS = {
    "hand": hand_of,
    "card_piles": piles,
    "in_vain": _played_in_vain,
    "answered_with": played_in_battle,
}
