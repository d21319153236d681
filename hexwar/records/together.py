"""Playing a record whose dice several throw: which line comes next, and what it brings about.

The keeper of the record (a table of a host, a file that goes by mail) asks here for lines and
writes them; the transcript takes each in as a verifier of the record later will.

An action goes two ways. One that throws nothing is done at once (:func:`perform`). One that throws
dice is announced first (:func:`announcement`), so that its side is bound to it; then everybody
gives a part of the dice; then it is performed. :func:`throws` finds out by trying which of the two
it is.
"""

from __future__ import annotations

from typing import NamedTuple

from hexwar.engine import Action, DiceExhaustedError
from hexwar.fair import LinkedDice, Transcript
from hexwar.records.lines import SaveFile, SaveHeader, SaveLine, decoded, encoded, plain_events
from hexwar.records.verification import UNTHROWN, sides_of
from hexwar.rules.game import Game
from hexwar.rules.history import History
from hexwar.rules.state import State


def taken_in(transcript: Transcript, *lines: SaveLine) -> list[bytes]:
    """The lines as they are written, after the transcript has taken them in. FairError for one that
    breaks what was agreed.
    """
    encoded_lines = [encoded(line.to_dict()) for line in lines]
    for raw in encoded_lines:
        transcript.line(decoded(raw), raw.rstrip(b"\n"))
    return encoded_lines


def throws(state: State, action: Action | str) -> bool:
    """Whether a legal action throws dice, or draws: then the others have to give their parts."""
    try:
        state.clone().apply(action, events=False, dice=())
    except DiceExhaustedError:
        return True
    return False


def announcement(transcript: Transcript, side: str, action: str) -> SaveLine:
    """The line that says that an action (empty: the start of the game) will throw dice."""
    number = transcript.rolled + 1
    return SaveLine("rolls", action, side, roll=number, head=transcript.head.hex())


class BegunTogether(NamedTuple):
    """A game that begins, and the line that tells of it."""

    state: State
    line: SaveLine


def begin(
    game: Game, header: SaveHeader, transcript: Transcript, secret: bytes = b""
) -> BegunTogether | None:
    """Start the game; ``None`` if it throws dice whose parts are not there yet, so that it has to
    be announced first.

    ``secret`` is that of the host, where there is one.
    """
    number = _next_roll(transcript)
    dice = UNTHROWN if number is None else LinkedDice(transcript.key(number, secret))
    noted = dice.noting()
    chosen = header.scenario, header.options
    try:
        state = game.start(*chosen, edition=header.edition, dice=noted)
    except DiceExhaustedError:
        return None
    state.dice = UNTHROWN
    roll = number if noted.faces and number is not None else 0
    events = plain_events(state.events or ())
    line = SaveLine("begins", "", events=events, thrown=noted.faces, roll=roll, of=sides_of(dice))
    return BegunTogether(state, line)


def perform(
    history: History, transcript: Transcript, action: Action | str, secret: bytes = b""
) -> SaveLine:
    """Do an action whose parts, if it throws dice, are all there; the line that tells of it.

    IllegalAction as :meth:`History.apply`; DiceExhaustedError, with everything as it was, for one
    that throws dice and was not announced.
    """
    number = _next_roll(transcript)
    dice = UNTHROWN if number is None else LinkedDice(transcript.key(number, secret))
    history.throw_with(dice)
    try:
        history.apply(action)
    finally:
        history.throw_with(UNTHROWN)
    entry = history.entries[-1]
    roll = number if entry.dice and number is not None else 0
    events = plain_events(entry.events)
    action, thrown, of = str(entry.action), entry.dice, sides_of(dice)
    return SaveLine("do", action, entry.side, events, thrown=thrown, roll=roll, of=of)


def _next_roll(transcript: Transcript) -> int | None:
    """The number of the roll that can be thrown now; ``None`` while parts of it are missing."""
    if not transcript.is_ready:
        return None
    if not transcript.terms.has_links:
        return transcript.rolled + 1
    pending = transcript.pending
    return None if pending is None or transcript.lacks() else pending.number


def first_difference(mine: SaveFile, theirs: SaveFile) -> int | None:
    """The number of the first line in which two copies of a record differ; ``None`` if one of them
    only goes on where the other ends.
    """
    pairs = zip(mine.raw, theirs.raw, strict=False)
    return next((at for at, (ours, others) in enumerate(pairs, 1) if ours != others), None)
