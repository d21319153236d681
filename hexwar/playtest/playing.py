"""Playing one game with its promises checked, by chance, by a computer player or by a list; and
playing many, by chance and by the computer in turn.

Chance goes where no player would, and the computer gets where chance seldom does: to the end of a
game. In this order: what is played, what is noted of it while it is played, one game, many games,
and the shortest game that shows a failure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Protocol, TypeAlias

import hexwar
from hexwar.definition.choices import every_pair, every_selection
from hexwar.definition.loading import Definition
from hexwar.definition.tree import MappingNode
from hexwar.engine import Action, Event
from hexwar.engine.position import bits
from hexwar.players import make_player
from hexwar.players.matches import loaded, shared
from hexwar.players.player import Player, choice_of
from hexwar.playtest.promises import (
    BrokenPromiseError,
    DeadEndError,
    keeps_invariants,
    look_at,
    look_at_all,
    promise,
    step,
)
from hexwar.rules.history import History
from hexwar.rules.markers.rules import MarkerRules
from hexwar.rules.state import State

# What is played: a game's scenario with some of its options and an edition.


MOST_SETTINGS = 200
"""So many settings of one game are played: of many options not every pair is."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A choice of a game, which is read once in each process. ``source`` names the game."""

    source: str
    scenario: str
    options: tuple[str, ...] = ()
    edition: str = ""

    @property
    def game(self) -> hexwar.Game:
        """The game with its rules."""
        return loaded(self.source)

    @property
    def title(self) -> str:
        """Game, scenario, options and edition by their ids."""
        chosen = (self.scenario, *self.options, *([self.edition] if self.edition else ()))
        return " + ".join((self.game.catalog.header.id, *chosen))

    @property
    def tree(self) -> MappingNode:
        """What the files say of it, with its patches laid over: every value with its place."""
        definition = self.game.definition
        if not isinstance(definition, Definition):
            raise TypeError(f"{self.source} was not read from files")
        return definition.tree(self.scenario, self.options, self.edition or None)

    def start(self, seed: str) -> hexwar.State:
        """The game as it begins with a seed."""
        return self.game.start(self.scenario, self.options, seed, edition=self.edition or None)


def settings_of(source: str) -> list[Setting]:
    """What ``hexwar check`` looks at, in its order: every scenario with its options crossed, or
    alone, in pairs and all together; then with every edition.
    """
    catalog = loaded(source).catalog
    return [
        *islice(
            (
                Setting(source, choice.scenario, choice.options, choice.edition)
                for choice in chain(every_selection(catalog), every_pair(catalog))
            ),
            MOST_SETTINGS,
        )
    ]


# What happens in games: results, cards and states that come up, which units act, where units stand.
#
# They are gathered while a game is played, from the state before each decision, from the action and
# from the events of it, and are plain sets and counts, so that the games of several processes can
# be added up. What they lack in the end is what :mod:`hexwar.playtest.report` reports.


Named: TypeAlias = tuple[str, ...]
"""What has come up: its kind, then its id, of a result also the table's."""

BY_EVENT = {
    "battle": ("result", "result"),
    "effect_begins": ("effect", "effect"),
    "card_played": ("card", "card"),
    "chit": ("chit", "chit"),
    "state_begins": ("state", "state"),
    "marker_placed": ("marker", "name"),
    "phase_begins": ("phase", "phase"),
}
"""By kind of event: what it shows to come up, and its field that has the id."""

DONE_ALONE = {"moved": "move", "fire": "fire", "battle": "attack"}
"""By kind of event: the verb of what was done, also where nobody gave the order at that moment, as
when plotted orders are carried out.
"""


@dataclass(slots=True)
class Happenings:
    """What has happened in some games, to be added up over all of them.

    ``named`` are things that came up, by kind and id; ``units`` those that an event named or that
    acted; ``ground`` the kinds of terrain on which one stood at some decision; ``active`` the
    phases in which somebody did more than end them, ``idle`` those that somebody ended, or that
    ended by themselves as nobody could do anything; ``rules`` the numbers that events named;
    ``rolls`` how often each table was thrown on, the one of combat under an empty name.
    """

    games: int = 0
    decisions: int = 0
    verbs: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    named: set[Named] = field(default_factory=set)
    units: set[str] = field(default_factory=set)
    ground: set[str] = field(default_factory=set)
    active: set[str] = field(default_factory=set)
    idle: set[str] = field(default_factory=set)
    rules: set[str] = field(default_factory=set)
    rolls: Counter[str] = field(default_factory=Counter)

    def add(self, other: Happenings) -> None:
        """Add what happened in other games."""
        self.games += other.games
        self.decisions += other.decisions
        self.verbs += other.verbs
        self.winners += other.winners
        self.named |= other.named
        self.units |= other.units
        self.ground |= other.ground
        self.active |= other.active
        self.idle |= other.idle
        self.rules |= other.rules
        self.rolls += other.rolls

    def see(self, state: State, before: int) -> int:
        """Note where units stand; ``before`` and the answer are masks of hexes noted already."""
        standing = 0
        for occupied in state.occupied:
            standing |= occupied
        fresh = standing & ~before
        if fresh:
            number, country = state.frame.board.number, state.frame.map.terrain
            self.ground.update(country(number[cell]) for cell in bits(fresh))
        self.named.update(("state", name) for name, units in state.marks.items() if units)
        return before | fresh

    def begin(self, state: State) -> None:
        """Note what lies on the map when a game begins."""
        markers = state.rules.find(MarkerRules)
        if markers:
            for kind, lying in zip(markers.kinds, markers.lying(state), strict=True):
                if lying:
                    self.named.add(("marker", kind.form.id))
        self.hear(state.events or ())

    def hear(self, events: Iterable[Event]) -> None:
        """Note what events tell."""
        for event in events:
            fields = event.fields
            self.rules.add(event.rule)
            if event.kind in DONE_ALONE:
                self.verbs[DONE_ALONE[event.kind]] += 1
            shows = BY_EVENT.get(event.kind)
            if shows is not None:
                self.named.add((shows[0], fields[shows[1]]))
            if event.kind == "table":
                self.named.add(("table result", fields["table"], fields["result"]))
                self.rolls[fields["table"]] += 1
            elif event.kind == "battle":
                self.rolls[""] += 1
            elif event.kind == "phase_ends" and fields.get("forced"):
                self.idle.add(fields["phase"])
            for key in ("unit", "by"):
                if isinstance(fields.get(key), str):
                    self.units.add(fields[key])
            for key in ("units", "attackers", "defenders"):
                self.units.update(fields.get(key, ()))

    def do(self, state: State, action: Action) -> None:
        """Note what is about to be done."""
        self.decisions += 1
        self.verbs[action.verb] += 1
        phase = state.frame.phase_ids[state.phase_index]
        if action.verb in ("done", "pass"):
            self.idle.add(phase)
        else:
            self.active.add(phase)
            self.units.update(action.units)


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
    anything was; ``cause`` distinguishes it from other failures, whatever units and hexes it names.
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
    """What chooses for a game: for all of its sides."""

    def choose(self, state: State) -> Action | None:
        """The next action; ``None`` to leave off."""


class ByChance:
    """Draws one of the legal actions."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, state: State) -> Action | None:
        """Any legal action, now and then the order of a stack."""
        if self._random.random() <= SHARE_OF_TOPS:
            # The order of a stack may always be changed, and so is never listed.
            tops = [Action("top", (unit,)) for unit in state.frame.unit_ids]
            legal = state.legal_actions()
            for top in self._random.sample(tops, len(tops)):
                if top in legal:
                    return top
        return state.sample_action(self._random)


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
    """A game, and its failure if there was one; the leader is made when the game has begun."""
    played = Playthrough(setting, seed)
    game = _Game(played, every)
    try:
        game.begin()
        game.go_on(by(game.history.state))
    except BrokenPromiseError as broken:
        kind = "dead_end" if isinstance(broken, DeadEndError) else "promise"
        # The text without words that have digits or are in quotes, as ids mostly do: one fault is
        # the same with other units and in other hexes.
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
    position = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
    return f"{type(problem).__name__} in {position}"


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
        """Start, and note which unit stands where."""
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
        state = self.history.state
        keeps_invariants(state)
        promise(not list(state.legal_actions()), "a finished game lists actions")
        self._played.happened.games += 1
        self._played.happened.winners[state.winner or ""] += 1

    def _step(self, state: State, action: Action) -> Sequence[Event]:
        """Do an action, with the promises looked at as often as they are."""
        count, game = len(self._played.actions), self._played.setting.game
        if count % self._every:
            return self.history.apply(action)
        look_at(game, state, action)
        if count % (self._every * LIST_EVERY) == 0 and action.verb != "top":
            look_at_all(state, action, self._random)
        return step(game, self.history, action)

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


# The shortest game that shows a failure: delta debugging over its list of actions.
#
# Actions that are illegal once others are gone are passed over, so that what is left is always a
# game (ddmin: A. Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing input",
# 2002).


MOST_TRIES = 400
"""So many shorter games are tried: what is left then is short enough to be read."""

STUCK = 200
"""So many decisions in one phase, drawn by chance, count as not leaving it."""

Try = Callable[[Sequence[str]], "Playthrough | None"]
"""Plays a shorter list; the game if it still shows the failure, ``None`` if not."""


def shrunk(played: Playthrough, *, every: int = 1, tries: int = MOST_TRIES) -> Playthrough:
    """A game with the same failure and as few actions as can be found.

    ``played`` itself where its actions alone do not bring the failure about.
    """
    failure = played.failure
    if failure is None:
        return played
    if failure.kind == "endless":
        return _shrunk_endless(played, failure, tries)
    # What was being done when it failed belongs to the list, though it was not carried out.
    doing = [failure.action] if failure.action else []

    def attempt(lines: Sequence[str]) -> Playthrough | None:
        replayed = replay(played.setting, played.seed, lines, every=every)
        return replayed if replayed.failure and replayed.failure.cause == failure.cause else None

    return _minimal([*played.actions, *doing], attempt, tries) or played


def _minimal(lines: Sequence[str], attempt: Try, tries: int) -> Playthrough | None:
    """The game of a list from which no part can be left out, as far as ``tries`` reach."""
    best = attempt(lines)
    if best is None:
        return None
    shown, parts = _shown_by(best), 2
    while tries > 0 and len(shown) > 1:
        # Rounded up: no more parts than were asked for.
        size = -(-len(shown) // parts)
        for start in range(0, len(shown), size):
            tries -= 1
            shorter = attempt([*shown[:start], *shown[start + size :]])
            if shorter is not None and len(_shown_by(shorter)) < len(shown):
                best, shown, parts = shorter, _shown_by(shorter), max(parts - 1, 2)
                break
            if tries == 0:
                break
        else:
            if size == 1:
                break
            parts = min(parts * 2, len(shown))
    return best


def _shown_by(played: Playthrough) -> list[str]:
    """The actions of a game with a failure, the one that fails last."""
    doing = played.failure.action if played.failure else ""
    return [*played.actions, *([doing] if doing else ())]


def _shrunk_endless(played: Playthrough, failure: Failure, tries: int) -> Playthrough:
    """The shortest way into a phase that is not left again, as far as chance finds it."""

    def attempt(lines: Sequence[str]) -> Playthrough | None:
        replayed = replay(played.setting, played.seed, lines)
        return replayed if _is_stuck(replayed) else None

    # The beginning of a game up to the phase in which it ends.
    state = played.setting.start(played.seed)
    turn, phase, length = state.turn, state.phase_index, 0
    for number, line in enumerate(played.actions, 1):
        state.apply(line, events=False)
        if (state.turn, state.phase_index) != (turn, phase):
            turn, phase, length = state.turn, state.phase_index, number
    lines = list(played.actions[:length])
    shorter = _minimal(lines, attempt, tries)
    if shorter is None:
        return played
    shorter.failure = failure
    return shorter


def _is_stuck(played: Playthrough) -> bool:
    """Whether a leader that goes on by chance stays in the phase."""
    if played.failure is not None:
        return False
    state = played.setting.start(played.seed)
    for line in played.actions:
        state.apply(line, events=False)
    turn, phase, drawn = state.turn, state.phase_index, ByChance(Random(played.seed))
    for _ in range(STUCK):
        action = None if state.is_over else drawn.choose(state)
        if action is None:
            return False
        state.apply(action, events=False)
        if (state.turn, state.phase_index) != (turn, phase):
            return False
    return True
