"""How a game went, in the terminal, once it is over."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.cli.terminal import wrapped
from hexwar.records import HUMAN, Replay
from hexwar.records.hindsight import look_back, sides_asking
from hexwar.rules.sides.section import Sides


def how_it_went(replay: Replay, side: str | None = None) -> Iterator[str]:
    """An empty line, the chance of a side by turn, where it swung; of a game that goes on nothing.

    As ``side`` saw the game; without one everything is known, and it is the chance of the person
    who played, or of both sides.
    """
    if not replay.finished or not replay.entries:
        return
    people = [each for each, player in replay.players.items() if player == HUMAN]
    whose = (side,) if side is not None else sides_asking(replay.state, people)
    found = look_back(replay, whose[0], () if side is None else (side,))
    names = [replay.state.resolved[Sides].names[each] for each in whose]
    yield ""
    yield wrapped(found.in_words(names))
    for number, swing in enumerate(found.swings, 1):
        yield wrapped(f"{number}. {swing.in_words(names)}", "   ", "")
