"""Cards played in answer to what is done: an attack, a hex entered, a fire.

Three moments may be answered: an attack that is announced, a hex entered, a fire about to begin.
The sides that could hold an answer, as far as everybody knows, are asked one after the other until
all have let it go on (`AnswerOffered`); a card played in answer to an attack lays its patch over
that battle. Previews and the worth of answers stand at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.frame import Frame
from hexwar.engine.queries import Preview
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.combat.battle import BattleRules
from hexwar.rules.combat.kinds import PREFIX as IN_BATTLE
from hexwar.rules.combat.kinds import begin_kind, fought_under
from hexwar.rules.combat.preview import odds_in_words, preview_battle
from hexwar.rules.combat.stages import Announced
from hexwar.rules.combat.targets import Engagement
from hexwar.rules.decks.playing import PLAY, CardInPlay, named, no_card, playing, tell_played
from hexwar.rules.decks.rules import PREFIX, DeckRules, answers_attack
from hexwar.rules.decks.section import Answer, AnswerToAttack
from hexwar.rules.language.selectors import Fits, Selectors
from hexwar.rules.language.wording import every
from hexwar.rules.tables.rules import NO_UNIT
from hexwar.rules.units.rules import mask_of

ATTACK, MOVE, FIRE = "attack", "move", "fire"
PASS = Action("pass")

KEPT = 0.15
"""What a card in the hand is worth for another battle, in steps."""


class AnswerRules:
    """Which cards answer what. Who could hold one is asked, as far as everybody knows."""

    __slots__ = ("_adjacent", "_fits", "_frame", "answering", "decks")

    def __init__(self, frame: Frame, decks: DeckRules, selectors: Selectors) -> None:
        self._frame, self.decks = frame, decks
        self._adjacent = frame.board.adjacent
        self._fits: dict[tuple[str, int], tuple[AnswerToAttack, Fits, Fits]] = {}
        for card, compiled in enumerate(decks.cards):
            answers = compiled.said.answers
            for moment in (ATTACK, MOVE, FIRE) if answers else ():
                answer: Answer | None = getattr(answers, moment)
                if answer is not None:
                    to_attack = answer if isinstance(answer, AnswerToAttack) else AnswerToAttack()
                    fits = selectors.fits(answer.only), selectors.fits(to_attack.against)
                    self._fits[moment, card] = (to_attack, *fits)
        self.answering = {
            moment: tuple(card for at, card in self._fits if at == moment)
            for moment in (ATTACK, MOVE, FIRE)
        }

    def concerned_at(self, moment: str) -> bool:
        """Whether any card answers an attack, or what units do one by one."""
        alone = bool(self.answering[MOVE] or self.answering[FIRE])
        return bool(self.answering[ATTACK]) if moment == "answer" else alone

    def attacked(self, state: Position, battle: Engagement) -> Engagement | None:
        """Ask who could answer an attack with a card; the battle itself if nobody could."""
        offer = AnswerOffered(ATTACK, battle.attackers, battle.defenders, battle.hexes)
        if offer.asked(state) == NOBODY:
            return battle
        # The offer is on top, and comes first; below it waits the battle, at the stage after this
        # one.
        state.agenda += [Announced(*battle.plain, "answer"), offer]
        return None

    def interrupted(self, state: Position, unit: int, cell: int) -> None:
        """Ask who could answer that a unit has entered a hex, or is about to fire at a cell."""
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
        # Nobody answers what he does not see; who is to fight is in the open by then.
        if offer.moment != ATTACK and unseen and unseen >> offer.actors[0] & 1:
            return
        for card in self.answering[offer.moment]:
            answer, only, against = self._fits[offer.moment, card]
            compiled = self.decks.cards[card]
            mine = self.decks.decks[compiled.deck].is_of(self._frame.side_ids[side])
            is_by = (answer.by == "attacker") == (side == acts) or offer.moment != ATTACK
            if (
                mine
                and is_by
                and compiled.side in (NOBODY, side)
                and self._is_near(state, answer, offer)
                and any(only(state, unit) for unit in offer.actors)
                and (not offer.targets or any(against(state, unit) for unit in offer.targets))
                and compiled.holds(state)
            ):
                yield card

    def _is_near(self, state: Position, said: AnswerToAttack, offer: AnswerOffered) -> bool:
        if said.distance is None or offer.moment != ATTACK:
            return True
        near = [
            any(self._adjacent[cell] >> state.cells[unit] & 1 for cell in offer.cells)
            for unit in offer.actors
        ]
        return all(near) if said.distance == "adjacent" else not any(near)


@dataclass(slots=True)
class AnswerOffered(Task):
    """Sides may answer with cards: first one, then the next; ``passed`` is the mask of those who
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
        """Whoever is to fight is seen."""
        return mask_of((*self.actors, *self.targets)) if self.moment == ATTACK else 0

    def asked(self, state: Position) -> int:
        """The side that is asked now: one that could hold an answer. ``NOBODY``: none more."""
        rules, cells = state.rules[AnswerRules], state.cells
        here = all(cells[unit] for unit in self.actors)
        for side in rules.sides(self) if here else ():
            if not self.passed >> side & 1 and any(
                # To ask only those who do hold an answer would tell what is in their hands.
                rules.decks.hands.could_hold(state, side, card)
                for card in rules.answers(state, self, side)
            ):
                return side
        return NOBODY

    def settle(self, state: Position) -> bool:
        """Whoever could answer is asked, whether it can or not."""
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

    def decision(self, state: Position) -> Decision:
        """What is answered; the prompt is the same whatever is in the hand."""
        ids, number = state.frame.unit_ids, state.frame.board.number
        hexes = tuple(number[cell] for cell in self.cells)
        who = every(ids[unit] for unit in self.actors)
        what = {
            ATTACK: lambda: self.battle.in_words(state.frame),
            MOVE: lambda: f"{who} moves in {hexes[0]}",
            FIRE: lambda: f"{who} fires at {hexes[0]}",
        }[self.moment]()
        return self.asks(
            state, f"{what}: answer with a card, or let it go on.", hexes=hexes, may_decline=True
        )

    def pass_says(self, state: Position) -> str:
        """What it is to ``pass`` here."""
        return "Play no card"

    def actions(self, state: Position) -> Iterator[Action]:
        """The cards held that answer it, in the order of the files; then ``pass``."""
        rules, side = state.rules[AnswerRules], self.side(state)
        for card in rules.answers(state, self, side):
            if rules.decks.hands.may_hold(state, side, card):
                yield playing(rules.decks.cards[card].said.id)
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
            title = rules.decks.cards[card].said.title
            return rules.decks.refuse(card, "answers", f"{title} is no answer to this.")
        return None

    def perform(self, state: Position, action: Action) -> None:
        """Play a card and be asked again, or let it go on."""
        rules, side = state.rules[AnswerRules].decks, self.side(state)
        named_card = named(rules, action)
        if action == PASS or named_card is None:
            state.agenda[-1] = replace(self, passed=self.passed | 1 << side)
            return
        card, _ = named_card
        rules.hands.lay_down(state, side, card, carried_out=True)
        tell_played(state, side, card, reason="answers")
        if answers_attack(rules.cards[card].said) and self.moment == ATTACK:
            # The patch lies over this battle alone.
            begin_kind(state, in_battle(rules, card))
        unit = NO_UNIT if self.moment == ATTACK else self.actors[0]
        state.agenda.append(CardInPlay(side, card, unit=unit))


def in_battle(rules: DeckRules, card: int) -> str:
    """The name under which the patch of a card is in force in a battle; empty if it has none."""
    printed = rules.cards[card].said
    return f"{IN_BATTLE}{PREFIX}{printed.id}" if printed.patch is not None else ""


def _announced(state: Position) -> AnswerOffered:
    task = state.agenda[-1] if state.agenda else None
    if not isinstance(task, AnswerOffered) or task.moment != ATTACK:
        raise ValueError("no attack is announced")
    return task


def preview_answer(state: Position, action: Action) -> Preview:
    """The battle that is announced, as it would be fought with a card, or without."""
    task, rules = _announced(state), state.rules[AnswerRules].decks
    card = named(rules, action) if action.verb == PLAY else None
    under = in_battle(rules, card[0]) if card else ""
    # The line of a choice and its worth both ask for it.
    key = "answered", under, state.effects, task.battle
    preview: Preview | None = state.near.get(key)
    if preview is None:
        then = fought_under(state, under) if under else state
        preview = state.near[key] = preview_battle(then.rules[BattleRules], then, task.battle)
    return preview


def answer_line(action: Action, state: Position, title: str) -> str:
    """A card with the odds that it leads to, where it answers an attack; else its title."""
    task = state.agenda[-1] if state.agenda else None
    if not isinstance(task, AnswerOffered) or task.moment != ATTACK:
        return title
    preview = preview_answer(state, action)
    return f"{title}: {odds_in_words(preview)}"


def worth_of_answer(state: Position, side: int, action: Action) -> float:
    """What an answer is worth to a side: the losses that it changes, the columns, what it keeps."""
    task = state.agenda[-1]
    if action.verb != PLAY or not isinstance(task, AnswerOffered):
        return 0.0
    if task.moment != ATTACK:
        return KEPT
    before, after = preview_answer(state, PASS), preview_answer(state, action)
    mine, attacks = state.frame.side_ids[side], state.frame.unit_side[task.actors[0]] == side
    worth = KEPT * (after.column - before.column) * (1 if attacks else -1) - KEPT
    for whose, lost in after.expected_losses.items():
        more_lost = float(lost - before.expected_losses[whose])
        worth += -more_lost if whose == mine else more_lost
    return worth
