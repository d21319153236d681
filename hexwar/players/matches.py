"""Many games between computer players, one seed each, on as many processes as are wanted.

A match says which game is played by which players, a seed all the rest: the dice, and apart from
them every player's chances, so that equal seeds give equal results however many processes share the
work. Each process reads a game once and plays one game after the other; results come in the order
in which games end. A player may be somebody's own: whatever goes wrong with it is reported as its
fault.

First matches and their results; then how work is shared out among processes.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from functools import cache
from multiprocessing import active_children, parent_process
from random import Random
from threading import Thread
from time import perf_counter, process_time
from typing import Any, Protocol, TypeVar

import hexwar
from hexwar.definition.printable import clean
from hexwar.players import PLAYERS, Player, choice_of, make_player
from hexwar.players.player import PlayerError, blaming, name_of_maker, tell_that_it_is_over
from hexwar.players.program import ProgramPlayer

GameTask = TypeVar("GameTask", bound=tuple[Any, ...])
Done = TypeVar("Done")

MOST_DECISIONS = 20_000
"""A game with more decisions than this is taken to be endless."""


@dataclass(frozen=True, slots=True)
class Match:
    """What is played, again and again: ``players`` pairs each side with the name of a player.

    Or with whatever makes a player of one's own, such as its class (on several processes, one
    that can be pickled). ``game`` is what :func:`hexwar.load_game` accepts.
    """

    game: str
    scenario: str | None
    options: tuple[str, ...]
    players: tuple[tuple[str, str | Callable[[], Player]], ...]
    edition: str | None = None


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game ended; ``losses`` are units out of play as casualties, in the sides' order,
    ``level`` how great the victory is, where the game has levels.

    ``choices`` are by side, in the same order, how often it chose; ``thought`` the seconds of
    processor time that it took for them all, ``longest`` for one, both in the process that plays;
    of a program, which is none of that, the seconds that went by. These, and the ``seconds`` of the
    whole game, make no difference between equal results; all are in steps of 0.1 ms, so that a
    result is the same once it has been written to a file and read.
    """

    seed: str
    winner: str | None
    turns: int
    decisions: int
    losses: tuple[int, ...]
    level: str = ""
    choices: tuple[int, ...] = ()
    seconds: float = field(default=0.0, compare=False)
    thought: tuple[float, ...] = field(default=(), compare=False)
    longest: tuple[float, ...] = field(default=(), compare=False)


def seats(match: Match) -> tuple[Match, Match]:
    """A match, and the one in which its two players have changed seats; neutral sides keep theirs.

    ValueError where it is not two sides that play.
    """
    frame = loaded(match.game).ruleset(match.scenario, match.options, match.edition).frame
    sides = [frame.side_ids[index] for index in frame.played]
    if len(sides) != 2:
        raise ValueError(f"seats are exchanged between two sides, and here {len(sides)} play")
    players = dict(match.players)
    players |= {sides[0]: players[sides[1]], sides[1]: players[sides[0]]}
    return match, replace(match, players=tuple(players.items()))


@cache
def loaded(name: str) -> hexwar.Game:
    """A game, read once in each process."""
    return hexwar.load_game(name)


class Observer(Protocol):
    """Looks on while a game is played, and changes nothing."""

    def begins(self, state: hexwar.State) -> None:
        """The game is about to begin."""

    def acted(self, state: hexwar.State, events: Sequence[hexwar.Event]) -> None:
        """An action was done: the position that it led to, and its events."""


def play(match: Match, seed: str, observer: Observer | None = None) -> GameResult:
    """One game. Its seed decides the dice and, apart from them, every player's chances.

    RuntimeError when it does not end.
    """
    begun = process_time()
    game = loaded(match.game)
    state = game.start(match.scenario, match.options, seed, edition=match.edition)
    players: dict[str, Player] = {side: make_player(name) for side, name in match.players}
    # One for each side: how often one player draws changes nothing for the others.
    random = {side: Random(f"{seed} {side}") for side in players}
    # Of a program, which thinks in a process of its own, nothing but the time can be seen.
    clocks = {
        side: perf_counter if isinstance(player, ProgramPlayer) else process_time
        for side, player in players.items()
    }
    seconds_taken: dict[str, list[float]] = {side: [] for side in state.frame.side_ids}
    decisions = 0
    if observer is not None:
        observer.begins(state)
    while not state.is_over:
        if decisions == MOST_DECISIONS:
            raise RuntimeError(f"game {seed} did not end within {MOST_DECISIONS} decisions")
        side = state.side_to_act or ""
        clock = clocks[side]
        asked = clock()
        action = choice_of(players[side], state, random[side])
        seconds_taken[side].append(clock() - asked)
        events = state.apply(action, events=observer is not None)
        if observer is not None:
            observer.acted(state, events)
        decisions += 1
    for side, player in players.items():
        tell_that_it_is_over(player, state, side)
    lost = [0] * len(state.frame.side_ids)
    for unit, side_index in enumerate(state.frame.unit_side):
        lost[side_index] += state.eliminated >> unit & 1
    seconds = process_time() - begun
    for side, times in seconds_taken.items():
        if clocks.get(side) is perf_counter:
            seconds += sum(times)
    return GameResult(
        seed,
        state.winner,
        state.turn,
        decisions,
        tuple(lost),
        state.level,
        choices=tuple(map(len, seconds_taken.values())),
        seconds=round(seconds, 4),
        thought=tuple(round(sum(times), 4) for times in seconds_taken.values()),
        longest=tuple(round(max(times, default=0.0), 4) for times in seconds_taken.values()),
    )


def results(match: Match, seeds: Sequence[str], jobs: int) -> Generator[GameResult, None, None]:
    """The results of all games of a match, as :func:`played` has them."""
    games = played([(match, seed) for seed in seeds], jobs)
    try:
        for _, result in games:
            yield result
    finally:
        games.close()


def played(
    games: Sequence[tuple[Match, str]], jobs: int
) -> Generator[tuple[Match, GameResult], None, None]:
    """Games, each a match and a seed, with their results in the order in which they end.

    ``jobs`` processes share them, as :func:`hexwar.players.matches.shared` has it.
    """
    done = games_shared(_play, games, jobs)
    try:
        yield from ((match, result) for (match, _), result in done)
    finally:
        done.close()


def _play(game: tuple[Match, str]) -> GameResult:
    return play(*game)


def games_shared(
    work: Callable[[GameTask], Done], games: Sequence[GameTask], jobs: int
) -> Generator[tuple[GameTask, Done], None, None]:
    """Games, each a tuple that begins with its match, with what comes of them, in the order in
    which they end. :class:`PlayerError` when a process ends by itself, or for a player that cannot
    be handed to one.
    """
    if jobs > 1:
        # By identity, as a maker of one's own need be no key of a dict.
        makers = {id(make): make for game in games for _, make in game[0].players}
        for make in makers.values():
            with blaming(name_of_maker(make), "plays in one process only"):
                # Found out here, with its name: a pool would say no more than that something
                # cannot be pickled.
                pickle.dumps(make)
    done = shared(work, games, jobs)
    try:
        yield from done
    except BrokenProcessPool as broken:
        # Nothing of hexwar's ends a process in the middle of a game: so it was a player from
        # outside.
        who = strangers(game[0] for game in games) or "a player"
        raise PlayerError(
            f"a process that played games has ended: {who} may have ended it"
        ) from broken
    finally:
        done.close()


def strangers(matches: Iterable[Match]) -> str:
    """The players in some matches that did not come with hexwar, in words; empty if none."""
    names = dict.fromkeys(
        name_of_maker(player)
        for match in matches
        for _, player in match.players
        if not isinstance(player, str) or player.partition(",")[0] not in PLAYERS
    )
    return " or ".join(clean(str(name)) for name in names)


# -- work shared out among processes by one that may be interrupted at any moment ------------------

# Every process ends with its parent, however that ends, and leaves Ctrl-C to it: once a command is
# interrupted nothing goes on computing, and there is no wait for what was under way.


Task = TypeVar("Task")


def shared(
    work: Callable[[Task], Done], tasks: Sequence[Task], jobs: int
) -> Generator[tuple[Task, Done], None, None]:
    """Tasks with what comes of them, in the order in which they end; ``jobs`` processes share them.

    A caller that stops asking, is interrupted or ended leaves no process behind, and waits for
    none: what is under way then is given up. BrokenProcessPool when a process ends by itself.
    """
    if jobs == 1:  # in this process, so that nothing need be pickled
        yield from ((task, work(task)) for task in tasks)
        return
    others = set(active_children())
    pool = ProcessPoolExecutor(jobs, initializer=_depend_on_the_parent)
    futures = {pool.submit(work, task): task for task in tasks}
    try:
        for future in as_completed(futures):
            yield futures[future], future.result()
    except BaseException:
        # A signal that ends a command is soon followed by one that cannot be caught.
        for process in set(active_children()) - others:
            process.terminate()
        raise
    finally:
        # Not left to a with-statement: it would shut down a second time and cancel nothing then.
        pool.shutdown(cancel_futures=True)


def _depend_on_the_parent() -> None:
    """What a process of the pool does before it works: it leaves signals to its parent."""
    # Ctrl-C is told to the parent too, which ends its children; what it does about other signals
    # is no business of theirs.
    for number in signal.valid_signals():
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    """End this process as soon as its parent has ended, in the middle of a game too."""
    # Waited for, not notified: a parent ended by a signal that cannot be caught notifies nobody.
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
