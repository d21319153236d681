"""What is proved of section ``decks``: that cards are drawn, can be played, and do something.

Cards and draws first, then what a card does and whether any way of playing it has an effect, then
the phases and moments in which cards are played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.definition.checks import Subject, of_all_games, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.editing import deletion
from hexwar.definition.grammar import a_or_an
from hexwar.definition.model import Condition
from hexwar.definition.tree import MappingNode, key_node
from hexwar.rules.decks.section import HAND, CardPhases, Deck, Decks, ValueOfCard, value_of
from hexwar.rules.language.checks import most_of
from hexwar.rules.language.section import ACTOR, TARGET, is_about
from hexwar.rules.language.wording import either, every
from hexwar.rules.pools.section import Pools
from hexwar.rules.scopes.checks import IdleKey, of_keys, overlays_in_play
from hexwar.rules.sequence.section import Phase, SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.states.section import States
from hexwar.rules.tracks import Tracks

CARD, DEAL = "card", "deal"
OF_CARDS = ("plays", "mandatory", "discards")
MOMENTS = {"attack": ("combat",), "move": ("movement", "activation"), "fire": ("activation",)}
"""The kinds of phase in which each moment comes."""


@of_each_game
def cards_have_one_deck(subject: Subject, findings: Findings) -> None:
    """A card is called by its id alone, so no two decks have one of the same."""
    first: dict[str, str] = {}
    for deck in subject.game[Decks].by_id.values():
        for card in deck.cards:
            if card in first:
                place = subject.key("decks", deck.id, "cards", card).place()
                message = f"{first[card]} and {deck.id} both have a card {card}"
                findings.add("HW700", place, message, help="give one of them another id")
            first.setdefault(card, deck.id)


@of_each_game
def draws_draw_something(subject: Subject, findings: Findings) -> None:
    """What is drawn is a number or fills a hand that has a size, and every deal deals."""
    drawn: dict[str, set[str]] = {}
    for deck in subject.game[Decks].by_id.values():
        for index, draw in enumerate(deck.draws):
            place = subject.node("decks", deck.id, "draws", index).place()
            sides = [side for side in _sides(subject, deck) if draw.side in (None, side)]
            if (draw.to is None) == (draw.count is None):
                message = f"{deck.id} says {'neither how many are' if draw.to is None else 'twice'}"
                message += " drawn" if draw.to is None else " how many are drawn"
                findings.add("HW701", place, message, help="write `to: hand`, or a `count`")
            elif draw.to == HAND and not any(map(deck.hand_of, sides)):
                message = f"the hand of {either(sides) or 'nobody'} has no size"
                findings.add("HW701", place, message, help="say it, such as `hand: 5`")
            for phase in draw.phase:
                drawn.setdefault(phase, set()).add(deck.id)
    for deal in _phases(subject, DEAL):
        deck_name = deal[CardPhases].deck
        if not drawn.get(deal.id, set()) & (
            {deck_name} if deck_name else {*subject.game[Decks].by_id}
        ):
            place = subject.node("sequence", "phases", *deal.at).place()
            hint = f"name it in the `draws` of {deck_name or 'a deck'}"
            findings.add("HW702", place, f"nothing is dealt in {deal.id}", help=hint)


@of_keys
def hands_are_patched_where_they_are_filled(subject: Subject) -> Iterator[IdleKey]:
    """The size of a hand is patched in phases in which cards are drawn up to it."""
    decks, phases = subject.game.section(Decks), subject.game[SequenceOfPlay].phases
    overlays = overlays_in_play(subject) if decks is not None else None
    if decks is None or overlays is None:
        return
    for patch, concerned in overlays.concerned():
        phases_concerned = [phases[index] for index in concerned]
        for deck in decks.by_id.values():
            written = patch.mapping("decks").mapping(deck.id)
            filled = {name for draw in deck.draws if draw.to == HAND for name in draw.phase}
            # What is said around a phase, or within one, is not judged: it may be the same.
            near = [
                phase
                for phase in phases_concerned
                for name in filled
                if _is_near(phase, name, phases)
            ]
            why = f"hand: no hand of {deck.id} is filled in the phases of this patch"
            if "hand" in written:
                hint = "say it for a phase that stands in its `draws` with `to: hand`, or delete it"
                yield IdleKey(key_node(written, "hand"), "" if near else why, hint, mends=False)


def _is_near(phase: Phase, name: str, phases: Sequence[Phase]) -> bool:
    """Whether a phase is the one of a name, or one of them is within the other."""
    named = [each.at for each in phases if each.id == name]
    return any(phase.at[: len(at)] == at or at[: len(phase.at)] == phase.at for at in named)


@of_each_game
def a_deck_has_as_many_cards_as_are_dealt(subject: Subject, findings: Findings) -> None:
    """The hands that are filled from a deck hold no more cards than it has."""
    for deck in subject.game[Decks].by_id.values():
        in_deck = sum(card.count for card in deck.cards.values() if card.joins is None)
        if any(draw.to == HAND for draw in deck.draws):
            dealt = sum(deck.hand_of(side) for side in _sides(subject, deck))
            if dealt > in_deck:
                place = subject.key("decks", deck.id, "cards").place()
                message = f"{deck.id} begins with {in_deck} cards, and hands of {dealt} are dealt"
                findings.add("HW703", place, message, help="add cards, or deal smaller hands")


@of_each_game
def cards_can_be_played(subject: Subject, findings: Findings) -> None:
    """Some side can play a card in some way, and then it has an effect."""
    for deck in subject.game[Decks].by_id.values():
        for card in deck.cards.values():
            # Why a card is never played to any effect; empty if it may be.
            if card.answers is None and any(
                way.gain and value_of(card, way) for way in deck.ways.values()
            ):
                why = ""
            elif deck.ways and card.answers is None and all(way.gain for way in deck.ways.values()):
                why = "brings no points, and no way carries it out"
            elif not (card.orders or card.does or card.patch):
                why = "orders nobody, does nothing and changes nothing"
            elif card.side is not None and card.side not in _sides(subject, deck):
                why = f"is {card.side}'s to carry out, who draws no cards from {deck.id}"
            else:
                why = _why_track_stays(subject, card.condition)
            if why:
                place = subject.key("decks", deck.id, "cards", card.id).place()
                message = f"{card.id} {why}"
                hint = "let it do something that can come about, or leave it out"
                findings.add("HW704", place, message, help=hint)


def _why_track_stays(subject: Subject, condition: Condition | None) -> str:
    """Why a condition about tracks never holds: nothing moves them; empty if it may."""
    # For these, one part alone proves nothing.
    if condition is None or condition.kind in ("any", "not"):
        return ""
    if condition.kind == "all":
        return next(filter(None, (_why_track_stays(subject, part) for part in condition.of)), "")
    if condition.kind != "track":
        return ""
    given = condition.arguments
    track = subject.game[Tracks].tracks.get(str(given["track"]))
    if track is None or any(
        reference.kind == "track"
        and reference.name == track.id
        and {*reference.path} & {"set", "add"}
        for reference in subject.references
    ):
        return ""
    value = track.begins
    holds = value == given["is"] if "is" in given else True
    if isinstance(value, int):
        holds = (
            holds and value >= given.get("at_least", value) and value <= given.get("at_most", value)
        )
    return "" if holds else f"waits for {track.id}, which nothing ever moves from {value}"


@of_each_game
def ways_have_values_and_pools(subject: Subject, findings: Findings) -> None:
    """Cards have the values that ways ask for, and points come to a pool of their side."""
    pools = subject.game.section(Pools)
    for deck in subject.game[Decks].by_id.values():
        for way in deck.ways.values():
            for side, pool in way.gain.items():
                owner = pools.by_id[pool].side if pools and pool in pools.by_id else side
                if owner != side:
                    place = subject.node("decks", deck.id, "ways", way.id, "gain", side).place()
                    message = f"{way.id} gives {side} points of {pool}, which is {owner}'s"
                    findings.add("HW705", place, message, help=f"name a pool of {side}")
            value = way.count.value if isinstance(way.count, ValueOfCard) else ""
            if value:
                for card in deck.cards.values():
                    if card.answers is None and value not in card.values:
                        place = subject.key("decks", deck.id, "cards", card.id).place()
                        message = f"{card.id} has no {value}, and is never played as {way.id}"
                        hint = (
                            f"print it on the card: `values: {{{value}: 1}}`, or 0 if that is meant"
                        )
                        findings.add("HW706", place, message, help=hint)


@of_all_games
def numbers_on_cards_are_counted(subjects: Sequence[Subject], findings: Findings) -> None:
    """No number on cards that no way of playing them counts; each is reported once a deck."""
    decks = [(each, deck) for each in subjects for deck in each.game[Decks].by_id.values()]
    counted = {
        (deck.id, way.count.value)
        for _, deck in decks
        for way in deck.ways.values()
        if isinstance(way.count, ValueOfCard)
    }
    reported: set[tuple[str, str]] = set()
    for subject, deck in decks:
        for card in deck.cards.values():
            for name in card.values:
                key = subject.key("decks", deck.id, "cards", card.id, "values", name)
                printed = deck.id, name
                if printed in counted or printed in reported or not subject.is_own(key):
                    continue
                reported.add(printed)
                of_deck = [value for deck_id, value in counted if deck_id == deck.id]
                near = findings.nearest(name, of_deck)
                hint = f"did you mean {near}?" if near else "count it in a way, or delete it"
                message = f"{name} of cards of {deck.id} is defined and never used"
                findings.add("HW302", key.place(), message, help=hint)


@of_each_game
def who_holds_cards_can_play_them(subject: Subject, findings: Findings) -> None:
    """Each side that draws cards has a phase for them, and each phase a side that draws."""
    phases = list(_phases(subject, CARD))
    for deck in subject.game[Decks].by_id.values():
        played = [card for card in deck.cards.values() if card.answers is None]
        if played:
            for side in _sides(subject, deck):
                mine = [phase for phase in phases if phase[CardPhases].deck in (None, deck.id)]
                # A phase whose side is decided in play may be any side's.
                if not any(phase.side == side or phase.decided for phase in mine):
                    place = subject.key("decks", deck.id).place()
                    message = f"{side} draws cards of {deck.id}, and has no phase to play them"
                    hint = f"add `{{id: {side}_card, kind: card, side: {side}}}`"
                    findings.add("HW707", place, message, help=hint)
    for phase in phases:
        decks = subject.game[Decks].by_id
        deck_name = phase[CardPhases].deck
        meant = [deck for deck in decks.values() if deck_name in (None, deck.id)]
        if phase.side and not any(phase.side in _sides(subject, deck) for deck in meant):
            place = subject.node("sequence", "phases", *phase.at).place()
            message = (
                f"{phase.id} is {phase.side}'s, who draws no cards of {deck_name or 'any deck'}"
            )
            findings.add("HW707", place, message, help="name a side that draws some")


@of_each_game
def keys_of_cards_stand_in_phases_of_cards(subject: Subject, findings: Findings) -> None:
    """What a phase says of cards only counts in phases of kind card and deal."""
    for phase in subject.game[SequenceOfPlay].phases:
        node = subject.node("sequence", "phases", *phase.at)
        words = {CARD: (), DEAL: OF_CARDS}.get(phase.kind, ("deck", *OF_CARDS))
        keys = [*node.entries] if isinstance(node, MappingNode) else []
        for word in words:
            if word in keys:
                kind = a_or_an(phase.written_kind)
                message = f"{phase.id} is {kind} phase, in which {word} is not heeded"
                hint = f"leave {word} out, or write `kind: card`"
                key = key_node(node, word)
                findings.add("HW708", key.place(), message, help=hint, fix=deletion(key))


@of_each_game
def patches_of_answers_last_for_the_battle(subject: Subject, findings: Findings) -> None:
    """A card that answers nothing but attacks does not say how long its patch is in force."""
    for deck in subject.game[Decks].by_id.values():
        for card in deck.cards.values():
            node = subject.node("decks", deck.id, "cards", card.id)
            answered = [moment for moment in MOMENTS if getattr(card.answers, moment, None)]
            if answered == ["attack"]:
                for word in ("lasts", "during"):
                    if isinstance(node, MappingNode) and word in node:
                        message = (
                            f"{word}: the patch of a card that answers an attack is for its battle"
                        )
                        place, hint = key_node(node, word).place(), f"delete {word}, or `answers`"
                        findings.add("HW112", place, message, help=hint)


@of_each_game
def answers_have_their_moments(subject: Subject, findings: Findings) -> None:
    """What a card answers can happen in some phase of the game."""
    kinds = {phase.kind for phase in subject.game[SequenceOfPlay].phases}
    for deck in subject.game[Decks].by_id.values():
        for card in deck.cards.values():
            if card.answers:
                for moment, places in MOMENTS.items():
                    if getattr(card.answers, moment) is not None and not kinds & {*places}:
                        path = ("decks", deck.id, "cards", card.id, "answers", moment)
                        message = (
                            f"{card.id} answers a {moment}, and there is no {either(places)} phase"
                        )
                        hint = f"cards answer {every(MOMENTS)}, where the game has them"
                        findings.add("HW709", subject.key(*path).place(), message, help=hint)


@of_each_game
def cards_are_about_units_that_act(subject: Subject, findings: Findings) -> None:
    """Only in answer to a move or a fire is there a unit that acts; no unit is fired at by a
    card.
    """
    for deck in subject.game[Decks].by_id.values():
        for card in deck.cards.values():
            acts = card.answers is not None and (card.answers.move or card.answers.fire)
            wrong = [who for who in (ACTOR, TARGET) if is_about(who, card.does)]
            if wrong and not (acts and wrong == [ACTOR]):
                place = subject.node("decks", deck.id, "cards", card.id, "do").place()
                message = f"{card.id} is about the unit that acts, and answers no move and no fire"
                hint = "let it answer a move or a fire, or speak of units: `who: any` and `only`"
                if wrong[-1] == TARGET:
                    message = f"{card.id} is about the target of a fire, and decides none"
                    hint = "speak of units: `who: any` and `only`"
                findings.add("HW720", place, message, help=hint)


@of_each_game
def orders_are_asked_for(subject: Subject, findings: Findings) -> None:
    """A state into which cards order units means something, or some phase or rule asks for it."""
    states = subject.game.section(States)
    orders_asked = {
        reference.name
        for reference in subject.references
        if reference.kind == "state" and "orders" not in reference.path
    }
    for deck in subject.game[Decks].by_id.values():
        for card in deck.cards.values():
            for index, order in enumerate(card.orders):
                state = states.by_id.get(order.state) if states else None
                means = state is None or state.modifiers or state.forbids or state.allows
                if not means and order.state not in orders_asked:
                    path = ("decks", deck.id, "cards", card.id, "orders", index, "state")
                    message = f"no phase or rule asks which units are {order.state}"
                    hint = f"let a phase be for them: `only: {{state: {order.state}}}`"
                    findings.add("HW719", subject.node(*path).place(), message, help=hint)


@most_of("cards")
def _most_cards(subject: Subject, leaf: MappingNode) -> tuple[int | None, str]:
    """No condition asks for more cards than there are."""
    decks = subject.game.section(Decks)
    if decks is None:
        return None, ""
    meant = [deck for deck in decks.by_id.values() if leaf.text("deck") in ("", deck.id)]
    name = leaf.text("card")
    cards = [card for deck in meant for card in deck.cards.values() if name in ("", card.id)]
    copies = sum(card.count for card in cards)
    return copies, f"there are {copies} such cards"


def _phases(subject: Subject, kind: str) -> Iterator[Phase]:
    return (phase for phase in subject.game[SequenceOfPlay].phases if phase.kind == kind)


def _sides(subject: Subject, deck: Deck) -> list[str]:
    """The sides that draw from a deck."""
    sides = (side.id for side in subject.game[Sides].all if not side.neutral)
    return [side for side in sides if deck.is_of(side)]
