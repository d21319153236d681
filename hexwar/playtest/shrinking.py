"""The shortest game that shows a failure: delta debugging over its list of actions.

Actions that are illegal once others are gone are passed over, so that what is left is always a game
(ddmin: A. Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing input", 2002).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from hexwar.playtest.playing import ByChance, Failure, Playthrough, replay
from hexwar.playtest.setting import Setting

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
        again = replay(played.setting, played.seed, lines, every=every)
        return again if again.failure and again.failure.cause == failure.cause else None

    return _minimal([*played.actions, *doing], attempt, tries) or played


def _minimal(lines: Sequence[str], attempt: Try, tries: int) -> Playthrough | None:
    """The game of a list from which no part can be left out, as far as ``tries`` reach."""
    best = attempt(lines)
    if best is None:
        return None
    kept, parts = _shown_by(best), 2
    while tries > 0 and len(kept) > 1:
        # Rounded up: no more parts than were asked for.
        size = -(-len(kept) // parts)
        for start in range(0, len(kept), size):
            tries -= 1
            shorter = attempt([*kept[:start], *kept[start + size :]])
            if shorter is not None and len(_shown_by(shorter)) < len(kept):
                best, kept, parts = shorter, _shown_by(shorter), max(parts - 1, 2)
                break
            if tries == 0:
                break
        else:
            if size == 1:
                break
            parts = min(parts * 2, len(kept))
    return best


def _shown_by(played: Playthrough) -> list[str]:
    """The actions of a game with a failure, the one that fails last."""
    doing = played.failure.action if played.failure else ""
    return [*played.actions, *([doing] if doing else ())]


def _shrunk_endless(played: Playthrough, failure: Failure, tries: int) -> Playthrough:
    """The shortest way into a phase that is not left again, as far as chance finds it."""

    def attempt(lines: Sequence[str]) -> Playthrough | None:
        again = replay(played.setting, played.seed, lines)
        return again if _is_stuck(again) else None

    lines = _until_stuck(played.setting, played.seed, played.actions)
    shorter = _minimal(lines, attempt, tries)
    if shorter is None:
        return played
    shorter.failure = failure
    return shorter


def _until_stuck(setting: Setting, seed: str, lines: Sequence[str]) -> list[str]:
    """The beginning of a game up to the phase in which it ends."""
    state = setting.start(seed)
    turn, phase, length = state.turn, state.phase_index, 0
    for number, line in enumerate(lines, 1):
        state.apply(line, events=False)
        if (state.turn, state.phase_index) != (turn, phase):
            turn, phase, length = state.turn, state.phase_index, number
    return list(lines[:length])


def _is_stuck(played: Playthrough) -> bool:
    """Whether whoever goes on by chance stays in the phase."""
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
