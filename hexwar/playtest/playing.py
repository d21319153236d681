"""Playing one game with the promises looked at, by chance, by a computer player or by a list; and
many of them, drawn by chance and led by the computer in turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Protocol

import hexwar
from hexwar.engine import Action, Event
from hexwar.players import make_player
from hexwar.players.player import Player, choice_of
from hexwar.players.sharing import shared
from hexwar.playtest.happenings import Happenings
from hexwar.playtest.promises import (
    BrokenPromiseError,
    DeadEndError,
    keeps_invariants,
    look_at,
    look_at_all,
    promise,
    step,
)
from hexwar.playtest.setting import Setting
from hexwar.rules.history import History
from hexwar.rules.state import State

MOST_DECISIONS = 5_000
"""A game with more decisions than this is taken to be endless."""

LIST_EVERY = 7
"""Listing every action is slow, so it is looked at in one step of so many."""

SHARE_OF_TOPS = 0.05
"""How often an order of a stack is drawn, which is legal and never listed."""

COMPUTER = "greedy"
"""The computer player that leads games: the fastest that plays in earnest."""

_PACKAGE = Path(hexwar.__file__).parent


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong in a game.

    ``kind``: ``crash`` (an exception), ``promise`` (a broken one), ``dead_end`` or ``endless``.
    ``phase`` is the id of the phase, ``""`` before there is one; ``action`` what was being done, if
    anything was; ``cause`` tells it from others, whatever units and hexes it names.
    """

    kind: str
    message: str
    cause: str
    phase: str = ""
    turn: int = 0
    action: str = ""


@dataclass(slots=True)
class Playthrough:
    """A game that was played: ``actions`` are those that were carried out."""

    setting: Setting
    seed: str
    actions: list[str] = field(default_factory=list)
    happened: Happenings = field(default_factory=Happenings)
    failure: Failure | None = None


class Leader(Protocol):
    """Whoever leads a game: all of its sides."""

    def choose(self, state: State) -> Action | None:
        """The next action; ``None`` to leave off."""


class ByChance:
    """Draws one of the legal actions."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, state: State) -> Action | None:
        """Any legal action, now and then the order of a stack."""
        return self._on_top(state) or state.sample_action(self._random)

    def _on_top(self, state: State) -> Action | None:
        if self._random.random() > SHARE_OF_TOPS:
            return None
        tops = [Action("top", (unit,)) for unit in state.frame.unit_ids]
        legal = state.legal_actions()
        return next((top for top in self._random.sample(tops, len(tops)) if top in legal), None)


class ByComputer:
    """A computer player for each side."""

    def __init__(self, random: Random, state: State) -> None:
        self._random = random
        self._players: dict[str, Player] = {
            side: make_player(COMPUTER) for side in state.frame.side_ids
        }

    def choose(self, state: State) -> Action | None:
        """What the player of the side to act wants."""
        return choice_of(self._players[state.side_to_act or ""], state, self._random)


class AlongList:
    """Does what a list says; what is illegal by now is passed over."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._left = list(reversed(lines))

    def choose(self, state: State) -> Action | None:
        """The next action of the list that is legal, ``None`` at its end."""
        while self._left:
            action = Action.parse(self._left.pop())
            if state.explain(action) is None:
                return action
        return None


def play(setting: Setting, seed: str, *, led: bool = False, every: int = 1) -> Playthrough:
    """One game, drawn by chance or ``led`` by the computer; its seed decides everything.

    Invariants are looked at before every step, the other promises in one step of ``every``.
    """
    random = Random(seed)
    return _played(
        setting, seed, lambda state: ByComputer(random, state) if led else ByChance(random), every
    )


def replay(setting: Setting, seed: str, lines: Sequence[str], *, every: int = 1) -> Playthrough:
    """A game along a list of actions; ends with it."""
    return _played(setting, seed, lambda _: AlongList(lines), every)


def _played(setting: Setting, seed: str, by: Callable[[State], Leader], every: int) -> Playthrough:
    played = Playthrough(setting, seed)
    game = _Game(played, every)
    try:
        game.begin()
        game.go_on(by(game.history.state))
    except BrokenPromiseError as broken:
        kind = "dead_end" if isinstance(broken, DeadEndError) else "promise"
        # Without what has digits or stands in quotes, as ids mostly do: one fault is the same with
        # other units and in other hexes.
        game.fail(kind, str(broken), re.sub(r"[\w.]*\d[\w.]*|'[^']*'", "#", str(broken)))
    except Exception as problem:  # whatever it is, it is what a playtest looks for
        game.fail("crash", f"{type(problem).__name__}: {problem}", _cause(problem))
    return played


def _cause(problem: Exception) -> str:
    """What tells an exception from others: its type, and the line of ours that raised it."""
    frames = [
        frame
        for frame in extract_tb(problem.__traceback__)
        if _PACKAGE in Path(frame.filename).parents
    ]
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
    return f"{type(problem).__name__} in {where}"


class _Game:
    """One game under way."""

    def __init__(self, played: Playthrough, every: int) -> None:
        self._played = played
        self._every = every
        # Of its own: how often the promises are looked at is not to change what is drawn.
        self._random = Random(played.seed)
        self._noted = 0
        self._doing = ""
        self.history: History

    def begin(self) -> None:
        """Start, and note who stands where."""
        state = self._played.setting.start(self._played.seed)
        self._played.happened.begin(state)
        self.history = History(state)

    def go_on(self, chooser: Leader) -> None:
        """Play to the end of the game or of the chooser's list."""
        played, happened = self._played, self._played.happened
        while not self.history.state.is_over:
            state = self.history.state
            self._doing = ""
            keeps_invariants(state)
            if len(played.actions) == MOST_DECISIONS:
                message = f"the game did not end within {MOST_DECISIONS} decisions"
                self.fail("endless", message, "endless")
                return
            self._noted = happened.see(state, self._noted)
            action = chooser.choose(state)
            if action is None:
                return
            self._doing = str(action)
            happened.do(state, action)
            happened.hear(self._step(state, action))
            played.actions.append(self._doing)
        self._doing = ""
        self._end()

    def _step(self, state: State, action: Action) -> Sequence[Event]:
        count, game = len(self._played.actions), self._played.setting.game
        if count % self._every:
            return self.history.apply(action)
        look_at(game, state, action)
        if count % (self._every * LIST_EVERY) == 0 and action.verb != "top":
            look_at_all(state, action, self._random)
        return step(game, self.history, action)

    def _end(self) -> None:
        state = self.history.state
        keeps_invariants(state)
        promise(not list(state.legal_actions()), "a finished game lists actions")
        self._played.happened.games += 1
        self._played.happened.winners[state.winner or ""] += 1

    def fail(self, kind: str, message: str, cause: str) -> None:
        """Note what went wrong, and where in the game."""
        phase, turn = "", 0
        # Already the start of a game may fail.
        if hasattr(self, "history"):
            state = self.history.state
            turn, phase = state.turn, state.frame.phase_ids[state.phase_index]
        self._played.failure = Failure(kind, message, cause, phase, turn, self._doing)


LOOK_EVERY = 10
"""All promises are looked at in one step of so many; the invariants at every step."""


@dataclass(frozen=True, slots=True)
class Playtest:
    """One game to be played; ``led``: by the computer, and else by chance."""

    setting: Setting
    seed: str
    led: bool = False
    every: int = LOOK_EVERY


def playtests(settings: Sequence[Setting], games: int, seed: str) -> list[Playtest]:
    """So many games of each setting, of each setting one in turn, every other one led."""
    return [
        Playtest(setting, f"{seed}:{number}", led=number % 2 == 1)
        for number in range(games)
        for setting in settings
    ]


def played(tests: Sequence[Playtest], jobs: int) -> Generator[Playthrough, None, None]:
    """The games as they end; ``jobs`` processes share them."""
    done = shared(_play, tests, jobs)
    try:
        yield from (result for _, result in done)
    finally:
        done.close()


def _play(test: Playtest) -> Playthrough:
    return play(test.setting, test.seed, led=test.led, every=test.every)
