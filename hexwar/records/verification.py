"""Playing a record's lines again, and finding the first that goes another way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from hexwar.definition.spelling import echoed, shortened
from hexwar.engine import Event, IllegalAction
from hexwar.records.errors import RecordError
from hexwar.records.lines import Plain, SaveHeader, SaveLine, plain_events, same_events
from hexwar.rules.history import History

_TOLD_EVERY = 8  # lines

LONGEST_REASON = 200
"""Characters of a sentence that a refusal repeats."""


def play_lines(
    history: History,
    header: SaveHeader,
    lines: Sequence[SaveLine],
    opening: Iterable[Event],
    hear: Callable[[float], None] | None = None,
) -> None:
    """Play the lines and verify every one. :class:`RecordError` names the first divergence.

    ``hear`` is told now and then what share of them is played.
    """
    if not same_events(header.begins, plain_events(opening)):
        raise RecordError("the game does not begin as the save says it did", line=1)
    for number, line in enumerate(lines):
        if hear is not None and number % _TOLD_EVERY == 0:
            hear(number / len(lines))
        _STEPS[line.kind](history, line)


def _do(history: History, line: SaveLine) -> None:
    side = history.state.side_to_act
    if side is not None and side != line.side:
        whose = shortened(line.side)
        raise _divergence(history, line, f"it is the choice of {side}, not of {whose}")
    try:
        events = history.apply(line.notation)
    except IllegalAction as refused:
        why = shortened(str(refused), LONGEST_REASON)
        raise _divergence(history, line, f"it is refused ({why})") from None
    if not same_events(line.events, plain_events(events)):
        raise _refused(line, len(history.entries), line.notation, _first_difference(line, events))


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
    sides = history.state.frame.side_ids
    if line.side not in sides:
        raise _divergence(history, line, f"there is no side {shortened(line.side)}")


def _divergence(history: History, line: SaveLine, why: str) -> RecordError:
    number = len(history.entries) + (line.kind == "do")
    what = line.notation if line.kind == "do" else f"{line.kind} of {line.notation}"
    return _refused(line, number, what, why)


def _refused(line: SaveLine, number: int, what: str, why: str) -> RecordError:
    where = f"action {number} ({shortened(what)}, line {line.number})"
    return RecordError(f"the replay diverges at {where}: {why}", line=line.number, action=number)


def _first_difference(line: SaveLine, events: list[Event]) -> str:
    now = plain_events(events)
    for recorded, replayed in zip(line.events, now, strict=False):
        if not same_events([recorded], [replayed]):
            keys = (*recorded, *replayed)
            key = next(key for key in keys if _differs(key, recorded, replayed))
            then, today = (_told(event.get(key)) for event in (recorded, replayed))
            return f"recorded was {shortened(key)} {then}, replayed is {shortened(key)} {today}"
    return f"recorded were {len(line.events)} events, replayed are {len(now)}"


def _told(value: object) -> str:
    return echoed(value, LONGEST_REASON) if isinstance(value, str) else shortened(repr(value))


def _differs(key: str, recorded: Plain, replayed: Plain) -> bool:
    return not same_events([{key: recorded.get(key)}], [{key: replayed.get(key)}])


_STEPS = {"do": _do, "undo": _undo, "redo": _redo, "seat": _seat}
