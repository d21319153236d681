"""The kernel: a state of the game, and how it moves from one decision to the next.

A state is plain data beside a compiled, immutable rule set. It knows units, cells, dice and an
agenda of tasks, and no rule of any game.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hexwar.definition.model import ResolvedGame
from hexwar.engine.action import Action, as_action, misshapen
from hexwar.engine.decision import Decision
from hexwar.engine.dice import Dice, DiceExhaustedError, key_of_copy
from hexwar.engine.event import Event
from hexwar.engine.legal import LegalActions
from hexwar.engine.names import index_of_side, named
from hexwar.engine.queries import Preview
from hexwar.engine.questions import Questions
from hexwar.engine.ruleset import Ruleset
from hexwar.engine.task import Task
from hexwar.engine.view import View
from hexwar.engine.violation import IllegalAction, Violation

OFF_MAP = 0
"""The cell of a unit that is out of play; the board has no hex there."""


class State(Questions):
    """A position, with everything needed to play on from it.

    A value: equal to another when both would go on alike, whatever was told of the way there, and
    so ``events`` make no difference. As it changes it has no hash. Copied (``clone``,
    ``copy.deepcopy``) and pickled at will; a pickle holds :meth:`to_dict` and the folder of the
    game, which must be there and unchanged where it is read.

    Made by ``Game.start``. ``turn`` counts from 1; ``is_over``, ``winner`` (a side id, or None
    for a draw) and ``outcome`` (why, in a sentence) tell the end; ``events`` is what the latest
    action (or the start) brought about, ``None`` when it was applied without events.

    For rule modules: ``cells`` maps unit index to cell, ``occupied`` side index to the mask of
    its hexes, ``stacked`` to the mask of those that hold two or more units, ``eliminated`` is a
    mask of unit indices, ``lost`` unit index to steps lost, ``this_phase`` and ``this_game``
    remember what a rule must know until the phase or the game ends, ``cache`` holds what can be
    computed again and is dropped whenever somebody other than the moving side changes place.
    """

    __slots__ = (
        "_sampled",
        "agenda",
        "cache",
        "cells",
        "dice",
        "eliminated",
        "events",
        "is_over",
        "lost",
        "occupied",
        "outcome",
        "phase_index",
        "ply",
        "rolled",
        "rules",
        "stacked",
        "this_game",
        "this_phase",
        "turn",
        "winner",
    )

    rules: Ruleset
    turn: int
    phase_index: int
    agenda: list[Task]
    cells: list[int]
    occupied: list[int]
    stacked: list[int]
    eliminated: int
    lost: list[int]
    this_phase: dict[str, Any]
    this_game: dict[str, int]
    dice: Dice
    rolled: int
    is_over: bool
    winner: str | None
    outcome: str
    events: list[Event] | None
    ply: int
    cache: dict[Any, Any]
    _sampled: Action | None

    def __init__(self, rules: Ruleset, dice: Dice) -> None:
        self.rules = rules
        self.turn = 1
        self.phase_index = 0
        self.agenda = []
        self.cells = [OFF_MAP] * len(rules.unit_ids)
        self.occupied = [0] * len(rules.side_ids)
        self.stacked = [0] * len(rules.side_ids)
        self.eliminated = 0
        self.lost = [0] * len(rules.unit_ids)
        self.this_phase = {}
        self.this_game = {}
        self.dice = dice
        self.rolled = 0
        self.is_over = False
        self.winner = None
        self.outcome = ""
        self.events = None
        self.ply = 0
        self.cache = {}
        self._sampled = None

    # -- what anybody may ask ---------------------------------------------------------------

    def _known(self) -> State:
        return self

    @property
    def resolved(self) -> ResolvedGame:
        """The game definition that is being played: its sections, map and units."""
        return self.rules.resolved

    @property
    def phase(self) -> str:
        """The id of the current phase, from the YAML."""
        return self.rules.phase_ids[self.phase_index]

    @property
    def side_to_act(self) -> str | None:
        """The side whose choice is awaited; ``None`` when the game is over."""
        if self.is_over:
            return None
        return self.rules.side_ids[self.agenda[-1].side(self)]

    @property
    def decision(self) -> Decision | None:
        """What that side has to choose; ``None`` when the game is over."""
        return None if self.is_over else self.agenda[-1].decision(self)

    def position(self, unit: str) -> str | None:
        """The unit's hex, or ``None`` when it is out of play. ValueError for an unknown unit."""
        cell = self.cells[named(self.rules.unit_index, unit, "unit")]
        return self.rules.board.number[cell] or None

    def units_at(self, number: str) -> tuple[str, ...]:
        """The units in a hex, in the order of the units file. ValueError for an unknown hex."""
        cell = named(self.rules.board.cell, number, "hex")
        ids = self.rules.unit_ids
        return tuple(ids[unit] for unit, at in enumerate(self.cells) if at == cell)

    def legal_actions(self) -> LegalActions:
        """The legal actions: a sequence, or ask ``action in`` without listing."""
        return LegalActions(self)

    def sample_action(self, random: Random) -> Action:
        """One legal action drawn with ``random``. ValueError when the game is over."""
        if self.is_over:
            raise ValueError("the game is over: there is nothing left to choose")
        self._sampled = self.agenda[-1].sample(self, random)
        return self._sampled

    def explain(self, action: Action | str) -> Violation | None:
        """Why an action is illegal now, with the number of its rule; ``None`` if it is legal."""
        try:
            action = as_action(action)
        except IllegalAction as refused:
            return refused.violation
        if self.is_over:
            return Violation("", "The game is over.", "game.over")
        return self._why_not(action)

    def _why_not(self, action: Action) -> Violation | None:
        try:
            violation = self._refused(action)
        except (KeyError, IndexError):
            # A name that does not exist, or an action without what its verb needs.
            malformed = misshapen(action, self.rules.unit_index)
            if malformed is None:
                raise
            return malformed
        # Asked last: most refusals are about the game, and say more.
        return violation or misshapen(action, self.rules.unit_index)

    def _refused(self, action: Action) -> Violation | None:
        """What is legal at any time, and else what the task on top of the agenda says."""
        if action.verb == "resign":
            return None
        task = self.agenda[-1]
        if action.verb == "top":
            unit = self.rules.unit_index[action.units[0]]
            return self.rules.explain_top(self, task.side(self), unit)
        return task.explain(self, action)

    def preview(self, attack: Action | str) -> Preview:
        """Strengths, column and chances of an attack, by the code that would resolve it.

        It knows all units; ``view(side).preview`` knows what that side sees.
        :class:`IllegalAction` when the attack is illegal now.
        """
        action = as_action(attack)
        self.require_attack(action)
        return self.rules.preview(self, action)

    def require_attack(self, action: Action) -> None:
        """:class:`IllegalAction` unless this is a legal attack or overrun now."""
        violation = self.explain(action)
        if violation is None and action.verb not in ("attack", "overrun"):
            violation = Violation("", "Only an attack has a preview.", "notation")
        if violation is not None:
            raise IllegalAction(violation)

    def view(self, side: str) -> View:
        """What ``side`` may know of this state. ValueError for a side that there is not."""
        return View(self, side)

    def seen_by(self, side: str) -> State:
        """A copy to think with, of what ``side`` knows: it can be played on like any state.

        Units hidden from the side are out of play there, and what is remembered of them is
        forgotten. The dice are others: always the same ones, unless ``clone(seed=...)`` of the
        copy brings others again. ``events`` are as the side learned of them. ValueError for a
        side that there is not.
        """
        index = index_of_side(self.rules.side_ids, side)
        twin = self.clone(seed="")
        twin.cache = {}
        if self.events is not None:
            twin.events = self.view(side).told(self.events)
        self.rules.forget(twin, index)
        return twin

    # -- playing ------------------------------------------------------------------------------

    def apply(self, action: Action | str, *, events: bool = True) -> list[Event]:
        """Carry out an action and run on to the next decision.

        Answers with what happened, in order; with ``events=False`` nothing is told and the list
        is empty (faster, for playing in batches). :class:`IllegalAction` leaves the state as
        it was.
        """
        if not isinstance(action, Action):
            action = as_action(action)
        # What was sampled from this very state is legal by construction.
        if action is not self._sampled:
            violation = self.explain(action)
            if violation is not None:
                raise IllegalAction(violation)
        self._sampled = None
        if self.dice.script is not None:
            return self._apply_scripted(action, events)
        self._run(action, events)
        return self.events or []

    def _apply_scripted(self, action: Action, events: bool) -> list[Event]:
        """Apply, or put everything back when the scripted dice run out half-way."""
        before = self.clone()
        try:
            self._run(action, events)
        except DiceExhaustedError:
            for slot in State.__slots__:
                setattr(self, slot, getattr(before, slot))
            raise
        return self.events or []

    def _run(self, action: Action, events: bool) -> None:
        self.ply += 1
        self.events = [] if events else None
        unseen = self.rules.unseen(self) if events else ()
        verb = action.verb
        if verb == "resign":
            self._resign()
        elif verb == "top":
            self.rules.put_on_top(self, self.rules.unit_index[action.units[0]])
        else:
            self.agenda[-1].perform(self, action)
            self.settle()
        if unseen:
            self.rules.veil(self, unseen)

    def settle(self) -> None:
        """Settle tasks from the top of the agenda until one needs a choice."""
        agenda = self.agenda
        while not self.is_over and not agenda[-1].settle(self):
            pass

    def _resign(self) -> None:
        loser = self.agenda[-1].side(self)
        others = [side for side in self.rules.resolved.sides if side.id != self.side_to_act]
        name = self.rules.resolved.sides[loser].name
        winner = others[0].id if len(others) == 1 else None
        self.finish(winner, f"{name} resigns.", "")

    def finish(self, winner: str | None, because: str, rule: str) -> None:
        """End the game."""
        self.is_over = True
        self.winner = winner
        self.outcome = because
        self.agenda.clear()
        if self.events is not None:
            names = {side.id: side.name for side in self.rules.resolved.sides}
            verdict = f"{names[winner]} wins" if winner else "The game is drawn"
            self.tell("game_over", rule, f"{verdict}. {because}".rstrip(), winner=winner)

    # -- for rule modules --------------------------------------------------------------------

    def tell(self, kind: str, rule: str, text: str, **fields: Any) -> None:
        """Record an event; callers on hot paths test ``state.events is not None`` first."""
        if self.events is not None:
            self.events.append(Event(kind, rule, text, **fields))

    def roll(self, sides: int) -> int:
        """Roll one die of the game's dice."""
        face = self.dice.roll(self.rolled, sides)
        self.rolled += 1
        return face

    def place(self, unit: int, cell: int) -> None:
        """Put a unit into a cell (or :data:`OFF_MAP`) and keep the occupancy masks true."""
        cells, occupied, stacked = self.cells, self.occupied, self.stacked
        bit, side = self.rules.board.bit, self.rules.unit_side[unit]
        old = cells[unit]
        cells[unit] = cell
        here, there = bit[old], bit[cell]
        if stacked[side] & here:
            if cells.count(old) == 1:
                stacked[side] ^= here
        else:
            occupied[side] ^= here
        if occupied[side] & there:
            stacked[side] |= there
        else:
            occupied[side] |= there

    def eliminate(self, unit: int) -> None:
        """Take a unit out of play as a casualty."""
        self.place(unit, OFF_MAP)
        self.eliminated |= 1 << unit
        self.cache = {}

    def names_of(self, units: int, side: int | None = None) -> tuple[str, ...]:
        """The names in a mask of units, in the order of the units file; of one side or of all."""
        owner = self.rules.unit_side
        return tuple(
            name
            for index, name in enumerate(self.rules.unit_ids)
            if units >> index & 1 and (side is None or owner[index] == side)
        )

    def enemies_of(self, side: int) -> int:
        """Mask of the hexes that other sides occupy."""
        occupied = self.occupied
        if len(occupied) == 2:
            return occupied[1 - side]
        mask = 0
        for other, hexes in enumerate(occupied):
            if other != side:
                mask |= hexes
        return mask

    # -- copies --------------------------------------------------------------------------------

    def clone(self, seed: int | str | None = None) -> State:
        """An independent copy; what is immutable is shared.

        It throws the dice that this state would; with a ``seed`` others, which no game has.
        """
        twin = State.__new__(State)
        twin.rules = self.rules
        twin.turn = self.turn
        twin.phase_index = self.phase_index
        twin.agenda = self.agenda[:]
        twin.cells = self.cells[:]
        twin.occupied = self.occupied[:]
        twin.stacked = self.stacked[:]
        twin.eliminated = self.eliminated
        twin.lost = self.lost[:]
        twin.this_phase = self.this_phase.copy()
        twin.this_game = self.this_game.copy()
        twin.dice = self.dice if seed is None else Dice(key_of_copy(seed))
        twin.rolled = self.rolled
        twin.is_over = self.is_over
        twin.winner = self.winner
        twin.outcome = self.outcome
        twin.events = self.events
        twin.ply = self.ply
        # Shared on purpose: its keys name all that its values depend on within one phase, and
        # whoever changes anything else starts a new one instead of emptying this.
        twin.cache = self.cache
        twin._sampled = None
        return twin

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; ``Game.state_from_dict`` makes an equal state of it."""
        resolved = self.rules.resolved
        number = self.rules.board.number
        return {
            "game": resolved.header.id,
            "scenario": resolved.scenario.id,
            "options": list(resolved.options),
            "edition": resolved.edition,
            "turn": self.turn,
            "phase": self.phase,
            "units": {
                unit: number[cell]
                for unit, cell in zip(self.rules.unit_ids, self.cells, strict=True)
                if cell != OFF_MAP
            },
            "eliminated": list(self.names_of(self.eliminated)),
            "lost": {
                unit: lost
                for unit, lost in zip(self.rules.unit_ids, self.lost, strict=True)
                if lost
            },
            "agenda": [task.to_dict() for task in self.agenda],
            "this_phase": {
                key: [list(pair) for pair in value] if isinstance(value, tuple) else value
                for key, value in self.this_phase.items()
            },
            "this_game": dict(self.this_game),
            "dice": self.dice.to_dict(),
            "rolled": self.rolled,
            "is_over": self.is_over,
            "winner": self.winner,
            "outcome": self.outcome,
        }

    @classmethod
    def from_dict(cls, rules: Ruleset, data: dict[str, Any]) -> State:
        """The state that :meth:`to_dict` described, under its rules."""
        state = cls(rules, Dice.from_dict(data["dice"]))
        state.turn = data["turn"]
        state.phase_index = rules.phase_ids.index(data["phase"])
        for unit, number in data["units"].items():
            state.place(rules.unit_index[unit], rules.board.cell[number])
        state.eliminated = sum(1 << rules.unit_index[unit] for unit in data["eliminated"])
        for unit, lost in data["lost"].items():
            state.lost[rules.unit_index[unit]] = lost
        state.this_phase = {
            key: tuple((int(a), int(b)) for a, b in value) if isinstance(value, list) else value
            for key, value in data["this_phase"].items()
        }
        state.this_game = dict(data["this_game"])
        state.agenda = [rules.task_from_dict(task) for task in data["agenda"]]
        state.rolled = data["rolled"]
        state.is_over = data["is_over"]
        state.winner = data["winner"]
        state.outcome = data["outcome"]
        return state

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return State.from_dict, (self.rules, self.to_dict())

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.cells == other.cells
            and self.resolved.digest == other.resolved.digest
            and self.to_dict() == other.to_dict()
        )

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        if self.is_over:
            return f"<State: over, {self.winner or 'nobody'} wins>"
        return f"<State: turn {self.turn}, {self.phase}, {self.side_to_act} to act>"
