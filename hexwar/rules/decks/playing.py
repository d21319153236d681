"""Cards as they are dealt, played and carried out: the phases, and the choice of units.

A phase of cards offers what may be played, put aside, or done with. A card that is played goes to
the discards, or out of the game, at once; then its points come, or it is carried out: the units
that it orders are chosen (`Ordering`), its patch begins to last, and its program runs step by step
(`CardInPlay`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from hexwar.definition.grammar import opening
from hexwar.definition.model import Effect
from hexwar.engine.action import DONE, PASS, Action, Decision
from hexwar.engine.position import bits
from hexwar.engine.queries import Preview
from hexwar.engine.rules import Frame
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.task import AutomaticTask, PhaseTask, Task
from hexwar.engine.violation import Violation
from hexwar.rules.combat.battle import Announced, BattleRules
from hexwar.rules.combat.odds import PREFIX as IN_BATTLE
from hexwar.rules.combat.odds import begin_kind, fought_under
from hexwar.rules.combat.preview import odds_in_words, preview_battle, prospect
from hexwar.rules.combat.targets import Engagement
from hexwar.rules.decks.hands import DEAL, PLAYED
from hexwar.rules.decks.rules import AS, PREFIX, DeckRules, in_the_way, lasts
from hexwar.rules.decks.section import Answer, AnswerToAttack, value_of
from hexwar.rules.language.programs import Carried, ForUnit, Nobody, Parties
from hexwar.rules.language.selectors import Fits, Selectors, units_selected
from hexwar.rules.language.wording import every, several, titles
from hexwar.rules.pools.rules import PoolRules
from hexwar.rules.states.rules import StateRules
from hexwar.rules.tables.rules import NO_UNIT
from hexwar.rules.units.rules import mask_of

PLAY, DISCARD, COMMAND = "play", "discard", "command"


def playing(card: str, way: str = "") -> Action:
    """To play a card, perhaps in a way."""
    return Action(PLAY, name=f"{card}{AS}{way}" if way else card)


def named(rules: DeckRules, action: Action) -> tuple[int, str] | None:
    """The card and the way that an action names; ``None`` if there is no such card."""
    card, _, way = action.name.partition(AS)
    index = rules.index.get(card)
    return None if index is None else (index, way)


def no_card(action: Action) -> Violation:
    """That the game has no such card."""
    return Violation("", f"There is no card {action.name.partition(AS)[0]}.", "notation")


@dataclass(slots=True)
class DealPhase(AutomaticTask, PhaseTask):
    """Cards are dealt: what is drawn in this phase."""

    kind = DEAL
    rolls = True

    def settle(self, state: Position) -> bool:
        """Draw, and go on."""
        rules = state.rules[DeckRules]
        rules.hands.draws_in(state, self.index, rules.phase(self.index).deck)
        state.end_phase()
        return False


@dataclass(slots=True)
class CardPhase(PhaseTask):
    """The side whose phase it is plays cards, one after the other."""

    kind = "card"
    done_says = "Play no more cards"

    def _cards_left(self, state: Position) -> tuple[int, int]:
        """How many cards may still be played, and put aside."""
        phase, played = state.rules[DeckRules].phase(self.index), state.memory[PLAYED]
        return phase.plays - played.plays, phase.discards - played.discards

    def _can_play(self, state: Position) -> bool:
        if self._cards_left(state)[0] <= 0:
            return False
        rules = state.rules[DeckRules]
        return any(True for _ in rules.playable(state, self.index, state.phase_side))

    def settle(self, state: Position) -> bool:
        """The phase ends when nothing is left to play; if the side must play and cannot, that is
        reported.

        A side that holds cards is asked even if none of them can be played: not to be asked would
        tell the others what is in the hand.
        """
        (plays, discards), rules = self._cards_left(state), state.rules[DeckRules]
        deck_name = rules.phase(self.index).deck
        decks = [at for at, deck in enumerate(rules.decks) if deck_name in (None, deck.id)]
        held = sum(rules.hands.hand_size(state, state.phase_side, deck) for deck in decks)
        if not held or (plays <= 0 and discards <= 0):
            state.end_phase(nothing_to_do=not any(state.memory[PLAYED]))
            return False
        owed = rules.phase(self.index).mandatory and plays > 0
        if owed and discards <= 0 and not self._can_play(state):
            name = state.frame.side_names[state.phase_side]
            text = f"{opening(name, 'has')} no card that can be played."
            side = state.frame.side_ids[state.phase_side]
            state.tell("no_card", self._cite(state, "mandatory"), text, side=side)
            state.end_phase()
            return False
        return True

    def _cite(self, state: Position, reason: str) -> str:
        rules = state.rules[DeckRules]
        deck_name = rules.phase(self.index).deck
        cites = [deck.cite.get(reason, "") for deck in rules.decks if deck_name in (None, deck.id)]
        return next(filter(None, cites), "")

    def _has_to(self, state: Position) -> bool:
        """Whether a card has to be played now."""
        return state.rules[DeckRules].phase(self.index).mandatory and self._can_play(state)

    def decision(self, state: Position) -> Decision:
        """Which card to play; the prompt names none, as others may read it."""
        plays, discards = self._cards_left(state)
        ways = [f"play {'a card' if plays == 1 else several(plays, 'card')}"] if plays > 0 else []
        if discards > 0:
            ways.append(f"put {several(discards, 'card')} aside")
        has_to = self._has_to(state)
        text = " or ".join(ways) + ("" if has_to else ", or end the phase")
        return self.asks(state, f"{text[:1].upper()}{text[1:]}.", may_decline=not has_to)

    def actions(self, state: Position) -> Iterator[Action]:
        """Each card in each of its ways, in the order of the files; cards to put aside; done."""
        rules, side = state.rules[DeckRules], state.phase_side
        plays, discards = self._cards_left(state)
        if plays > 0:
            for card, way in rules.playable(state, self.index, side):
                yield playing(rules.cards[card].form.id, way)
        for card in range(len(rules.cards) if discards > 0 else 0):
            if rules.why_not_aside(state, self.index, side, card) is None:
                yield Action(DISCARD, name=rules.cards[card].form.id)
        if not self._has_to(state):
            yield DONE

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a card may not be played or put aside, or the phase not be ended."""
        rules = state.rules[DeckRules]
        if action == DONE:
            if not self._has_to(state):
                return None
            name, rule = state.frame.side_names[state.phase_side], self._cite(state, "mandatory")
            return Violation(rule, f"{opening(name, 'has')} to play a card.", "decks.mandatory")
        if action.verb not in (PLAY, DISCARD):
            return state.out_of_turn(action)
        named_card = named(rules, action)
        if named_card is None:
            return no_card(action)
        card, way = named_card
        if action.verb == DISCARD:
            return rules.why_not_aside(state, self.index, state.phase_side, card)
        refused = rules.why_not(state, self.index, state.phase_side, card, way)
        if refused is None and self._cards_left(state)[0] <= 0:
            return rules.refuse(card, "play", "No more cards are played in this phase.")
        return refused

    def perform(self, state: Position, action: Action) -> None:
        """Play a card, put one aside, or end the phase."""
        named_card = named(state.rules[DeckRules], action)
        if action == DONE or named_card is None:
            state.end_phase()
            return
        card, way = named_card
        played = state.memory[PLAYED]
        if action.verb == DISCARD:
            state.remember(PLAYED, played._replace(discards=played.discards + 1))
            state.rules[DeckRules].hands.put_aside(state, state.phase_side, card)
        else:
            state.remember(PLAYED, played._replace(plays=played.plays + 1))
            play(state, state.phase_side, card, way)


def play(state: Position, side: int, card: int, way: str) -> None:
    """Let a side play a card: for points, or to be carried out."""
    rules = state.rules[DeckRules]
    printed, chosen_way = rules.cards[card].form, rules.way(card, way)
    for_points = chosen_way is not None and bool(chosen_way.gain)
    rules.hands.lay_down(state, side, card, carried_out=not for_points)
    tell_played(state, side, card, f" {in_the_way(chosen_way)}" if chosen_way else "")
    # What is carried out stands on the agenda: it may have to ask for units, or roll.
    if chosen_way is None or not for_points:
        state.agenda.append(CardInPlay(side, card))
        return
    pool = chosen_way.gain[state.frame.side_ids[side]]
    state.rules[PoolRules].gain(state, pool, value_of(printed, chosen_way))
    owner = rules.cards[card].side
    if chosen_way.also and owner not in (NOBODY, side) and rules.cards[card].holds(state):
        # Played for points, the event of the other side comes about all the same, and a card that
        # leaves the game after it leaves it now.
        rules.hands.take_out(state, card)
        state.agenda.append(CardInPlay(owner, card))


def tell_played(state: Position, side: int, card: int, how: str = "", reason: str = "play") -> None:
    """Say that a card is played, by name."""
    if state.events is not None:
        printed, name = state.rules[DeckRules].cards[card].form, state.frame.side_names[side]
        rule = printed.cite or state.rules[DeckRules].cite(card, reason)
        text = f"{opening(name, 'plays')} {printed.title}{how}."
        state.tell("card_played", rule, text, side=state.frame.side_ids[side], card=printed.id)


@dataclass(slots=True)
class CardInPlay(Carried):
    """A card is carried out for a side: its orders one after the other, then what it does step by
    step. ``unit``: the one that acts, where the card answers it.
    """

    kind = "card_in_play"
    by: int
    card: int
    order: int = 0
    step: int = 0
    unit: int = NO_UNIT

    @property
    def looks_from(self) -> int:
        """The side through whose eyes it is carried out."""
        return self.by

    def settle(self, state: Position) -> bool:
        """Ask for the next units, or carry out steps until one owes something."""
        state.agenda.pop()
        compiled = state.rules[DeckRules].cards[self.card]
        if self.order < len(compiled.orders):
            orderable = state.rules[DeckRules].may_order(state, self.card, self.order, self.by)
            # The choice lies above the card, which goes on with its next order after it.
            going_on = replace(self, order=self.order + 1)
            state.agenda += [going_on, Ordering(self.by, self.card, self.order, orderable.most)]
            return False
        if self.step == 0 and lasts(compiled.form):
            state.rules[DeckRules].begin_lasting(state, self.card, self.by)
        alone = self.unit == NO_UNIT
        parties: Parties = Nobody(self.by) if alone else ForUnit(self.unit, self.by)
        self.carry_out(state, parties)
        return False

    def program(self, state: Position) -> tuple[Effect, ...]:
        """What the card does, laid out."""
        return state.rules[DeckRules].cards[self.card].program


@dataclass(slots=True)
class Ordering(Task):
    """A side chooses units that a card orders, at most ``left`` more."""

    kind = "ordering"
    done_says = "Order no more"
    by: int
    card: int
    order: int
    left: int

    def _state(self, state: Position) -> str:
        return state.rules[DeckRules].cards[self.card].orders[self.order].form.state

    def _among(self, state: Position) -> int:
        """Mask of the units that may still be ordered."""
        orderable = state.rules[DeckRules].may_order(state, self.card, self.order, self.by)
        # A unit already in the state gains nothing by it, and would use up an order.
        return orderable.among & ~state.rules[StateRules].has(state, self._state(state))

    def settle(self, state: Position) -> bool:
        """No choice where all may be ordered."""
        among = self._among(state)
        # More units could be ordered than may be: only then is there anything to choose.
        if among.bit_count() > self.left > 0:
            return True
        state.agenda.pop()
        if self.left > 0 and among:
            self._put(state, among)
        return False

    def side(self, state: Position) -> int:
        """The side that played the card."""
        return self.by

    def _put(self, state: Position, units: int) -> None:
        state.rules[StateRules].put(state, self._state(state), units)

    def decision(self, state: Position) -> Decision:
        """The units that may be ordered."""
        names = state.rules[DeckRules].named(self._among(state))
        compiled = state.rules[DeckRules].cards[self.card]
        card, many = compiled.form.title, len(compiled.orders)
        which, whom = "", several(self.left, "more unit")
        if many > 1:
            # Who is asked for some units must know that the card will ask for others afterwards.
            which = f", order {self.order + 1} of {many}"
            only, single = compiled.orders[self.order].form.only, self.left == 1
            selected = units_selected(only, titles(state.resolved), single=single)
            whom = f"{self.left} more {selected.removeprefix('all ')}"
        return self.asks(
            state,
            f"{card}{which}: order {whom} at most, or no more.",
            units=names,
            hexes=tuple(dict.fromkeys(state.position(name) or "" for name in names)),
            may_decline=True,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit, in the order of the units file; then done. Several may be named at once."""
        for unit in bits(self._among(state)):
            yield Action(COMMAND, (state.frame.unit_ids[unit],))
        yield DONE

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not be ordered."""
        if action == DONE:
            return None
        if action.verb != COMMAND:
            return state.out_of_turn(action)
        rules, among = state.rules[DeckRules], self._among(state)
        if len(action.units) > self.left:
            text = f"No more than {several(self.left, 'unit')} may be ordered."
            return rules.refuse(self.card, "orders", text)
        wrong = [name for name in action.units if not among >> state.frame.unit_index[name] & 1]
        if wrong:
            title = rules.cards[self.card].form.title
            text = f"{every(wrong)} cannot be ordered now by {title}."
            return rules.refuse(self.card, "orders", text)
        return None

    def perform(self, state: Position, action: Action) -> None:
        """Order units, and be asked for more; or no more."""
        state.agenda.pop()
        if action != DONE:
            units = [state.frame.unit_index[name] for name in action.units]
            self._put(state, mask_of(units))
            state.agenda.append(replace(self, left=self.left - len(units)))


# Cards played in answer to what is done: an attack, a hex entered, a fire.
#
# Three moments may be answered: an attack that is announced, a hex entered, a fire about to begin.
# The sides that could hold an answer, as far as everybody knows, are asked one after the other
# until all have let it go on (`AnswerOffered`); a card played in answer to an attack lays its patch
# over that battle. Previews and the worth of answers stand at the end.

ATTACK, MOVE, FIRE = "attack", "move", "fire"

KEPT = 0.15
"""What a card in the hand is worth for another battle, in steps."""


class CompiledAnswer(NamedTuple):
    """What a card answers: one of ``actors`` acts, against one of ``targets`` if it is an attack.
    For a move or a fire ``form`` says no more than that.
    """

    form: AnswerToAttack
    actors: Fits
    targets: Fits


class AnswerRules:
    """Which cards answer what. Every side that could hold one, as far as everybody knows, is
    asked.
    """

    def __init__(self, frame: Frame, decks: DeckRules, selectors: Selectors) -> None:
        self._frame, self.decks = frame, decks
        self._adjacent = frame.board.adjacent
        # By moment and card. A card may answer several moments, each in its own way.
        self._answers: dict[tuple[str, int], CompiledAnswer] = {}
        for card, compiled in enumerate(decks.cards):
            answers = compiled.form.answers
            if answers:
                for moment in (ATTACK, MOVE, FIRE):
                    answer: Answer | None = getattr(answers, moment)
                    if answer is not None:
                        to_attack = (
                            answer if isinstance(answer, AnswerToAttack) else AnswerToAttack()
                        )
                        self._answers[moment, card] = CompiledAnswer(
                            to_attack,
                            selectors.fits(answer.only),
                            selectors.fits(to_attack.against),
                        )
        self.answering = {
            moment: tuple(card for at, card in self._answers if at == moment)
            for moment in (ATTACK, MOVE, FIRE)
        }

    def concerned_at(self, moment: str) -> bool:
        """Whether any card answers an attack, or what units do one by one."""
        answered = (ATTACK,) if moment == "answer" else (MOVE, FIRE)
        return any(self.answering[kind] for kind in answered)

    def attacked(self, state: Position, battle: Engagement) -> Engagement | None:
        """Ask the sides that could answer an attack with a card; the battle itself if none
        could.
        """
        offer = AnswerOffered(ATTACK, battle.attackers, battle.defenders, battle.hexes)
        if offer.asked(state) == NOBODY:
            return battle
        # The offer is on top, and comes first; below it waits the battle, at the stage after this
        # one.
        state.agenda += [Announced(*battle.plain, "answer"), offer]
        return None

    def interrupted(self, state: Position, unit: int, cell: int) -> None:
        """Ask the sides that could answer when a unit has entered a hex, or is about to fire at a
        cell.
        """
        at = (cell,) if cell else (state.cells[unit],)
        offer = AnswerOffered(FIRE if cell else MOVE, (unit,), (), at)
        if offer.asked(state) != NOBODY:
            state.agenda.append(offer)

    def sides(self, offer: AnswerOffered) -> list[int]:
        """The sides that may answer, in the order in which they are asked."""
        owner = self._frame.unit_side
        actor = owner[offer.actors[0]]
        if offer.moment == ATTACK:
            return [actor, *dict.fromkeys(owner[unit] for unit in offer.targets)]
        return [side for side in self._frame.foes[actor] if side in self._frame.played]

    def answers(self, state: Position, offer: AnswerOffered, side: int) -> Iterator[int]:
        """The cards with which a side may answer, if it holds them."""
        acts = self._frame.unit_side[offer.actors[0]]
        unseen = state.hidden(side)
        # No side answers what it does not see; units that are to fight are in the open by then.
        if offer.moment != ATTACK and unseen and unseen >> offer.actors[0] & 1:
            return
        for card in self.answering[offer.moment]:
            answer = self._answers[offer.moment, card]
            compiled = self.decks.cards[card]
            mine = self.decks.decks[compiled.deck].is_of(self._frame.side_ids[side])
            # An attack may be answered by the attacker too; a move or a fire only by an enemy.
            is_by = (answer.form.by == "attacker") == (side == acts) or offer.moment != ATTACK
            targets = offer.targets
            if (
                mine
                and is_by
                and compiled.side in (NOBODY, side)
                and self._is_near(state, answer.form, offer)
                and any(answer.actors(state, unit) for unit in offer.actors)
                and (not targets or any(answer.targets(state, unit) for unit in targets))
                and compiled.holds(state)
            ):
                yield card

    def _is_near(self, state: Position, answer: AnswerToAttack, offer: AnswerOffered) -> bool:
        """Whether the actors are as near to the hexes of the offer as an answer wants."""
        if answer.distance is None or offer.moment != ATTACK:
            return True
        near = [
            any(self._adjacent[cell] >> state.cells[unit] & 1 for cell in offer.cells)
            for unit in offer.actors
        ]
        return all(near) if answer.distance == "adjacent" else not any(near)


@dataclass(slots=True)
class AnswerOffered(Task):
    """Sides may answer with cards: first one, then the next; ``passed`` is the mask of those that
    have let it go on. ``actors`` attack ``targets`` in ``cells``, have moved there or fire there.
    """

    kind = "answer"
    is_offer = True
    moment: str
    actors: tuple[int, ...]
    targets: tuple[int, ...]
    cells: tuple[int, ...]
    passed: int = 0

    def in_the_open(self) -> int:
        """Units that are to fight are seen."""
        return mask_of((*self.actors, *self.targets)) if self.moment == ATTACK else 0

    def asked(self, state: Position) -> int:
        """The side that is asked now: one that could hold an answer. ``NOBODY``: none more."""
        rules, cells = state.rules[AnswerRules], state.cells
        on_map = all(cells[unit] for unit in self.actors)
        if on_map:
            for side in rules.sides(self):
                if not self.passed >> side & 1 and any(
                    # To ask only the sides that do hold an answer would give away what is in their
                    # hands.
                    rules.decks.hands.could_hold(state, side, card)
                    for card in rules.answers(state, self, side)
                ):
                    return side
        return NOBODY

    def settle(self, state: Position) -> bool:
        """A side that could hold an answer is asked, whether it does or not."""
        if self.asked(state) != NOBODY:
            return True
        state.agenda.pop()
        return False

    def side(self, state: Position) -> int:
        """The side that is asked."""
        return self.asked(state)

    @property
    def battle(self) -> Engagement:
        """The battle that is announced."""
        return Engagement(self.cells, self.actors, self.targets)

    def impending(self, state: Position) -> Preview | None:
        """The battle that is announced, with the cards that were played."""
        return preview_answer(state, PASS) if self.moment == ATTACK else None

    def decision(self, state: Position) -> Decision:
        """What is answered, and with what so far; the prompt does not depend on what is in the
        hand.
        """
        ids, number = state.frame.unit_ids, state.frame.board.number
        hexes = tuple(number[cell] for cell in self.cells)
        who = every(ids[unit] for unit in self.actors)
        event = {
            ATTACK: lambda: self.battle.in_words(state.frame),
            MOVE: lambda: f"{who} moves in {hexes[0]}",
            FIRE: lambda: f"{who} fires at {hexes[0]}",
        }[self.moment]()
        answer = "answer with a card"
        if self.moment == ATTACK and (cards := played_in_battle(state)):
            event = f"{every(cards)} {'is' if len(cards) == 1 else 'are'} played as {event}"
            answer = "answer with another card"
        return self.asks(
            state, f"{event}: {answer}, or let it go on.", hexes=hexes, may_decline=True
        )

    def pass_says(self, state: Position) -> str:
        """What it is to ``pass`` here."""
        more = self.moment == ATTACK and played_in_battle(state)
        return "Play no more cards" if more else "Play no card"

    def actions(self, state: Position) -> Iterator[Action]:
        """The cards held that answer it, in the order of the files; then ``pass``."""
        rules, side = state.rules[AnswerRules], self.side(state)
        for card in rules.answers(state, self, side):
            if rules.decks.hands.may_hold(state, side, card):
                yield playing(rules.decks.cards[card].form.id)
        yield PASS

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a card may not be played in answer."""
        rules, side = state.rules[AnswerRules], self.side(state)
        if action == PASS:
            return None
        if action.verb != PLAY:
            return state.out_of_turn(action)
        named_card = named(rules.decks, action)
        if named_card is None:
            return no_card(action)
        card, way = named_card
        if not rules.decks.hands.may_hold(state, side, card):
            return rules.decks.does_not_hold(side, card)
        if card not in rules.answers(state, self, side) or way:
            title = rules.decks.cards[card].form.title
            return rules.decks.refuse(card, "answers", f"{title} is no answer to this.")
        return None

    def perform(self, state: Position, action: Action) -> None:
        """Play a card and be asked again, or let it go on."""
        decks, side = state.rules[AnswerRules].decks, self.side(state)
        named_card = named(decks, action)
        if action == PASS or named_card is None:
            state.agenda[-1] = replace(self, passed=self.passed | 1 << side)
            return
        card, _ = named_card
        decks.hands.lay_down(state, side, card, carried_out=True)
        tell_played(state, side, card, reason="answers")
        if self.moment == ATTACK:
            # The patch lies over this battle alone.
            begin_kind(state, in_battle(decks, card))
        unit = NO_UNIT if self.moment == ATTACK else self.actors[0]
        state.agenda.append(CardInPlay(side, card, unit=unit))


def in_battle(decks: DeckRules, card: int) -> str:
    """The name under which the patch of a card is in force in a battle; empty if it has none."""
    printed = decks.cards[card].form
    return f"{IN_BATTLE}{PREFIX}{printed.id}" if printed.patch is not None else ""


def played_in_battle(state: Position) -> tuple[str, ...]:
    """The titles of the cards whose patches are in force in the battle that is under way."""
    decks = state.rules[DeckRules]
    return tuple(
        decks.cards[decks.index[name.removeprefix(f"{IN_BATTLE}{PREFIX}")]].form.title
        for name in state.effects
        if name.startswith(f"{IN_BATTLE}{PREFIX}")
    )


def preview_answer(state: Position, action: Action) -> Preview:
    """The battle that is announced, as it would be fought with a card, or without."""
    task = state.agenda[-1] if state.agenda else None
    if not isinstance(task, AnswerOffered) or task.moment != ATTACK:
        raise ValueError("no attack is announced")
    then = _answered(state, action)
    # Kept while nothing changes: the panel and the arrow on the map both ask for it.
    key = "answered", then.effects, task.battle
    preview: Preview | None = state.near.get(key)
    if preview is None:
        preview = state.near[key] = preview_battle(then.rules[BattleRules], then, task.battle)
    return preview


def _answered(state: Position, action: Action) -> Position:
    """The state as it is while the battle that is announced is fought with a card, or without."""
    decks = state.rules[AnswerRules].decks
    named_card = named(decks, action) if action.verb == PLAY else None
    return fought_under(state, in_battle(decks, named_card[0]) if named_card else "")


def answer_line(action: Action, state: Position, title: str) -> str:
    """A card with the odds that it leads to, where it answers an attack; else its title."""
    task = state.agenda[-1] if state.agenda else None
    if not isinstance(task, AnswerOffered) or task.moment != ATTACK:
        return title
    return f"{title}: {odds_in_words(_answered(state, action), task.battle)}"


def worth_of_answer(state: Position, side: int, action: Action) -> float:
    """What an answer is worth to a side: the losses that it changes, the columns, what it keeps."""
    task = state.agenda[-1]
    if action.verb != PLAY or not isinstance(task, AnswerOffered):
        return 0.0
    if task.moment != ATTACK:
        return KEPT
    before, after = (
        prospect(then.rules[BattleRules], then, task.battle)
        for then in (_answered(state, PASS), _answered(state, action))
    )
    mine, attacks = state.frame.side_ids[side], state.frame.unit_side[task.actors[0]] == side
    worth = KEPT * (after.column - before.column) * (1 if attacks else -1) - KEPT
    for whose, lost in after.expected_losses.items():
        more_lost = float(lost - before.expected_losses[whose])
        worth += -more_lost if whose == mine else more_lost
    return worth
