"""The kernel: how a position moves from one decision to the next.

It knows units, cells, dice, the phases of a turn and an agenda of tasks, and no rule of any game.
The agenda is a stack: the task on top asks somebody to choose, or settles itself and puts others
above it. An action is allowed by that task (or by a verb of any time, such as ``resign``), carried
out by it, and then tasks are settled until one asks again. A phase is a task too, at the bottom:
when it ends, the next is entered that takes place, and after the last of a turn the next turn's
first, or the game is over. Between these steps the hooks of :mod:`hexwar.engine.registry` are
called.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Self

from hexwar.definition.grammar import opening
from hexwar.definition.spelling import index_of_side
from hexwar.engine.action import Action, Choice, Decision, as_action, misshapen
from hexwar.engine.dice import MOST_THROWS, Dice, DiceExhaustedError
from hexwar.engine.event import Event
from hexwar.engine.position import NOBODY, OFF_MAP, PositionData, bits
from hexwar.engine.queries import LegalActions
from hexwar.engine.registry import AnyTime, Guess
from hexwar.engine.telling import ToldPosition
from hexwar.engine.violation import IllegalAction, Violation

if TYPE_CHECKING:
    from hexwar.engine.dice import Chance

__all__ = ["NOBODY", "OFF_MAP", "Position"]

LISTED = "listed"
"""The key in ``near`` of the legal actions that were listed: gone as soon as anything changes."""


class Position(ToldPosition):
    """A position to play on from: what may be done, and what comes of it."""

    __slots__ = ()

    # -- what may be done -------------------------------------------------------------------

    @property
    def side_to_act(self) -> str | None:
        """The side whose choice is awaited; ``None`` when the game is over."""
        if self.is_over:
            return None
        return self.frame.side_ids[self.agenda[-1].side(self)]

    @property
    def decision(self) -> Decision | None:
        """What that side has to choose; ``None`` when the game is over."""
        if self.is_over:
            return None
        decision, owed = self.agenda[-1].decision(self), self._owed_first()
        if owed is None:
            return decision
        # The prompt of a phase offers to end it, which may not be done before what is owed.
        prompt = decision.prompt.replace(", or end the phase", "").replace(", or pass", "")
        return replace(decision, prompt=f"{owed.message} {prompt}", may_decline=False)

    def legal_actions(self) -> LegalActions:
        """The legal actions: a sequence, or ask ``action in`` without listing."""
        return LegalActions(self)

    def listed(self) -> Iterator[Action]:
        """The legal actions one by one, in a documented order; none when the game is over."""
        if self.is_over:
            return iter(())
        task = self.agenda[-1]
        actions = task.actions(self)
        if self._owed_first() is None:
            return actions
        return (action for action in actions if action.verb != task.ends_by)

    def all_listed(self) -> list[Action]:
        """All of them, in a list that the caller leaves as it is.

        Until the position changes, whichever of them is applied is not asked for once more.
        """
        actions = list(self.listed())
        # Kept twice: ``near`` is no longer there when anything has changed, and may be a copy's.
        self._listed = self.near[LISTED] = actions
        return actions

    def _owed_first(self) -> Violation | None:
        """What has to be done before the phase may be ended, where something has to."""
        if self.rules.hooks.obliges and self.agenda[-1].is_phase:
            for obliges in self.rules.hooks.obliges:
                owed: Violation | None = obliges(self)
                if owed is not None:
                    return owed
        return None

    def sample_action(self, random: Random) -> Action:
        """One legal action drawn with ``random``. ValueError when the game is over."""
        if self.is_over:
            raise ValueError("the game is over: there is nothing left to choose")
        task = self.agenda[-1]
        self._sampled = task.sample(self, random)
        if self._sampled.verb == task.ends_by and self._owed_first() is not None:
            self._sampled = random.choice(list(self.listed()))
        return self._sampled

    def choices(self, picked: Collection[str] = (), at: str = "") -> list[Choice]:
        """What the side to act can choose, with the units picked, at the hex pointed at.

        Enough to offer every decision without knowing its kind; see :class:`Choice`. Empty when
        the game is over.
        """
        if self.is_over:
            return []
        task = self.agenda[-1]
        return [
            choice
            for choice in task.choices(self, picked, at)
            if choice.action.verb != task.ends_by or self._owed_first() is None
        ]

    def explain(self, action: Action | str) -> Violation | None:
        """Why an action is illegal now, with the number of its rule; ``None`` if it is legal."""
        try:
            asked = as_action(action)
        except IllegalAction as refused:
            return refused.violation
        if self.is_over:
            return Violation("", "The game is over.", "game.over")
        try:
            # What is legal at any time, and else what the task on top of the agenda says.
            task = self.agenda[-1]
            anytime = self.scopes.anytime.get(asked.verb)
            if anytime is not None:
                violation: Violation | None = anytime.explain(self, task.side(self), asked)
            else:
                owed = self._owed_first() if asked.verb == task.ends_by else None
                violation = owed or task.explain(self, asked)
        except (KeyError, IndexError):
            # A name that does not exist, or an action without what its verb needs.
            malformed = misshapen(asked, self.frame.unit_index)
            if malformed is None:
                raise
            return malformed
        # Asked last: most refusals are about the game, and say more.
        return violation or misshapen(asked, self.frame.unit_index)

    def forbidden(self, unit: int, doing: str) -> Violation | None:
        """Why what befell a unit keeps it from doing this (move, fire, react), if it does."""
        for forbids in self.rules.hooks.forbids:
            refused: Violation | None = forbids(self, unit, doing)
            if refused is not None:
                return refused
        return None

    def did(self, deed: str, units: int) -> None:
        """Say that units (a mask) did something: ``moved``, ``attacked``."""
        for hook in self.rules.hooks.did:
            hook(self, deed, units)

    def out_of_turn(self, action: Action) -> Violation:
        """Why an action does not belong to the choice that the game waits for."""
        decision, frame = self.decision, self.frame
        wanted = decision.prompt if decision else ""
        phase = frame.phase_titles[self.phase_index]
        return Violation(
            frame.cite.get("order", ""),
            f"'{action.verb}' is not possible now ({phase}). {wanted}".rstrip(),
            "sequence.order",
        )

    # -- what a side knows ----------------------------------------------------------------------

    def hides(self, side: int) -> bool:
        """Whether units of a side hide: then what it is asked must not depend on where they are."""
        owner = self.frame.unit_side
        return self.secret != 0 and any(owner[unit] == side for unit in bits(self.secret))

    def stopped(self, unit: int, cell: int) -> bool:
        """Whether a unit about to enter a cell stops before it, as units hide there from it.

        These are seen from then on.
        """
        if self.events is not None and self.scopes.hiding:
            for hook in self.rules.hooks.treads:
                hook(self, unit, self.frame.board.bit[cell])
        mine = self.occupied[self.frame.unit_side[unit]]
        if not (self.secret_at & ~mine) >> cell & 1:
            return False
        for hook in self.rules.hooks.meets:
            hook(self, unit, cell)
        return True

    def hiding(self, side: int) -> int:
        """Mask of the hexes in which a side knows that units lie hidden from it."""
        mask = self.concealed_at
        # Of secret units a side does not even know the hex.
        for unit in bits(self.hidden(side) & ~self.secret):
            mask |= self.frame.board.bit[self.cells[unit]]
        return mask

    def seen_by(self, side: str) -> Self:
        """A copy to think with, of what ``side`` knows: it can be played on like any state.

        Units hidden from the side are out of play there, and what is remembered of them is
        forgotten. The dice are others: always the same ones, unless ``clone(seed=...)`` of the
        copy brings others again. ``events`` are as the side learned of them. ValueError for a
        side that there is not.
        """
        index = index_of_side(self.frame.side_ids, side)
        # Dice of its own: with those of the game, playing on in the copy would foresee them.
        twin = self.clone(seed="")
        if self.events is not None:
            twin.events = self.known_events(self.events, side)
        unknown = self.unknown(index)
        if unknown:
            twin.concealed_at, twin.unseen = self.hiding(index), unknown
            twin._forget(unknown, index)
        for keep_from in self.rules.hooks.secrets:
            keep_from(twin, index)
        # Shared until here, and computed of the whole position: it would tell what is hidden.
        twin.forget_computed()
        return twin

    def worlds(self, side: str, random: Random) -> Iterator[Self]:
        """Guesses without end at how things stand, each a state that can be played on.

        They are made of :meth:`seen_by` alone, and ``side`` sees in them what it sees here. What it
        does not see is drawn with ``random`` for each, as are the dice to come. ValueError for a
        side that there is not.
        """
        seen = self.seen_by(side)
        index, hooks = self.frame.side_index[side], self.rules.hooks
        guesses = [guess(seen, index) for guess in hooks.guesses]
        return seen._guessed([guess for guess in guesses if guess is not None], random)

    def _guessed(self, guesses: list[Guess], random: Random) -> Iterator[Self]:
        # Not a part of `worlds`: as a generator that would refuse a wrong side only when the first
        # guess is taken.
        while True:
            world = self.clone()
            world.dice = Dice(random.randbytes(16))
            world.unseen = 0
            for guess in guesses:
                guess(world, random)
            yield world

    def _forget(self, units: int, side: int) -> None:
        """Take units out of play with all that is remembered of them, for the eyes of a side."""
        for forget in self.rules.hooks.forgets:
            forget(self, side, units)
        self.disclose(units)
        for unit in bits(units):
            if self.cells[unit] != OFF_MAP:
                self.place(unit, OFF_MAP)
            self.lost[unit] = 0
        for name, marked in self.marks.items():
            self.marks[name] = marked & ~units
        for slot, record in self.memory.items():
            self.memory[slot] = slot.without(record, units)

    # -- playing ------------------------------------------------------------------------------

    def apply(
        self, action: Action | str, *, events: bool = True, dice: Iterable[int] | None = None
    ) -> list[Event]:
        """Carry out an action and run on to the next decision.

        Answers with what happened, in order; with ``events=False`` nothing is told and the list
        is empty (faster, for playing in batches). ``dice`` are the faces that are thrown on the
        way, all of them; ValueError when they do not fit. After that the game's own dice go on, so
        looking ahead reveals nothing of them. :class:`IllegalAction` and ValueError leave the
        state as it was.
        """
        # What was sampled from this very state is legal by construction, and of its task.
        anytime = None
        # ``None`` is what `_sampled` is where nothing was drawn: handed in, it must not pass for
        # that.
        if action is None or action is not self._sampled:
            action = self._allowed(action)
            anytime = self.scopes.anytime.get(action.verb)
        self._sampled = self._listed = None
        if not events and dice is None and self.dice.script is None:
            # The way of a search: nothing is told, and dice without a script never run out.
            self.events = None
            self._carry_out(action, anytime)
            return []
        forced = None if dice is None else Dice.scripted(dice, self.rolled)
        own = self.dice
        self.dice = forced or own
        # Only a script can run out or hold a face that the die has not: no copy for all others.
        before = None if self.dice.script is None else self.clone()
        self.events = None
        if events:
            self.listen()
        try:
            self._carry_out(action, anytime)
            if forced:
                forced.used_up(self.rolled)
        except DiceExhaustedError:
            # Everything is put back when scripted dice run out half-way.
            if before:
                for name in PositionData.__slots__:
                    setattr(self, name, getattr(before, name))
            raise
        finally:
            self.dice = own
        return self.told()

    def _allowed(self, action: Action | str) -> Action:
        """The action itself; IllegalAction with the reason where the rules forbid it."""
        # One that was listed from this very position is legal: the rules are not asked once more.
        listed = self._listed if self._listed is self.near.get(LISTED) else None
        if listed and isinstance(action, Action) and not self.is_over and action in listed:
            return action
        asked = as_action(action)
        violation = self.explain(asked)
        if violation is not None:
            raise IllegalAction(violation)
        return asked

    def _carry_out(self, action: Action, anytime: AnyTime | None) -> None:
        """Do what a legal action says; one of any time leaves the choice where it is."""
        self.ply += 1
        if anytime is None:
            self.agenda[-1].perform(self, action)
            self.settle()
        else:
            anytime.perform(self, action)

    def outcomes(
        self, action: Action | str, *, most: int = MOST_THROWS
    ) -> tuple[Chance[Self], ...]:
        """Everything that can come of an action, to the next decision, each with its probability.

        The probabilities add up to one; this state stays as it is. :class:`IllegalAction` if the
        action is illegal now, ValueError if more than ``most`` throws of dice are possible.
        """
        from hexwar.engine.dice import chances  # here, as few games ask

        return chances(self, self._allowed(action), most)

    def settle(self) -> None:
        """Settle tasks from the top of the agenda until one needs a choice."""
        agenda = self.agenda
        while not self.is_over and not agenda[-1].settle(self):
            pass

    def resign(self) -> None:
        """Let the side that has to choose give up; with one other side, that one wins."""
        sides = self.frame.side_ids
        loser = self.agenda[-1].side(self)
        others = [sides[index] for index in self.frame.played if index != loser]
        winner = others[0] if len(others) == 1 else None
        self.finish(winner, f"{opening(self.frame.side_names[loser], 'resigns')}.", "")

    def finish(self, winner: str | None, because: str, rule: str, level: str = "") -> None:
        """End the game, perhaps with a level of victory."""
        self.is_over = True
        self.winner = winner
        self.level = level
        self.outcome = because
        self.agenda.clear()
        if self.events is not None:
            text = f"{self.verdict}. {because}".rstrip()
            self.tell("game_over", rule, text, winner=winner, level=level)

    # -- the sequence of play -------------------------------------------------------------------

    def open(self) -> None:
        """Begin the game at its very start: with the set-up, if players have any to do."""
        for hook in self.rules.hooks.set_up:
            hook(self)
        if not self.agenda:
            self.begin_turns(0)

    def begin_turns(self, phase: int) -> None:
        """Begin the game, once everybody is set up, with a phase of the current turn."""
        for hook in self.rules.hooks.turns_begin:
            hook(self)
        self._go_on(phase)

    def _go_on(self, phase: int) -> None:
        """Enter a phase of the current turn, or the next one that takes place."""
        next_phase: int | None = phase
        conditions = self.rules.hooks.takes_place
        while next_phase is not None:
            # A plain loop: all() would make a generator for every phase.
            for takes_place in conditions:
                if not takes_place(self, next_phase):
                    next_phase = self._phase_after(next_phase)
                    break
            else:
                self._enter(next_phase)
                return

    def _enter(self, phase: int) -> None:
        """Begin a phase that takes place: whose it is, what is forgotten, its task, its hooks."""
        frame = self.frame
        self.phase_index = phase
        # Whose phase it is: as the files say it or, if they leave it to play, as things stand.
        decided = frame.phase_decided[phase]
        self.phase_side = side = (
            frame.registry.phase_sides[decided].side(self) if decided else frame.phase_sides[phase]
        )
        if self.noted:
            # Only what was written: a game may have dozens of slots, and a phase uses few.
            for slot in self.noted:
                if slot.lasts == "phase":
                    self.memory[slot] = slot.empty
            self.noted.clear()
        if self.near:
            self.near = {}
        # In most games nothing changes the rules in play, and no scope is looked up.
        if self.scopes.vary:
            self._judge(phase, battle=False)
        task = self.scopes.phases[phase]
        self.agenda.append(task)
        # A phase that is resumed, after others within it, began before, and its event was noted.
        if task.goes_on and task.under_way(self):
            return
        if self.events is not None:
            self.tell(
                "phase_begins",
                frame.cite.get("order", ""),
                f"Turn {self.turn}: {frame.phase_titles[phase]}.",
                turn=self.turn,
                phase=frame.phase_ids[phase],
                side="" if side < 0 else frame.side_ids[side],
            )
        for hook in self.rules.hooks.phase_begins:
            hook(self)
        task.begin(self)

    def _judge(self, phase: int, *, battle: bool) -> None:
        """Let those effects be in force that are so now, and the rules of their scope."""
        for judge in self.rules.hooks.effects:
            self.effects = judge(self, phase, battle)
        self.under(self.effects)

    def under(self, effects: tuple[str, ...]) -> None:
        """Let the rules of these effects be in force: those judged, and that of a battle."""
        self.effects = effects
        rules = self.scopes.rules(self.phase_index, effects)
        if rules is not self.rules:
            self.rules = rules
            self.forget_computed()

    def battle_ended(self) -> None:
        """Called when a battle is over and nothing more is owed for it."""
        if self.scopes.vary:
            self._judge(self.phase_index, battle=True)
        for hook in self.rules.hooks.battle_ends:
            hook(self)

    def end_phase(self, *, nothing_to_do: bool = False) -> None:
        """Leave the current phase for the next one, the next turn, or the end of the game."""
        task = self.agenda.pop()
        # Left for others within it, it goes on later: nothing closes yet, and its end is not told.
        if not (task.goes_on and task.under_way(self)):
            hooks = self.rules.hooks
            for hook in hooks.phase_closing:
                hook(self)
            if self.events is not None:
                self._record(self._ending(self.phase_index, nothing_to_do=nothing_to_do))
            for hook in hooks.phase_closed:
                hook(self)
        if self.is_over:
            return
        following = self._phase_after(self.phase_index)
        if following is not None:
            self._go_on(following)

    def _phase_after(self, phase: int) -> int | None:
        """The phase after a phase, perhaps in the next turn; ``None`` when the game is over."""
        frame = self.frame
        onwards = following = phase + 1
        for follows in self.rules.hooks.follows:
            led_to = follows(self, phase)
            # Of those that lead elsewhere than on, the end of the turn prevails.
            if led_to != onwards and (following == onwards or led_to > following):
                following = led_to
        if following < len(frame.phase_ids):
            return following
        hooks = self.rules.hooks
        for hook in (*hooks.turn_ends, *hooks.turn_ended):
            hook(self)
        if self.is_over:
            return None
        if self.turn < frame.turns:
            self.turn += 1
            # What lasts for a turn is reset here; what lasts for a phase, where one is entered.
            self.memory.update(frame.registry.of_turn)
            return 0
        for hook in self.rules.hooks.game_ends:
            hook(self)
        return None

    def __repr__(self) -> str:
        if self.is_over:
            return f"<State: over, {self.winner or 'nobody'} wins>"
        return f"<State: turn {self.turn}, {self.phase}, {self.side_to_act} to act>"
