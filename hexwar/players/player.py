"""What a player is: somebody who chooses.

A player that is asked is shown what its side sees and no more (``choice_of``). An answer may be of
any class and is read with care; what the rules forbid as far as the side sees is the player's
fault, and what only the hidden forbids is not.

Below: how whatever goes wrong with somebody's player becomes one sentence.
"""

from __future__ import annotations

import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import NoReturn, Protocol

from hexwar.definition.printable import clean
from hexwar.definition.spelling import echoed
from hexwar.engine import Action
from hexwar.naming import exact, is_ours, name_of
from hexwar.rules.state import State


class Player(Protocol):
    """Chooses one legal action whenever the game waits for its side.

    ``is_human``: nobody asks it to choose; the choice comes from a window or a terminal.
    """

    @property
    def is_human(self) -> bool:
        """Whether a person plays."""

    def choose(self, state: State, random: Random) -> Action:
        """A legal action for the side whose choice it is; its notation will do.

        The state is what that side sees (``State.seen_by``), with dice of its own: it may be
        played on to think. All chance comes from ``random``, so a seed makes a game repeatable.
        """


def choice_of(player: Player, state: State, random: Random) -> Action:
    """What a player, shown what the side to act sees, chooses for that side.

    What the side cannot see may forbid what looks legal to it; then any legal action is drawn.
    :class:`PlayerError` for a player that raises, or answers what is no action or illegal as far
    as its side sees.
    """
    seen = state.seen_by(state.side_to_act or "")
    with blaming(player, "cannot go on"):
        answer: object = player.choose(seen.clone(), random)
        action = read_answer(player, answer)  # within: the answer may be of a class of its own
    try:
        if state.explain(action) is None:
            return action
        # Legal as far as the side sees: what it cannot see is in the way, and it is not to blame.
        forbidden: object = seen.explain(action)
    except ValueError as unknown:  # it names what is not in the game
        forbidden = unknown
    if forbidden is not None:
        chose = f"{told_as(player)} chose what the rules forbid ({action})"
        raise PlayerError(f"{chose}: {str(forbidden).rstrip('.')}")
    return state.sample_action(random)


def tell_that_it_is_over(player: Player, state: State, side: str) -> None:
    """A game has ended: a player that has a method ``game_over(state)`` is shown the end as its
    side sees it.

    :class:`PlayerError` for one that raises.
    """
    with blaming(player, "cannot end"):
        game_over = getattr(player, "game_over", None)
        if callable(game_over):
            game_over(state.seen_by(side))


def read_answer(player: object, answer: object) -> Action:
    """The action that a player answers with, or its notation; :class:`PlayerError` if none is."""
    if isinstance(answer, Action):
        if (whole := _whole(answer)) is not None:
            return whole
        raise PlayerError(f"{told_as(player)} answered with an action of other things than words")
    if not isinstance(answer, str):
        kind = f"an object of {type(answer).__name__}" if answer is not None else "nothing"
        raise PlayerError(f"{told_as(player)} answered with {kind}, not with an action")
    notation = exact(answer)
    try:
        return Action.parse(notation)
    except ValueError as unreadable:
        why = clean(str(unreadable)).partition(";")[0].rstrip(".")
        answered = f"{told_as(player)} answered {echoed(notation)}, which is no action"
        raise PlayerError(f"{answered} ({why[:1].lower()}{why[1:]})") from None


def _whole(action: Action) -> Action | None:
    """An action in words that are nothing else; ``None`` where it has something that is no word:
    a player written in Python may put anything in.
    """
    if type(action) is not Action:
        return None
    verb, units, hexes, name = action
    if not (isinstance(units, tuple) and isinstance(hexes, tuple)):
        return None
    if not all(isinstance(word, str) for word in (verb, *units, *hexes, name)):
        return None
    return Action(exact(verb), tuple(map(exact, units)), tuple(map(exact, hexes)), exact(name))


class HumanPlayer:
    """Somebody at a window or a terminal."""

    is_human = True

    def choose(self, state: State, random: Random) -> NoReturn:
        """Never asked: a person plays through a session."""
        raise TypeError("a human chooses for themselves, through a window or a terminal")


class RandomPlayer:
    """Draws from the legal actions: an opponent for tests, not for people."""

    is_human = False
    name = "random"

    def choose(self, state: State, random: Random) -> Action:
        """One legal action, drawn in stages (a unit, then what it does)."""
        return state.sample_action(random)


# -- what is wrong with a player, in one sentence that names it ------------------------------------

# A player may be anybody's class or program. Whatever it raises, even a word of its own that cannot
# be written, becomes one clean sentence with the place in its own files; a fault of a player of
# ours is no such thing and goes on as the error that it is.


_NOT_THEIRS = (str(Path(__file__).parents[1]), sysconfig.get_path("stdlib"), "<frozen")
"""Where files lie that are no player's own."""


class PlayerError(ValueError):
    """A player is not here, or is at fault; the message is the sentence that people read."""


def told_as(player: object) -> str:
    """An object that plays, or the player of this name, as a sentence names it."""
    return player if isinstance(player, str) else clean(name_of(player))


def name_of_maker(make: object) -> str:
    """What is called whatever makes a player: its name, or that of a class, a function, a kind."""
    return make if isinstance(make, str) else str(getattr(make, "__name__", type(make).__name__))


@contextmanager
def blaming(player: object, what: str) -> Iterator[None]:
    """Whatever is raised within, Ctrl-C aside, is told as a :class:`PlayerError` of a player of
    one's own, or of the player of this name; what hexwar's players raise is a fault of hexwar.

    ``what`` goes on behind the player's name: ``cannot be made``.
    """
    try:
        yield
    except (PlayerError, KeyboardInterrupt):
        raise
    except BaseException as problem:  # such as the CancelledError of asyncio, or SystemExit
        if is_ours(player):
            raise
        raise PlayerError(f"{told_as(player)} {what}: {fault_and_place(problem)}") from problem


def fault_and_place(problem: BaseException) -> str:
    """What was raised, and where in the player's own files, as the end of a sentence.

    >>> fault_and_place(KeyError("A"))
    "KeyError: 'A'"
    """
    try:
        why = clean(exact(str(problem)))
    except KeyboardInterrupt:
        raise
    except BaseException:  # its own class cannot even say what it is
        why = ""
    wording = f"{type(problem).__name__}: {why}".removesuffix(": ")
    frames = extract_tb(problem.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(_NOT_THEIRS)]
    return f"{wording} ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else wording


def sentence(problem: object) -> str:
    """The wording of a fault, with its full stop.

    >>> sentence("there is no Shi; did you mean Shy?"), sentence("shy:Shy is too slow")
    ('there is no Shi; did you mean Shy?', 'shy:Shy is too slow.')
    """
    wording = clean(str(problem))
    return wording if wording.endswith((".", "?")) else f"{wording}."
