"""Playing a record's lines again, and finding the first that goes another way.

With the key of its dice every die is thrown again. Without it (it lies apart as long as a game goes
on) the faces are taken as they stand in the record, and all the rest is verified. Where dice are
thrown together, whether everybody gave what he had to is looked at first, for all lines.

In the order of the work: which keys are known (:func:`known_keys`), how the game began
(:func:`begun`), the lines one by one (:func:`play_lines`), and the sentences that say where it went
another way. The first divergence ends it: all later ones would follow from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from hexwar.definition.spelling import echoed, shortened
from hexwar.engine import Action, Dice, DiceExhaustedError, Event, IllegalAction
from hexwar.fair import FairError, LinkedDice, Transcript
from hexwar.records.journal import key_beside
from hexwar.records.lines import (
    DiceKey,
    Plain,
    RecordError,
    SaveFile,
    SaveLine,
    decoded,
    facts_of,
    plain_events,
    same_events,
)
from hexwar.records.saves import standing_actions
from hexwar.rules.game import Game
from hexwar.rules.history import History, LogEntry
from hexwar.rules.state import State

_TOLD_EVERY = 8  # lines

OTHER_BEGINNING = "the game does not begin as the save says it did"

LONGEST_REASON = 200
"""Characters of a sentence that a refusal repeats."""


class KnownKeys(NamedTuple):
    """``keys`` of the commitments of a save, that of the header first, None where one is not known;
    of format 1 there are none.

    ``to_come`` is that of the dice that fall when play goes on; None if the save tells it, or if
    it is ``lost``: that says why. Where dice are thrown together, ``rolls`` are those of each line
    that throws, by its number, as far as they can be reckoned.
    """

    keys: tuple[DiceKey | None, ...]
    to_come: DiceKey | None = None
    lost: str = ""
    rolls: Mapping[int, Dice] = MappingProxyType({})


def known_keys(record: SaveFile) -> KnownKeys:
    """The keys that a save tells, and the one that lies beside it.

    :class:`RecordError` for a key that is not the one that the game was bound to.
    """
    commitment = record.header.commitment
    keys: list[DiceKey | None] = [None]
    for line in record.lines:
        if line.kind not in ("commitment", "key"):
            continue
        if not commitment:
            refusal = f"line {line.number} does not belong to a save of format 1"
            raise RecordError(refusal, line=line.number)
        if line.kind == "commitment":
            commitment = line.notation
            keys.append(None)
        elif line.key is not None:
            if line.key.commitment != commitment:
                refusal = f"the key in line {line.number} is not the one that the game was bound to"
                raise RecordError(f"{refusal}: it or the commitment was changed", line=line.number)
            keys[-1] = line.key
    if not commitment:
        return KnownKeys((), rolls=_rolls(record, ()))
    if keys[-1] is not None:
        return KnownKeys(tuple(keys), rolls=_rolls(record, keys))
    key_or_trouble = key_beside(record.path, commitment)
    if isinstance(key_or_trouble, str):
        return KnownKeys(tuple(keys), lost=key_or_trouble, rolls=_rolls(record, keys))
    known = (*keys[:-1], key_or_trouble)
    return KnownKeys(known, key_or_trouble, rolls=_rolls(record, known))


def transcript_of(record: SaveFile) -> Transcript | None:
    """What a save says of dice that are thrown together; ``None`` for one in which they are not.

    :class:`RecordError` for the first line at which they were not thrown as was agreed.
    """
    terms = record.header.fair
    if terms is None:
        return None
    transcript = Transcript(terms, record.raw[0].rstrip(b"\n"))
    for line, raw in zip(record.lines, record.raw[1:], strict=True):
        try:
            transcript.line(decoded(raw), raw.rstrip(b"\n"))
        except FairError as problem:
            refusal = f"line {line.number}: {problem}"
            raise RecordError(refusal, line=line.number) from None
    return transcript


def _rolls(record: SaveFile, keys: Sequence[DiceKey | None]) -> Mapping[int, Dice]:
    """The dice of each line that throws them together, as far as the secret is known."""
    transcript = transcript_of(record)
    if transcript is None:
        return MappingProxyType({})
    secret = b""
    if transcript.terms.has_secret:
        if not keys or keys[0] is None:
            return MappingProxyType({})
        secret = keys[0].bits
    return {
        line.number: LinkedDice(transcript.key(line.roll, secret))
        for line in record.lines
        if line.kind in ("do", "begins") and line.thrown
    }


def begun(game: Game, record: SaveFile, known: KnownKeys) -> State:
    """A recorded game at its beginning. :class:`RecordError` if it does not begin as recorded."""
    header, keys = record.header, known.keys
    chosen = header.scenario, header.options
    if header.fair is not None:
        return _begun_together(game, record, known)
    if not keys:
        state = game.start(*chosen, header.seed, edition=header.edition)
        if state.dice.to_dict() != {"key": header.dice}:
            raise RecordError("the save's dice key is not the one that its seed gives", line=1)
        return state
    key = keys[0]
    dice = (key or DiceKey.drawn()).dice()
    noted = (Dice.scripted(header.thrown) if key is None else dice).noting()
    try:
        state = game.start(*chosen, edition=header.edition, dice=noted)
    except DiceExhaustedError:
        raise RecordError(OTHER_BEGINNING, line=1) from None
    if noted.faces != header.thrown:
        raise RecordError(OTHER_BEGINNING, line=1)
    state.dice = dice
    return state


def _begun_together(game: Game, record: SaveFile, known: KnownKeys) -> State:
    header = record.header
    beginning = next((line for line in record.lines if line.kind == "begins"), None)
    if beginning is None:
        raise RecordError("this game has not begun: not everybody has sat down", line=1)
    noted = known.rolls.get(beginning.number, Dice.scripted(beginning.thrown)).noting()
    line_number = beginning.number
    try:
        state = game.start(header.scenario, header.options, edition=header.edition, dice=noted)
    except DiceExhaustedError:
        raise RecordError(OTHER_BEGINNING, line=line_number) from None
    events = plain_events(state.events or ())
    if noted.faces != beginning.thrown or not same_events(beginning.events, events):
        raise RecordError(OTHER_BEGINNING, line=line_number)
    state.dice = UNTHROWN
    return state


def entry_of(line: SaveLine) -> LogEntry:
    """What a line tells of an action that was done."""
    events = tuple(map(Event.from_dict, line.events))
    return LogEntry(line.side, Action.parse(line.notation), events, line.thrown)


def position_after(game: Game, record: SaveFile, place: int | None = None) -> State:
    """The position after all the actions that stand in a record, or after so many of them, with
    its dice as they fell. :class:`RecordError` if it does not begin as recorded.
    """
    state = begun(game, record, KnownKeys((None,)))
    for line in standing_actions(record.lines)[:place]:
        state.apply(line.notation, events=False, dice=line.thrown or None)
    return state


def sides_of(dice: Dice) -> tuple[int, ...]:
    """The sides of the dice of a roll, in the order in which they were thrown."""
    sides = dice.sides if isinstance(dice, LinkedDice) else {}
    return tuple(sides[throw] for throw in sorted(sides))


UNTHROWN = Dice.scripted(())
"""Dice that nobody has the parts of yet, an empty script: a throw is refused."""


def play_lines(
    history: History,
    record: SaveFile,
    known: KnownKeys,
    opening: Iterable[Event],
    hear: Callable[[float], None] | None = None,
) -> int:
    """Play the lines and verify every one. :class:`RecordError` names the first divergence.

    Answers with how many dice could not be checked, as what throws them is not known. ``hear`` is
    told now and then what share of the lines is played.
    """
    header, lines, keys, is_fair = record.header, record.lines, known.keys, bool(record.header.fair)
    if not is_fair and not same_events(header.begins, plain_events(opening)):
        raise RecordError(OTHER_BEGINNING, line=1)
    following = iter(keys)
    key = next(following, None)
    is_told, unchecked = False, len(header.thrown) if keys and key is None else 0
    start = history.state.clone()
    for number, line in enumerate(lines):
        if hear is not None and number % _TOLD_EVERY == 0:
            hear(number / len(lines))
        if is_fair and line.kind in _OF_DICE:
            unchecked += _do_together(history, line, known)
        elif line.kind == "commitment":
            key, is_told = next(following, None), False
            if key is not None:
                history.throw_with(key.dice())
        elif line.kind == "key":
            is_told = True
        elif line.kind == "back":
            # These dice must not be thrown again: they would fall as those who went back have
            # already seen. So the key that they came from has to be told before, which makes it
            # useless.
            if keys and not is_told and not is_fair:
                raise _divergence(history, line, "the dice that fell could be thrown once more")
            if int(line.notation) > len(history.entries):
                raise _divergence(history, line, "there are not so many actions")
            history.back_to(start.clone(), int(line.notation))
        elif line.kind == "do":
            if is_told and line.thrown:
                raise _divergence(history, line, "its dice were known before they were thrown")
            dice_taken = line.thrown if keys and key is None else None
            _do(history, line, dice_taken)
            if dice_taken is None and keys:
                _require_thrown(history, line)
            unchecked += len(dice_taken or ())
        else:
            _STEPS[line.kind](history, line)
    return unchecked


def _do_together(history: History, line: SaveLine, known: KnownKeys) -> int:
    """Play a line whose dice are thrown together, if it does anything; the transcript has looked at
    who gave what. Returns how many dice could not be checked.
    """
    dice = known.rolls.get(line.number)
    unchecked = len(line.thrown) if dice is None else 0
    if line.kind == "do":
        history.throw_with(dice or UNTHROWN)
        _do(history, line, line.thrown if unchecked else None)
        if not unchecked:
            _require_thrown(history, line)
    if isinstance(dice, LinkedDice) and line.of != sides_of(dice):
        raise _divergence(history, line, "its dice have other sides than it says")
    return unchecked


def _do(history: History, line: SaveLine, thrown: Sequence[int] | None) -> None:
    """Play an action; ``thrown`` are the faces to take as they stand, if the dice are not known."""
    side = history.state.side_to_act
    if side is not None and side != line.side:
        whose = shortened(line.side)
        raise _divergence(history, line, f"it is the choice of {side}, not of {whose}")
    try:
        events = history.apply(line.notation, thrown)
    except IllegalAction as refused:
        why = shortened(str(refused), LONGEST_REASON)
        raise _divergence(history, line, f"it is refused ({why})") from None
    except DiceExhaustedError:
        raise _divergence(history, line, "its dice are not those that the rules throw") from None
    if not same_events(line.events, plain_events(events)):
        raise _refused(line, len(history.entries), line.notation, _first_difference(line, events))


def _require_thrown(history: History, line: SaveLine) -> None:
    dice_now = history.entries[-1].dice
    if line.thrown != dice_now:
        recorded, thrown = (
            ", ".join(map(str, faces)) or "none" for faces in (line.thrown, dice_now)
        )
        why = f"recorded were the dice {shortened(recorded)}, thrown are {shortened(thrown)}"
        raise _refused(line, len(history.entries), line.notation, why)


def _undo(history: History, line: SaveLine) -> None:
    taken_back = history.undo()
    if taken_back is None:
        raise _divergence(history, line, f"it cannot be undone: {history.undo_lock}")
    if str(taken_back) != line.notation:
        raise _divergence(history, line, f"the last action was {taken_back}")


def _redo(history: History, line: SaveLine) -> None:
    if history.redo() is None:
        raise _divergence(history, line, "there is nothing to do again")
    if str(history.entries[-1].action) != line.notation:
        raise _divergence(history, line, f"undone was {history.entries[-1].action}")


def _seat(history: History, line: SaveLine) -> None:
    if line.side not in history.state.frame.side_index:
        raise _divergence(history, line, f"there is no side {shortened(line.side)}")


def _divergence(history: History, line: SaveLine, why: str) -> RecordError:
    number = len(history.entries) + (line.kind == "do")
    named_action = line.notation if line.kind == "do" else f"{line.kind} of {line.notation}"
    return _refused(line, number, named_action, why)


def _refused(line: SaveLine, number: int, what: str, why: str) -> RecordError:
    position = f"action {number} ({shortened(what)}, line {line.number})"
    return RecordError(f"the replay diverges at {position}: {why}", line=line.number, action=number)


def _first_difference(line: SaveLine, events: list[Event]) -> str:
    events_then, events_now = facts_of(line.events), facts_of(plain_events(events))
    for recorded, replayed in zip(events_then, events_now, strict=False):
        if same_events([recorded], [replayed]):
            continue
        for key in (*recorded, *replayed):
            # An entry may be in only one of the two: null is not the same as missing.
            entry, entry_now = (
                {key: event[key]} if key in event else {} for event in (recorded, replayed)
            )
            if not same_events([entry], [entry_now]):
                then, today = (_in_words(key, event) for event in (recorded, replayed))
                return f"recorded was {then}, replayed is {today}"
    return f"recorded were {len(events_then)} events, replayed are {len(events_now)}"


def _in_words(key: str, event: Plain) -> str:
    if key not in event:
        return f"no {shortened(key)}"
    value = event[key]
    quoted = echoed(value, LONGEST_REASON) if isinstance(value, str) else shortened(repr(value))
    return f"{shortened(key)} {quoted}"


def _rules(history: History, line: SaveLine) -> None:
    """Nothing happens: what stands before is played by these rules too."""


_OF_DICE = frozenset({"anchor", "begins", "rolls", "link", "missing", "key", "do"})
"""Lines that are of another kind where dice are thrown together."""

_STEPS = {"undo": _undo, "redo": _redo, "seat": _seat, "rules": _rules}
