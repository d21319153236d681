"""The kernel: a state of the game, and how it moves from one decision to the next.

A state is plain data beside a compiled, immutable rule set. It knows units, cells, dice and an
agenda of tasks, and no rule of any game.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from hexwar.engine.action import Action, misshapen
from hexwar.engine.decision import Decision
from hexwar.engine.dice import Dice, DiceExhaustedError, key_from_seed
from hexwar.engine.event import Event
from hexwar.engine.legal import LegalActions
from hexwar.engine.queries import Preview, Reach
from hexwar.engine.ruleset import Ruleset
from hexwar.engine.task import Task
from hexwar.engine.view import View
from hexwar.engine.violation import IllegalAction, Violation

OFF_MAP = 0
"""The cell of a unit that is out of play; the board has no hex there."""


class State:
    """A position, with everything needed to play on from it.

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
        self.cache = {}
        self._sampled = None

    # -- what anybody may ask ---------------------------------------------------------------

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
        """The unit's hex, or ``None`` when it is out of play. KeyError for an unknown unit."""
        return self.rules.board.number[self.cells[self.rules.unit_index[unit]]] or None

    def steps_lost(self, unit: str) -> int:
        """Steps that the unit has lost. KeyError for an unknown unit."""
        return self.lost[self.rules.unit_index[unit]]

    def units_at(self, number: str) -> tuple[str, ...]:
        """The units in a hex, in the order of the units file. KeyError for an unknown hex."""
        cell = self.rules.board.cell[number]
        ids = self.rules.unit_ids
        return tuple(ids[unit] for unit, at in enumerate(self.cells) if at == cell)

    def legal_actions(self) -> LegalActions:
        """The legal actions: iterate them, count them, or ask ``action in`` without listing."""
        return LegalActions(self)

    def sample_action(self, random: Random) -> Action:
        """One legal action drawn with ``random``. ValueError when the game is over."""
        if self.is_over:
            raise ValueError("the game is over: there is nothing left to choose")
        self._sampled = self.agenda[-1].sample(self, random)
        return self._sampled

    def explain(self, action: Action | str) -> Violation | None:
        """Why an action is illegal now, with the number of its rule; ``None`` if it is legal."""
        if isinstance(action, str):
            try:
                action = Action.parse(action)
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
        action = Action.parse(attack) if isinstance(attack, str) else attack
        self.require_attack(action)
        return self.rules.preview(self, action)

    def require_attack(self, action: Action) -> None:
        """:class:`IllegalAction` unless this is a legal attack or overrun now."""
        violation = self.explain(action)
        if violation is None and action.verb not in ("attack", "overrun"):
            violation = Violation("", "Only an attack has a preview.", "notation")
        if violation is not None:
            raise IllegalAction(violation)

    def reach(self, unit: str) -> dict[str, Reach]:
        """Hexes the unit can move to now, in map order; empty when it cannot move."""
        return self.rules.reach(self, self.rules.unit_index[unit])

    def threats(self, side: str) -> dict[str, tuple[str, ...]]:
        """Hexes that units of ``side`` could reach in a movement phase begun now, by whom."""
        return self.rules.threats(self, self.rules.side_ids.index(side))

    def supply(self, side: str) -> dict[str, tuple[str, ...]]:
        """By movement class: hexes from which units of ``side`` could trace supply now, in map
        order. Empty when the game has no supply. ValueError for an unknown side.
        """
        return self.rules.supply(self, self.rules.side_ids.index(side))

    def supply_path(self, unit: str) -> tuple[str, ...] | None:
        """One of the shortest traces of a unit now, from its hex to a source; ``None`` without.

        KeyError for an unknown unit.
        """
        return self.rules.supply_path(self, self.rules.unit_index[unit])

    def in_supply(self, unit: str) -> bool:
        """Whether the unit counts as supplied: as its owner's latest supply phase found it."""
        return self.rules.in_supply(self, self.rules.unit_index[unit])

    def points(self) -> dict[str, int]:
        """The victory points of each side now; empty when the game has none."""
        return self.rules.points(self)

    def controlled(self, side: str) -> tuple[str, ...]:
        """The hexes that a side controls, of those whose control matters. ValueError: no side."""
        return self.rules.controlled(self, self.rules.side_ids.index(side))

    def attack_options(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        """Hexes that can be attacked now, each with the groups of units able to attack it."""
        return self.rules.attack_options(self)

    def view(self, side: str) -> View:
        """What ``side`` may know of this state."""
        return View(self, side)

    def seen_by(self, side: str) -> State:
        """A copy that holds only what ``side`` sees: units hidden from it are out of play there.

        To think with, not to play on: the dice are others, and what is remembered of hidden units
        is forgotten. The state itself when nothing is hidden.
        """
        hidden = self.rules.hidden(self, self.rules.side_ids.index(side))
        if not hidden:
            return self
        twin = self.clone()
        twin.cache = {}
        twin.dice = Dice(key_from_seed(""))
        self.rules.forget(twin, hidden)
        return twin

    # -- playing ------------------------------------------------------------------------------

    def apply(self, action: Action | str, *, events: bool = True) -> list[Event]:
        """Carry out an action and run on to the next decision.

        Answers with what happened, in order; with ``events=False`` nothing is told and the list
        is empty (faster, for playing in batches). :class:`IllegalAction` leaves the state as
        it was.
        """
        if isinstance(action, str):
            action = Action.parse(action)
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

    def clone(self) -> State:
        """An independent copy; what is immutable is shared."""
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
        twin.dice = self.dice
        twin.rolled = self.rolled
        twin.is_over = self.is_over
        twin.winner = self.winner
        twin.outcome = self.outcome
        twin.events = self.events
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
            "eliminated": self._names(self.eliminated),
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

    def __repr__(self) -> str:
        if self.is_over:
            return f"<State: over, {self.winner or 'nobody'} wins>"
        return f"<State: turn {self.turn}, {self.phase}, {self.side_to_act} to act>"

    def _names(self, units: int) -> list[str]:
        return [name for index, name in enumerate(self.rules.unit_ids) if units >> index & 1]

    @property
    def resolved(self) -> Any:
        """The resolved game definition that is being played."""
        return self.rules.resolved

    def movement_left(self, unit: str) -> Fraction | None:
        """Movement points the unit may still spend now; ``None`` when it may not move."""
        return self.rules.movement_left(self, self.rules.unit_index[unit])
